import type { CellLocation, Problem } from './batch-problem.ts';
import type { BatchColumn } from './batch-summary.ts';
import type { ColumnName } from './column-names.ts';

/** A cell as it stands in the file. */
export interface RawCell {
  /** The column's name as it stands in the file; undefined when the file has no such column. */
  readonly heading: string | undefined;
  /** Empty when there is none. */
  readonly text: string;
  /** In a workbook, its name in the sheet: `C7`. */
  readonly name?: string | undefined;
  /** What is wrong about it whatever its text says. */
  readonly problem?: Problem | undefined;
}

/** Beyond every sensible row: a cell of a spreadsheet holds 32,767 characters. What is longer was never meant as one. */
export const RECORD_MAXIMUM_BYTES = 1 << 18;

/** A record of a file, whatever its format, before anything in it is judged. */
export interface RawRow {
  /** The physical line on which it begins. */
  readonly line: number;
  readonly isEmpty: boolean;
  cell(column: ColumnName): RawCell;
  /** All that stands in the row, by the names of its columns. */
  cells(): Readonly<Record<string, string>>;
  /** The amount is a number of JSON, or of a workbook: with a point, and no way to read it otherwise. */
  readonly hasNumericAmount: boolean;
  /** The text to the right of the amount, where a decimal comma would have cut it off; only where commas divide cells. */
  readonly rightOfAmount: string | undefined;
  /** Those in whose cells lines break. */
  readonly brokenColumns: readonly BatchColumn[];
  /** In a spreadsheet, a row may add up those above it. */
  readonly mayBeSum: boolean;
  /** The row can't be read, so that its cells mean nothing. */
  readonly flaw: (Problem & Pick<CellLocation, 'column' | 'value'>) | undefined;
}
