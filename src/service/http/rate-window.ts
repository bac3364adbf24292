import { RATE_LIMIT_HEADERS, RATE_LIMITS, type RateLimitName } from '../../contract/limits.ts';
import type { ServiceClock } from '../clock.ts';
import { HttpRefusal } from './http-refusal.ts';
import type { RateVerdict, RateWindow } from './shared-state.ts';

/** Above this number of keys and addresses, inactive ones are forgotten. */
const TRACKED_MAXIMUM = 10_000;

/**
 * Sliding windows: a request is refused when the window before it contains as many requests as the limit. So no window
 * of that length, wherever it begins, contains more than the limit (docs/decisions/rate-window.md).
 */
export class SlidingRateWindow implements RateWindow {
  readonly #clock: ServiceClock;
  readonly #counted = new Map<string, { readonly times: readonly number[]; readonly windowMs: number }>();

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  count(who: string, limitName: RateLimitName, aheadMs = 0): RateVerdict {
    const { requests, windowMs } = RATE_LIMITS[limitName];
    const now = this.#clock.now() + aheadMs;
    const bucket = `${limitName} ${who}`;
    if (this.#counted.size > TRACKED_MAXIMUM) this.#forgetSilent(now - aheadMs);
    const times = (this.#counted.get(bucket)?.times ?? []).filter((time) => time + windowMs > now);
    const isAllowed = times.length < requests;
    if (isAllowed) times.push(now);
    this.#counted.set(bucket, { times, windowMs });
    return rateVerdict(limitName, isAllowed, times.length, times[0] ?? now, now);
  }

  clear(): void {
    this.#counted.clear();
  }

  #forgetSilent(now: number): void {
    for (const [who, { times, windowMs }] of this.#counted) {
      if ((times.at(-1) ?? 0) + windowMs <= now) this.#counted.delete(who);
    }
  }
}

/**
 * What a window says of a request.
 *
 * @param used how many requests count, including this one if it is allowed
 * @param oldest of them, in epoch milliseconds
 */
export function rateVerdict(
  limitName: RateLimitName,
  isAllowed: boolean,
  used: number,
  oldest: number,
  now: number,
): RateVerdict {
  const { requests, windowMs } = RATE_LIMITS[limitName];
  const resetMs = oldest + windowMs;
  return {
    isAllowed,
    limit: requests,
    remaining: requests - used,
    resetSeconds: Math.ceil(resetMs / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - now) / 1000)),
  };
}

/** A limit that is never reached, for headers that clients rely on. */
const UNLIMITED = 1_000_000;

export function unlimitedRateWindow(clock: ServiceClock): RateWindow {
  return {
    count: (_who, _limitName, aheadMs = 0) => ({
      isAllowed: true,
      limit: UNLIMITED,
      remaining: UNLIMITED,
      resetSeconds: Math.ceil((clock.now() + aheadMs) / 1000) + 1,
      retryAfterSeconds: 1,
    }),
  };
}

export function rateLimitHeaders({ limit, remaining, resetSeconds }: RateVerdict): Record<string, string> {
  return {
    [RATE_LIMIT_HEADERS.limit]: String(limit),
    [RATE_LIMIT_HEADERS.remaining]: String(remaining),
    [RATE_LIMIT_HEADERS.reset]: String(resetSeconds),
  };
}

export function tooManyRequests({ limit, retryAfterSeconds: retryAfter }: RateVerdict): HttpRefusal {
  const wait = `Wait ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'} before the next request`;
  return new HttpRefusal(
    { [RATE_LIMIT_HEADERS.remaining]: '0', 'Retry-After': String(retryAfter) },
    'too_many_requests',
    `${wait}: the limit of ${limit} is reached`,
    { retryAfter },
  );
}
