import type { DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import type { SettlementOutcome } from './account.ts';
import type { Identifiers } from './identifiers.ts';

interface Transaction<Status> extends Identifiers {
  readonly accountId: string;
  /** 1 for the oldest of its kind on the account, and so on without gaps. */
  readonly sequence: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly status: Status;
  readonly description: string;
  /** Epoch milliseconds, like every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Payment extends Transaction<PaymentStatus> {
  readonly netCentavos: Centavos;
  /** The BR Code that its QR code shows. */
  readonly brCode: string;
  /** When it fails, unless it is paid before. */
  readonly expiresAt: number;
}

export interface Withdrawal extends Transaction<WithdrawalStatus> {
  readonly sentCentavos: Centavos;
  readonly recipient: PixKey;
  /** When and how it ends by itself; null: never, or it has ended at once. */
  readonly dueSettlement: { readonly at: number; readonly as: SettlementOutcome } | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  readonly failureReason: string | null;
}

/** A MED case: the payer claims that a payment was fraud, and asks for all of it back. */
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

type ListedField =
  'id' | 'correlationId' | 'valueCentavos' | 'feeCentavos' | 'status' | 'description' | 'createdAt' | 'updatedAt';

/** A row of a list. */
export type ListedPayment = Pick<Payment, ListedField | 'netCentavos'>;
export type ListedWithdrawal = Pick<Withdrawal, ListedField | 'sentCentavos' | 'recipient'>;

/** Counted for each status, so that no answer has to count again. */
export interface StatusTotals<Status> {
  readonly status: Status;
  readonly count: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  /** Of payments the net value, of withdrawals what was sent. */
  readonly netCentavos: Centavos;
}

/** The sum of those totals whose status is named; of all of them when none is. */
export function addTotals<Status>(totals: readonly StatusTotals<Status>[], ...statuses: readonly Status[]) {
  const counted = totals.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    valueCentavos: sumCentavos(...counted.map(({ valueCentavos }) => valueCentavos)),
    feeCentavos: sumCentavos(...counted.map(({ feeCentavos }) => feeCentavos)),
    netCentavos: sumCentavos(...counted.map(({ netCentavos }) => netCentavos)),
  };
}
