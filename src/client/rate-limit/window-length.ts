import { RATE_LIMITS } from '../../contract/rate-limit.ts';

/** Longer than every window of the API means a clock that differs: a wait is never longer than a window. */
const LENGTH_MAXIMUM_MS = Math.max(...Object.values(RATE_LIMITS).map(({ windowMs }) => windowMs));
/** A reset is reported in whole seconds, rounded up. */
const RESET_ROUNDING_SECONDS = 1;

/** What an answer shows about the window, and how many of our requests fit into a given window. */
interface WindowEvidence {
  readonly arrivedByMs: number;
  readonly resetsInSeconds: number;
  /** The number that the service has counted. */
  readonly counted: number;
  readonly perhapsCounted: (windowMs: number) => number;
  readonly surelyCounted: (windowMs: number) => number;
}

/**
 * The length of the service's window.
 *
 * The reset in an answer is only a claim, because the service's clock may differ. It is confirmed by more requests than
 * our window explains, but not more than the claimed one; it is refuted by fewer than were certainly in the claimed
 * one, unless that has ended since.
 */
export class WindowLength {
  #ms: number = RATE_LIMITS.standard.windowMs;
  #claimedMs = 0;
  #isClaimBelieved = true;
  #resetAtMs = Number.POSITIVE_INFINITY;

  get ms(): number {
    return this.#ms;
  }

  /** A longer window that the service claims, while it is neither confirmed nor refuted; undefined: none. */
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
