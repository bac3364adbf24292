import type { Run } from '../../command/command.ts';
import { isAscii } from 'node:buffer';
import { extname } from 'node:path';
import { isToDecide } from '../../../payouts/engine/copies.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { columnOf } from '../../../payouts/files/column-names.ts';
import { isYes } from '../../../payouts/files/payout-row.ts';
import { isOfAnyDay } from '../../../payouts/files/row-status.ts';
import { DENIED_STATES } from '../../../payouts/payout-state.ts';
import { type PayoutRecord, type RunRecord, isUnsought, unpaidPayouts } from '../../../payouts/journal/records.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { formulaFree } from '../../output/records.ts';
import { REPORT_FORMATS, type OutputFormat, type ReportFormat } from '../../text/topic-names.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { PAYOUT_TABLE_COLUMNS, payoutRow, type PayoutRow, runRow } from './run-rows.ts';
import { paidFooter, repeatedSince } from './run-sheet.ts';
import { csvForPeople, reportText, retryBytes, retryText, type Rows, type TextFormat } from './report-file.ts';
import {
  assertReplaceable,
  printWritten,
  askedFormat,
  refuseOtherForms,
  writeDocument,
} from '../../output/write-output.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { report } from './command.ts';

const FORMAT_OF_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  '.json': 'json',
  '.ndjson': 'json',
  '.jsonl': 'json',
  '.xlsx': 'xlsx',
  '.ret': 'cnab240',
};
/** Rows per batch from the journal to stdout. */
const BATCH_ROWS = 500;

/** `pix payouts report RUN`: sends no request. */
export const run: Run<typeof report, PayoutRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const { runId, out, retryFile = false } = flags;
  const isFile = out !== undefined || retryFile || flags.format !== undefined;
  const format = readFormat(flags, context);
  if (isFile && context.session.flags.fields !== undefined) {
    const other = retryFile ? '--retry-file' : flags.format === undefined ? '--out' : '--format';
    throw usageError('conflicting_options', text.usage.conflictingOptions('--fields', other));
  }
  if (isFile && out === undefined) {
    const forms = formsOf(retryFile);
    refuseOtherForms(context, flags.format === undefined ? Object.values(forms).flat() : forms[format]);
  }
  if (out !== undefined) assertReplaceable(out, flags.force, text);
  await withPayouts(context, async (opened) => {
    const { journal } = opened;
    const record = journal.run(runId);
    const isForPeople = isFile ? format === 'xlsx' || format === 'excel-br' : output.isForPerson;
    const reasonText = format === 'excel-br' ? await context.screen.loadTexts('pt-BR') : text;
    const payouts = () => (isForPeople ? withHolderLines(journal, runId, reasonText) : journal.payouts(runId));
    const tally = journal.tally(runId);
    if (!isFile) {
      const source = {
        batches: batchesOf(payouts(), context.screen.format === 'csv' ? withoutFormulas : (row) => row),
        envelope: (rows: readonly unknown[]) => ({ run: runRow(journal, record, tally), rows }),
        footer: (_rows: readonly PayoutRow[], style: HumanStyle) => paidFooter(journal, record, style),
      };
      await output.list(source, PAYOUT_TABLE_COLUMNS);
      return;
    }
    if (format === 'cnab240') {
      if (retryFile) throw usageError('conflicting_options', text.usage.conflictingOptions('--retry-file', 'cnab240'));
      await reportReturn(context, opened, runId, out);
      return;
    }
    const repeated = retryFile ? repeatedSince(journal, runId, text) : undefined;
    const rows = () => (repeated === undefined ? payouts() : retriedRows(unpaidPayouts(journal, runId), repeated.rows));
    const count = retryFile ? [...rows()].length : record.payouts;
    if (retryFile && tally.planned.payouts > 0)
      context.screen.notify(text.payouts.notSentYet(tally.planned.payouts, runId));
    const fee = retryFile ? feeOptionOf(rows(), opened.settings.coverFee) : undefined;
    if (fee !== undefined && count > 0) context.screen.warn(text.payouts.retryFee(fee));
    for (const line of repeated?.lines ?? []) context.screen.warn(line);
    if (retryFile) warnOfUnsought(journal, record, context);
    if (retryFile && count === 0) {
      if (out !== undefined) await printWritten(context, out, format, undefined);
      context.screen.notify(text.payouts.noRetryRows);
      return;
    }
    // Rows to run again are corrected by people, with the program that wrote the file, unless a format is asked for.
    const isLike =
      retryFile && format === 'csv' && flags.format === undefined && askedFormat(context.session) !== 'csv';
    const like = isLike ? record.csv : null;
    const chunks = (textFormat: TextFormat) =>
      retryFile
        ? retryText(isLike && like === null ? csvForPeople(context.screen) : textFormat, rows, like?.delimiter)
        : reportText(textFormat, runRow(journal, record, tally), rows, context.screen.loadTexts);
    if (out === undefined) {
      if (format === 'xlsx') throw usageError('missing_option', text.errors.workbookNeedsOut);
      for await (const chunk of chunks(format)) context.screen.print(chunk);
      return;
    }
    const pieces =
      format === 'xlsx'
        ? await workbook(context, rows, retryFile)
        : like === null
          ? chunks(format)
          : retryBytes(like, rows);
    await writeDocument(context, out, format, pieces);
    context.screen.notify(text.payouts.reported(count, out));
    if (retryFile && count === record.payouts) context.screen.notify(text.payouts.retryNeedsAgain);
  });
};

