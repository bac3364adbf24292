import { RATE_LIMITS } from '../../contract/rate-limit.ts';

/** Recent enough to tell of the way as it is now, and enough to know its quickest. */
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

/** How long requests are on their way, learnt from those that were answered. */
export interface RoundTrips {
  observe(durationMs: number): void;
  /** The path is no longer what was learnt of it. */
  forget(): void;
  /** No round trip is quicker than this, as far as can be known; below zero where clocks count for more. */
  quickestMs(): number;
  /** The same, without what was only seen from a cold start. */
  surelyMs(): number;
  /** How much longer than that they usually take. */
  excessMs(): number;
}

/**
 * The server counted a request somewhere between our sending it and its answer. One that is sent `quickestMs` before
 * the window of another has passed since that one's answer arrives after that window: way there and way back together
 * are never quicker. The quickest of `n` samples lies above the true one by about their spread divided by the root of
 * `n`; that is the margin.
 */
export function createRoundTrips(): RoundTrips {
  let observed = 0;
  let samples: number[] = [];
  let quickest = -CLOCK_MARGIN_MS;
  let median = 0;
  return {
    observe(durationMs) {
      observed += 1;
      samples.push(durationMs);
      if (samples.length > SAMPLES_MAXIMUM) samples.shift();
      const sorted = Float64Array.from(samples).sort();
      const shortest = sorted[0] ?? 0;
      median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      const spread = Math.max(median - shortest, SPREAD_PRESUMED * shortest);
      const margin = CLOCK_MARGIN_MS + (MARGIN_FACTOR * spread) / Math.sqrt(samples.length);
      quickest = samples.length < SAMPLES_MINIMUM ? -CLOCK_MARGIN_MS : shortest - margin;
    },
    forget() {
      samples = [];
      quickest = -CLOCK_MARGIN_MS;
    },
    quickestMs: () => quickest,
    surelyMs: () => (observed < COLD_REQUESTS + SAMPLES_MINIMUM ? -CLOCK_MARGIN_MS : quickest),
    excessMs: () => median - quickest,
  };
}
