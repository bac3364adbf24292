import type { Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';
import type { BatchNotice, BatchProblem } from './batch-problem.ts';
import type { ColumnName } from './column-names.ts';
import type { Payout } from '../payout.ts';

export type BatchEncoding = 'ascii' | 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Delimiter = ';' | ',' | '\t' | '|';

export type BatchFormat =
  | { readonly kind: 'csv'; readonly delimiter: Delimiter; readonly headerLine: number }
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'xlsx'; readonly sheet: string; readonly headerLine: number };

/** A column of the file. */
export interface BatchColumn {
  /** As it stands in the file, trimmed; unique within the file. */
  readonly heading: string;
  /** What it means to us; undefined for one that we only keep. */
  readonly meaning: ColumnName | undefined;
}

/** Who bears the fees of a file. */
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
  /** Allows the same key and amount more than once: everywhere, or in the rows named (the later ones of each pair). */
  readonly allowDuplicates?: boolean | ReadonlySet<number> | undefined;
  /** Allows, with duplicates everywhere, references of which a spreadsheet may have made one of the other. */
  readonly newReferences?: boolean | undefined;
  /** Takes keys whose form is right though their check digits are not. */
  readonly forceKeys?: boolean | undefined;
  /** What the amount of a row may be, by whether its fee is added on top; from R$ 5,00 on by default. `amountBounds` of preflight.ts knows the account's. */
  readonly boundsOf?: ((coverFee: boolean) => AmountBounds) | undefined;
  /** How long a description may be, in UTF-16 units; 140 by default, less where a mark is to be appended. */
  readonly descriptionMaximum?: number | undefined;
  /** Hears of every problem, row by row; those of a row come before the next row's payout. */
  readonly onProblem?: ((problem: BatchProblem) => void) | undefined;
  readonly onNotice?: ((notice: BatchNotice) => void) | undefined;
  /** Hears of the rows that are no payouts because of a problem, to give them back in a report. */
  readonly onInvalidRow?: ((row: InvalidRow) => void) | undefined;
}

/** A row with a problem, as it came. */
export interface InvalidRow {
  readonly row: number;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The valid payouts of a batch, counted and added up. */
export interface BatchTotals {
  readonly payouts: number;
  readonly sumCentavos: Centavos;
  readonly byKeyType: Readonly<Record<PixKeyType, { readonly payouts: number; readonly sumCentavos: Centavos }>>;
  readonly byFee: Readonly<Record<FeePart, FeeTotals>>;
  /** Undefined when there are no payouts. */
  readonly largest: SinglePayout | undefined;
  readonly smallest: SinglePayout | undefined;
}

/** Payouts whose fee is added on top, and those from whose amount it is taken. */
export type FeePart = 'onTop' | 'taken';

export interface FeeTotals {
  readonly payouts: number;
  /** Undefined when there are none. */
  readonly largestCentavos: Centavos | undefined;
  readonly smallestCentavos: Centavos | undefined;
}

interface SinglePayout {
  readonly row: number;
  readonly line: number;
  readonly amountCentavos: Centavos;
}

/** What a file was and held, known once it has been read. */
export interface BatchSummary {
  /** What the bytes were taken for; undefined when nothing could be read. */
  readonly encoding: BatchEncoding | undefined;
  readonly format: BatchFormat | undefined;
  /** In the order of the file; for NDJSON, of their first appearance. */
  readonly columns: readonly BatchColumn[];
  /** Data rows: valid and invalid ones, neither empty ones nor sums. */
  readonly rows: number;
  readonly validRows: number;
  readonly invalidRows: number;
  readonly emptyRows: number;
  readonly sumRows: number;
  readonly problems: number;
  readonly notices: number;
  /** No problem at all: the whole file may be paid. */
  readonly isValid: boolean;
  /** Of the valid rows. */
  readonly totals: BatchTotals;
  /** Of the valid rows in their order, see digest.ts: `sha256:…`. */
  readonly digest: string;
}

/** A file that is being read; once, by iterating over `payouts`. */
export interface BatchReading {
  /** The valid rows in the order of the file, as they are read. The file's own read errors come through. */
  readonly payouts: AsyncIterable<Payout>;
  /** @throws {Error} before `payouts` has come to its end */
  summary(): BatchSummary;
}
