import type { Screen } from '../../context/screen.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { nameIn } from '../../../find/finding.ts';
import type { HolderNames } from '../../../find/question.ts';
import { exportFields, isOfBank, type ExportFormat, STATEMENT_SUMS, type StatementRow } from './export-kind.ts';
import { cnab240FileText } from './formats/cnab240.ts';
import { fileText, type FileText } from './formats/file-text.ts';
import { ofxFileText } from './formats/ofx.ts';
import type { ExportPlan } from './plan.ts';
import { postedMs, type AccountEntry } from '../../../account/entry.ts';
import type { Statement } from './statement.ts';
import { RowTally, rowFacts, type RowFacts, type Tally } from './formats/tally.ts';
import { prepareFile, type PreparedFile } from '../../../files/write-whole.ts';
import type { ClosedPeriod } from '../../../account/balance-notes.ts';
import { sumCentavos } from '../../../pix/centavos.ts';

const ROWS_BETWEEN_PROGRESS = 10_000;

/** What goes into the file: the rows of a list, or the entries of an account. Oldest first, and of any time. */
export type ExportedItems =
  | { readonly of: 'list'; readonly rows: () => Iterable<unknown> }
  | { readonly of: 'statement'; readonly statement: Statement; readonly entries: () => Iterable<AccountEntry> };

interface RowsToWrite {
  readonly plan: ExportPlan;
  readonly items: ExportedItems;
  /** Of recipients, by Pix key; undefined where none are named. */
  readonly names: HolderNames | undefined;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly span: TimeSpan;
  readonly signal: AbortSignal;
  readonly screen: Pick<Screen, 'text' | 'language' | 'loadTexts' | 'showProgress'>;
}

/** Writes the rows of the span to a temporary file, oldest first, and counts them. */
export async function writeRows(rows: RowsToWrite): Promise<{ readonly file: PreparedFile; readonly tally: Tally }> {
  const { plan, signal } = rows;
  const { format } = plan;
  const fields = exportFields(plan.kind);
  const isSummed = ({ path }: { readonly path: string }) => plan.kind !== 'statement' || STATEMENT_SUMS.includes(path);
  const tally = new RowTally(fields.filter(isSummed));
  const pieces = format === 'xlsx' ? await workbook(rows, tally) : await textPieces(format, rows, tally);
  const file = await prepareFile(plan.path, pieces, signal);
  return { file, tally: tally.total() };
}

/** Loaded only for workbooks. */
async function workbook(rows: RowsToWrite, tally: RowTally): Promise<AsyncIterable<Uint8Array>> {
  const { exportWorkbook } = await import('./formats/workbook.ts');
  const { plan, items, madeAt, screen } = rows;
  const period = items.of === 'statement' ? items.statement.period : undefined;
  const written = counted(rows, tally);
  return exportWorkbook({ plan, screen, madeAt, period, items: written });
}

async function textPieces(
  format: Exclude<ExportFormat, 'xlsx'>,
  rows: RowsToWrite,
  tally: RowTally,
): Promise<Iterable<string>> {
  const { plan, screen } = rows;
  const text = isOfBank(format) ? bankText(format, rows) : await fileText(format, plan.selection, screen.loadTexts);

  function* texts(): Generator<string> {
    yield text.opening;
    for (const item of counted(rows, tally)) yield text.row(item);
    yield text.closing;
  }
  return texts();
}

/** The items of the rows. Counts each one that it returns. */
function* counted(rows: RowsToWrite, tally: RowTally): Generator {
  const { plan, screen } = rows;
  let written = 0;
  for (const { facts, item } of rowsWithin(rows)) {
    tally.add(facts, item);
    yield item;
    written += 1;
    if (written % ROWS_BETWEEN_PROGRESS === 0) screen.showProgress(screen.text.export.written(plan.path, written));
  }
}

function bankText(format: 'ofx' | 'cnab240', { items, span, madeAt }: RowsToWrite): FileText {
  if (items.of !== 'statement') throw new TypeError('banks write statements');
  const { statement, entries } = items;
  const { accountName, knownUntil, period } = statement;
  if (period === undefined) throw new TypeError('a statement states a balance');
  const { opening, closing } = period;
  const [first] = statementRows(entries(), span, period);
  const to = Math.min(knownUntil, (span.before ?? Infinity) - 1);
  const from = span.from ?? (first === undefined ? to : postedMs(first));
  return format === 'ofx'
    ? ofxFileText({ accountName, from, to, balanceCentavos: closing.balance, balanceAt: to })
    : cnab240FileText({
        ...{ accountName, from, to, madeAt },
        ...{ openingCentavos: opening.balance, closingCentavos: closing.balance },
      });
}

/** An unchanged row, and the parts that are counted. */
interface RowWithin {
  readonly item: unknown;
  readonly facts: RowFacts;
}

/** Rows of the span. A row without a date is included rather than lost. */
function* rowsWithin({ items, names, span }: RowsToWrite): Generator<RowWithin> {
  if (items.of === 'statement') {
    const { statement, entries } = items;
    for (const row of statementRows(entries(), span, statement.period)) {
      const item = names === undefined ? row : { ...row, recipientName: nameIn(names, row) };
      yield { item, facts: rowFacts.parse(row) };
    }
    return;
  }
  for (const item of items.rows()) {
    const facts = rowFacts.parse(item);
    if (isWithin(Date.parse(facts.createdAt ?? ''), span)) yield { item, facts };
  }
}

function isWithin(moment: number, { from, before }: TimeSpan): boolean {
  return !((from !== undefined && moment < from) || (before !== undefined && moment >= before));
}

/**
 * The entries of a period, each with the balance after it. Disputes are among them, and a gap changes the balance at its end.
 *
 * @param entries of any time, oldest first
 * @param period undefined when the balance is not known
 */
function* statementRows(
  entries: Iterable<AccountEntry>,
  { from, before }: TimeSpan,
  period: ClosedPeriod | undefined,
): Generator<StatementRow, void> {
  let balance = period?.opening.balance;
  const waiting = [
    ...(period?.disputes ?? []).map((entry) => ({ at: postedMs(entry), amount: entry.netAmount, entry })),
    ...(period?.gaps ?? []).map(({ to, difference }) => ({ at: to, amount: difference, entry: undefined })),
  ].sort((one, other) => one.at - other.at);

  function* upTo(moment: number): Generator<StatementRow, void> {
    for (let next = waiting[0]; next !== undefined && next.at <= moment; next = waiting[0]) {
      waiting.shift();
      if (balance !== undefined) balance = sumCentavos(balance, next.amount);
      if (next.entry !== undefined) yield { ...next.entry, balanceAfter: balance ?? null };
    }
  }
  for (const entry of entries) {
    const moment = postedMs(entry);
    if ((from !== undefined && moment < from) || (before !== undefined && moment >= before)) continue;
    yield* upTo(moment);
    if (balance !== undefined) balance = sumCentavos(balance, entry.netAmount);
    yield { ...entry, balanceAfter: balance ?? null };
  }
  yield* upTo(Infinity);
}
