/** The kind of a column's cells. It determines their format. */
export type ColumnStyle = 'text' | 'money' | 'count' | 'moment';

export interface SheetColumn {
  readonly heading: string;
  readonly style: ColumnStyle;
}

/**
 * Text; a number as its decimal digits, so that no float comes between; a moment in epoch milliseconds, shown in the
 * local time zone.
 */
export type SheetCell = string | { readonly number: string } | { readonly moment: number } | undefined;

export interface SheetForm {
  /** Up to 31 characters, none of them `\ / ? * [ ] :`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly dateFormat: DateFormat;
  /** When the workbook was made. Epoch milliseconds. */
  readonly madeAt: number;
  /** A row of totals below the others; omitted when there are no rows. */
  readonly totals?: SheetTotals | undefined;
}

export interface SheetTotals {
  readonly label: string;
  /** Sums of some rows do not follow the filter of an open file. */
  readonly isOfSomeRows?: boolean;
  /** Decimal digits for each column that is summed up, known when all rows have been written. */
  sums(): readonly (string | undefined)[];
  /** Lines below the sums, also without rows. */
  readonly further?: readonly FurtherLine[];
}

export interface FurtherLine {
  readonly label: string;
  /** Decimal digits for each column that has any. */
  readonly amounts: readonly (string | undefined)[];
}

export type DateFormat = 'dd/mm/yyyy hh:mm:ss' | 'yyyy-mm-dd hh:mm:ss';

/** Excel has 1,048,576 rows; the header and the totals use two of them. */
export const SHEET_ROWS_MAXIMUM = 1_048_576 - 2;

/** More rows than a sheet of Excel has. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';

  constructor() {
    super(`a sheet has at most ${SHEET_ROWS_MAXIMUM} rows`);
  }
}
