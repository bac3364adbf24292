import { uncachedLimit } from '../../../contract/limits.ts';
import type { Context } from '../../context/context.ts';
import { formatTime } from '../dates.ts';
import { watch } from './watch.ts';
import type { Page, PageIterable, PageRange } from '../../../client/pages.ts';

const ROWS_AT_FIRST_DEFAULT = 10;
/** More rows than can still change visibly among the newest. */
const REMEMBERED_MAXIMUM = 10_000;

interface WatchedRows<Status> {
  readonly status: Status | undefined;
  readonly seconds: number;
  readonly rowsAtFirst: number | undefined;
}

/** What payments and withdrawals have in common. */
export interface ListedRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
  readonly status?: string | null | undefined;
  /** Centavos. */
  readonly value: number;
}

export interface ListedResource<Status extends string, Row extends ListedRow, Statistics> {
  list(query: PageRange & { status?: Status }): PageIterable<Row, Statistics>;
  page(query: { status?: Status; offset: number; limit: number }): Promise<Page<Row, Statistics>>;
}

/**
 * The newest rows, then new ones as they arrive, and rows whose status changes while they are among the newest, each under
 * words that say so; the latest last, until interrupted.
 */
export async function* watchRows<Status extends string, Row extends ListedRow>(
  context: Context,
  resource: ListedResource<Status, Row, unknown>,
  { status, seconds, rowsAtFirst = ROWS_AT_FIRST_DEFAULT }: WatchedRows<Status>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const statuses = new Map<string, string | null | undefined>();
  let turn = 0;

  /** The newest rows, past the cache: at least so many, and back to a known one. */
  async function readNewest(): Promise<Row[]> {
    const rows = new Map<string, Row>();
    for (let offset = 0; ;) {
      // Behind the present, it would take the size of a later request of another command.
      turn = Math.max(turn + 1_000, context.host.now());
      const limit = uncachedLimit(turn);
      const page = await resource.page({ ...(status === undefined ? {} : { status }), limit, offset });
      for (const row of page.items) rows.set(row.id, row);
      offset += page.items.length;
      const isEnough = statuses.size === 0 ? rows.size >= rowsAtFirst : page.items.some(({ id }) => statuses.has(id));
      if (isEnough || page.items.length === 0 || offset >= page.pagination.total) return [...rows.values()];
    }
  }

  const { canRedraw, format, notify, palette, print, text } = context.screen;
  const { lists } = text;
  if (canRedraw) notify(lists.watchingRows(seconds));
  const { label } = await palette();
  let isFirst = true;
  for await (const newest of watch(context, seconds, readNewest, context.screen.warn)) {
    // After the oldest known row nothing is new: a longer page only shows more old rows.
    const lastKnown = newest.findLastIndex(({ id }) => statuses.has(id));
    const news = newest
      .slice(0, lastKnown === -1 ? newest.length : lastKnown + 1)
      .filter(({ id, status: seen }) => !statuses.has(id) || statuses.get(id) !== seen);
    const changed = news.filter(({ id }) => statuses.has(id));
    const added = news.filter(({ id }) => !statuses.has(id));
    for (const { id, status: seen } of newest.toReversed()) {
      statuses.delete(id);
      statuses.set(id, seen);
    }
    for (const id of statuses.keys()) {
      if (statuses.size <= REMEMBERED_MAXIMUM) break;
      statuses.delete(id);
    }
    const at = formatTime(new Date(context.host.now()));
    // In words: a colour alone is not heard, and not seen with NO_COLOR.
    const groups = [
      [lists.changedAt(at), changed],
      [lists.newAt(at), isFirst ? added.slice(0, rowsAtFirst) : added],
    ] as const;
    for (const [heading, rows] of groups) {
      if (!isFirst && rows.length > 0 && format === 'table') print(`${label(heading)}\n`);
      yield rows.toReversed();
    }
    isFirst = false;
  }
}
