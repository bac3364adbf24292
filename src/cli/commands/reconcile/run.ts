import type { Run } from '../../command/command.ts';
import { closePeriod } from '../../../account/balance-notes.ts';
import { postedMs } from '../../../account/entry.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { negative, NOTHING, sumOf } from '../../../pix/centavos.ts';
import { gapRow, settleBalances, hereRow, lastBalance, NEIGHBOUR_DAYS } from '../../../reconcile/account-side.ts';
import { localDay, startOf } from '../../../reconcile/books/typed-values.ts';
import { type Books, readBooks, readDecisions, type BookOptions } from '../../../reconcile/books/read-books.ts';
import { FINDING_KINDS, leftOutFinding, reconcile, type FindingKind } from '../../../reconcile/reconcile.ts';
import type { HereRow, LeftOutRow, ThereRow, UnreadFlaw, Decision, DecisionProblem } from '../../../reconcile/row.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { withCompleteIndex } from '../../context/account-index.ts';
import { readTimeSpan } from '../../input/moment.ts';
import { formatDay, formatIsoDay, formatMoment, isoTime } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import { formatReais, decimalReais } from '../../../pix/reais-text.ts';
import { valueAt } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { Screen } from '../../context/screen.ts';
import type { Catalogue } from '../../text/translate.ts';
import { assertReplaceable, guardingFile } from '../../output/write-output.ts';
import { shellWord } from '../../output/text-width.ts';
import { assertStated, syncIndex } from '../sync-index.ts';
import { isOpen, reconciledRow, shownRow, TABLE_COLUMNS, type ReconciledRow, FIELDS } from './reconciled-row.ts';
import type { reconcile as declared } from './command.ts';
import { createReadStream } from 'node:fs';
import { BookError } from '../../../reconcile/books/stated-row.ts';
import { unreadableFile } from '../../errors/plain-cause.ts';
import { extname } from 'node:path';
import { writeFileWhole, type WrittenFile } from '../../../files/write-whole.ts';
import { csvRecord, formulaFree } from '../../output/records.ts';
import { labelOf } from '../../output/sheet.ts';

/** Whole local days, both included. Epoch milliseconds. */
interface Period {
  readonly from: number;
  readonly before: number;
}

/** The first ones of the list are not open. */
const CLOSED_KINDS = 3;
const UNUSED_SHOWN = 3;
const LINES_NAMED = 5;
/** Entries that only the account has are counted when there are more of them. */
const ONLY_HERE_SHOWN = 5;

