/** A temporary reason why payouts cannot be sent. */
export type BackoffReason = 'network' | 'rate_limit' | 'one_at_a_time';

interface WaitPolicy {
  /** The run stops after this time without progress. */
  readonly lastsMs: number;
  /**
   * The pause after the first time; it doubles each time. 0: the client delays requests by itself, or the pending
   * withdrawal is followed.
   */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** The maximum wait for a withdrawal that blocks others. */
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

  /** @returns how long to send nothing; undefined when the run must stop */
  meet(reason: BackoffReason): number | undefined {
    const { lastsMs, firstPauseMs, longestPauseMs } = WAIT_POLICIES[reason];
    this.#everMet.add(reason);
    const nowMs = this.#clock.now();
    const known = this.#met.get(reason) ?? { sinceMs: nowMs, pauses: 0, untilMs: Number.NEGATIVE_INFINITY };
    if (nowMs - known.sinceMs >= lastsMs) return undefined;
    // Requests that were open together fail for the same reason: that counts once.
    if (nowMs < known.untilMs) return known.untilMs - nowMs;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** known.pauses);
    this.#met.set(reason, { sinceMs: known.sinceMs, pauses: known.pauses + 1, untilMs: nowMs + pauseMs });
    return pauseMs;
  }

  /** Resets the pause: a request has succeeded. */
  pass(reason: BackoffReason): void {
    this.#met.delete(reason);
  }

  /** Whether the reason ever occurred. */
  wasEverMet(reason: BackoffReason): boolean {
    return this.#everMet.has(reason);
  }
}
