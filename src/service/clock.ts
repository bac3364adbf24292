/** The one clock that the whole service goes by. */
export interface ServiceClock {
  /** Milliseconds since the epoch, with fractions. Never goes back. */
  now(): number;
}

/** Where a service's time had come to when it last ran. */
export interface ClockState {
  /** How far the clock had been moved on, milliseconds. */
  readonly clockAheadMs: number;
  /** The latest time of anything that happened, epoch milliseconds: time goes on from there. */
  readonly latestAt: number;
}

/** A clock that runs ahead of another one. */
export interface MovableClock extends ServiceClock {
  /** How far, in milliseconds. */
  aheadMs(): number;
  advance(durationMs: number): void;
  /** For when the whole state has become another one: goes on from where that had come to. */
  continueFrom(state: ClockState): void;
}

export const systemClock: ServiceClock = { now: steadyNow };

/** As the header `Date` writes a moment. Source: RFC 9110, section 5.6.7. */
export function httpDate(clock: ServiceClock): string {
  return new Date(clock.now()).toUTCString();
}

export function movableClock(base: ServiceClock, state: ClockState): MovableClock {
  const aheadIn = ({ clockAheadMs, latestAt }: ClockState) => Math.max(clockAheadMs, Math.ceil(latestAt - base.now()));
  let ahead = aheadIn(state);
  return {
    now: () => base.now() + ahead,
    aheadMs: () => ahead,
    advance(durationMs) {
      ahead += durationMs;
    },
    continueFrom(present) {
      ahead = aheadIn(present);
    },
  };
}

/** Unlike `Date.now()`, not moved when the machine's clock is set. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
