import { RATE_LIMITS } from '../../contract/rate-limit.ts';

/** What is beyond every window of the API comes of a clock that runs elsewhere: a wait is no longer than a window. */
const LENGTH_MAXIMUM_MS = Math.max(...Object.values(RATE_LIMITS).map(({ windowMs }) => windowMs));
/** A reset is reported in whole seconds, rounded up. */
const RESET_ROUNDING_SECONDS = 1;

/** What an answer says of the window, and how many of our requests a window of some length explains. */
interface WindowEvidence {
  readonly arrivedByMs: number;
  readonly resetsInSeconds: number;
  /** What the service has counted. */
  readonly counted: number;
  readonly perhapsCounted: (windowMs: number) => number;
  readonly surelyCounted: (windowMs: number) => number;
}

/**
 * How long the window is over which the service counts.
 *
 * The reset that an answer reports is only a claim, for the service's clock may run elsewhere. More requests than our
 * window explains, but no more than the claimed one, confirm it; fewer than surely were in the claimed one refute it,
 * unless it has ended since.
 */
export class WindowLength {
  #ms: number = RATE_LIMITS.standard.windowMs;
  #claimedMs = 0;
  #isClaimBelieved = true;
  #resetAtMs = Number.POSITIVE_INFINITY;

  get ms(): number {
    return this.#ms;
  }

  /** A longer window that the service claims, as long as nothing confirms or refutes it; undefined: none. */
  get claimedMs(): number | undefined {
    return this.#claimedMs > this.#ms ? this.#claimedMs : undefined;
  }

  /** @returns whether the answer has confirmed a longer window */
  learn({ arrivedByMs, resetsInSeconds, counted, perhapsCounted, surelyCounted }: WindowEvidence): boolean {
    const hasRolledOver = arrivedByMs >= this.#resetAtMs;
    const resetsInMs = (resetsInSeconds - RESET_ROUNDING_SECONDS) * 1_000;
    this.#resetAtMs = arrivedByMs + resetsInMs;
    if (this.#claimedMs > 0 && !hasRolledOver && counted < surelyCounted(this.#claimedMs)) {
      this.#refute();
      return false;
    }
    if (!this.#isClaimBelieved || resetsInMs <= this.#ms || resetsInMs > LENGTH_MAXIMUM_MS) return false;
    this.#claimedMs = Math.max(this.#claimedMs, resetsInMs);
    if (counted <= perhapsCounted(this.#ms) || counted > perhapsCounted(this.#claimedMs)) return false;
    this.#ms = this.#claimedMs;
    return true;
  }

  #refute(): void {
    this.#isClaimBelieved = false;
    this.#claimedMs = 0;
    this.#ms = RATE_LIMITS.standard.windowMs;
  }
}
