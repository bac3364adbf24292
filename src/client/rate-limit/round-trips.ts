import { RATE_LIMITS } from '../../contract/rate-limit.ts';

/** Recent enough to reflect the current network, and enough to find the minimum. */
const SAMPLES_MAXIMUM = 256;

/** Fewer samples are not trusted. */
const SAMPLES_MINIMUM = 8;

/** The server's second may differ from ours, and a timer may fire a little early. */
const CLOCK_MARGIN_MS = 2;

/** The assumed variation of round trips before it was measured, as a part of the minimum. */
const SPREAD_PRESUMED = 0.1;

/** With this factor, none of two hundred round trips is expected to be faster than the minimum less its margin. */
const MARGIN_FACTOR = 3;

/**
 * The requests of a program's first window start all at once and cold: even the fastest may take much longer than later
 * ones.
 */
const COLD_REQUESTS = RATE_LIMITS.standard.requests;

/**
 * Measures how long requests take, from those that were answered.
 *
 * The server counted a request somewhere between sending and answer. A request that is sent `quickestMs` before another
 * one's window ends, counted from that one's answer, arrives after the window, because a round trip is never faster.
 * The minimum of `n` samples exceeds the true one by about their variation divided by the root of `n`; that is the
 * margin.
 */
export class RoundTrips {
  #observed = 0;
  #samples: number[] = [];
  #quickestMs = -CLOCK_MARGIN_MS;
  #medianMs = 0;

  /** The minimum round trip, as far as known; below zero when the clock margin is larger. */
  get quickestMs(): number {
    return this.#quickestMs;
  }

  /** The same, without samples from a cold start. */
  get surelyMs(): number {
    return this.#observed < COLD_REQUESTS + SAMPLES_MINIMUM ? -CLOCK_MARGIN_MS : this.#quickestMs;
  }

  /** How much longer round trips usually take. */
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

  /** Discards the samples, because the network has changed. */
  forget(): void {
    this.#samples = [];
    this.#quickestMs = -CLOCK_MARGIN_MS;
  }
}
