import type { Screen } from '../../context/screen.ts';
import { columnOf } from '../../../payouts/files/column-names.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { BYTE_ORDER_MARK, excelBrCell, excelBrRecord, formulaFree, harmlessText } from '../../output/excel-br.ts';
import type { Fields } from '../../output/fields.ts';
import { decimalReais } from '../../output/money.ts';
import { jsonLine } from '../../output/output.ts';
import { csvRecord } from '../../output/records.ts';
import { labelOf } from '../../output/sheet.ts';
import { payoutRow, type PayoutRow } from './payout-row.ts';

export const REPORT_FORMATS = ['csv', 'excel-br', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What is told of each row besides what the file held. */
const OUTCOME_FIELDS: Fields<PayoutRow> = [
  { path: 'status', kind: 'status', statusOf: 'payout' },
  { path: 'id', kind: 'text' },
  { path: 'fee', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'reason', kind: 'text' },
  { path: 'time', kind: 'time' },
];

/** Rows that can be gone through as often as it takes; there may be more of them than memory holds. */
type Rows = () => Iterable<PayoutRecord>;

/** All rows as they came, each with its outcome. No cell of it is run by a spreadsheet. */
export async function* reportText(
  format: ReportFormat,
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
    const own = OUTCOME_FIELDS.map(({ path }) => (headings.includes(path) ? `pix_${path}` : path));
    yield csvRecord([...headings.map(formulaFree), ...own]);
    for (const payout of rows()) {
      const values = outcomes(payout).map(({ value }) => (typeof value === 'string' ? formulaFree(value) : value));
      yield csvRecord([...cellsOf(payout, headings).map(formulaFree), ...values]);
    }
    return;
  }
  // Portuguese in every language, like the rest of this format: the columns of a file do not change with the screen.
  const text = await loadTexts('pt-BR');
  const own = OUTCOME_FIELDS.map((field) => labelOf(field, { text }));
  yield BYTE_ORDER_MARK + excelBrRecord([...headings, ...own].map(harmlessText));
  for (const payout of rows()) {
    const outcomeCells = outcomes(payout).map(({ field, value }) => excelBrCell(field, value, text.statuses.payout));
    yield excelBrRecord([...excelCellsOf(payout, headings), ...outcomeCells]);
  }
}

/** Rows as they came and nothing else, in a form in which they can be run again. */
export function* retryText(format: ReportFormat, rows: Rows): Generator<string> {
  if (format === 'json') {
    for (const { cells } of rows()) yield jsonLine(cells);
    return;
  }
  const headings = columnsOf(rows);
  if (format === 'csv') {
    yield csvRecord(headings.map(formulaFree));
    for (const payout of rows()) yield csvRecord(cellsOf(payout, headings).map(formulaFree));
    return;
  }
  yield BYTE_ORDER_MARK + excelBrRecord(headings.map(harmlessText));
  for (const payout of rows()) yield excelBrRecord(excelCellsOf(payout, headings));
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

/** In the order of their first appearance: rows of NDJSON may each have others. */
function columnsOf(rows: Rows): string[] {
  const headings = new Set<string>();
  for (const { cells } of rows()) for (const heading of Object.keys(cells)) headings.add(heading);
  return [...headings];
}

function cellsOf({ cells }: PayoutRecord, headings: readonly string[]): string[] {
  return headings.map((heading) => (Object.hasOwn(cells, heading) ? (cells[heading] ?? '') : ''));
}

/** Amounts as Excel in Brazil sums them up, and all else as the text that it was. */
function excelCellsOf(payout: PayoutRecord, headings: readonly string[]): string[] {
  return cellsOf(payout, headings).map((cell, index) =>
    columnOf(headings[index] ?? '') === 'amount' ? decimalReais(payout.amountCentavos, ',') : harmlessText(cell),
  );
}
