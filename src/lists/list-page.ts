import type { NumberedRow } from './proof.ts';

/** A request for a page: how many rows, and how many newer ones to skip. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, newest rows first. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  /** `limit`: the page size that the service applied; 0 when it does not report one. */
  readonly pagination: { readonly total: number; readonly limit: number; readonly offset: number };
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
