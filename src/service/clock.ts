/** The one clock that the whole service goes by. */
export interface ServiceClock {
  /** Milliseconds since the epoch, with fractions. Never goes back. */
  now(): number;
}

/** A clock that runs ahead of another one. */
export interface MovableClock extends ServiceClock {
  /** How far, in milliseconds. */
  aheadMs(): number;
  advance(durationMs: number): void;
}

export const systemClock: ServiceClock = { now: steadyNow };

/**
 * @param aheadMs how far it had been moved on when it last ran
 * @param notBefore where its time had come to by then (epoch milliseconds): it goes on from there
 */
export function movableClock(base: ServiceClock, aheadMs: number, notBefore: number): MovableClock {
  let ahead = Math.max(aheadMs, Math.ceil(notBefore - base.now()));
  return {
    now: () => base.now() + ahead,
    aheadMs: () => ahead,
    advance(durationMs) {
      ahead += durationMs;
    },
  };
}

/** Unlike `Date.now()`, not moved by somebody who sets the machine's clock. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
