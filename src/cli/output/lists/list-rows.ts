import type { PixClient } from '../../../client/client.ts';
import type { Page, PageIterable, PagePlace, PageRange } from '../../../client/pages.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { readTimeSpan, type SpanFlags, type TimeSpan } from '../../input/moment.ts';
import { readStatus, type StatusWords } from '../../input/status.ts';
import { CREATED_AT } from './list-columns.ts';
import { emptyList, listFooter } from './list-footer.ts';
import type { Output } from '../output.ts';
import type { TableColumn } from '../table-layout.ts';
import { formatTime } from '../dates.ts';
import { watch } from './watch.ts';

const ROWS_DEFAULT = 50;

export interface ListFlags extends SpanFlags {
  readonly status?: string;
  readonly limit?: number;
  readonly all?: boolean;
  readonly offset?: number;
  readonly by?: 'created' | 'settled';
  /** Seconds between two readings; undefined for a single reading. */
  readonly watch?: number;
}

type Spoken<Row> = (rows: readonly Row[]) => Promise<readonly Row[]>;

interface ListDescription<Status extends string, Row extends ListedRow, Statistics> {
  /** The name of the rows in JSON output. */
  readonly name: 'payments' | 'withdraws';
  readonly tableColumns: readonly TableColumn[];
  /** The time by which rows belong to a span with `--by settled`; default: that of creation. */
  readonly settledColumn?: TableColumn;
  readonly statusWords: StatusWords<Status>;
  of(client: PixClient): ListedResource<Status, Row, Statistics>;
  /** When a row changed the balance; undefined if it has not. */
  readonly settledAt: (row: Row) => string | undefined;
  /** What a table shows of rows. */
  readonly spoken?: (settings: Settings) => Spoken<Row>;
}

/** Lists a resource, newest first. All options are validated before anything is sent. */
export async function listRows<Status extends string, Row extends ListedRow, Statistics extends object>(
  context: Context,
  flags: ListFlags,
  output: Output<Row>,
  description: ListDescription<Status, Row, Statistics>,
): Promise<void> {
  const { text } = context.screen;
  const { name, statusWords, settledColumn } = description;
  const span = readTimeSpan(flags, context.host.now(), text);
  const status = flags.status === undefined ? undefined : readStatus(flags.status, statusWords, text);
  const maximum = flags.all === true ? undefined : (flags.limit ?? ROWS_DEFAULT);
  // The service has no filter by date: rows outside the span do not count, so the limit and the offset are applied here.
  const isBounded = span.from !== undefined || span.before !== undefined;
  const isSettled = flags.by === 'settled';
  const tableColumns = description.tableColumns.map((column) =>
    column.path === CREATED_AT.path && isSettled ? (settledColumn ?? column) : column,
  );
  if (flags.by !== undefined && !isBounded) throw usageError('conflicting_options', text.usage.basisWithoutSpan);
  const named = { ...span, isSettled };
  const settledAt = isSettled ? description.settledAt : undefined;

  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const isScreen = context.screen.format === 'table';
  const spoken = isScreen ? description.spoken?.(settings) : undefined;
  const resource = description.of(client);
  if (flags.watch !== undefined) {
    const rows = watchRows(context, resource, status, flags.watch, flags.limit);
    await output.streamRows(mapped(rows, spoken), tableColumns);
    return;
  }
  const pages = resource.list({
    ...(status === undefined ? {} : { status }),
    offset: isBounded ? undefined : flags.offset,
    maximum: isBounded ? undefined : maximum,
    // A program that asks for a page gets that one.
    fresh: isScreen || flags.all === true || isBounded,
  });
  let firstPage: Page<Row, Statistics> | undefined;
  let pagesRead = 0;
  const offset = flags.offset ?? 0;
  let isCut = offset > 0;
  await output.list(
    {
      batches: mapped(
        rowsWithin(
          pages,
          ageBy(span, settledAt),
          { offset: isBounded ? offset : 0, maximum },
          (page, hasFurtherRows) => {
            firstPage ??= page;
            pagesRead += 1;
            isCut ||= hasFurtherRows;
          },
        ),
        spoken,
      ),
      envelope: (items) => ({
        [name]: items,
        pagination:
          firstPage === undefined
            ? null
            : positionOf({ ...firstPage.pagination, ...(isBounded && { offset }) }, items.length, pagesRead),
        statistics: firstPage?.statistics ?? null,
      }),
      emptyMessage: (style) => emptyList({ name, status, span: named }, style),
      footer: (rows, style) => {
        if (firstPage === undefined) return '';
        const within = isBounded ? { span: named, isCut } : undefined;
        return listFooter(rows, { ...firstPage, name, within }, style);
      },
    },
    tableColumns,
  );
}

