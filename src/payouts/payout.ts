import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';

/** A row of a batch: who is to be paid what. */
export interface Payout {
  /** Counts data rows from 1. Within a run it identifies the payout. */
  readonly row: number;
  /** The physical line of the file on which it begins. */
  readonly line: number;
  /** The payer's own name for the payout. It identifies one across all runs; a row without one gets none invented. */
  readonly reference?: string | undefined;
  readonly name?: string | undefined;
  readonly taxId?: string | undefined;
  /** In its canonical form. */
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly amountCentavos: Centavos;
  /** The amount is what arrives, and the fee leaves the balance on top of it; else the fee is taken from the amount. */
  readonly coverFee: boolean;
  readonly description?: string | undefined;
  /** The row as it came: the name of the column, and its text. */
  readonly cells: Readonly<Record<string, string>>;
}