/** `pix reconcile FILE`: compares the entries in the local index, up to date, with a file of the accounting side. */
export const run: Run<typeof declared, ReconciledRow> = async (context, flags, output) => {
  const { screen, host } = context;
  const { text } = screen;
  if (flags.out !== undefined) {
    reportForm(flags.out, screen);
    assertReplaceable(flags.out, flags.force, text);
  }
  const span = readTimeSpan(flags, host.now(), text);
  const settings = await context.session.settings();
  screen.showProgress(text.reconcile.reading(flags.file));
  const books = await openBooks(context, flags.file, {
    sheet: flags.sheet,
    assumed: flags.allIn ? 'in' : flags.allOut ? 'out' : undefined,
  });
  const decisions = await openDecisions(context, flags.decisions);
  const period = periodOf(span, books);
  if (flags.offline !== true) await syncIndex(context, settings);
  const { here, asOf, otherBalance } = await withCompleteIndex(context, settings, ({ index, asOf }) => {
    assertFresh(context, asOf, period, books, flags.offline === true);
    assertStated(index, screen);
    const { offline: isOffline = false, ledgerSigns: hasLedgerSigns = false } = flags;
    const known = { account: index.account, asOf, isOffline, hasLedgerSigns };
    for (const { day, amount } of settleBalances(books.rows, known)) {
      screen.notify(text.reconcile.uncompared(formatReais(amount), formatIsoDay(day, screen.language)));
    }
    const until = localDay(period.before - 1);
    return { here: hereRows(index, period, text), asOf, otherBalance: lastBalance(books.rows, known, until) };
  });
  screen.showProgress(text.reconcile.comparing(here.length, books.rows.read.length));
  const there = thereRows(books, period, flags.ledgerSigns === true);
  const { unread: unreadRows, hasOwnIds } = books.rows;
  const compared = () => reconcile({ here, there, unread: unreadRows, decisions, hasOwnIds });
  let result = compared();
  // With a difference that is open, the balance behind it is another one, too.
  const isDone = !result.findings.some((finding) => isOpen(reconciledRow(finding)));
  const other = isDone ? otherBalance(result.findings) : undefined;
  if (other !== undefined) {
    books.rows.addWrongSum(other, 'sum');
    result = compared();
  }
  if (flags.decisions !== undefined) assertDecisions(flags.decisions, result.problems, text);
  const rows = result.findings.map(reconciledRow).sort(inOrder);
  const summary = summaryOf(rows, here, there);
  const leftOut = books.rows.leftOut
    .filter(({ line }) => line !== other?.line)
    .toSorted((one, next) => one.line - next.line);
  const written = [...rows, ...leftOut.map((row) => reconciledRow(leftOutFinding(row)))];
  if (flags.out !== undefined) await writeReport(context, flags.out, written);
  const facts = {
    format: books.form,
    since: isoTime(period.from),
    until: isoTime(period.before),
    asOf: isoTime(asOf),
  };
  if (output.isForPerson) screen.print(`${comparedLine(period, summary, screen)}\n`);
  const envelope = (items: readonly unknown[]) => ({
    ...facts,
    reconciled: items.length === 0,
    summary,
    open: items,
    leftOut,
  });
  const open = rows.filter(isOpen);
  await show(context, output, open, envelope);
  if (leftOut.length > 0) screen.notify(text.reconcile.leftOut(...namedLines(leftOut, text)));
  const unread = result.findings.flatMap(({ kind, unread: row }) =>
    kind === 'unread' && row ? { ...row, form: row.flaw } : [],
  );
  if (unread.length > 0) screen.warn(text.reconcile.unread(...namedLines(unread, text)));
  if (flags.out !== undefined) screen.notify(text.reconcile.written(written.length, flags.out));
  if (result.unused.length > 0) {
    const named = result.unused.slice(0, UNUSED_SHOWN).map(({ here: one, there: other }) => one ?? other ?? '');
    screen.warn(text.reconcile.unusedDecisions(result.unused.length, named.join(', ')));
  }
  if (open.length > 0) {
    const report = flags.out === undefined ? undefined : shellWord(flags.out);
    const told = text.reconcile.open(open.length, report);
    throw commandError(EXIT.partlyDone, 'not_reconciled', told, { details: { summary } });
  }
  screen.notify(text.reconcile.done);
};

type NamedLine = Pick<LeftOutRow, 'line' | 'text'> & { readonly form: LeftOutRow['form'] | UnreadFlaw };

/** How many lines there are, the first of them by name, and how many more. */
function namedLines(lines: readonly NamedLine[], { reconcile: text, words }: Catalogue): [number, string, number] {
  const named = lines.slice(0, LINES_NAMED).map((row) => text.namedLine(words.machine[row.form], row.line, row.text));
  return [lines.length, named.join('; '), lines.length - named.length];
}

/** Without `--month` and the like, the days of the file. */
function periodOf({ from, before }: { from: number | undefined; before: number | undefined }, books: Books): Period {
  let first = books.rows.read[0]?.day ?? '1970-01-01';
  let last = first;
  for (const { day } of books.rows.read) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { from: from ?? startOf(first), before: before ?? startOf(last, 1) };
}

/** @throws CommandError index_too_old */
function assertFresh({ screen }: Context, asOf: number, { from, before }: Period, books: Books, isOffline: boolean) {
  const known = localDay(asOf);
  const isWithin = (day: string) => day >= localDay(from) && day <= localDay(before - 1);
  const later = books.rows.read.find(({ day }) => isWithin(day) && day > known);
  const { text, language, warn } = screen;
  const told = formatMoment(asOf, language);
  if (later !== undefined)
    throw usageError('index_too_old', text.reconcile.tooOld(told, formatIsoDay(later.day, language)));
  if (asOf < before && isOffline) warn(text.reconcile.until(told));
}