async function* mapped<Row>(
  batches: AsyncIterable<readonly Row[]>,
  spoken: Spoken<Row> | undefined,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield spoken === undefined ? rows : await spoken(rows);
}

/** The position of the rows in the list: of one page as reported, of several as if they were one. */
function positionOf(first: PagePlace, rows: number, pagesRead: number): PagePlace {
  return pagesRead === 1 ? first : { ...first, limit: rows, hasMore: first.offset + rows < first.total };
}

/**
 * The rows of each page within the span, from its `offset` on, at most `maximum`. Ends at the first older row of a list that is newest first;
 * a service may have another order, and is then read to the end.
 *
 * @param onPage with each page, and whether the span may contain further rows than those up to `maximum`
 */
async function* rowsWithin<Row extends ListedRow, Statistics>(
  pages: PageIterable<Row, Statistics>,
  ageOf: (row: Row) => Age,
  { offset, maximum = Infinity }: { readonly offset: number; readonly maximum: number | undefined },
  onPage: (page: Page<Row, Statistics>, hasFurtherRows: boolean) => void,
): AsyncGenerator<readonly Row[]> {
  let toSkip = offset;
  let left = maximum;
  let isNewestFirst = true;
  let lastMoment = Infinity;
  for await (const page of pages.pages()) {
    const { items, pagination } = page;
    for (const { createdAt } of items) {
      const moment = Date.parse(createdAt ?? '');
      isNewestFirst &&= !(moment > lastMoment);
      lastMoment = Number.isNaN(moment) ? lastMoment : moment;
    }
    const ages = items.map(ageOf);
    const ofSpan = items.filter((_, index) => ages[index] === 'within');
    const within = ofSpan.slice(toSkip);
    toSkip = Math.max(0, toSkip - ofSpan.length);
    const rows = within.slice(0, left);
    left -= rows.length;
    const isPast = isNewestFirst && ages.includes('older');
    const isLast = isPast || pagination.offset + items.length >= pagination.total;
    onPage(page, rows.length < within.length || (left === 0 && !isLast));
    yield rows;
    if (left === 0 || isPast) return;
  }
}

type Age = 'newer' | 'within' | 'older';

/**
 * A row without a date is shown rather than lost. What was created before the span may have settled within it.
 *
 * @param settledAt undefined: rows belong to a span by their creation, by which lists are ordered
 */
function ageBy<Row extends ListedRow>(
  { from = -Infinity, before = Infinity }: TimeSpan,
  settledAt: ((row: Row) => string | undefined) | undefined,
): (row: Row) => Age {
  return (row) => {
    const moment = Date.parse((settledAt === undefined ? row.createdAt : settledAt(row)) ?? '');
    if (settledAt !== undefined) return moment >= from && moment < before ? 'within' : 'newer';
    if (moment < from) return 'older';
    return moment >= before ? 'newer' : 'within';
  };
}

const ROWS_AT_FIRST_DEFAULT = 10;
/** More rows than can still change visibly among the newest. */
const REMEMBERED_MAXIMUM = 10_000;

interface ListedRow {
  readonly id: string;
  readonly createdAt?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly value: number;
}

interface ListedResource<Status extends string, Row extends ListedRow, Statistics> {
  list(query: PageRange & { status?: Status }): PageIterable<Row, Statistics>;
  page(query: { status?: Status; limit?: number; offset?: number; fresh?: boolean }): Promise<Page<Row, Statistics>>;
}

/**
 * The newest rows, then new ones as they arrive, and rows whose status changes while they are among the newest, each under
 * words that say so; the latest last, until interrupted.
 */
async function* watchRows<Status extends string, Row extends ListedRow>(
  context: Context,
  resource: ListedResource<Status, Row, unknown>,
  status: Status | undefined,
  seconds: number,
  rowsAtFirst = ROWS_AT_FIRST_DEFAULT,
): AsyncGenerator<readonly Row[], void, undefined> {
  const statuses = new Map<string, string | null | undefined>();
  let isFirst = true;

  /** The newest rows, past the cache: at least so many, and back to a known one. */
  async function readNewest(): Promise<Row[]> {
    const rows = new Map<string, Row>();
    const ofStatus = status === undefined ? {} : { status };
    for (let offset = 0; ;) {
      const page = await resource.page({ ...ofStatus, offset, limit: PAGE_LIMIT_MAXIMUM, fresh: offset === 0 });
      for (const row of page.items) rows.set(row.id, row);
      offset += page.items.length;
      const isEnough = isFirst ? rows.size >= rowsAtFirst : page.items.some(({ id }) => statuses.has(id));
      if (isEnough || page.items.length === 0 || offset >= page.pagination.total) return [...rows.values()];
    }
  }

  const { canRedraw, format, notify, palette, print, text } = context.screen;
  const { lists } = text;
  if (canRedraw) notify(lists.watchingRows(seconds));
  const { label } = await palette();
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
