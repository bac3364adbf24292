import type { NumberedRow } from '../lists/proof.ts';
import { createdAtMs, type WalletEntry, type WalletList } from './wallet-entry.ts';

/** From one moment on, and before another. Epoch milliseconds; undefined means unbounded. */
export interface SearchSpan {
  readonly since: number | undefined;
  readonly before: number | undefined;
}

/** A payment or withdrawal and its time. If the service sends no time, that of the next newer row. */
export interface TimedEntry {
  readonly entry: WalletEntry;
  readonly createdAtMs: number;
}

/**
 * Reads a list from its newest row on, in batches, past the service's cache and within the rate limit of the keys. It
 * ends at the first row that is older than the span.
 *
 * @returns whether no row of the span is missing
 */
export async function* readNewestFirst(
  list: WalletList,
  { since, before }: SearchSpan,
  signal: AbortSignal,
): AsyncGenerator<readonly TimedEntry[], boolean, undefined> {
  // Only the newer end of the span is searched for by halving. The older end is reached while reading, and searching
  // for it would delay the first rows.
  const proven = list.proven({
    order: 'newest-first',
    until: before === undefined ? undefined : new Date(before),
    signal,
  });
  let end = (await proven.start()).endNumber;
  let rowsSeen = 0;
  let time = before ?? Number.POSITIVE_INFINITY;
  for await (const step of proven.steps()) {
    if (step.type === 'restart') {
      end = step.start.endNumber;
      rowsSeen = 0;
      continue;
    }
    const stretch = step.rows.map(({ row }) => {
      time = createdAtMs(row) ?? time;
      return { entry: row, createdAtMs: time };
    });
    rowsSeen += stretch.length;
    const older = since === undefined ? -1 : stretch.findIndex((timed) => timed.createdAtMs < since);
    yield older < 0 ? stretch : stretch.slice(0, older);
    if (older >= 0) return rowsSeen === end - lowestNumber(step.rows);
  }
  return proven.verdict().isProven;
}

function lowestNumber(rows: readonly NumberedRow<unknown>[]): number {
  return rows.at(-1)?.number ?? 0;
}
