import type { Clock } from '../clock.ts';
import { ApiError, type PixError, TransportError } from '../errors.ts';

const FAILURE_RETRIES = 3;
/** A longer wait is reported instead. */
const WAIT_MAXIMUM_MS = 60_000;
/** One call of the client starts no further attempt after this time. */
const BUDGET_MS = 120_000;

/**
 * If the service has never answered, these errors mean a wrong address, certificate or proxy, and waiting does not
 * help.
 */
const SETTINGS_FAILURES = new Set([
  'connection_refused',
  'host_not_found',
  'certificate_invalid',
  'tls_failed',
  'proxy_refused',
]);

interface RetrySettings {
  readonly clock: Clock;
  /** Time for one attempt. */
  readonly timeoutMs: number;
  /** Whether the service has answered at least once, and whether it has not since this client last gave up. */
  readonly contact: { readonly hasAnswered: boolean; readonly isSilent: boolean };
}

/**
 * Decides whether a failed read is worth another attempt, and how long to wait before it.
 *
 * A refusal arrives quickly, and may be followed by several attempts. A time-out takes as long as it is allowed to:
 * once the attempts of a call have together taken the time of one, none follows. So a call never waits for answers
 * longer than twice the time of one.
 */
export class RetryPlan {
  readonly #settings: RetrySettings;
  readonly #deadlineMs: number;
  #rateLimited = 0;
  #failed = 0;
  #spentMs = 0;

  constructor(settings: RetrySettings) {
    this.#settings = settings;
    this.#deadlineMs = settings.clock.now() + BUDGET_MS;
  }

  /** @param durationMs how long the attempt took @returns undefined to give up. Each answer uses up one retry. */
  nextWaitMs(error: PixError, durationMs: number): number | undefined {
    const { clock, timeoutMs } = this.#settings;
    this.#spentMs += error.code === 'timed_out' ? timeoutMs : Math.min(durationMs, timeoutMs);
    if (isRateLimited(error)) this.#rateLimited += 1;
    const waitMs = isRateLimited(error) ? rateLimitWaitMs(error, this.#rateLimited) : this.#failureWaitMs(error);
    if (waitMs === undefined || waitMs > WAIT_MAXIMUM_MS) return undefined;
    return clock.now() + waitMs <= this.#deadlineMs ? waitMs : undefined;
  }

  #failureWaitMs(error: PixError): number | undefined {
    const { clock, contact, timeoutMs } = this.#settings;
    if (!isPassing(error, contact.hasAnswered) || this.#spentMs > timeoutMs) return undefined;
    if (isSilence(error) && contact.isSilent) return undefined;
    this.#failed += 1;
    if (this.#failed > FAILURE_RETRIES) return undefined;
    // Clients that failed together must not retry together.
    const backoffMs = exponentialMs(this.#failed) * (0.5 + clock.random() / 2);
    const requestedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(backoffMs, requestedMs);
  }
}

/** Whether nothing arrived in time: no connection, or no complete answer. */
export function isSilence(error: unknown): error is TransportError {
  return error instanceof TransportError && (error.code === 'timed_out' || error.code === 'connect_timeout');
}

/**
 * How long to wait after a 429: as it says, otherwise 2 to the power of the attempt, in seconds.
 * Source: interface specification, "Errors".
 */
export function rateLimitWaitMs(error: ApiError, attempt: number): number {
  return error.retryAfterSeconds === undefined ? exponentialMs(attempt) : error.retryAfterSeconds * 1000;
}

export function isRateLimited(error: PixError): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

function exponentialMs(attempt: number): number {
  return 2 ** attempt * 1000;
}

function isPassing(error: PixError, hasAnswered: boolean): boolean {
  if (error instanceof TransportError) return hasAnswered || !SETTINGS_FAILURES.has(error.code);
  return error instanceof ApiError && (error.status === 408 || error.status >= 500);
}
