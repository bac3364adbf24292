import { InterruptedError, PixError } from '../../client/errors.ts';
import type { Page } from '../../client/pages.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../contract/page.ts';
import type { ListName } from './export-kind.ts';
import type { ListSource } from './list-source.ts';
import type { ExportState } from './state-file.ts';

/** One less than pages have elsewhere: another `limit` is another entry of the service's cache. */
const PAGE_ROWS = PAGE_LIMIT_MAXIMUM - 1;
/** Two seconds with one key. */
const REQUESTS_MAXIMUM = 20;

/** Rows that lie close enough for one page; ids by number. */
type Neighbours = Map<number, string>;

interface Rereading {
  readonly list: ListName;
  readonly state: ExportState;
  /** Rows in the list when it was read. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Asks once more for rows whose status may still change, the newest first. Those that lie too far apart, and all that
 * the service does not answer for, stay as they were read: the manifest tells as of when.
 *
 * @returns false when a row has another number now: the order of the list has moved
 */
export async function rereadUnsettled<Row extends { readonly id: string }>(
  source: ListSource<Row>,
  { list, state, total, now }: Rereading,
): Promise<boolean> {
  let knownTotal = total;
  for (const neighbours of newestNeighbours(state.unsettled(list))) {
    const newest = Math.max(...neighbours.keys());
    const readAt = now();
    const page = await answered(source.page({ limit: PAGE_ROWS, offset: Math.max(0, knownTotal - 1 - newest) }));
    if (page === undefined) return true;
    knownTotal = page.pagination.total;
    const newestOnPage = knownTotal - 1 - page.pagination.offset;
    const rows = page.items
      .map((row, index) => ({ number: newestOnPage - index, row, readAt }))
      .filter(({ number }) => neighbours.has(number));
    if (rows.some(({ number, row }) => neighbours.get(number) !== row.id)) return false;
    const kept = rows.map((row) => source.kept(row));
    state.keep(list, kept);
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
function newestNeighbours(rows: Iterable<{ readonly number: number; readonly id: string }>): Neighbours[] {
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
