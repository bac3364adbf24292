/** What a transaction is known by. */
export interface Identifiers {
  readonly id: string;
  readonly correlationId: string;
  readonly transactionId: string;
}

export type TransactionKind = 'payment' | 'withdrawal';

/**
 * Names the `sequence`th transaction of that kind on an account, made at `at` (epoch milliseconds).
 * Ids of one account and kind sort as their sequences do.
 */
export type Identify = (kind: TransactionKind, accountId: string, sequence: number, at: number) => Identifiers;

/** How everything is named that the wallet makes. Nothing is named twice. */
export interface Naming {
  readonly identify: Identify;
  /** Of the `number`th account that was registered. */
  accountId(number: number): string;
  /** A RANDOM Pix key under which an account receives. */
  chargeKey(accountId: string): string;
  /** The `number`th key that was issued to an account: its bearer is the account. */
  issuedKey(accountId: string, number: number): { readonly id: string; readonly key: string };
  /** A payment is disputed once at most. */
  disputeId(paymentId: string): string;
  /** The `number`th that was sent: six digits. */
  verificationCode(number: number): string;
}

/** What a decision of the wallet takes from outside. */
export interface Circumstances extends Naming {
  /** Now, in whole milliseconds since the epoch. */
  readonly at: number;
}

/** What the creation of a payment or a withdrawal takes from outside. */
export type Creation = Pick<Circumstances, 'at' | 'identify'>;
