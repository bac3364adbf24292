import type { PixClient } from '../../../client/client.ts';
import type { Page, PageIterable, PagePlace } from '../../../client/pages.ts';
import { uncachedLimit } from '../../../contract/limits.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { readTimeSpan, type TimeSpan } from '../../input/moment.ts';
import { readTimeBasis } from '../../input/option-values.ts';
import { readStatus, type StatusWords } from '../../input/status.ts';
import { CREATED_AT } from './list-columns.ts';
import { emptyList, listFooter } from './list-footer.ts';
import type { Output } from '../output.ts';
import type { TableColumn } from '../table-layout.ts';
import type { Catalogue } from '../../text/translate.ts';
import { watchRows, type ListedResource, type ListedRow } from './watch-rows.ts';

/** Maximum number of rows without `--limit`. */
const ROWS_DEFAULT = 50;

export interface ListFlags {
  readonly status?: string;
  readonly limit?: number;
  readonly all?: boolean;
  readonly offset?: number;
  readonly since?: string;
  readonly until?: string;
  readonly month?: string;
  readonly by?: string;
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

/** By which time rows belong to a span. */
interface Belonging<Row> {
  readonly span: TimeSpan;
  /** Undefined: the time of creation, by which lists are ordered. */
  readonly settledAt: ((row: Row) => string | undefined) | undefined;
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
  refuseConflicts(flags, text);
  const span = readTimeSpan(flags, context.host.now(), text);
  const status = flags.status === undefined ? undefined : readStatus(flags.status, statusWords, text);
  const maximum = flags.all === true ? undefined : (flags.limit ?? ROWS_DEFAULT);
  // The service has no filter by date: rows outside the span do not count, so the limit must be applied here.
  const isBounded = span.from !== undefined || span.before !== undefined;
  const basis = readTimeBasis(flags.by, text);
  const tableColumns = description.tableColumns.map((column) =>
    column === CREATED_AT && basis === 'settled' ? (settledColumn ?? column) : column,
  );
  if (flags.by !== undefined && !isBounded) throw usageError('conflicting_options', text.usage.basisWithoutSpan);
  const named = { ...span, isSettled: basis === 'settled' };
  const belonging = { span, settledAt: basis === 'settled' ? description.settledAt : undefined };

  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const isScreen = context.screen.format === 'table';
  const spoken = isScreen ? description.spoken?.(settings) : undefined;
  const resource = description.of(client);
  if (flags.watch !== undefined) {
    const rows = watchRows(context, resource, { status, seconds: flags.watch, rowsAtFirst: flags.limit });
    await output.streamRows(mapped(rows, spoken), tableColumns);
    return;
  }
  const pages = resource.list({
    ...(status === undefined ? {} : { status }),
    offset: flags.offset,
    maximum: isBounded ? undefined : maximum,
    // A program gets the pages that it asks for.
    firstLimit: isScreen ? uncachedLimit(context.host.now()) : undefined,
  });
  let firstPage: Page<Row, Statistics> | undefined;
  let pagesRead = 0;
  let isCut = (flags.offset ?? 0) > 0;
  await output.list(
    {
      batches: mapped(
        rowsWithin(pages, belonging, maximum ?? Infinity, (page, hasFurtherRows) => {
          firstPage ??= page;
          pagesRead += 1;
          isCut ||= hasFurtherRows;
        }),
        spoken,
      ),
      envelope: (items) => ({
        [name]: items,
        pagination: firstPage === undefined ? null : positionOf(firstPage.pagination, items.length, pagesRead),
        statistics: firstPage?.statistics ?? null,
      }),
      emptyMessage: (style) => emptyList({ name, status, span: named }, style),
      summary: (rows, style, unshown) => {
        if (firstPage === undefined) return '';
        const within = isBounded ? { span: named, isCut } : undefined;
        const isVerbose = context.session.flags.verbose === true;
        return listFooter(rows, { ...firstPage, ...unshown, name, status, within, isVerbose }, style);
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

function refuseConflicts(flags: ListFlags, text: Catalogue): void {
  const given = (names: readonly (keyof ListFlags)[]) => names.find((name) => flags[name] !== undefined);
  const [one, other] =
    flags.watch === undefined
      ? ['all', flags.all === true ? given(['limit']) : undefined]
      : ['watch', given(['all', 'offset', 'since', 'until', 'month', 'by'])];
  if (other === undefined) return;
  throw usageError('conflicting_options', text.usage.conflictingOptions(`--${one}`, `--${other}`));
}

/** The position of the rows in the list: of one page as reported, of several as if they were one. */
function positionOf(first: PagePlace, rows: number, pagesRead: number): PagePlace {
  return pagesRead === 1 ? first : { ...first, limit: rows, hasMore: first.offset + rows < first.total };
}

/**
 * The rows of each page within the span, at most `maximum`. Ends at the first older row.
 *
 * @param onPage with each page, and whether the span may contain further rows than those up to `maximum`
 */
async function* rowsWithin<Row extends ListedRow, Statistics>(
  pages: PageIterable<Row, Statistics>,
  belonging: Belonging<Row>,
  maximum: number,
  onPage: (page: Page<Row, Statistics>, hasFurtherRows: boolean) => void,
): AsyncGenerator<readonly Row[]> {
  let left = maximum;
  for await (const page of pages.pages()) {
    const { items, pagination } = page;
    const ages = items.map((row) => ageOf(row, belonging));
    const within = items.filter((_, index) => ages[index] === 'within');
    const rows = within.slice(0, left);
    left -= rows.length;
    const isLast = ages.includes('older') || pagination.offset + items.length >= pagination.total;
    onPage(page, rows.length < within.length || (left === 0 && !isLast));
    yield rows;
    if (left === 0 || ages.includes('older')) return;
  }
}

/** A row without a date is shown rather than lost. What was created before the span may have settled within it. */
function ageOf<Row extends ListedRow>(
  row: Row,
  { span: { from, before }, settledAt }: Belonging<Row>,
): 'newer' | 'within' | 'older' {
  if (settledAt !== undefined) {
    const moment = Date.parse(settledAt(row) ?? '');
    return moment >= (from ?? -Infinity) && moment < (before ?? Infinity) ? 'within' : 'newer';
  }
  const moment = Date.parse(row.createdAt ?? '');
  if (from !== undefined && moment < from) return 'older';
  return before !== undefined && moment >= before ? 'newer' : 'within';
}
