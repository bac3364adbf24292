import type { Fields } from '../../output/fields.ts';
import type { ReceiptFormat } from '../../output/receipt/receipt-formats.ts';

/** The result of writing the receipts of a run. */
export interface ReceiptsRow {
  readonly run: string;
  readonly folder: string;
  readonly format: ReceiptFormat;
  /** Written now. */
  readonly written: number;
  /** In the folder before. */
  readonly existing: number;
  /** Paid according to the journal, and not completed according to the service. */
  readonly differing: number;
  /** Not paid yet, or unconfirmed. */
  readonly left: number;
  /** Not paid. */
  readonly notPaid: number;
}

export const RECEIPTS_FIELDS: Fields<ReceiptsRow> = [
  { path: 'run', kind: 'text' },
  { path: 'folder', kind: 'text' },
  { path: 'format', kind: 'text' },
  { path: 'written', kind: 'count' },
  { path: 'existing', kind: 'count' },
  { path: 'differing', kind: 'count' },
  { path: 'left', kind: 'count' },
  { path: 'notPaid', kind: 'count' },
];