function hereRows(index: WalletIndex, { from, before }: Period, { export: text }: Catalogue): readonly HereRow[] {
  const around = {
    from: startOf(localDay(from), -NEIGHBOUR_DAYS),
    before: startOf(localDay(before - 1), NEIGHBOUR_DAYS + 1),
  };
  const [first, ...later] = index.account.notes();
  const { disputes, gaps } =
    first === undefined
      ? { disputes: [], gaps: [] }
      : closePeriod(around, [first, ...later], (moment) => index.account.sumBefore(moment));
  const isWithin = (moment: number) => moment >= from && moment < before;
  return [
    ...gaps.map((gap) => gapRow(gap, text.balanceLines.gap, isWithin(gap.to))),
    ...[...index.account.entries(around), ...disputes].map((entry) => hereRow(entry, isWithin(postedMs(entry)))),
  ];
}

function thereRows({ rows }: Books, { from, before }: Period, hasLedgerSigns: boolean): readonly ThereRow[] {
  const [first, last] = [localDay(from), localDay(before - 1)];
  return rows.read.map((row) => ({
    ...row,
    amount: hasLedgerSigns ? negative(row.amount) : row.amount,
    isWithin: row.day >= first && row.day <= last,
  }));
}

function summaryOf(rows: readonly ReconciledRow[], here: readonly HereRow[], there: readonly ThereRow[]) {
  const counts: Partial<Record<FindingKind, number>> = {};
  for (const { finding } of rows) counts[finding] = (counts[finding] ?? 0) + 1;
  return { counts, here: sideOf(here), there: sideOf(there) };
}

function sideOf(rows: readonly (HereRow | ThereRow)[]) {
  const within = rows.filter(({ isWithin }) => isWithin);
  return { rows: within.length, sum: sumOf(within.map(({ amount }) => amount)) };
}

async function show(
  { screen, session }: Context,
  output: Output<ReconciledRow>,
  open: readonly ReconciledRow[],
  envelope: (open: readonly unknown[]) => Record<string, unknown>,
): Promise<void> {
  const isTable = output.isForPerson;
  const { shown, folded } = foldedRows(open, isTable && session.flags.verbose !== true);
  const seen = shown.map(shownRow);
  const isFilled = ({ path }: TableColumn) => seen.some((row) => (valueAt(row, path) ?? null) !== null);
  await output.list({ batches: [isTable ? seen : open], envelope }, TABLE_COLUMNS.filter(isFilled));
  if (folded.length === 0) return;
  const sum = sumOf(folded.map(({ hereAmount }) => hereAmount ?? NOTHING));
  const { reconcile: text, statuses } = screen.text;
  screen.print(`${text.folded(statuses.reconciliation.only_here, folded.length, formatReais(sum))}\n`);
}

function comparedLine(
  { from, before }: Period,
  { here, there, counts }: ReturnType<typeof summaryOf>,
  { text, language }: Screen,
): string {
  const days = [from, before - 1].map((moment) => formatDay(new Date(moment), language)).join(' – ');
  return text.reconcile.compared(days, here.rows, there.rows, (counts.matched ?? 0) + (counts.decided ?? 0));
}

/** The file's side first; many entries that only the account has become a count. */
function foldedRows(open: readonly ReconciledRow[], mayFold: boolean) {
  const rank = ({ finding }: ReconciledRow) => (finding === 'only_there' ? 0 : finding === 'only_here' ? 2 : 1);
  const onlyHere = open.filter(({ finding }) => finding === 'only_here');
  const folded = mayFold && onlyHere.length > ONLY_HERE_SHOWN ? onlyHere : [];
  const shown = open.filter((row) => !folded.includes(row)).toSorted((one, other) => rank(one) - rank(other));
  return { shown, folded };
}

/** What is open first, by kind and day. */
function inOrder(one: ReconciledRow, other: ReconciledRow): number {
  const rank = ({ finding }: ReconciledRow) =>
    (FINDING_KINDS.indexOf(finding) + FINDING_KINDS.length - CLOSED_KINDS) % FINDING_KINDS.length;
  const day = ({ hereDay, thereDay }: ReconciledRow) => hereDay ?? thereDay ?? '';
  return (
    rank(one) - rank(other) ||
    (one.group ?? 0) - (other.group ?? 0) ||
    day(one).localeCompare(day(other)) ||
    (one.line ?? 0) - (other.line ?? 0)
  );
}

