import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { prepareFile, type PreparedFile } from '../../../files/write-whole.ts';
import type { Context } from '../../context/context.ts';
import type { Field } from '../../output/fields.ts';
import { guardingFile } from '../../output/write-output.ts';
import { holderNamesIn, ifReadableJournal } from '../../context/payouts/if-journal.ts';
import type { Screen } from '../../context/screen.ts';
import { usageError } from '../../errors/command-error.ts';
import { isForPerson, type ExportPlan, exportFields, isOfBank, STATEMENT_SUMS, type StatementRow } from './plan.ts';
import { manifestOf, type Manifest, type ReadyExport } from './manifest.ts';
import { statedBalances, type Statement } from './statement.ts';
import { nameIn } from '../../../find/finding.ts';
import type { HolderNames } from '../../../find/question.ts';
import { cnab240FileText, ofxFileText } from './formats/bank-files.ts';
import { fileText, rowFacts, RowTally, type FileText } from './formats/file-text.ts';
import { postedMs, type AccountEntry } from '../../../account/entry.ts';
import type { ClosedPeriod } from '../../../account/balance-notes.ts';
import { sumCentavos } from '../../../pix/centavos.ts';

/** Writes the file and its manifest: both, or none. */
export function writeBoth(context: Context, ready: ReadyExport & { readonly items: ExportedItems }): Promise<Manifest> {
  const { plan, settings, items } = ready;
  const { interruption: signal, now } = context.host;
  const { screen } = context;
  screen.showProgress(screen.text.export.writing(plan.path));
  return guardingFile(plan.path, screen.text, async () => {
    const isNamed = items.of === 'statement' && isForPerson(plan.format);
    const names = isNamed ? await ifReadableJournal(context, settings, (journal) => holderNamesIn(journal)) : undefined;
    const isSummed = ({ path }: Field) => plan.kind !== 'statement' || STATEMENT_SUMS.includes(path);
    const tally = new RowTally(exportFields(plan.kind).filter(isSummed));
    const file = await prepareFile(plan.path, await piecesOf({ ...ready, names, screen }, tally), signal);
    try {
      const { sha256, bytes } = file;
      const written = { sha256, bytes, ...tally.total() };
      const balances = items.of === 'statement' ? statedBalances(items.statement) : null;
      const manifest = manifestOf(ready, written, balances, now());
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      const manifestFile = await prepareFile(plan.manifestPath, [text], signal);
      await moveBothIntoPlace(file, manifestFile, plan, screen);
      return manifest;
    } finally {
      await file.discard();
    }
  });
}

/** @throws CommandError invalid_file, file_exists */
export function refuseExisting({ path, replaces }: ExportPlan, { text }: Screen): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw usageError('invalid_file', text.export.notAFile(path));
  if (!replaces) throw usageError('file_exists', text.errors.fileExists(path));
}

/** Moves both files or none, so that a manifest never describes another file. */
async function moveBothIntoPlace(file: PreparedFile, manifestFile: PreparedFile, plan: ExportPlan, screen: Screen) {
  try {
    // Another process may have written the file in the meantime.
    refuseExisting(plan, screen);
    await rm(plan.manifestPath, { force: true });
    await file.moveIntoPlace();
    await manifestFile.moveIntoPlace();
  } finally {
    await manifestFile.discard();
  }
}

const ROWS_BETWEEN_PROGRESS = 10_000;

/** What goes into the file, oldest first: the rows of a list, of any time, or the entries of the period of a statement. */
export type ExportedItems =
  | { readonly of: 'list'; readonly rows: () => Iterable<unknown> }
  | { readonly of: 'statement'; readonly statement: Statement; readonly entries: () => Iterable<AccountEntry> };

interface RowsToWrite extends ReadyExport {
  readonly items: ExportedItems;
  /** Of recipients, by Pix key; undefined where none are named. */
  readonly names: HolderNames | undefined;
  readonly screen: Screen;
}

/** The contents of the file: the rows of the span, oldest first, which are counted. */
async function piecesOf(rows: RowsToWrite, tally: RowTally): Promise<AsyncIterable<Uint8Array> | Iterable<string>> {
  const { plan, items, startedAt: madeAt, screen } = rows;
  const { format } = plan;
  if (format === 'xlsx') {
    // Loaded only for workbooks.
    const { exportWorkbook } = await import('./formats/workbook.ts');
    const period = items.of === 'statement' ? items.statement.period : undefined;
    return exportWorkbook({ plan, screen, madeAt, period, items: counted(rows, tally) });
  }
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

function bankText(format: 'ofx' | 'cnab240', { items, span, startedAt: madeAt }: RowsToWrite): FileText {
  if (items.of !== 'statement') throw new TypeError('banks write statements');
  const { statement, entries } = items;
  const { accountName, knownUntil, period } = statement;
  if (period === undefined) throw new TypeError('a statement states a balance');
  const { opening, closing } = period;
  const [first] = statementRows(entries(), period);
  const to = Math.min(knownUntil, (span.before ?? Infinity) - 1);
  const from = span.from ?? (first === undefined ? to : postedMs(first));
  const balances = { openingCentavos: opening.balance, closingCentavos: closing.balance };
  return (format === 'ofx' ? ofxFileText : cnab240FileText)({ accountName, from, to, madeAt, ...balances });
}

/** Rows of the span, unchanged, and their parts that are counted. A row without a date is included rather than lost. */
function* rowsWithin({ items, names, span }: RowsToWrite) {
  if (items.of === 'statement') {
    const { statement, entries } = items;
    for (const row of statementRows(entries(), statement.period)) {
      const item = names === undefined ? row : { ...row, recipientName: nameIn(names, row) };
      yield { item, facts: rowFacts.parse(row) };
    }
    return;
  }
  for (const item of items.rows()) {
    const facts = rowFacts.parse(item);
    const moment = Date.parse(facts.createdAt ?? '');
    if (!(moment < (span.from ?? -Infinity) || moment >= (span.before ?? Infinity))) yield { item, facts };
  }
}

/**
 * The entries of a period, each with the balance after it. Disputes are among them, and a gap changes the balance at its end.
 *
 * @param entries of the period, oldest first
 * @param period undefined when the balance is not known
 */
function* statementRows(entries: Iterable<AccountEntry>, period: ClosedPeriod | undefined) {
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
    yield* upTo(postedMs(entry));
    if (balance !== undefined) balance = sumCentavos(balance, entry.netAmount);
    yield { ...entry, balanceAfter: balance ?? null };
  }
  yield* upTo(Infinity);
}
