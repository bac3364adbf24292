import type { PaymentStatus } from '../contract/payment.ts';
import type { WithdrawalStatus } from '../contract/withdrawal.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { PixKeyType } from '../pix/pix-key.ts';

/*
 * What a wallet answers, as `src/contract` reads it: an id and the amount that a resource is about are always there,
 * other money may be null, and everything else may be null or missing where a service leaves it out. Written out, so
 * that every field has its docs and no other is accepted; test/client/answers.test.ts compares them with the
 * contract.
 */

/** A word of the specification, or one that a newer service knows. */
export type OpenWord<Known extends string> = Known | (string & {});

/** What an account holds, has received, and may still send. All amounts are centavos. */
export interface Balance {
  /** The money of the account. */
  readonly balance: AccountBalance;
  /** Payments that their payers contest (MED). */
  readonly disputes: DisputeTotals;
  /** What the account has received so far. */
  readonly statistics: ReceivedTotals;
  /** How much the account may send, and how much of that is used. */
  readonly limits: SendingLimits;
  /** The plan of the account, and its fee. */
  readonly plan: Plan;
}

/** The money of an account, in centavos. */
export interface AccountBalance {
  /** The balance, in centavos. What disputes block is part of it. */
  readonly total: Centavos;
  /** Value of the payments that are PENDING or ACTIVE, in centavos. */
  readonly pendingPayments: Centavos | null;
  /** `total` and `pendingPayments` together, in centavos. */
  readonly totalWithPending: Centavos | null;
  /** The balance is below zero. */
  readonly isNegative?: boolean | null | undefined;
}

/** Disputes of an account. */
export interface DisputeTotals {
  /** Number of disputes. */
  readonly total?: number | null | undefined;
  /** Number of disputes that are not decided. */
  readonly pending?: number | null | undefined;
  /** Sum of all disputed payments, in centavos. */
  readonly totalDisputedAmount: Centavos | null;
  /** What may not be sent while disputes are open, in centavos. */
  readonly totalBlockedAmount: Centavos | null;
}

/** What an account has received. */
export interface ReceivedTotals {
  /** Net value of the COMPLETED payments, in centavos. */
  readonly totalReceived: Centavos | null;
  /** Fees of the COMPLETED payments, in centavos. */
  readonly totalFees: Centavos | null;
  /** Number of payments that are COMPLETED. */
  readonly completedPayments?: number | null | undefined;
  /** Number of payments that are PENDING or ACTIVE. */
  readonly pendingPayments?: number | null | undefined;
  /** Number of all payments. */
  readonly totalPayments?: number | null | undefined;
}

/** Limits on sending, in centavos. */
export interface SendingLimits {
  /** For one day, in centavos. */
  readonly daily: Centavos | null;
  /** Sent today, in centavos. */
  readonly dailyUsed: Centavos | null;
  /** Left for today, in centavos. */
  readonly dailyRemaining: Centavos | null;
  /** For one month, in centavos. */
  readonly monthly: Centavos | null;
  /** Sent this month, in centavos. */
  readonly monthlyUsed: Centavos | null;
  /** Left for this month, in centavos. */
  readonly monthlyRemaining: Centavos | null;
  /** For one withdrawal, in centavos. */
  readonly perTransaction: Centavos | null;
}

/** The plan of an account. */
export interface Plan {
  /** Its name, such as `Standard`. */
  readonly name?: string | null | undefined;
  /** The fee of a transaction, in centavos. */
  readonly transactionFee: Centavos | null;
  /** The same as text, in reais with two decimals: `0.50`. */
  readonly transactionFeeInReais?: string | null | undefined;
}

/** A row of the list of payments. */
export interface Payment {
  /** The id by which the service knows it. */
  readonly id: string;
  /** The id that ties it to its counterpart in other systems. */
  readonly correlationID?: string | null | undefined;
  /** What the payer pays, in centavos. */
  readonly value: Centavos;
  /** What arrives: `value` without the fee, in centavos. */
  readonly netValue: Centavos | null;
  /** The fee, in centavos. */
  readonly fee: Centavos | null;
  /** PENDING: created. ACTIVE: its QR code can be paid. COMPLETED: paid. FAILED: expired or refused. */
  readonly status?: OpenWord<PaymentStatus> | null | undefined;
  /** Free text. */
  readonly description?: string | null | undefined;
  /** When it was created: ISO 8601, UTC. */
  readonly createdAt?: string | null | undefined;
  /** When it last changed: ISO 8601, UTC. */
  readonly updatedAt?: string | null | undefined;
}

/** One payment, looked up by its id. */
export interface PaymentDetails extends Payment {
  /** The id of the transaction at the institution that carries it out. */
  readonly transactionId?: string | null | undefined;
  /** The QR code: a PNG image as a data URI. Null once it can no longer be paid. */
  readonly qrCode?: string | null | undefined;
}

