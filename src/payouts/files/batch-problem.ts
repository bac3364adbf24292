import type { Expected } from '../../cnab/record.ts';
import type { ExpectedRecord, OtherPayment } from '../../cnab/read-remittance.ts';
import type { DialectName } from '../../cnab/layout.ts';
import type { AmountRefusal } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { PixKey, PixKeyRefusal, PixKeyType } from '../../pix/pix-key.ts';
import type { TaxIdFlaw } from '../../pix/tax-id.ts';
import type { WorkbookFlaw } from '../../xlsx/parse-xml.ts';
import type { ColumnName } from './column-names.ts';

export interface DayTally {
  /** Such as `2026-12-05`; empty for rows that name none. */
  readonly day: string;
  readonly payouts: number;
  readonly sumCentavos: Centavos;
}

type Nothing = Readonly<Record<string, never>>;
/** The first row with the same value. */
interface FirstRow {
  readonly firstRow: number;
  readonly firstLine: number;
}
interface CellCount {
  readonly cells: number;
  readonly columns: number;
}

/** The details of each problem, by its code. A batch with a problem is not paid (or without those rows). */
export interface ProblemDetails {
  // About the file.
  readonly empty_file: Nothing;
  readonly not_text: { readonly kind: 'xls' | 'pdf' | 'gzip' };
  /** A workbook that can't be read, an archive that is none, or another kind of spreadsheet. */
  readonly unreadable_workbook: { readonly flaw: WorkbookFlaw };
  /** The sheet that was asked for; `sheets` are those that there are, none in a file of text. */
  readonly sheet_not_found: { readonly sheet: string; readonly sheets: readonly string[] };
  /** More than one sheet names payouts. */
  readonly ambiguous_sheet: { readonly sheets: readonly string[] };
  /** One JSON array where each line should be an object. */
  readonly json_array: Nothing;
  /** A line above the header, or a row that has nothing else, says what was paid, or must not be. */
  readonly settled_file: Nothing;
  /** No line names the columns; `cells` are those of the first line. */
  readonly header_not_found: { readonly cells: readonly string[] };
  /** `unknown`: columns that were not recognised; one of them may be meant. */
  readonly missing_column: { readonly missing: ColumnName; readonly unknown: readonly string[] };
  readonly doubled_column: { readonly doubled: ColumnName; readonly columns: readonly string[] };
  readonly no_rows: Nothing;
  readonly remittance_too_large: Nothing;
  /** Of a CNAB 240 file: a line that has not 240 columns. */
  readonly record_length: { readonly length: number };
  /** Of a CNAB 240 file: a line where the layout has another record. */
  readonly misplaced_record: { readonly expected: ExpectedRecord };
  /** Of a CNAB 240 file: a field, named with its columns, that is not as the layout says. */
  readonly remittance_field: { readonly expected: Expected };
  /** Without a choice of what is due by a day. */
  readonly several_days: { readonly days: readonly DayTally[] };
  /** The rest of the file was not read. */
  readonly record_too_long: { readonly maximumBytes: number };

  // About a row.
  /** Headings of another table, or below the first ones: the rows are not what the first ones say. */
  readonly second_header: Nothing;
  /** Of a workbook: it may have been filtered out on purpose. */
  readonly hidden_row: Nothing;
  /** Of a workbook: these cells, or a part of their text, are struck through. */
  readonly struck_through: { readonly struck: readonly string[] };
  /** Of a workbook: the row shares a cell with others, and only the first of them has its value. */
  readonly merged_cells: { readonly range: string };
  readonly too_many_cells: CellCount;
  readonly too_few_cells: CellCount;
  /** A quotation mark opens a cell and nothing closes it; the following lines were not read as rows. */
  readonly unclosed_quote: Nothing;
  readonly invalid_json: Nothing;
  readonly not_an_object: Nothing;
  readonly doubled_member: { readonly doubled: string };
  /** A list or an object instead of a string or a number. */
  readonly nested_value: Nothing;
  /** Of a CNAB 240 file: a payment other than by Pix to a key. */
  readonly unsupported_payment: { readonly kind: OtherPayment };
  /** Of a CNAB 240 file: a payment for a day to come. */
  readonly scheduled_payment: { readonly day: string };
  /** A column such as `Status` says that the row was paid, or must not be. */
  readonly settled_row: Nothing;
  /** A column such as `Moeda` names another one than reais. */
  readonly other_currency: Nothing;
  /** A column such as `Desconto` or `Líquido` says that another amount is due. */
  readonly other_amount: Nothing;
  /** A column such as `Nova chave`, or a note, has another key. */
  readonly other_key: Nothing;
  /** A column such as `Saldo` says that less is left to pay. */
  readonly amount_left: Nothing;
  /** A day that has passed, below a heading such as `Data de pagamento`: the row may have been paid then. */
  readonly day_passed: Nothing;
  /** An example of the template. */
  readonly example_row: Nothing;
  readonly duplicate_reference: FirstRow;
  /** The same key and amount, and a reference that a spreadsheet may have turned into the other; may be allowed. */
  readonly rewritten_reference: FirstRow;
  /** The same key and amount; may be allowed. */
  readonly duplicate_payout: FirstRow;
  /** A row without a key states another sum than that of the rows above it. */
  readonly sum_mismatch: { readonly statedCentavos: Centavos; readonly actualCentavos: Centavos };

