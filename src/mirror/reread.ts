import { InterruptedError, PixError } from '../client/errors.ts';
import { numberedRows } from '../client/numbered-rows.ts';
import type { Page } from '../client/pages.ts';
import type { HeldRow, NumberedRow } from '../client/proof.ts';
import { PAGE_LIMIT_MAXIMUM } from '../contract/page.ts';

/** One less than pages have elsewhere: another `limit` is another entry of the service's cache. */
const PAGE_ROWS = PAGE_LIMIT_MAXIMUM - 1;
/** Two seconds with one key. */
const REQUESTS_MAXIMUM = 20;

/** Rows that lie close enough for one page; ids by number. */
type Neighbours = Map<number, string>;

interface Rereading<Row> {
  readonly page: (query: { readonly limit: number; readonly offset: number }) => Promise<Page<Row, unknown>>;
  /** Rows whose status may still change, by number, ascending. */
  readonly unsettled: Iterable<HeldRow>;
  readonly keep: (rows: readonly NumberedRow<Row>[]) => void;
  /** Rows in the list when it was read. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Asks once more for rows whose status may still change, the newest first. Those that lie too far apart, and all that
 * the service does not answer for, stay as they were read.
 *
 * @returns false when a row has another number now: the order of the list has moved
 */
export async function rereadUnsettled<Row extends { readonly id: string }>({
  page,
  unsettled,
  keep,
  total,
  now,
}: Rereading<Row>): Promise<boolean> {
  let knownTotal = total;
  for (const neighbours of newestNeighbours(unsettled)) {
    const newest = Math.max(...neighbours.keys());
    const readAt = now();
    const query = { limit: PAGE_ROWS, offset: Math.max(0, knownTotal - 1 - newest) };
    const answer = await answered(page(query));
    const numbered = answer === undefined ? undefined : numberedRows(answer, query.limit, readAt);
    if (answer === undefined || numbered === undefined) return true;
    knownTotal = answer.pagination.total;
    const rows = numbered.filter(({ number }) => neighbours.has(number));
    if (rows.some(({ number, row }) => neighbours.get(number) !== row.id)) return false;
    keep(rows);
  }
  return true;
}

/** @returns undefined when the service does not give it */
async function answered<Row>(request: Promise<Page<Row, unknown>>): Promise<Page<Row, unknown> | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof PixError && !(error instanceof InterruptedError)) return undefined;
    throw error;
  }
}

/** Of as many pages as may be asked for, the newest first. */
function newestNeighbours(rows: Iterable<HeldRow>): Neighbours[] {
  const groups: Neighbours[] = [];
  let first = -Infinity;
  for (const { number, id } of rows) {
    if (number - first >= PAGE_ROWS) {
      groups.push(new Map());
      if (groups.length > REQUESTS_MAXIMUM) groups.shift();
      first = number;
    }
    groups.at(-1)?.set(number, id);
  }
  return groups.reverse();
}
