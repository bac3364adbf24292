import type { Centavos } from '../../pix/centavos.ts';
import type { Payout } from '../payout.ts';
import type { PayoutState } from '../payout-state.ts';

/** What a run is told when it is staged. */
export interface RunFacts {
  /** Where the rows came from: a file's name, `-`, or the command. */
  readonly source: string;
  /** Scheme, host and port of the service: a run never goes on at another. */
  readonly origin: string;
  /** Of the journal: whose money it is. */
  readonly account: number;
  /** Fees are added on top of the amounts: of rows that do not say whether. Each payout has its own. */
  readonly coverFee: boolean;
  /** Withdrawals carry a mark in their description, by which they are found again. */
  readonly usesMarks: boolean;
  /** A payout that is proven absent is sent again, not held for a person. */
  readonly resendsProvenAbsent: boolean;
}

/** A run as the journal has it. Times are milliseconds since the epoch. */
export interface RunRecord extends RunFacts {
  /** Such as `r-20261121-k7m2`. */
  readonly id: string;
  /** Of the canonical rows, `sha256:…`. */
  readonly digest: string;
  /** From 1: how many runs of the same payouts there are with this one. Each but the first was asked for expressly. */
  readonly round: number;
  readonly payouts: number;
  readonly amountCentavos: Centavos;
  readonly createdAt: number;
  /** Null: only staged, and removed without an approval. */
  readonly approvedAt: number | null;
}

/** A withdrawal, as far as it is known. */
export interface WithdrawalFacts {
  readonly id: string;
  readonly status: string | null;
  readonly valueCentavos: Centavos | null;
  readonly feeCentavos: Centavos | null;
  readonly sentCentavos: Centavos | null;
  /** When the service says that it was created, milliseconds since the epoch by its clock. */
  readonly createdAt: number | null;
  /** When it became final, likewise. */
  readonly finalAt: number | null;
  readonly failureReason: string | null;
}

/** A payout as the journal has it. Times are milliseconds since the epoch by the clock of this machine. */
export interface PayoutRecord extends Payout {
  readonly runId: string;
  readonly state: PayoutState;
  /** How often its request was about to be sent. */
  readonly attempt: number;
  /** Of the last attempt. */
  readonly mark: string | null;
  /** When the intent of the last attempt became durable. */
  readonly intendedAt: number | null;
  /** After this moment no process of ours could send that request any more. */
  readonly endedAt: number | null;
  /**
   * When a request of it had left and was refused: an earlier copy of it may have been carried out all the same. Null once
   * that is proven not to be so.
   */
  readonly refusedAt: number | null;
  /** A moment by the service's clock that surely lies before the last attempt; null: none is known. */
  readonly servedBefore: number | null;
  /** The one that it claims. */
  readonly withdrawal: WithdrawalFacts | null;
  /** Another withdrawal with a mark of this payout: it was paid twice, or the description was copied. */
  readonly secondWithdrawalId: string | null;
  /**
   * When the list was last read for copies of it while it was said to be unpaid; null: never since. By the clock of this
   * machine.
   */
  readonly soughtAt: number | null;
  /** Why it stands where it stands: the service's code, or ours. */
  readonly code: string | null;
  /** The same in words, mostly the service's. */
  readonly reason: string | null;
  /** Who decided, when a person did. */
  readonly resolvedBy: string | null;
  readonly changedAt: number;
}

/** How many payouts of a run are in a state, and what they amount to. */
export interface StateTally {
  readonly payouts: number;
  readonly amountCentavos: Centavos;
}
export type RunTally = Readonly<Record<PayoutState, StateTally>>;

/** By this a payout is found. */
export interface PayoutKey {
  readonly runId: string;
  readonly row: number;
}
