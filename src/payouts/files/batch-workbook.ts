import { MergedRows, type MergedRange, type SheetLayout } from '../../xlsx/sheet-layout.ts';
import { Workbook, type WorkbookSheet } from '../../xlsx/read-workbook.ts';
import { cellName } from '../../xlsx/cell-text.ts';
import type { SheetRow, WorkbookCell } from '../../xlsx/sheet-parser.ts';
import { WorkbookError } from '../../xlsx/parse-xml.ts';
import { columnsOf, headerAmong, namesPayouts, SEARCHED_RECORDS, titlesOf, type Header } from './batch-header.ts';
import type { BatchColumn } from './batch-summary.ts';
import { foldText, type ColumnName } from './column-names.ts';
import { collected } from './encoding.ts';
import { NO_CELL, type RawRow, type RowFlaw } from './payout-row.ts';
import type { RowIntake } from './row-intake.ts';
import { isTellingHeading } from './row-status.ts';
import { sheetCellText } from './sheet-cell.ts';

/** A sheet with the row that names its columns. */
interface PayoutSheet extends Header {
  readonly sheet: WorkbookSheet;
}

/**
 * The rows below the header of a workbook's sheet: the one with that name, or the only one that names payouts.
 *
 * @returns undefined, with the problem reported, when there are none that can be read
 */
export async function workbookRows(
  bytes: AsyncIterable<Uint8Array>,
  sheetName: string | undefined,
  intake: RowIntake,
): Promise<AsyncIterable<RawRow> | undefined> {
  try {
    const workbook = await Workbook.open(await collected(bytes, () => new WorkbookError('too_large')));
    const found = await findSheet(workbook, sheetName, intake);
    if (found === undefined) return undefined;
    const { sheet } = found;
    const others = workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name);
    if (others.length > 0) intake.notice({ code: 'sheet_chosen', details: { sheet: sheet.name, others } }, {});
    const columns = intake.takeHeader(found);
    if (columns === undefined) return undefined;
    const layout = await workbook.layout(sheet);
    noticeHiddenColumns({ ...found, columns }, layout, intake);
    return guarded(rowsBelow(workbook, { ...found, columns }, layout.merged, intake), intake);
  } catch (error) {
    reportFlaw(error, intake);
    return undefined;
  }
}

/** The sheet does not show the amounts, or the keys, that are paid. */
function noticeHiddenColumns({ columns, line }: PayoutSheet, { isHidden }: SheetLayout, intake: RowIntake): void {
  for (const [index, { heading, meaning }] of columns.entries()) {
    if ((meaning !== 'amount' && meaning !== 'pixKey') || !isHidden(index)) continue;
    intake.notice({ code: 'hidden_column', details: {} }, { line, cell: cellName(index, line), column: heading });
  }
}

async function* guarded(rows: AsyncIterable<RawRow>, intake: RowIntake): AsyncGenerator<RawRow> {
  try {
    yield* rows;
  } catch (error) {
    reportFlaw(error, intake);
  }
}

/** Rethrows errors that the workbook has not caused. */
function reportFlaw(error: unknown, intake: RowIntake): void {
  if (!(error instanceof WorkbookError)) throw error;
  intake.problem({ code: 'unreadable_workbook', details: { flaw: error.flaw } });
}

async function findSheet(workbook: Workbook, wanted: string | undefined, intake: RowIntake) {
  const sheets = workbook.sheets.map(({ name }) => name);
  if (wanted !== undefined) {
    const named =
      workbook.sheets.find(({ name }) => name === wanted) ??
      workbook.sheets.find(({ name }) => foldText(name) === foldText(wanted));
    if (named === undefined) {
      intake.problem({ code: 'sheet_not_found', details: { sheet: wanted, sheets } });
      return undefined;
    }
    return (await readHeader(workbook, named)) ?? withoutHeader(workbook, named, intake);
  }
  const shown = workbook.sheets.filter(({ isHidden }) => !isHidden);
  const headed: PayoutSheet[] = [];
  for (const sheet of shown) {
    const found = await readHeader(workbook, sheet);
    if (found !== undefined) headed.push(found);
  }
  const complete = headed.filter(({ columns }) => namesPayouts(columns));
  const candidates = complete.length > 0 ? complete : headed;
  if (candidates.length > 1) {
    const details = { sheets: candidates.map(({ sheet }) => sheet.name) };
    intake.problem({ code: 'ambiguous_sheet', details });
    return undefined;
  }
  return candidates[0] ?? withoutHeader(workbook, shown[0], intake);
}

async function withoutHeader(workbook: Workbook, sheet: WorkbookSheet | undefined, intake: RowIntake) {
  const [first] = sheet === undefined ? [] : await firstRows(workbook, sheet);
  if (first === undefined) intake.problem({ code: 'empty_file', details: {} });
  else intake.problem({ code: 'header_not_found', details: { cells: first.cells } }, { line: first.line });
  return undefined;
}

