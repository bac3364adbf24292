import type { NumberedRow } from './proof.ts';

export interface ProvenRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
}

/** A list whose rows are only added, newest first, and how its pages are requested. */
export interface ProofSource<Row extends ProvenRow> {
  readonly page: (request: PageRequest, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** The newest page, past the service's cache, and the size that it was asked for with. */
  readonly freshPage: (signal: AbortSignal) => Promise<{ readonly page: ListPage<Row>; readonly limit: number }>;
  /** How many API keys share the requests. */
  readonly keys: number;
  readonly clock: ListClock;
  readonly failures: ListFailures;
}

interface ListClock {
  /** Milliseconds since the epoch. */
  epochMs(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** @throws the signal's reason as soon as it is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** The meaning of a failed request, independent of the transport. */
export interface ListFailures {
  /** Whether a repeated request may succeed. Refusals of the key or of the request itself are permanent. */
  isPassing(error: unknown): error is Error;
  /** Whether the request timed out without an answer. */
  isSilence(error: unknown): boolean;
  /** Whether the service failed to return what was requested. False for an interruption, and for a bug of our own. */
  isOfService(error: unknown): boolean;
  /** The error for an answer that violates the contract at a field. */
  broken(path: string, expected: string): Error;
}

export function unreadableList(failures: ListFailures): Error {
  return failures.broken('data.pagination', 'expected a list that agrees with its own total');
}

/** A request for a page: how many rows, and how many newer ones to skip. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, newest rows first. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** `limit`: the page size that the service applied; 0 when it does not report one. */
  readonly pagination: {
    readonly total: number;
    readonly limit: number;
    readonly offset: number;
    readonly hasMore?: boolean | null | undefined;
  };
}

/**
 * The rows of a page with their numbers: the row at index i of an answer is number `total - 1 - (offset + i)` from the
 * oldest. Undefined when the answer contradicts itself: its limit, offset and total must leave as many rows as it
 * contains.
 *
 * @param requestedLimit the requested page size; the service may have a smaller maximum
 * @param readAt time of the request, milliseconds since the epoch
 */
export function numberedRows<Row>(
  { items, pagination }: ListPage<Row>,
  requestedLimit: number,
  readAt: number,
): NumberedRow<Row>[] | undefined {
  const { total, offset, limit } = pagination;
  const expected = Math.max(0, Math.min(limit > 0 ? limit : requestedLimit, requestedLimit, total - offset));
  if (items.length !== expected) return undefined;
  return items.map((row, index) => ({ number: total - 1 - (offset + index), row, readAt }));
}
