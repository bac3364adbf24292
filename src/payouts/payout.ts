import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';

/** A row of a batch: a recipient and an amount. */
export interface Payout {
  /** Counts data rows from 1. Identifies the payout within a run. */
  readonly row: number;
  /** The physical line of the file on which it begins. */
  readonly line: number;
  /**
   * The payer's own name for the payout, which identifies it across all runs; none is generated for a row without one.
   */
  readonly reference?: string | undefined;
  readonly name?: string | undefined;
  readonly taxId?: string | undefined;
  /** In canonical form. */
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly amountCentavos: Centavos;
  /** The amount is what arrives, and the fee leaves the balance on top of it; else the fee is taken from the amount. */
  readonly coverFee: boolean;
  readonly description?: string | undefined;
  /** The unchanged row: text by heading. */
  readonly cells: Readonly<Record<string, string>>;
}
