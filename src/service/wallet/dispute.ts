import type { DisputeStatus } from '../../contract/account.ts';
import type { Centavos } from '../../pix/centavos.ts';

/** A MED case: the payer says that a payment was no honest one, and wants all of it back. */
export interface Dispute {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  /** What the payer paid, the fee included. */
  readonly valueCentavos: Centavos;
  readonly status: DisputeStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}
