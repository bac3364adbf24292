import { parse } from 'csv-parse/sync';
import { countLines, CSV_FORM, SEARCHED_RECORDS } from '../../payouts/files/batch-header.ts';
import { DELIMITERS } from '../../payouts/files/batch-summary.ts';
import { foldText } from '../../payouts/files/column-names.ts';
import { sheetCellText } from '../../payouts/files/sheet-cell.ts';
import { Workbook, type WorkbookSheet } from '../../xlsx/read-workbook.ts';
import { WorkbookError } from '../../xlsx/parse-xml.ts';
import { BookError } from './stated-row.ts';

export interface TableCell {
  readonly text: string;
  /** A number of a workbook: its point has one meaning. */
  readonly isNumber: boolean;
  /** Why its number is not an amount in reais. */
  readonly problem?: 'amount' | 'shown_otherwise' | undefined;
}

export interface TableLine {
  readonly line: number;
  readonly cells: readonly TableCell[];
}

/** The lines of a table below the one that names its columns. */
export interface Table<Columns> {
  readonly columns: Columns;
  readonly headings: readonly string[];
  readonly lines: readonly TableLine[];
  readonly above: readonly TableLine[];
  /** Whether its last line may go on where the file was cut off. */
  readonly isOpenEnded: boolean;
  /** Whether a delimiter too many moves the cells of a line; in a workbook, what is beside the table is a note. */
  readonly isDelimited: boolean;
}

/** Finds the meaning of columns; undefined for a line that is no header. */
type HeaderReader<Columns> = (cells: readonly string[]) => Columns | undefined;

const DAY_WITHIN = /\d\d[/-]\d\d[/-]\d\d|\d{8}/;

/** A table in a text, whatever separates its cells. @param added how many of its lines are ours @throws {BookError} */
export function textTable<Columns>(text: string, readHeader: HeaderReader<Columns>, added = 0): Table<Columns> {
  const named = DELIMITERS.map((delimiter) => {
    const head = recordsOf(text, delimiter, SEARCHED_RECORDS);
    return { delimiter, isHeaded: head.some((cells) => readHeader(cells) !== undefined) };
  });
  const delimiter = named.find(({ isHeaded }) => isHeaded)?.delimiter;
  if (delimiter === undefined) throw new BookError('no_columns');
  let nextLine = 1 - added;
  const lines = recordsOf(text, delimiter).map((record) => {
    const line = nextLine;
    nextLine += countLines(record);
    // Spreadsheets, and our exports, mark a text with an apostrophe.
    return { line, cells: record.map((cell) => ({ text: cell.replace(/^'/, ''), isNumber: false })) };
  });
  return below(lines, readHeader, { isOpenEnded: !/[\r\n]\s*$/.test(text), isDelimited: true });
}

/** A table in a workbook: in the sheet with that name, or in the only one that has such a header. @throws {BookError} */
export async function workbookTable<Columns>(
  bytes: Buffer,
  sheetName: string | undefined,
  readHeader: HeaderReader<Columns>,
): Promise<Table<Columns>> {
  try {
    const workbook = await Workbook.open(bytes);
    const named = workbook.sheets.filter(({ name }) => foldText(name) === foldText(sheetName ?? ''));
    const sheets = sheetName === undefined ? workbook.sheets.filter(({ isHidden }) => !isHidden) : named;
    if (sheets.length === 0) throw new BookError('no_sheet', namesOf(workbook.sheets));
    const headed: { name: string; table: Table<Columns> }[] = [];
    for (const sheet of sheets) {
      const lines = await linesOf(workbook, sheet);
      const isHeaded = lines.slice(0, SEARCHED_RECORDS).some(({ cells }) => readHeader(textsOf(cells)) !== undefined);
      if (isHeaded)
        headed.push({ name: sheet.name, table: below(lines, readHeader, { isOpenEnded: false, isDelimited: false }) });
    }
    if (headed.length > 1) throw new BookError('ambiguous_sheet', namesOf(headed));
    const [only] = headed;
    if (only === undefined) throw new BookError('no_columns');
    return only.table;
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const { flaw } = error;
    throw new BookError(flaw === 'damaged' || flaw === 'too_large' ? flaw : 'unknown_form', [], error);
  }
}

function namesOf(sheets: readonly { readonly name: string }[]): readonly string[] {
  return sheets.map(({ name }) => name);
}

async function linesOf(workbook: Workbook, sheet: WorkbookSheet): Promise<readonly TableLine[]> {
  const lines: TableLine[] = [];
  for await (const rows of workbook.rows(sheet)) {
    for (const { number, cells } of rows) {
      const width = Math.max(0, ...[...cells.keys()].map((column) => column + 1));
      const texts = Array.from({ length: width }, (_, column): TableCell => {
        const cell = cells.get(column);
        const isNumber = cell?.kind === 'number';
        const { text, problem } = sheetCellText(cell, isNumber ? 'amount' : undefined);
        const isOther = problem?.code === 'shown_otherwise';
        return { text, isNumber, problem: isOther ? 'shown_otherwise' : problem && 'amount' };
      });
      lines.push({ line: number, cells: texts });
    }
  }
  return lines;
}

function below<Columns>(
  lines: readonly TableLine[],
  readHeader: HeaderReader<Columns>,
  kind: Pick<Table<Columns>, 'isOpenEnded' | 'isDelimited'>,
): Table<Columns> {
  for (const [index, { cells }] of lines.slice(0, SEARCHED_RECORDS).entries()) {
    const headings = textsOf(cells);
    const columns = readHeader(headings);
    if (columns === undefined) continue;
    const rest = lines.slice(index + 1).filter((line) => line.cells.some(({ text }) => text.trim() !== ''));
    return { columns, headings, lines: rest, above: lines.slice(0, index), ...kind };
  }
  throw new BookError('no_columns');
}

function recordsOf(text: string, delimiter: string, maximum?: number): readonly (readonly string[])[] {
  const options = { ...CSV_FORM, delimiter, ...(maximum && { to: maximum }) };
  const parsed = (quote: '"' | false): readonly (readonly string[])[] => parse(text, { ...options, quote });
  try {
    const records = parsed('"');
    if (!records.some((record) => record.some((cell) => hasRow(cell, delimiter, record.length)))) return records;
  } catch (error) {
    const lastLine = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
    if (lastLine.split('"').length % 2 === 0) throw new BookError('damaged', [], error);
  }
  // A quote that belongs to a text takes the rows behind it into one cell.
  const unquoted = (cell: string) => cell.replace(/^"(.*)"$/, '$1');
  return parsed(false).map((record) => record.map(unquoted));
}

/** Whether a cell contains the end of a row, and the beginning of the next one. */
function hasRow(cell: string, delimiter: string, width: number): boolean {
  return /[\r\n]/.test(cell) && DAY_WITHIN.test(cell) && cell.split(delimiter).length >= Math.max(width, 2);
}

function textsOf(cells: readonly TableCell[]): readonly string[] {
  return cells.map(({ text }) => text);
}