/** A payment that was just created, with its copy-and-paste code. */
export interface CreatedPayment extends PaymentDetails {
  /** `value` as text, in reais with two decimals: `10.50`. */
  readonly valueInReais?: string | null | undefined;
  /** The BR Code, which is the text of the QR code. The service sends it only here. */
  readonly copyPaste?: string | null | undefined;
}

/** A sum over the payments of a list; it follows the status filter. */
export interface PaymentStatistics {
  /** Number of payments. */
  readonly total?: number | null | undefined;
  /** Number of payments that are COMPLETED. */
  readonly completed?: number | null | undefined;
  /** Number of payments that are PENDING or ACTIVE. */
  readonly pending?: number | null | undefined;
  /** Sum of `value`, in centavos. */
  readonly totalValue: Centavos | null;
  /** Sum of `netValue`, in centavos. */
  readonly totalNetValue: Centavos | null;
}

/** A row of the list of withdrawals. */
export interface Withdrawal {
  /** The id by which the service knows it. */
  readonly id: string;
  /** The id that ties it to its counterpart in other systems. */
  readonly correlationID?: string | null | undefined;
  /** What leaves the balance, in centavos. */
  readonly value: Centavos;
  /** PENDING: debited, not settled. COMPLETED: paid out. FAILED: the money is back in the balance. */
  readonly status?: OpenWord<WithdrawalStatus> | null | undefined;
  /** The Pix key of the recipient. */
  readonly pixKey?: string | null | undefined;
  /** Free text. */
  readonly description?: string | null | undefined;
  /** Its fee, and what arrives. */
  readonly metadata?: WithdrawalMetadata | null | undefined;
  /** When it was created: ISO 8601, UTC. */
  readonly createdAt?: string | null | undefined;
  /** When it last changed: ISO 8601, UTC. */
  readonly updatedAt?: string | null | undefined;
}

/** The parts of a listed withdrawal's value. */
export interface WithdrawalMetadata {
  /** The fee, in centavos. */
  readonly fee?: Centavos | null | undefined;
  /** What arrives: the value without the fee, in centavos. */
  readonly sent?: Centavos | null | undefined;
}

/** A withdrawal that was just created: the money has left the balance. */
export interface CreatedWithdrawal {
  /** The id by which the service knows it. */
  readonly id: string;
  /** The id that ties it to its counterpart in other systems. */
  readonly correlationID?: string | null | undefined;
  /** The id of the transaction at the institution that carries it out. */
  readonly transactionId?: string | null | undefined;
  /** What leaves the balance, in centavos. */
  readonly value: Centavos;
  /** The fee, in centavos. */
  readonly fee: Centavos | null;
  /** What arrives: `value` without the fee, in centavos. */
  readonly sent: Centavos | null;
  /** PENDING: debited, not settled. COMPLETED: paid out. FAILED: the money is back in the balance. */
  readonly status?: OpenWord<WithdrawalStatus> | null | undefined;
  /** The Pix key of the recipient. */
  readonly pixKey?: string | null | undefined;
  /** When it was paid out: ISO 8601, UTC. */
  readonly completedAt?: string | null | undefined;
  /** When it failed: ISO 8601, UTC. */
  readonly failedAt?: string | null | undefined;
  /** Why it failed: a code of the payment system, or the service's own words. */
  readonly failureReason?: string | null | undefined;
  /** When it was created: ISO 8601, UTC. */
  readonly createdAt?: string | null | undefined;
}

/** One withdrawal, looked up by its id. */
export interface WithdrawalDetails extends CreatedWithdrawal {
  /** The type of the recipient's Pix key. */
  readonly pixKeyType?: OpenWord<PixKeyType> | null | undefined;
  /** When it last changed: ISO 8601, UTC. */
  readonly updatedAt?: string | null | undefined;
}

/** A sum over the withdrawals of a list; it follows the status filter. */
export interface WithdrawalStatistics {
  /** Number of withdrawals. */
  readonly total?: number | null | undefined;
  /** Number of withdrawals that are COMPLETED. */
  readonly completed?: number | null | undefined;
  /** Number of withdrawals that are PENDING. */
  readonly pending?: number | null | undefined;
  /** Number of withdrawals that FAILED. */
  readonly failed?: number | null | undefined;
  /** Sum of `value`, in centavos. */
  readonly totalValue: Centavos | null;
}

/** A verification code was sent to the holder of the account. */
export interface RequestedTransferCode {
  /** Until when it can be used: ISO 8601, UTC. */
  readonly expiresAt?: string | null | undefined;
}

/**
 * Every field of an answer, including undocumented ones. The types name only the documented fields, so that a
 * misspelt one does not compile; the others are read here, unchecked.
 *
 * @example
 * ```ts
 * const note = fieldsOf(payment)['payerNote'];
 * if (typeof note === 'string') console.log(note);
 * ```
 */
export function fieldsOf(answer: object): Readonly<Record<string, unknown>> {
  return { ...answer };
}
