/** What keeps payouts from being sent, and passes by itself. */
export type Obstacle = 'network' | 'rate_limit' | 'one_at_a_time';

interface Patience {
  /** Without any progress for so long, the run stops. */
  readonly lastsMs: number;
  /**
   * The pause after the first time; it doubles with each that follows. 0: the client holds requests back by itself, or the
   * pending withdrawal is followed.
   */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** A withdrawal that keeps others from being made is waited for so long. */
export const LONGEST_ONE_AT_A_TIME_MS = 600_000;

const PATIENCE: Readonly<Record<Obstacle, Patience>> = {
  network: { lastsMs: 60_000, firstPauseMs: 1_000, longestPauseMs: 30_000 },
  rate_limit: { lastsMs: 300_000, firstPauseMs: 0, longestPauseMs: 0 },
  one_at_a_time: { lastsMs: LONGEST_ONE_AT_A_TIME_MS, firstPauseMs: 1_000, longestPauseMs: 10_000 },
};

interface Meeting {
  readonly sinceMs: number;
  readonly pauses: number;
  readonly untilMs: number;
}

/** Waits that grow while an obstacle stays, and end. */
export class Obstacles {
  readonly #clock: { now(): number };
  readonly #met = new Map<Obstacle, Meeting>();
  readonly #everMet = new Set<Obstacle>();

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** @returns how long to send nothing; undefined when patience is at an end */
  meet(obstacle: Obstacle): number | undefined {
    const { lastsMs, firstPauseMs, longestPauseMs } = PATIENCE[obstacle];
    this.#everMet.add(obstacle);
    const nowMs = this.#clock.now();
    const known = this.#met.get(obstacle) ?? { sinceMs: nowMs, pauses: 0, untilMs: Number.NEGATIVE_INFINITY };
    if (nowMs - known.sinceMs >= lastsMs) return undefined;
    // Requests that were under way together meet the same obstacle: that counts once.
    if (nowMs < known.untilMs) return known.untilMs - nowMs;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** known.pauses);
    this.#met.set(obstacle, { sinceMs: known.sinceMs, pauses: known.pauses + 1, untilMs: nowMs + pauseMs });
    return pauseMs;
  }

  /** It is gone: something has got through. */
  pass(obstacle: Obstacle): void {
    this.#met.delete(obstacle);
  }

  /** Whether it was there at any time, gone or not. */
  wasEverMet(obstacle: Obstacle): boolean {
    return this.#everMet.has(obstacle);
  }
}
