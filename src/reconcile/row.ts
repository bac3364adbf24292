import type { Centavos } from '../pix/centavos.ts';

/** What can name a transfer on both sides, in the order in which it is trusted. */
export const IDENTIFIERS = ['reference', 'endToEndId', 'id'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** An entry of the account, or a row of the accounting side. */
export interface LedgerRow {
  /** Names the row in reports and decisions: unique on its side, and the same in every run. */
  readonly key: string;
  /** The local day: `2026-07-14`. */
  readonly day: string;
  /** The change of the balance: positive came in. */
  readonly amount: Centavos;
  readonly identifiers: Readonly<Record<Identifier, string | null>>;
  readonly pixKey: string | null;
  readonly text: string;
  /** Whether it belongs to the period. Rows around it are only compared with those of the period. */
  readonly isWithin: boolean;
}

export interface HereRow extends LedgerRow {
  /** Part of the amount. */
  readonly fee: Centavos | null;
}

export interface ThereRow extends LedgerRow {
  /** Its line in the file, or its position. */
  readonly line: number;
}

/**
 * Why a row of the file is compared with nothing. `amount`, `day`: it states none that can be read. `shown_otherwise`: its
 * sheet shows the amount in another currency, or as another number. `side`: its sign and its side contradict each other,
 * or it has neither. `unproven_balance`: it says that it is a balance, and nothing proves that. `sum`, `count`: what the
 * file states about itself is not what its rows come to.
 */
export type UnreadFlaw = 'amount' | 'shown_otherwise' | 'day' | 'side' | 'unproven_balance' | 'sum' | 'count';

/** A row of the file that is compared with nothing, and stays open. */
export interface UnreadRow {
  readonly line: number;
  readonly key: string;
  readonly flaw: UnreadFlaw;
  readonly text: string;
  readonly day: string | undefined;
  /** A sum that the file states, and what its rows come to. */
  readonly stated?: Centavos | undefined;
  readonly expected?: Centavos | undefined;
}

/** A line of the file that moves no money. */
export interface LeftOutRow {
  readonly line: number;
  readonly form: 'balance' | 'total' | 'heading' | 'remark';
  readonly day: string | undefined;
  readonly amount: Centavos | undefined;
  readonly text: string;
}

/**
 * What a person decided. `match`: these are the same transfer, and their amounts must agree. `accept`: this is expected as
 * it is.
 */
export type DecisionWord = 'match' | 'accept';

export interface Decision {
  readonly here: string | null;
  readonly there: string | null;
  readonly word: DecisionWord;
  readonly note: string;
  readonly line: number;
}

type DecisionFlaw = 'word' | 'sides' | 'repeated' | 'sums';

/** A decision that cannot be applied. */
export interface DecisionProblem {
  readonly line: number;
  readonly flaw: DecisionFlaw;
}
