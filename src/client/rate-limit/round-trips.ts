import { RATE_LIMITS } from '../../contract/rate-limit.ts';

/** Recent enough to show the way as it is now, and enough to know its quickest. */
const SAMPLES_MAXIMUM = 256;

/** With fewer, nothing is relied upon. */
const SAMPLES_MINIMUM = 8;

/** Our second and the server's need not be the same length, and a timer may fire a little early. */
const CLOCK_MARGIN_MS = 2;

/** What is taken for the spread of round trips before it has been seen, as a part of the quickest. */
const SPREAD_PRESUMED = 0.1;

/** Chosen so that of two hundred round trips not one is expected to be quicker than the quickest less its margin. */
const MARGIN_FACTOR = 3;

/**
 * The requests of a program's first window come all at once and from a cold start: even the quickest of them may take
 * much longer than those that follow.
 */
const COLD_REQUESTS = RATE_LIMITS.standard.requests;

/**
 * How long requests are on their way, learnt from those that were answered.
 *
 * The server counted a request somewhere between our sending it and its answer. One that is sent `quickestMs` before
 * the window of another has passed since that one's answer arrives after that window: way there and way back together
 * are never quicker. The quickest of `n` samples is above the true one by about their spread divided by the root of
 * `n`; that is the margin.
 */
export class RoundTrips {
  #observed = 0;
  #samples: number[] = [];
  #quickestMs = -CLOCK_MARGIN_MS;
  #medianMs = 0;

  /** No round trip is quicker than this, as far as can be known; below zero where clocks count for more. */
  get quickestMs(): number {
    return this.#quickestMs;
  }

  /** The same, without what was only seen from a cold start. */
  get surelyMs(): number {
    return this.#observed < COLD_REQUESTS + SAMPLES_MINIMUM ? -CLOCK_MARGIN_MS : this.#quickestMs;
  }

  /** How much longer than that they usually take. */
  get excessMs(): number {
    return this.#medianMs - this.#quickestMs;
  }

  observe(durationMs: number): void {
    this.#observed += 1;
    this.#samples.push(durationMs);
    if (this.#samples.length > SAMPLES_MAXIMUM) this.#samples.shift();
    const sorted = Float64Array.from(this.#samples).sort();
    const shortest = sorted[0] ?? 0;
    this.#medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const spread = Math.max(this.#medianMs - shortest, SPREAD_PRESUMED * shortest);
    const margin = CLOCK_MARGIN_MS + (MARGIN_FACTOR * spread) / Math.sqrt(sorted.length);
    this.#quickestMs = sorted.length < SAMPLES_MINIMUM ? -CLOCK_MARGIN_MS : shortest - margin;
  }

  /** The path is no longer what was learnt of it. */
  forget(): void {
    this.#samples = [];
    this.#quickestMs = -CLOCK_MARGIN_MS;
  }
}
