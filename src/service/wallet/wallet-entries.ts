import type { DisputeStatus } from '../../contract/account.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import type { WithdrawalStatus } from '../../contract/withdrawal.ts';
import { sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { PixKey } from '../../pix/pix-key.ts';
import type { SettlementOutcome } from './account.ts';
import type { OrderedAmount } from './fees.ts';

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

interface Identifiers {
  readonly id: string;
  readonly correlationId: string;
  readonly transactionId: string;
}

export type EntryKind = 'payment' | 'withdrawal';

/**
 * Ids for the `sequence`th payment or withdrawal of an account, created at `at` (epoch milliseconds). Ids of one
 * account and kind sort like their sequences.
 */
type Identify = (kind: EntryKind, accountId: string, sequence: number, at: number) => Identifiers;

/** Creates all ids and names of the wallet. They are unique. */
export interface Naming {
  readonly identify: Identify;
  /** For the `number`th registered account. */
  accountId(number: number): string;
  /** A RANDOM Pix key for the charges of an account. */
  chargeKey(accountId: string): string;
  issuedKey(accountId: string, number: number): { readonly id: string; readonly key: string };
  /** A payment can be disputed once. */
  disputeId(paymentId: string): string;
  /** The `number`th code: six digits. */
  verificationCode(number: number): string;
}

/** What a decision of the wallet receives from outside. */
export interface Circumstances extends Naming {
  /** Now, in whole milliseconds since the epoch. */
  readonly at: number;
}

/** What the creation of a payment or a withdrawal receives from outside. */
export type Creation = Pick<Circumstances, 'at' | 'identify'>;