/** @throws CommandError file_unreadable, unreadable_books */
async function openBooks(context: Context, path: string, options: BookOptions): Promise<Books> {
  const { text } = context.screen;
  return guarded(path, text, () => readBooks(path === '-' ? context.host.stdin.bytes() : bytesOf(path), options));
}

/** @throws CommandError file_unreadable, unreadable_books, invalid_decisions */
async function openDecisions(context: Context, path: string | undefined): Promise<readonly Decision[]> {
  if (path === undefined) return [];
  const { text } = context.screen;
  const { decisions, problems } = await guarded(path, text, () => readDecisions(bytesOf(path)));
  assertDecisions(path, problems, text);
  return decisions;
}

/** @throws CommandError invalid_decisions */
function assertDecisions(path: string, problems: readonly DecisionProblem[], text: Catalogue): void {
  const [first] = problems;
  if (first === undefined) return;
  const told = text.reconcile.invalidDecision(path, first.line, text.reconcile.decisionFlaws[first.flaw]);
  throw usageError('invalid_decisions', told, { problems });
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
}

async function guarded<Value>(path: string, text: Catalogue, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BookError) {
      const { flaw, names } = error;
      const reason = text.reconcile.flaws[flaw](names.join(', '));
      const told = text.reconcile.unreadable(path, reason, flaw === 'no_sides');
      throw usageError('unreadable_books', told, { flaw, names });
    }
    throw unreadableFile(path, error, text);
  }
}

const SUMMED = ['hereAmount', 'thereAmount', 'difference'] as const;

/** From the file name. @throws CommandError (usage) */
function reportForm(path: string, { text }: Screen): 'xlsx' | 'csv' {
  const extension = extname(path).toLowerCase();
  if (extension === '.xlsx') return 'xlsx';
  if (extension === '.csv') return 'csv';
  throw usageError('invalid_file', text.reconcile.unknownEnding(path));
}

/** Writes every finding: what is open first, so that a person can decide there. */
async function writeReport(context: Context, path: string, rows: readonly ReconciledRow[]): Promise<WrittenFile> {
  const { screen, host } = context;
  const pieces = reportForm(path, screen) === 'xlsx' ? await workbook(context, rows) : csvPieces(rows);
  return guardingFile(path, screen.text, () => writeFileWhole(path, pieces, host.interruption));
}

function* csvPieces(rows: readonly ReconciledRow[]): Generator<string> {
  yield csvRecord(FIELDS.map(({ path }) => path));
  for (const row of rows) {
    const values = FIELDS.map(({ path }) => valueAt(row, path));
    yield csvRecord(values.map((value) => (typeof value === 'string' ? formulaFree(value) : value)));
  }
}

/** Loaded only for workbooks. */
async function workbook({ screen, host }: Context, rows: readonly ReconciledRow[]) {
  const { workbookBytes } = await import('../../../xlsx/write-workbook.ts');
  const { columnStyleOf, dateFormatOf, xlsxCell } = await import('../../output/records.ts');
  const { text, language } = screen;
  // Balances and sums of the file are no money that moved.
  const moving = rows.filter(({ finding }) => finding !== 'left_out' && finding !== 'sum_differs');
  const words = { ...text.words.machine, ...text.statuses.reconciliation };
  const form = {
    name: text.reconcile.sheetName,
    columns: FIELDS.map((field) => ({ heading: labelOf(field, { text }), style: columnStyleOf(field.kind) })),
    dateFormat: dateFormatOf(language),
    madeAt: host.now(),
    totals: {
      label: text.lists.total,
      sums: () =>
        FIELDS.map(({ path }) => {
          const summed = SUMMED.find((name) => name === path);
          if (summed === undefined) return undefined;
          const sum = sumOf(moving.map((row) => row[summed] ?? NOTHING));
          return decimalReais(sum, '.');
        }),
    },
  };
  const cells = rows.map((row) =>
    FIELDS.map(({ path, kind }) => {
      const isWord = kind === 'word' || kind === 'status';
      return xlsxCell({ kind: isWord ? 'status' : kind }, valueAt(row, path), words);
    }),
  );
  return workbookBytes(form, cells);
}
