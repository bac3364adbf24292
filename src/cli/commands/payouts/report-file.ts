import { RECORDS_COLUMN } from '../../../cnab/payment-records.ts';
import type { Screen } from '../../context/screen.ts';
import type { ReportFormat } from '../../text/topic-names.ts';
import type { CsvForm, Delimiter } from '../../../payouts/files/batch-summary.ts';
import { columnOf } from '../../../payouts/files/column-names.ts';
import { fromUtf8 } from '../../../payouts/files/encoding.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { decimalReais } from '../../../pix/reais-text.ts';
import { jsonLine } from '../../output/output.ts';
import { payoutReason } from '../../output/human-value.ts';
import {
  csvRecord,
  BYTE_ORDER_MARK,
  excelBrCell,
  excelBrRecord,
  formulaFree,
  harmlessText,
} from '../../output/records.ts';
import { labelOf } from '../../output/sheet.ts';
import { payoutRow, type PayoutRow } from './run-rows.ts';

/** The others; a workbook and a return are bytes. */
export type TextFormat = Exclude<ReportFormat, 'xlsx' | 'cnab240'>;

/** Characters that are encoded at once. */
const PIECE_LENGTH = 1 << 16;

/** Fields added to each row of the file. */
export const OUTCOME_FIELDS: Fields<PayoutRow> = [
  { path: 'status', kind: 'status', statusOf: 'payout' },
  { path: 'id', kind: 'text' },
  ...ofKind('money', 'fee', 'sent'),
  { path: 'reason', kind: 'text' },
  { path: 'time', kind: 'time' },
];

export type TypedRow = Pick<PayoutRecord, 'cells' | 'amountCentavos'>;
/** Rows that can be iterated several times, without loading all of them into memory. */
export type Rows<Row = PayoutRecord> = () => Iterable<Row>;

/** All rows of the file, each with its outcome. Cells are written so that a spreadsheet runs none of them. */
export async function* reportText(
  format: TextFormat,
  run: object,
  rows: Rows,
  loadTexts: Screen['loadTexts'],
): AsyncGenerator<string> {
  if (format === 'json') {
    yield* jsonReport(run, rows);
    return;
  }
  const headings = columnsOf(rows);
  const outcomes = (payout: PayoutRecord) => {
    const row: Readonly<Record<string, unknown>> = payoutRow(payout);
    return OUTCOME_FIELDS.map((field) => ({ field, value: row[field.path] }));
  };
  if (format === 'csv') {
    const names = OUTCOME_FIELDS.map(({ path, kind }) => (kind === 'money' ? `${path}_centavos` : path));
    const own = names.map((name) => (headings.includes(name) ? `pix_${name}` : name));
    yield csvRecord([...headings.map(formulaFree), ...own]);
    for (const payout of rows()) {
      const values = outcomes(payout).map(({ value }) => (typeof value === 'string' ? formulaFree(value) : value));
      yield csvRecord([...cellsOf(payout, headings).map(formulaFree), ...values]);
    }
    return;
  }
  // Portuguese in every language: the columns of a file do not depend on the screen.
  const text = await loadTexts('pt-BR');
  const own = OUTCOME_FIELDS.map((field) => labelOf(field, { text }));
  yield BYTE_ORDER_MARK + excelBrRecord([...headings, ...own].map(harmlessText));
  for (const payout of rows()) {
    const told = outcomes(payout).map(({ field, value }) =>
      excelBrCell(field, field.path === 'reason' ? payoutReason(payoutRow(payout), text) : value, text.statuses.payout),
    );
    yield excelBrRecord([...excelCellsOf(payout, headings), ...told]);
  }
}

/** The unchanged rows, in a format that can be run again. */
export function* retryText(format: TextFormat, rows: Rows<TypedRow>, delimiter?: Delimiter): Generator<string> {
  if (format === 'json') {
    for (const { cells } of rows()) yield jsonLine({ ...cells, [RECORDS_COLUMN]: undefined });
    return;
  }
  const headings = columnsOf(rows);
  if (format === 'csv') {
    yield csvRecord(headings.map(formulaFree), delimiter);
    for (const payout of rows()) yield csvRecord(cellsOf(payout, headings).map(formulaFree), delimiter);
    return;
  }
  yield BYTE_ORDER_MARK + excelBrRecord(headings.map(harmlessText));
  for (const payout of rows()) yield excelBrRecord(excelCellsOf(payout, headings));
}

/** The same, as the file that was read was written: whatever opened that one opens this one. */
export function* retryBytes({ delimiter, encoding }: CsvForm, rows: Rows<TypedRow>): Generator<Buffer> {
  let text = /bom|16/.test(encoding) ? BYTE_ORDER_MARK : '';
  for (const record of retryText('csv', rows, delimiter)) {
    text += record;
    if (text.length < PIECE_LENGTH) continue;
    yield fromUtf8(text, encoding);
    text = '';
  }
  yield fromUtf8(text, encoding);
}

/** A CSV that people open, where no other says how: in Portuguese by Excel in Brazil, to which a comma ends no cell. */
export function csvForPeople({ language }: Pick<Screen, 'language'>): 'csv' | 'excel-br' {
  return language === 'pt-BR' ? 'excel-br' : 'csv';
}

function* jsonReport(run: object, rows: Rows): Generator<string> {
  yield `{"run":${jsonLine(run).trimEnd()},"rows":[\n`;
  let separator = '';
  for (const payout of rows()) {
    yield separator + jsonLine({ ...payoutRow(payout), cells: payout.cells }).trimEnd();
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** In order of first appearance: each NDJSON row may have other columns. Records are for returns. */
export function columnsOf(rows: Rows<TypedRow>): string[] {
  const headings = new Set<string>();
  for (const { cells } of rows()) for (const heading of Object.keys(cells)) headings.add(heading);
  headings.delete(RECORDS_COLUMN);
  return [...headings];
}

export function cellsOf({ cells }: TypedRow, headings: readonly string[]): string[] {
  return headings.map((heading) => (Object.hasOwn(cells, heading) ? (cells[heading] ?? '') : ''));
}

/** Amounts in the format that Excel in Brazil sums up, other cells as unchanged text. */
function excelCellsOf(payout: TypedRow, headings: readonly string[]): string[] {
  return cellsOf(payout, headings).map((cell, index) =>
    columnOf(headings[index] ?? '') === 'amount' ? decimalReais(payout.amountCentavos, ',') : harmlessText(cell),
  );
}
