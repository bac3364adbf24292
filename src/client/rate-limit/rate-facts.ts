import { RATE_LIMIT_HEADERS } from '../../contract/rate-limit.ts';

/** The rate limit headers of an answer; missing or invalid ones are absent. */
export interface RateFacts {
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Until the window resets, by the service's own clock. */
  readonly resetsInSeconds?: number | undefined;
  /** The answer was a 429: such a request may not have been counted. */
  readonly isRefused?: boolean | undefined;
}

export function rateFactsOf({ status, headers }: { readonly status: number; readonly headers: Headers }): RateFacts {
  const resetSeconds = wholeNumber(headers.get(RATE_LIMIT_HEADERS.reset), 1);
  // Both by the service's clock, which may differ from ours.
  const nowSeconds = Date.parse(headers.get('Date') ?? '') / 1_000;
  return {
    limit: wholeNumber(headers.get(RATE_LIMIT_HEADERS.limit), 1),
    remaining: wholeNumber(headers.get(RATE_LIMIT_HEADERS.remaining), 0),
    ...(resetSeconds !== undefined && !Number.isNaN(nowSeconds) && { resetsInSeconds: resetSeconds - nowSeconds }),
    isRefused: status === 429,
  };
}

function wholeNumber(text: string | null, minimum: number): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
}
