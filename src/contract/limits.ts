import { centavos } from '../pix/centavos.ts';

/**
 * Limits of the API that belong to no field or operation. The command line loads this file before it
 * chooses a command, so it creates no schema.
 */

/** The smallest withdrawal. Source: interface specification, "Limits". */
export const WITHDRAWAL_MINIMUM = centavos(5_00);

/** The smallest charge. Source: docs/integrate/specification-decisions.md. */
export const PAYMENT_MINIMUM = centavos(1_00);

/** The largest amount: the sum of a million amounts of this size is still exact. */
export const AMOUNT_MAXIMUM = centavos(100_000_000_00);

/** The longest description that Pix itself carries. Source: BCB, Manual de Padrões para Iniciação do Pix. */
export const DESCRIPTION_CHARACTERS_MAXIMUM = 140;

/** The largest page of a list. Source: interface specification, "Limits". */
export const PAGE_LIMIT_MAXIMUM = 100;
export const PAGE_LIMIT_DEFAULT = 50;

/** How long the service may repeat a page from its cache. Source: interface specification, "Limits". */
export const LIST_CACHE_SECONDS = 60;

/** An unusual page size for each second of the cache's life: at one second all clients use the same. */
export function freshLimitAt(epochSecond: number): number {
  const sizes = LIST_CACHE_SECONDS + 1;
  const limit = PAGE_LIMIT_MAXIMUM - 1 - sizes + (epochSecond % sizes);
  return limit < PAGE_LIMIT_DEFAULT ? limit : limit + 1;
}

/** Unusual, too: for further requests within a second. None is that of a second, which a later request would find cached. */
export const FURTHER_FRESH_LIMITS = { least: 26, most: 37 };

/** The largest JSON body of a request. */
export const BODY_BYTES_MAXIMUM = 64 * 1024;

/** How many requests may start within any window. Source: interface specification, "Limits". */
export const RATE_LIMITS = {
  standard: { requests: 10, windowMs: 1_000 },
  administration: { requests: 30, windowMs: 60_000 },
  registration: { requests: 1, windowMs: 30_000 },
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;

export const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const;
