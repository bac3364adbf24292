/** What keeps payouts from being sent, and passes by itself. */
export type BackoffReason = 'network' | 'rate_limit' | 'one_at_a_time';

interface WaitPolicy {
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

const WAIT_POLICIES: Readonly<Record<BackoffReason, WaitPolicy>> = {
  network: { lastsMs: 60_000, firstPauseMs: 1_000, longestPauseMs: 30_000 },
  rate_limit: { lastsMs: 300_000, firstPauseMs: 0, longestPauseMs: 0 },
  one_at_a_time: { lastsMs: LONGEST_ONE_AT_A_TIME_MS, firstPauseMs: 1_000, longestPauseMs: 10_000 },
};

interface Meeting {
  readonly sinceMs: number;
  readonly pauses: number;
  readonly untilMs: number;
}

/** Pauses that grow while the same reason remains, up to a limit. */
export class Backoff {
  readonly #clock: { now(): number };
  readonly #met = new Map<BackoffReason, Meeting>();
  readonly #everMet = new Set<BackoffReason>();

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** @returns how long to send nothing; undefined when the run has to stop */
  meet(reason: BackoffReason): number | undefined {
    const { lastsMs, firstPauseMs, longestPauseMs } = WAIT_POLICIES[reason];
    this.#everMet.add(reason);
    const nowMs = this.#clock.now();
    const known = this.#met.get(reason) ?? { sinceMs: nowMs, pauses: 0, untilMs: Number.NEGATIVE_INFINITY };
    if (nowMs - known.sinceMs >= lastsMs) return undefined;
    // Requests that were under way together meet the same reason: that counts once.
    if (nowMs < known.untilMs) return known.untilMs - nowMs;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** known.pauses);
    this.#met.set(reason, { sinceMs: known.sinceMs, pauses: known.pauses + 1, untilMs: nowMs + pauseMs });
    return pauseMs;
  }

  /** It is gone: something has got through. */
  pass(reason: BackoffReason): void {
    this.#met.delete(reason);
  }

  /** Whether it was there at any time, gone or not. */
  wasEverMet(reason: BackoffReason): boolean {
    return this.#everMet.has(reason);
  }
}
