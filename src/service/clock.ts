export interface ServiceClock {
  /** Milliseconds since the epoch, with fractions. Never goes back. */
  now(): number;
}

/** The service's time when it last ran. */
export interface ClockState {
  /** How far the clock had been advanced, milliseconds. */
  readonly clockAheadMs: number;
  /** The latest time of any stored event, epoch milliseconds: time continues from there. */
  readonly latestAt: number;
}

/** A clock that runs ahead of another one. */
export interface MovableClock extends ServiceClock {
  /** How far, in milliseconds. */
  aheadMs(): number;
  advance(durationMs: number): void;
  /** Call it when the whole state was replaced: continues from the time of the new state. Absent where that has the time. */
  continueFrom?(state: ClockState): void;
}

/** Unlike `Date.now()`, it does not jump when the machine's clock is set. */
export const systemClock: ServiceClock = { now: () => performance.timeOrigin + performance.now() };

/** A moment as the API has it. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** A moment in the format of the header `Date`. Source: RFC 9110, section 5.6.7. */
export function httpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString();
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
