import type { SimulatedClock } from './clocks.ts';

/** The rate limit headers of an answer, and whether it is a 429. */
export interface CountedAnswer {
  readonly limit: number;
  readonly remaining: number;
  readonly isRefused: boolean;
  readonly retryAfterMs: number;
}

/** A service that counts as specified: a request is refused when `limit` were counted in the window before it. */
export function countingService(clock: SimulatedClock, limit = 10, windowMs = 1_000) {
  let countedAtMs: number[] = [];
  let refused = 0;
  let served = 0;
  return {
    get refused() {
      return refused;
    },
    get served() {
      return served;
    },
    arrive(): CountedAnswer {
      countedAtMs = countedAtMs.filter((atMs) => atMs > clock.now() - windowMs);
      const isRefused = countedAtMs.length >= limit;
      if (isRefused) refused += 1;
      else {
        countedAtMs.push(clock.now());
        served += 1;
      }
      const resetMs = (countedAtMs[0] ?? clock.now()) + windowMs;
      return {
        limit,
        remaining: limit - countedAtMs.length,
        isRefused,
        retryAfterMs: Math.max(1_000, Math.ceil((resetMs - clock.now()) / 1_000) * 1_000),
      };
    },
  };
}