function warnOfUnsought(journal: Journal, { id, account }: RunRecord, { screen }: Context): void {
  const unsought = [...journal.payouts(id, { states: DENIED_STATES })].filter(isUnsought);
  // A look for a copy proves nothing while another payment may own it.
  const rivals = unsought.flatMap((payout) => {
    const alike = [journal.holderOfPayout(payout), ...journal.alike(payout, account)];
    return alike.find((rival) => rival !== undefined && isToDecide(rival)) ?? [];
  });
  const { notSought, notDecided } = screen.text.payouts;
  const toSeek = unsought.length - rivals.length;
  if (toSeek > 0) screen.warn(notSought(toSeek, id));
  const [first] = rivals;
  if (first !== undefined) screen.warn(notDecided(rivals.length, id, first.runId));
}

/** A day is read again once it has passed, below a heading that plans it. */
function* retriedRows(payouts: Iterable<PayoutRecord>, repeated: ReadonlySet<number>): Generator<PayoutRecord> {
  for (const payout of payouts) {
    if (repeated.has(payout.row)) continue;
    const [day = '', ...others] = Object.keys(payout.cells).filter((heading) => columnOf(heading) === 'dueOn');
    const planned = others.length === 0 && isOfAnyDay(day) ? 'Vencimento' : day;
    const cells = Object.entries(payout.cells).map(([heading, cell]) => [heading === day ? planned : heading, cell]);
    yield { ...payout, cells: Object.fromEntries(cells) as PayoutRecord['cells'] };
  }
}

/** What has to be said again of who bears the fees: neither the rows nor the profile say it. */
function feeOptionOf(rows: Iterable<PayoutRecord>, ofProfile: boolean): string | undefined {
  for (const { cells, coverFee } of rows) {
    const [, stated = ''] = Object.entries(cells).find(([heading]) => columnOf(heading) === 'coverFee') ?? [];
    if (coverFee !== (stated.trim() === '' ? ofProfile : isYes(stated)))
      return coverFee ? '--cover-fee' : '--no-cover-fee';
  }
  return undefined;
}

async function reportReturn(
  context: Context,
  { journal, indexed }: OpenPayouts,
  runId: string,
  out: string | undefined,
): Promise<void> {
  const { screen, host } = context;
  const { returnOfRun } = await import('../../../payouts/return-file.ts');
  const made = await returnOfRun(journal, runId, host.now(), (withdrawal) => indexed.endToEndIdOf(withdrawal));
  if ('otherLine' in made) {
    throw usageError('not_a_remittance', screen.text.payouts.notRemittance(runId), { line: made.otherLine });
  }
  const { payments, bytes, left } = made;
  if (left.length > 0) screen.warn(screen.text.payouts.leftForReturn(left));
  if (payments === 0) {
    if (out !== undefined) await printWritten(context, out, 'cnab240', undefined);
    screen.notify(screen.text.payouts.noFinalRows);
  } else if (out === undefined) {
    // In the encoding of a terminal, a record with an accent has more bytes than columns.
    if (!isAscii(bytes)) throw usageError('missing_option', screen.text.payouts.returnNeedsOut);
    screen.print(bytes.toString());
  } else {
    await writeDocument(context, out, 'cnab240', [bytes]);
    screen.notify(screen.text.payouts.reported(payments, out));
  }
}

/** Loaded only for workbooks. */
async function workbook(context: Context, rows: Rows, isRetry: boolean) {
  const { reportWorkbook, retryWorkbook } = await import('./batch-workbook.ts');
  return isRetry ? retryWorkbook(context, rows) : reportWorkbook(context, rows);
}

/** The output formats on stdout that match each file format. Rows to run again are one JSON document per line. */
function formsOf(isRetry: boolean): Readonly<Record<ReportFormat, readonly OutputFormat[]>> {
  return { csv: ['csv'], xlsx: [], 'excel-br': [], cnab240: [], json: [isRetry ? 'ndjson' : 'json'] };
}

/** From `--format`, otherwise from the file name, on stdout from `--output`, otherwise CSV. */
function readFormat({ format, out, retryFile = false }: OptionsOf<typeof report>, context: Context): ReportFormat {
  if (format !== undefined) return format;
  if (out !== undefined) return FORMAT_OF_EXTENSION[extname(out).toLowerCase()] ?? 'csv';
  const asked = askedFormat(context.session);
  return REPORT_FORMATS.find((name) => formsOf(retryFile)[name].some((form) => form === asked)) ?? 'csv';
}

/** A duplicate's reason names the row that was sent; people find it by the line of its sheet. */
function* withHolderLines(journal: Journal, runId: string, { payouts }: Catalogue): Generator<PayoutRecord> {
  for (const payout of journal.payouts(runId)) {
    const [holder = '', row] = payout.state === 'duplicate' ? (payout.reason?.split(' ') ?? []) : [];
    const line = row === undefined ? undefined : journal.payout({ runId: holder, row: Number(row) }).line;
    yield line === undefined ? payout : { ...payout, reason: `${holder}, ${payouts.approval.lineNumber(line)}` };
  }
}

function* batchesOf(payouts: Iterable<PayoutRecord>, shown: (row: PayoutRow) => PayoutRow): Generator<PayoutRow[]> {
  let batch: PayoutRow[] = [];
  for (const payout of payouts) {
    batch.push(shown(payoutRow(payout)));
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Protects against formulas, because a spreadsheet may open the CSV file of a report. */
function withoutFormulas(row: PayoutRow): PayoutRow {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...row, ...Object.fromEntries(texts.map(([name, text]) => [name, formulaFree(text)])) };
}
