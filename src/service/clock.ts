/** The one clock that the whole service goes by. */
export interface ServiceClock {
  /** Milliseconds since the epoch, with fractions. Never goes back. */
  now(): number;
}

/** @param notBefore where the service's time had come to when it last ran (epoch milliseconds): it goes on from there */
export function systemClock(notBefore: number): ServiceClock {
  const aheadMs = Math.max(0, notBefore - steadyNow());
  return { now: () => steadyNow() + aheadMs };
}

/** Unlike `Date.now()`, not moved by somebody who sets the machine's clock. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
