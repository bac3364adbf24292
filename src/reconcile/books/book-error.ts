/**
 * `unknown_form`: none of the formats that are read; `run_report`: written by `pix payouts report`; `no_columns`: no line names a day and an amount; `ambiguous_sheet`:
 * several sheets do; `no_sheet`: none has that name; `damaged`, or cut off; `too_large`; `foreign_currency`: not only reais;
 * `no_rows`; `no_sides`: nothing says which amounts came in.
 */
export type BookFlaw =
  | 'unknown_form'
  | 'run_report'
  | 'no_columns'
  | 'ambiguous_sheet'
  | 'no_sheet'
  | 'damaged'
  | 'too_large'
  | 'foreign_currency'
  | 'no_rows'
  | 'no_sides';

/** A file of the accounting side that cannot be compared. */
export class BookError extends Error {
  override readonly name = 'BookError';
  readonly flaw: BookFlaw;
  /** Sheets, or a currency. */
  readonly names: readonly string[];

  constructor(flaw: BookFlaw, names: readonly string[] = [], cause?: unknown) {
    super(`the file cannot be compared: ${flaw}`, { cause });
    this.flaw = flaw;
    this.names = names;
  }
}
