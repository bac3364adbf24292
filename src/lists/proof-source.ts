import type { ListPage, PageRequest } from './list-page.ts';

export interface ProvenRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
}

/** A list of rows that are only added, newest first, and what has to be known of the way on which its pages come. */
export interface ProofSource<Row extends ProvenRow> {
  readonly page: (request: PageRequest, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** How many API keys there are to ask with. */
  readonly keys: number;
  readonly clock: ListClock;
  readonly failures: ListFailures;
}

/** The passing of time and chance. */
interface ListClock {
  /** Milliseconds since the epoch. */
  epochMs(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** @throws the signal's reason as soon as it is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** What a failed request means, whatever carries it. */
export interface ListFailures {
  /** Whether another request may succeed. Refusals of the key or of the request itself stay. */
  isPassing(error: unknown): error is Error;
  /** Whether nothing came in the time that was left for it. */
  isSilence(error: unknown): boolean;
  /** Whether the service did not give what was asked for. False for an interruption, and for a mistake of our own. */
  isOfService(error: unknown): boolean;
  /** The failure of an answer that breaks the contract at a field. */
  broken(path: string, expected: string): Error;
}

export function unreadableList(failures: ListFailures): Error {
  return failures.broken('data.pagination', 'expected a list that agrees with its own total');
}
