import type { RemittanceNumber } from '../../cnab/payment-records.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { BatchNotice, BatchProblem } from './batch-problem.ts';
import type { ColumnName } from './column-names.ts';
import type { Payout } from '../payout.ts';

export const BATCH_ENCODINGS = [
  'ascii',
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'cp850',
] as const;
export type BatchEncoding = (typeof BATCH_ENCODINGS)[number];
export const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** How a text file writes its rows, so that others of them can be written alike. */
export interface CsvForm {
  readonly delimiter: Delimiter;
  readonly encoding: BatchEncoding;
}

export type BatchFormat =
  | { readonly kind: 'csv'; readonly delimiter: Delimiter }
  | { readonly kind: 'ndjson' | 'xlsx' }
  | {
      readonly kind: 'cnab240';
      /** Undefined where the dialect has none. */
      readonly number: RemittanceNumber | undefined;
    };

export interface BatchColumn {
  /** The heading in the file, trimmed; unique within the file. */
  readonly heading: string;
  /** Its meaning; undefined for a column that is only stored. */
  readonly meaning: ColumnName | undefined;
}

export interface FeeRule {
  /** Fees are added on top of the amounts: of rows that do not say whether. */
  readonly coverFee: boolean;
  /** It holds for all rows, whatever they say. */
  readonly isForced?: boolean | undefined;
}

/** The least and the most that a row may be about. */
export interface AmountBounds {
  readonly minimumCentavos?: Centavos | undefined;
  readonly maximumCentavos?: Centavos | undefined;
}

export interface BatchOptions {
  /** By default fees are taken from the amounts of rows that do not say otherwise. */
  readonly feeRule?: FeeRule | undefined;
  /** The sheet of a workbook that is read; by default the only one that names payouts. */
  readonly sheet?: string | undefined;
  /** Allows the same key and amount more than once. */
  readonly allowDuplicates?: boolean | undefined;
  /** Also allows references that a spreadsheet may have turned into each other, if duplicates are allowed. */
  readonly newReferences?: boolean | undefined;
  /** Accepts keys of right form with wrong check digits. */
  readonly forceKeys?: boolean | undefined;
  /** What the amount of a row may be, by whether its fee is added on top; from R$ 5,00 on by default. `amountBounds` of preflight.ts knows the account's. */
  readonly boundsOf?: ((coverFee: boolean) => AmountBounds) | undefined;
  /** The maximum length of a description in UTF-16 units; default 140, less if a mark is appended. */
  readonly descriptionMaximum?: number | undefined;
  /** Only rows that are due on or before this day: `2026-12-05`. Without it, all must be due on one day. */
  readonly dueUntil?: string | undefined;
  /** The day on which the file is read. */
  readonly today?: string | undefined;
  /** The day on which the rows are paid: those that are due on another one are remarked on, or refused in a remittance. */
  readonly paidOn?: string | undefined;
  /** What columns of a spreadsheet mean that are unknown by their headings. */
  readonly meaningsOf?: ((columns: readonly BatchColumn[]) => ReadonlyMap<string, ColumnName>) | undefined;
  /** Called for every problem, row by row; problems of a row come before the next row's payout. */
  readonly onProblem?: ((problem: BatchProblem) => void) | undefined;
  readonly onNotice?: ((notice: BatchNotice) => void) | undefined;
  /** Called with the cells of each row that has a problem. */
  readonly onInvalidRow?: ((cells: RawCells) => void) | undefined;
}

export type RawCells = Readonly<Record<string, string>>;

/** The valid payouts of a batch, counted and summed. */
export interface BatchTotals {
  readonly payouts: number;
  readonly sumCentavos: Centavos;
  readonly byFee: Readonly<Record<FeePart, FeeTotals>>;
}

/** Payouts whose fee is added on top, and those from whose amount it is taken. */
export type FeePart = 'onTop' | 'taken';

export interface FeeTotals {
  readonly payouts: number;
  /** Undefined when there are none. */
  readonly largestCentavos: Centavos | undefined;
  readonly smallestCentavos: Centavos | undefined;
}

export interface BatchSummary {
  /** The detected encoding; undefined when nothing could be read. */
  readonly encoding: BatchEncoding | undefined;
  readonly format: BatchFormat | undefined;
  /** Valid and invalid rows, without empty ones and sums. */
  readonly rows: number;
  readonly validRows: number;
  readonly invalidRows: number;
  readonly problems: number;
  /** Rows of several days, of which none was chosen: none is paid. */
  readonly isOfSeveralDays: boolean;
  /** Some lines were not read as rows: none is paid. */
  readonly isUnread: boolean;
  /** Whether there is no problem: the whole file may be paid. */
  readonly isValid: boolean;
  /** Of the valid rows. */
  readonly totals: BatchTotals;
  /** The digest of the valid rows in their order, see digest.ts: `sha256:…`. */
  readonly digest: string;
  /** Of the rows with the key and amount of another one, whether they are allowed or not; undefined without any. */
  readonly equalCode: string | undefined;
  /** Likewise, of those whose reference may be another one's as a spreadsheet has rewritten it. */
  readonly rewrittenCode: string | undefined;
}

/** A file that is being read; once, by iterating over `payouts`. */
export interface BatchReading {
  /** The valid rows in the order of the file, as they are read. Errors of reading the file are thrown. */
  readonly payouts: AsyncIterable<Payout>;
  /** @throws {Error} before the end of `payouts` */
  summary(): BatchSummary;
}
