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

/** What a decision of the wallet takes from outside. */
export interface Circumstances {
  /** Now, in whole milliseconds since the epoch. */
  readonly at: number;
  readonly identify: Identify;
}
