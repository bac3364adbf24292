import type { CellLocation, Problem } from './batch-problem.ts';
import type { BatchColumn } from './batch-summary.ts';
import type { ColumnName } from './column-names.ts';

/** A cell in the file. */
export interface RawCell {
  /** The column's heading in the file; undefined without such a column. */
  readonly heading: string | undefined;
  /** Empty if there is none. */
  readonly text: string;
  /** In a workbook, its name in the sheet: `C7`. */
  readonly name?: string | undefined;
  /** If it is not that of its row. */
  readonly line?: number | undefined;
  /** A problem of the cell that does not depend on its text. */
  readonly problem?: Problem | undefined;
}

/** Longer than any sensible row: a cell of a spreadsheet has at most 32,767 characters. */
export const RECORD_MAXIMUM_BYTES = 1 << 18;

/** A record of a file, in any format, before it is validated. */
export interface RawRow {
  /** The physical line on which it begins. */
  readonly line: number;
  readonly isEmpty: boolean;
  cell(column: ColumnName): RawCell;
  /** All cells of the row, by heading. */
  cells(): Readonly<Record<string, string>>;
  /** The amount is a number of JSON or of a workbook, so its point has one meaning. */
  readonly hasNumericAmount: boolean;
  /** The cell after the amount, where a decimal comma would have cut it; only if commas separate cells. */
  readonly rightOfAmount: string | undefined;
  /** Columns whose cells contain line breaks. */
  readonly brokenColumns: readonly BatchColumn[];
  /** Whether a row may be the sum of those above it, as in a spreadsheet. */
  readonly mayBeSum: boolean;
  /** Of a remittance: the records of the payment. */
  readonly records?: string | undefined;
  /** A problem of the whole row: its cells are not read. */
  readonly flaw: RowFlaw | undefined;
  /** Further ones. */
  readonly moreFlaws?: readonly RowFlaw[] | undefined;
}

/** On a line of its own if it has one, else on the row's. */
type RowFlaw = Problem & Pick<CellLocation, 'line' | 'column' | 'value'>;