async function readHeader(workbook: Workbook, sheet: WorkbookSheet): Promise<PayoutSheet | undefined> {
  const rows = await firstRows(workbook, sheet);
  const header = headerAmong(rows);
  if (header === undefined) return undefined;
  const titles = titlesOf(rows.filter(({ line }) => line < header.line));
  return { sheet, line: header.line, columns: columnsOf(header.cells), titles };
}

async function firstRows(workbook: Workbook, sheet: WorkbookSheet) {
  const rows: { line: number; cells: string[] }[] = [];
  for await (const group of workbook.rows(sheet)) {
    for (const { number, cells } of group) {
      const width = Math.max(0, ...[...cells.keys()].map((column) => column + 1));
      const texts = Array.from({ length: width }, (_, column) => sheetCellText(cells.get(column)).text);
      rows.push({ line: number, cells: texts });
    }
    if (rows.length >= SEARCHED_RECORDS) break;
  }
  return rows.slice(0, SEARCHED_RECORDS);
}

async function* rowsBelow(
  workbook: Workbook,
  { sheet, line, columns }: PayoutSheet,
  ranges: readonly MergedRange[],
  intake: RowIntake,
): AsyncGenerator<RawRow> {
  const merged = new MergedRows(ranges.filter((range) => touchesPayouts(range, columns)));
  const beside = new MergedRows(ranges.filter((range) => !touchesPayouts(range, columns)));
  const shared = new Map<MergedRange, WorkbookCell | undefined>();
  const toRow = rowMaker(columns);
  for await (const group of workbook.rows(sheet)) {
    for (const row of group) {
      const cells = beside.at(row.number).map((range) => {
        if (range.firstRow === row.number) shared.set(range, row.cells.get(range.firstColumn));
        return [range.firstColumn, shared.get(range)] as const;
      });
      if (row.number <= line) continue;
      const touched = merged.at(row.number);
      if (touched.length > columns.length) throw new WorkbookError('damaged');
      const raw = toRow(
        row,
        touched.find(({ firstRow, lastRow }) => firstRow < lastRow),
        cells,
      );
      for (const { name, firstColumn, firstRow, lastRow } of raw.isEmpty ? [] : touched) {
        if (firstRow < lastRow) continue;
        const place = { line: row.number, cell: cellName(firstColumn, row.number) };
        intake.notice({ code: 'merged_cells', details: { range: name } }, place);
      }
      yield raw;
    }
  }
}

function touchesPayouts({ firstColumn, lastColumn }: MergedRange, columns: readonly BatchColumn[]): boolean {
  return columns.slice(firstColumn, lastColumn + 1).some(({ meaning }) => meaning !== undefined);
}

function rowMaker(columns: readonly BatchColumn[]) {
  const columnIndexOf = (column: ColumnName) => columns.findIndex(({ meaning }) => meaning === column);
  const headingOf = (index: number) => columns[index]?.heading ?? `#${index + 1}`;
  const amountIndex = columnIndexOf('amount');
  const telling = columns.map(({ heading, meaning }) => meaning === undefined && isTellingHeading(heading));

  return (
    { number, isHidden, struck, cells }: SheetRow,
    merged: MergedRange | undefined,
    shared: readonly (readonly [number, WorkbookCell | undefined])[],
  ): RawRow => {
    const texts = new Map(
      Array.from(cells, ([index, cell]) => [index, sheetCellText(cell, columns[index]?.meaning)] as const),
    );
    const textAt = (index: number) => texts.get(index)?.text ?? '';
    const struckCells = struck.filter((index) => columns[index]?.meaning !== undefined);
    const uncomputed = [...cells.keys()].find((at) => telling[at] === true && cells.get(at)?.kind === 'uncomputed');
    const flawOf = (): RowFlaw | undefined => {
      if (isHidden) return { code: 'hidden_row', details: {} };
      if (struckCells.length > 0) {
        return { code: 'struck_through', details: { struck: struckCells.map((index) => cellName(index, number)) } };
      }
      if (merged !== undefined) return { code: 'merged_cells', details: { range: merged.name } };
      if (uncomputed === undefined) return undefined;
      return { code: 'formula_without_value', details: {}, column: headingOf(uncomputed) };
    };
    const isEmpty = [...texts.values()].every(({ text }) => text.trim() === '');
    for (const [index, cell] of shared) texts.set(index, sheetCellText(cell));
    return {
      line: number,
      isEmpty,
      cell(column) {
        const index = columnIndexOf(column);
        if (index === -1) return NO_CELL;
        const { text = '', problem } = texts.get(index) ?? {};
        return { heading: headingOf(index), text, problem, name: cellName(index, number) };
      },
      cells: () => ({
        ...Object.fromEntries(columns.map(({ heading }, index) => [heading, textAt(index)])),
        // Also those to the right of the named columns.
        ...Object.fromEntries([...texts].map(([index, { text }]) => [headingOf(index), text])),
      }),
      hasNumericAmount: cells.get(amountIndex)?.kind === 'number',
      brokenColumns: columns.filter((_, index) => /[\r\n]/.test(textAt(index))),
      mayBeSum: true,
      hasUnnamed: [...texts.keys()].some((index) => index >= columns.length),
      // It may be intended for payment or not.
      flaw: isEmpty ? undefined : flawOf(),
    };
  };
}
