/** How many requests may start within any window. Source: interface specification, "Limits". */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

export const RATE_LIMITS = {
  standard: { requests: 10, windowMs: 1_000 },
  administration: { requests: 30, windowMs: 60_000 },
  registration: { requests: 1, windowMs: 30_000 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

export const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const;
