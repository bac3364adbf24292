import type { NumberedRow } from './proof.ts';

/** What is asked of a list: rows, and how many newer ones to skip. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, newest rows first. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** `limit`: what the service has cut the page down to; 0 when it says nothing of it. */
  readonly pagination: { readonly total: number; readonly limit: number; readonly offset: number };
}

/**
 * The rows of a page with their numbers: the row at index i of an answer is number `total - 1 - (offset + i)` from the
 * oldest. Undefined for an answer that contradicts itself: as many rows as its own limit, offset and total leave.
 *
 * @param requestedLimit the rows that were asked for; the service may have a smaller maximum
 * @param readAt when it was asked for, milliseconds since the epoch
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
