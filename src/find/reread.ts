import { InterruptedError, PixError } from '../client/errors.ts';
import { numberedRows } from '../lists/list-page.ts';
import type { Page } from '../client/pages.ts';
import type { HeldRow, NumberedRow } from '../lists/proof.ts';
import { PAGE_LIMIT_MAXIMUM } from '../contract/page.ts';

/** Less than a page: where it begins and ends is left to chance, for another question is another entry of the cache. */
const NEIGHBOURS_SPAN = Math.floor(PAGE_LIMIT_MAXIMUM * 0.8);
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
  /** From 0 up to, but not including 1. */
  readonly random: () => number;
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
  random,
}: Rereading<Row>): Promise<boolean> {
  const upTo = (maximum: number) => Math.floor(random() * (maximum + 1));
  let knownTotal = total;
  let requests = 0;
  for (const neighbours of newestNeighbours(unsettled)) {
    const [newest, oldest] = [Math.max(...neighbours.keys()), Math.min(...neighbours.keys())];
    let isTold = false;
    // What came while the list was read has moved them down, perhaps off the page: then that tells where they are.
    for (let hasGrown = true; hasGrown && !isTold && requests < REQUESTS_MAXIMUM; requests += 1) {
      const readAt = now();
      const rowsWanted = newest - oldest + 1;
      const limit = rowsWanted + upTo(PAGE_LIMIT_MAXIMUM - 1 - rowsWanted);
      const query = { limit, offset: Math.max(0, knownTotal - 1 - newest - upTo(limit - rowsWanted)) };
      const answer = await answered(page(query));
      const numbered = answer === undefined ? undefined : numberedRows(answer, limit, readAt);
      if (answer === undefined || numbered === undefined) return true;
      hasGrown = answer.pagination.total > knownTotal;
      knownTotal = Math.max(knownTotal, answer.pagination.total);
      const rows = numbered.filter(({ number }) => neighbours.has(number));
      if (rows.some(({ number, row }) => neighbours.get(number) !== row.id)) return false;
      isTold = rows.length === neighbours.size;
      keep(rows);
    }
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
    if (number - first >= NEIGHBOURS_SPAN) {
      groups.push(new Map());
      if (groups.length > REQUESTS_MAXIMUM) groups.shift();
      first = number;
    }
    groups.at(-1)?.set(number, id);
  }
  return groups.reverse();
}
