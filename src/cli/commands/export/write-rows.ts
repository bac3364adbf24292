import type { Screen } from '../../context/screen.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { exportFields, type ExportFormat } from './export-kind.ts';
import { fileText, type FileText } from './formats/file-text.ts';
import { ofxFileText, type OfxAccount } from './formats/ofx.ts';
import type { ExportPlan } from './plan.ts';
import type { ExportState } from './export-state.ts';
import { statementEntry } from './formats/statement.ts';
import { RowTally, rowFacts, type RowFacts, type Tally } from './formats/tally.ts';
import { prepareFile, type PreparedFile } from '../../../files/write-whole.ts';

/** The account data of a statement. */
export type StatedAccount = Omit<OfxAccount, 'from' | 'to'>;

interface RowsToWrite {
  readonly plan: ExportPlan;
  readonly state: ExportState;
  readonly span: TimeSpan;
  /** Only for OFX. */
  readonly account: StatedAccount | undefined;
  readonly signal: AbortSignal;
  readonly screen: Pick<Screen, 'text' | 'language' | 'loadTexts'>;
}

/** Writes the rows of the span to a temporary file, oldest first, and counts them. */
export async function writeRows(rows: RowsToWrite): Promise<{ readonly file: PreparedFile; readonly tally: Tally }> {
  const { plan, signal } = rows;
  const { format } = plan;
  const tally = new RowTally(exportFields(plan.kind));
  const pieces = format === 'xlsx' ? await workbook(rows, tally) : await textPieces(format, rows, tally);
  const file = await prepareFile(plan.path, pieces, signal);
  return { file, tally: tally.total() };
}

/** Loaded only for workbooks. */
async function workbook(
  { plan, state, span, screen }: RowsToWrite,
  tally: RowTally,
): Promise<AsyncIterable<Uint8Array>> {
  const { exportWorkbook } = await import('./formats/workbook.ts');
  const items = counted(rowsWithin(state.items(plan.kind), span), tally);
  return exportWorkbook({ plan, screen, madeAt: state.startedAt, items, tally: () => tally.total() });
}

async function textPieces(
  format: Exclude<ExportFormat, 'xlsx'>,
  { plan, state, span, account, screen }: RowsToWrite,
  tally: RowTally,
): Promise<Iterable<string>> {
  const { kind, selection } = plan;
  const rows = () => rowsWithin(state.items(kind), span);
  const text = format === 'ofx' ? ofxText(span, account, rows) : await fileText(format, selection, screen.loadTexts);

  function* texts(): Generator<string> {
    yield text.opening;
    for (const item of counted(rows(), tally)) yield text.row(item);
    yield text.closing;
  }
  return texts();
}

/** The items of the rows. Counts each one that it returns. */
function* counted(rows: Iterable<RowWithin>, tally: RowTally): Generator {
  for (const { facts, item } of rows) {
    tally.add(facts, item);
    yield item;
  }
}

function ofxText(
  { from, before }: TimeSpan,
  account: StatedAccount | undefined,
  rows: () => Iterable<RowWithin>,
): FileText {
  if (account === undefined) throw new TypeError('OFX tells of an account');
  const [first] = rows();
  const firstAt = first === undefined ? undefined : Date.parse(statementEntry.parse(first.item).postedAt);
  const to = Math.min(account.balanceAt, (before ?? Infinity) - 1);
  return ofxFileText({ ...account, from: from ?? firstAt ?? to, to });
}

/** An unchanged row, and the parts that are counted. */
interface RowWithin {
  readonly item: unknown;
  readonly facts: RowFacts;
}

/** Rows of the span. A row without a date is included rather than lost. */
function* rowsWithin(items: Iterable<unknown>, { from, before }: TimeSpan): Generator<RowWithin> {
  for (const item of items) {
    const facts = rowFacts.parse(item);
    const moment = Date.parse(facts.postedAt ?? facts.createdAt ?? '');
    if ((from !== undefined && moment < from) || (before !== undefined && moment >= before)) continue;
    yield { item, facts };
  }
}
