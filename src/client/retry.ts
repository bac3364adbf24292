import type { Clock } from './clock.ts';
import { ApiError, type PixError, TransportError } from './errors.ts';

const FAILURE_RETRIES = 3;
const BACKOFF_MAXIMUM_MS = 30_000;
/** Whoever is to wait longer than this is told so instead. */
const WAIT_MAXIMUM_MS = 60_000;
/** One call of the client never lasts longer than this for the sake of another attempt. */
const BUDGET_MS = 120_000;

/** Where nothing answered before, these are a wrong address, certificate or proxy, and waiting does not help. */
const SETTINGS_FAILURES = new Set(['connection_refused', 'host_not_found', 'certificate_invalid', 'proxy_refused']);

/** When a read that failed is worth another attempt, and how long to wait before it. */
export interface RetryPlan {
  /** @returns undefined when it is to be given up. Each answer uses up one retry. */
  nextWaitMs(error: PixError): number | undefined;
}

/**
 * @param settings.hasAnswered whether the service has ever answered this client
 */
export function createRetryPlan(settings: { clock: Clock; hasAnswered: () => boolean }): RetryPlan {
  const { clock, hasAnswered } = settings;
  const deadlineMs = clock.now() + BUDGET_MS;
  let rateLimited = 0;
  let failed = 0;

  function unboundedWaitMs(error: PixError): number | undefined {
    if (isRateLimited(error)) {
      rateLimited += 1;
      return rateLimitWaitMs(error, rateLimited);
    }
    if (!isPassing(error, hasAnswered())) return undefined;
    failed += 1;
    if (failed > FAILURE_RETRIES) return undefined;
    // Clients that failed together shall not come back together.
    const backoffMs = exponentialMs(failed) * (0.5 + clock.random() / 2);
    const toldMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(backoffMs, toldMs);
  }

  return {
    nextWaitMs(error) {
      const waitMs = unboundedWaitMs(error);
      if (waitMs === undefined || waitMs > WAIT_MAXIMUM_MS) return undefined;
      return clock.now() + waitMs <= deadlineMs ? waitMs : undefined;
    },
  };
}

/**
 * How long a 429 wants requests to wait: as it tells, else 2 to the power of the attempt, in seconds.
 * Source: interface specification, "Errors".
 */
export function rateLimitWaitMs(error: ApiError, attempt: number): number {
  return error.retryAfterSeconds === undefined ? exponentialMs(attempt) : error.retryAfterSeconds * 1000;
}

export function isRateLimited(error: PixError): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

function exponentialMs(attempt: number): number {
  return Math.min(2 ** attempt * 1000, BACKOFF_MAXIMUM_MS);
}

function isPassing(error: PixError, hasAnswered: boolean): boolean {
  if (error instanceof TransportError) return hasAnswered || !SETTINGS_FAILURES.has(error.code);
  return error instanceof ApiError && (error.status === 408 || error.status >= 500);
}
