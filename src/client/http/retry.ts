import type { Clock } from '../clock.ts';
import { ApiError, type PixError, TransportError } from '../errors.ts';

const FAILURE_RETRIES = 3;
const BACKOFF_MAXIMUM_MS = 30_000;
/** A longer wait is reported instead of waited for. */
const WAIT_MAXIMUM_MS = 60_000;
/** One call of the client never lasts longer than this for the sake of another attempt. */
const BUDGET_MS = 120_000;

/** Where nothing answered before, these are a wrong address, certificate or proxy, and waiting does not help. */
const SETTINGS_FAILURES = new Set(['connection_refused', 'host_not_found', 'certificate_invalid', 'proxy_refused']);

/** What a client has heard of its service by now. */
export interface Contact {
  /** The service has answered once at least. */
  readonly hasAnswered: boolean;
  /** The service has kept silent since this client last gave it up. */
  readonly isSilent: boolean;
}

interface RetrySettings {
  readonly clock: Clock;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly contact: Contact;
}

/**
 * When a read that failed is worth another attempt, and how long to wait before it.
 *
 * A refusal comes quickly, and may be followed by several attempts. Silence takes as long as it is allowed to: once the
 * attempts of a call have together taken as long as one may, none follows. So a call never waits for answers longer than
 * twice the time of one.
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

  /**
   * @param durationMs how long the attempt took
   * @returns undefined when it is to be given up. Each answer uses up one retry.
   */
  nextWaitMs(error: PixError, durationMs: number): number | undefined {
    const { clock, timeoutMs } = this.#settings;
    this.#spentMs += error.code === 'timed_out' ? timeoutMs : Math.min(durationMs, timeoutMs);
    const waitMs = isRateLimited(error) ? this.#rateLimitWaitMs(error) : this.#failureWaitMs(error);
    if (waitMs === undefined || waitMs > WAIT_MAXIMUM_MS) return undefined;
    return clock.now() + waitMs <= this.#deadlineMs ? waitMs : undefined;
  }

  #rateLimitWaitMs(error: ApiError): number {
    this.#rateLimited += 1;
    return rateLimitWaitMs(error, this.#rateLimited);
  }

  #failureWaitMs(error: PixError): number | undefined {
    const { clock, contact, timeoutMs } = this.#settings;
    if (!isPassing(error, contact.hasAnswered) || this.#spentMs > timeoutMs) return undefined;
    if (isSilence(error) && contact.isSilent) return undefined;
    this.#failed += 1;
    if (this.#failed > FAILURE_RETRIES) return undefined;
    // Clients that failed together shall not come back together.
    const backoffMs = exponentialMs(this.#failed) * (0.5 + clock.random() / 2);
    const toldMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    return Math.max(backoffMs, toldMs);
  }
}

/** Whether nothing came in the time that was left for it: no connection, or no whole answer. */
export function isSilence(error: unknown): error is TransportError {
  return error instanceof TransportError && (error.code === 'timed_out' || error.code === 'connect_timeout');
}

/**
 * How long to wait after a 429: as it says, else 2 to the power of the attempt, in seconds.
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
