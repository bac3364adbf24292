import { parse } from 'csv-parse/sync';
import { parseTypedAmount } from '../../pix/amount-text.ts';
import { DELIMITERS, type BatchColumn, type Delimiter } from './batch-summary.ts';
import { columnOf, foldText, GENERAL_NAMES, type ColumnName } from './column-names.ts';

/** Titles, dates and empty lines may come before the header. */
export const SEARCHED_RECORDS = 30;
/** A quotation mark inside a cell is an ordinary character. Lines of a file that was joined may end otherwise than its first. */
export const CSV_FORM = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };
const SEPARATOR_LINE = /^"?sep=(.)"?[;,\t|]*\r?\n/i;

/** The row that names the columns. */
export interface Header {
  /** The physical line on which it begins. */
  readonly line: number;
  readonly columns: readonly BatchColumn[];
  readonly titles: readonly { readonly line: number; readonly text: string }[];
}

export interface BatchHeader extends Header {
  readonly delimiter: Delimiter;
  /** The physical line on which the next record begins. */
  readonly nextLine: number;
  /** The byte offset of the next record. */
  readonly endBytes: number;
}

/**
 * Finds the header, and with it the delimiter: the one with which most names are recognised.
 *
 * @param head the beginning of the file, UTF-8 without a byte order mark, long enough to include the first row
 * @returns undefined when no line names a key or an amount, or two other columns
 */
export function findHeader(head: Buffer): BatchHeader | undefined {
  const [, separator] = SEPARATOR_LINE.exec(head.toString('latin1')) ?? [];
  const named = DELIMITERS.filter((delimiter) => delimiter === separator);
  const candidates = (named.length > 0 ? named : DELIMITERS).flatMap((delimiter) => {
    const records = readRecords(head, delimiter);
    const record = headerAmong(records);
    if (record === undefined) return [];
    const above = records.filter(({ line }) => line < record.line);
    return [{ delimiter, record, above, score: headerScore(record.cells) }];
  });
  const [first, ...others] = candidates;
  if (first === undefined) return undefined;
  const { delimiter, record, above } = others.reduce((best, other) => (other.score > best.score ? other : best), first);
  return {
    delimiter,
    line: record.line,
    nextLine: record.nextLine,
    endBytes: record.endBytes,
    columns: columnsOf(record.cells),
    titles: titlesOf(above).filter(({ line }) => !(separator !== undefined && line === 1)),
  };
}

/**
 * The first record that names payouts, or the one directly behind it with more names; without any, the one with most names.
 * The rows of a table above another one are no titles of it; `Forma: | Pix | Valor: | 1.500,00` is one.
 */
export function headerAmong<Line extends { readonly cells: readonly string[] }>(
  records: readonly Line[],
): Line | undefined {
  const scores = records.map(({ cells }) => headerScore(cells));
  const best = scores.indexOf(Math.max(1, ...scores));
  const first = records.findIndex(
    ({ cells }) => namesPayouts(columnsOf(cells)) && !cells.some((cell) => parseTypedAmount(cell).ok),
  );
  return records[first === -1 || first + 1 === best ? best : first];
}

/** What the lines before a header say. */
export function titlesOf(records: readonly { readonly line: number; readonly cells: readonly string[] }[]) {
  return records
    .map(({ line, cells }) => ({ line, text: cells.filter((cell) => cell.trim() !== '').join(' ') }))
    .filter(({ text }) => text !== '');
}

/** The cells of the first non-empty line, split by the delimiter that gives the most cells. */
export function firstCells(head: Buffer): readonly string[] {
  const firsts = DELIMITERS.map(
    (delimiter) =>
      readRecords(head, delimiter).find(({ cells }) => cells.some((cell) => cell.trim() !== ''))?.cells ?? [],
  );
  return firsts.reduce((most, cells) => (cells.length > most.length ? cells : most), []);
}

/** Which payout a row is, and for whom: of several general words for it, the first is meant. */
const FIRST_IS_MEANT: readonly (ColumnName | undefined)[] = ['reference', 'name'];

/** The meanings of headings; if two mean the same, a general word such as `tipo` is ignored. */
export function columnsOf(cells: readonly string[]): BatchColumn[] {
  const taken = new Set<string>();
  const columns = cells.map((cell, index): BatchColumn & { readonly isGeneral: boolean } => {
    const heading = uniqueHeading(cell.trim().replaceAll(/\s+/g, ' '), index, taken);
    return { heading, meaning: columnOf(cell), isGeneral: GENERAL_NAMES.has(foldText(cell)) };
  });
  return columns.map(({ heading, meaning, isGeneral }, index) => {
    const givesWay =
      isGeneral &&
      columns.some(
        (other, place) =>
          place !== index &&
          other.meaning === meaning &&
          (!other.isGeneral || (place < index && FIRST_IS_MEANT.includes(meaning))),
      );
    return { heading, meaning: givesWay ? undefined : meaning };
  });
}

function uniqueHeading(text: string, index: number, taken: Set<string>): string {
  let heading = text === '' ? `#${index + 1}` : text;
  for (let times = 2; taken.has(heading); times += 1) heading = `${text} (${times})`;
  taken.add(heading);
  return heading;
}

/** How many known columns a record names; 0 when it is no header. */
function headerScore(cells: readonly string[]): number {
  const meanings = new Set<ColumnName | undefined>(cells.map(columnOf));
  meanings.delete(undefined);
  return meanings.size >= 2 || meanings.has('pixKey') || meanings.has('amount') ? meanings.size : 0;
}

/** Whether columns say whom to pay, and how much. */
export function namesPayouts(columns: readonly BatchColumn[]): boolean {
  return (['pixKey', 'amount'] as const).every((name) => columns.some(({ meaning }) => meaning === name));
}

function readRecords(head: Buffer, delimiter: Delimiter) {
  const records: { cells: readonly string[]; line: number; nextLine: number; endBytes: number }[] = [];
  let line = 1;
  parse(head, {
    ...CSV_FORM,
    delimiter,
    skip_records_with_error: true,
    to: SEARCHED_RECORDS,
    on_record: (cells: string[], { bytes }) => {
      const nextLine = line + countLines(cells);
      records.push({ cells, line, nextLine, endBytes: bytes });
      line = nextLine;
      return null;
    },
  });
  return records;
}

const LINE_BREAKS = /\r\n|[\r\n]/g;

/** The number of physical lines of a record: one, and one more for each line break within its cells. */
export function countLines(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) lines += cell.match(LINE_BREAKS)?.length ?? 0;
  }
  return lines;
}
