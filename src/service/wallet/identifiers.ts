export interface Identifiers {
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