  // About a cell.
  readonly missing_value: Nothing;
  /** A long number that a spreadsheet has shortened: `1,23E+10`. */
  readonly scientific_notation: Nothing;
  readonly formula: Nothing;
  /** Of a workbook: the program that saved it did not compute the cell. */
  readonly formula_without_value: Nothing;
  /** Of a workbook: a date, where a spreadsheet may have made one of what was typed. */
  readonly date_in_cell: Nothing;
  /**
   * Of a workbook: an amount in another currency, as a percentage or the like. `shown` is what the sheet shows, with all
   * digits and without groups; null where only the format says it.
   */
  readonly shown_otherwise: { readonly shown: string | null; readonly format: string };
  /** `#REF!` and the like. */
  readonly spreadsheet_error: Nothing;
  readonly control_character: { readonly codePoint: number };
  /** Bytes that are invalid in the encoding, or their replacement by an earlier program. */
  readonly unreadable_character: Nothing;
  readonly invalid_amount: { readonly reason: Exclude<AmountRefusal, 'ambiguous'> };
  readonly ambiguous_amount: { readonly readingsCentavos: readonly [grouped: Centavos, decimal: Centavos] };
  readonly below_minimum: { readonly amountCentavos: Centavos; readonly minimumCentavos: Centavos };
  readonly above_maximum: { readonly amountCentavos: Centavos; readonly maximumCentavos: Centavos };
  readonly invalid_key_type: Nothing;
  readonly invalid_key: {
    readonly reason: PixKeyRefusal;
    /** The type that it was checked as. */
    readonly type?: PixKeyType | undefined;
    /** The key that was probably meant; never use it without asking. */
    readonly suggestion?: PixKey | undefined;
    /** The form is right, only check digits or the like are wrong: it may be forced. */
    readonly wellFormed?: PixKey | undefined;
  };
  /** Each reading is accepted when its type is given. */
  readonly ambiguous_key: { readonly readings: readonly PixKey[] };
  readonly key_type_mismatch: { readonly stated: PixKeyType; readonly readings: readonly PixKey[] };
  readonly invalid_tax_id: { readonly reason: TaxIdFlaw; readonly suggestion?: string | undefined };
  /** The key is a CPF (CNPJ), and the row names another one. */
  readonly tax_id_mismatch: { readonly key: string };
  /** In UTF-16 units, as the service counts. The maximum leaves room for the mark. */
  readonly description_too_long: { readonly length: number; readonly maximum: number };
  /** Neither yes nor no, in either language. */
  readonly unreadable_flag: Nothing;
  /** Not a day such as 05/12/2026 or 2026-12-05. */
  readonly invalid_day: Nothing;
}
export type ProblemCode = keyof ProblemDetails;

/** Remarks that do not prevent payment. */
export interface NoticeDetails {
  /** Rows that are due after the chosen day, or on none: they are left out. */
  readonly left_for_later: { readonly days: readonly DayTally[] };
  /** Rows that were due before the day on which they are paid. */
  readonly overdue: Omit<DayTally, 'day'> & { readonly since: string };
  /** Rows that are due after the day on which they are paid. */
  readonly not_due_yet: Omit<DayTally, 'day'> & { readonly until: string };
  /** Stored, and returned in reports, but not used. */
  readonly unknown_column: Nothing;
  /** The sheet of a workbook that is read; the others are not. */
  readonly sheet_chosen: { readonly sheet: string; readonly others: readonly string[] };
  /** A CNAB 240 file, read as one bank writes it. */
  readonly remittance_dialect: { readonly dialect: DialectName };
  /** A column of keys or amounts that the sheet does not show. */
  readonly hidden_column: Nothing;
  /** Cells of one row that are shown as one: only the first has a value. */
  readonly merged_cells: { readonly range: string };
  /** A line above the header. */
  readonly title_line: Nothing;
  /** A row without a key that sums up the rows above it; it is no payout. */
  readonly sum_row: { readonly statedCentavos?: Centavos | undefined };
  /** UTF-8 text that was read as Windows-1252, such as `JoÃ£o`. */
  readonly garbled_text: Nothing;
  /** A spreadsheet would run it as a formula; pix treats it as text. */
  readonly formula_like_text: Nothing;
  readonly line_break_in_cell: Nothing;
  /** Whole reais, and one or two digits in the next cell: probably a decimal comma was read as the end of the cell. */
  readonly amount_cut_at_comma: { readonly next: string };
  /** What the row says of the fee does not count: an option says it for the whole file. */
  readonly fee_overridden: { readonly coverFee: boolean };
  /** Eleven digits without punctuation and without a type, which are no CPF: read as a mobile number. */
  readonly taken_for_phone: { readonly key: string };
}
export type NoticeCode = keyof NoticeDetails;

export interface CellLocation {
  /** The physical line, from 1; missing for problems of the whole file. */
  readonly line?: number | undefined;
  /** Counts data rows from 1. */
  readonly row?: number | undefined;
  /** In a workbook, the name of the cell: `C7`. */
  readonly cell?: string | undefined;
  /** The column's heading in the file. */
  readonly column?: string | undefined;
  /** The text in the file, not made safe to show, at most {@link SHOWN_VALUE_LENGTH} long. */
  readonly value?: string | undefined;
}

type Coded<Details> = {
  [Code in keyof Details]: { readonly code: Code; readonly details: Details[Code] };
}[keyof Details];

export type Problem = Coded<ProblemDetails>;
export type Notice = Coded<NoticeDetails>;
export type BatchProblem = CellLocation & Problem;
export type BatchNotice = CellLocation & Notice;

/** The maximum length of a value in a problem. */
export const SHOWN_VALUE_LENGTH = 200;

/** Whether more than the named row is missing: the lines behind it were not read, are not meant so, or are inside its cell. */
export function isOfUnreadLines(code: ProblemCode): boolean {
  return ['unclosed_quote', 'record_too_long', 'unreadable_workbook', 'second_header', 'settled_file'].includes(code);
}
