import type { DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import type { SettlementOutcome } from './account.ts';
import type { OrderedAmount } from './fees.ts';
import type { Identifiers } from './identifiers.ts';

interface WalletEntry<Status> extends Identifiers {
  readonly accountId: string;
  /** 1 for the oldest of its kind on the account, without gaps. */
  readonly sequence: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  readonly status: Status;
  readonly description: string;
  /** Epoch milliseconds, like every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Payment extends WalletEntry<PaymentStatus> {
  readonly netCentavos: Centavos;
  /** The BR Code that its QR code shows. */
  readonly brCode: string;
  /** When it expires, unless it is paid before. */
  readonly expiresAt: number;
}

export interface Withdrawal extends WalletEntry<WithdrawalStatus> {
  readonly sentCentavos: Centavos;
  readonly recipient: PixKey;
  /** When and how it ends by itself; null: never, or it ended at once. */
  readonly dueSettlement: { readonly at: number; readonly as: SettlementOutcome } | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  readonly failureReason: string | null;
}

/** A MED case: the payer reports a payment as fraud, and requests the whole amount back. */
export interface Dispute {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  /** The amount that the payer paid, including the fee. */
  readonly valueCentavos: Centavos;
  readonly status: DisputeStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Valid for one withdrawal of this amount, until it expires. Only the e-mail contains the code itself. */
export interface VerificationCode extends OrderedAmount {
  readonly number: number;
  readonly accountId: string;
  readonly digest: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An e-mail with a code, as it would have been sent. */
export interface CodeMessage extends Pick<
  VerificationCode,
  'accountId' | 'amountCentavos' | 'createdAt' | 'expiresAt'
> {
  readonly email: string;
  readonly code: string;
  readonly isUsed: boolean;
}

/** After this many wrong attempts, all open codes of the account become invalid. */
export const ATTEMPTS_MAXIMUM = 3;

type ListedField =
  'id' | 'correlationId' | 'valueCentavos' | 'feeCentavos' | 'status' | 'description' | 'createdAt' | 'updatedAt';

export type ListedPayment = Pick<Payment, ListedField | 'netCentavos'>;
export type ListedWithdrawal = Pick<Withdrawal, ListedField | 'sentCentavos' | 'recipient'>;

/** Stored per status, so that no answer has to count rows. */
export interface StatusTotals<Status> {
  readonly status: Status;
  readonly count: number;
  readonly valueCentavos: Centavos;
  readonly feeCentavos: Centavos;
  /** The net value of payments, the sent amount of withdrawals. */
  readonly netCentavos: Centavos;
}

/** The sum for the given statuses; for all of them if none is given. */
export function addTotals<Status>(totals: readonly StatusTotals<Status>[], ...statuses: readonly Status[]) {
  const counted = totals.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    valueCentavos: sumCentavos(...counted.map(({ valueCentavos }) => valueCentavos)),
    feeCentavos: sumCentavos(...counted.map(({ feeCentavos }) => feeCentavos)),
    netCentavos: sumCentavos(...counted.map(({ netCentavos }) => netCentavos)),
  };
}
