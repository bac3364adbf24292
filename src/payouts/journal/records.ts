import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { CsvForm } from '../files/batch-summary.ts';
import type { Payout } from '../payout.ts';
import { OPEN_STATES, UNPAID_STATES, type PayoutState, DENIED_STATES } from '../payout-state.ts';
import type { CreatedWithdrawal, Withdrawal, WithdrawalDetails } from '../../client/answers.ts';

/** The settings of a run when it is staged. */
export interface RunFacts {
  /** The source of the rows: a file's name, `-`, or the command. */
  readonly source: string;
  /** Scheme, host and port of the service: a run is never resumed at another. */
  readonly origin: string;
  /** The account's number in the journal. */
  readonly account: number;
  /** Fees are added on top of the amounts: of rows that do not say whether. Each payout has its own. */
  readonly coverFee: boolean;
  /** Withdrawals have a mark in their description, by which they are found. */
  readonly usesMarks: boolean;
  /** A payout that is proven absent is sent again instead of being put on hold. */
  readonly resendsProvenAbsent: boolean;
  readonly compared: ComparedWith;
}

/** The newest withdrawals with which rows were compared: what is not among them was made since. */
export interface ComparedWith {
  /** When they were asked for, by the clock that is behind: ours or the service's. Milliseconds since the epoch. */
  readonly at: number;
  /** The newest, and those of others from the time for which a list may be old. Null where no key may read them. */
  readonly ids: readonly string[] | null;
}

/** A stored run. Times are milliseconds since the epoch. */
export interface RunRecord extends Required<RunFacts> {
  /** Such as `r-20261121-k7m2`. */
  readonly id: string;
  /** The digest of the canonical rows, `sha256:…`. */
  readonly digest: string;
  /** From 1: the number of this run among those of the same payouts. Each but the first was requested explicitly. */
  readonly round: number;
  readonly payouts: number;
  readonly amountCentavos: Centavos;
  readonly createdAt: number;
  /** Null: only staged; it is removed without an approval. */
  readonly approvedAt: number | null;
  /** The day in Brasília, such as `2026-12-05`, before which nothing of it is sent. Null: it was sent at once. */
  readonly dueOn: string | null;
  /** Of the file that was read, where it was a CSV. */
  readonly csv: CsvForm | null;
}

export interface WithdrawalFacts {
  readonly id: string;
  readonly status: string | null;
  readonly valueCentavos: Centavos | null;
  readonly feeCentavos: Centavos | null;
  readonly sentCentavos: Centavos | null;
  /** When it was created, by the service's clock, milliseconds since the epoch. */
  readonly createdAt: number | null;
  /** When it became final, likewise. */
  readonly finalAt: number | null;
  readonly failureReason: string | null;
}

/** A stored payout. Times are milliseconds since the epoch by this machine's clock. */
export interface PayoutRecord extends Payout {
  readonly runId: string;
  readonly state: PayoutState;
  /** How often its request was about to be sent. */
  readonly attempt: number;
  readonly mark: string | null;
  /** When the intent of the last attempt became durable. */
  readonly intendedAt: number | null;
  /** After this time, no process of ours could send that request any more. */
  readonly endedAt: number | null;
  /**
   * When a request was refused after it was sent: an earlier copy of it may have been processed nevertheless. Null once
   * that is excluded.
   */
  readonly refusedAt: number | null;
  /** A time that certainly passed on the service's clock before the last attempt; null if unknown. */
  readonly servedBefore: number | null;
  /** The withdrawal that the service named in its last answer to a request, and that was not believed to be its own. */
  readonly answeredId: string | null;
  /** The withdrawal that it claims. */
  readonly withdrawal: WithdrawalFacts | null;
  /** Another withdrawal with a mark of this payout: it was paid twice, or the description was copied. */
  readonly secondWithdrawalId: string | null;
  /**
   * When the list was last read for copies while it was reported as unpaid; null: never since. By this machine's clock.
   */
  readonly soughtAt: number | null;
  /** The reason for its state: the service's code, or ours. */
  readonly code: string | null;
  /** The reason in words, mostly the service's. */
  readonly reason: string | null;
  /** The person who decided, if one did. */
  readonly resolvedBy: string | null;
  readonly changedAt: number;
}

/** The number and the sum of a run's payouts in a state. */
export interface StateTally {
  readonly payouts: number;
  readonly amountCentavos: Centavos;
}
export type RunTally = Readonly<Record<PayoutState, StateTally>>;

export interface PayoutKey {
  readonly runId: string;
  readonly row: number;
}

/** The facts that the journal stores of a withdrawal that was created or looked up. */
export function factsOf(withdrawal: CreatedWithdrawal | WithdrawalDetails): WithdrawalFacts {
  const { id, status, value, fee, sent, createdAt, completedAt, failedAt, failureReason } = withdrawal;
  return {
    id,
    status: status ?? null,
    valueCentavos: value,
    feeCentavos: fee,
    sentCentavos: sent,
    createdAt: epochMsOf(createdAt),
    finalAt: epochMsOf(completedAt) ?? epochMsOf(failedAt),
    failureReason: failureReason ?? null,
  };
}

/** The facts of a row of the list, which contains fewer. */
export function factsOfRow({ id, status, value, metadata, createdAt }: Withdrawal): WithdrawalFacts {
  return {
    id,
    status: status ?? null,
    valueCentavos: value,
    feeCentavos: metadata?.fee ?? null,
    sentCentavos: metadata?.sent ?? null,
    createdAt: epochMsOf(createdAt),
    finalAt: null,
    failureReason: null,
  };
}

/** Null for an invalid time. */
export function epochMsOf(time: string | null | undefined): number | null {
  const epochMs = Date.parse(time ?? '');
  return Number.isNaN(epochMs) ? null : epochMs;
}

/** Groups of states, by what you have to do about them. */
export const STATE_GROUP_NAMES = ['paid', 'pending', 'notPaid', 'notSent', 'duplicate', 'open'] as const;
export type StateGroup = (typeof STATE_GROUP_NAMES)[number];
export const STATE_GROUPS: Readonly<Record<StateGroup, readonly PayoutState[]>> = {
  paid: ['paid', 'resolved_paid'],
  pending: ['accepted'],
  notPaid: UNPAID_STATES,
  notSent: ['planned'],
  duplicate: ['duplicate'],
  open: OPEN_STATES,
};

/** Whether a payout was paid, by the service's word or a person's. */
export function isPaid({ state }: { readonly state: PayoutState }): boolean {
  return STATE_GROUPS.paid.includes(state);
}

export function groupTally(tally: RunTally, group: StateGroup): StateTally {
  return sumOfTallies(STATE_GROUPS[group].map((state) => tally[state]));
}

export function sumOfTallies(tallies: readonly StateTally[]): StateTally {
  return {
    payouts: tallies.reduce((sum, { payouts }) => sum + payouts, 0),
    amountCentavos: sumCentavos(centavos(0), ...tallies.map(({ amountCentavos }) => amountCentavos)),
  };
}

/** What is reported of a payout beside its row. Times are milliseconds since the epoch. */
export function reportOf({ withdrawal, reason }: PayoutRecord) {
  // All of what FAILED was returned.
  const moved = withdrawal?.status === 'FAILED' ? null : withdrawal;
  return {
    withdrawalId: withdrawal?.id ?? null,
    /** The total debited. */
    valueCentavos: moved?.valueCentavos ?? null,
    feeCentavos: moved?.feeCentavos ?? null,
    sentCentavos: moved?.sentCentavos ?? null,
    /** Why it was not paid, or is unconfirmed. */
    reason: withdrawal?.failureReason ?? reason,
    /** When the withdrawal became final, or else was created, by the service's clock. Null without a withdrawal. */
    withdrawalAt: withdrawal?.finalAt ?? withdrawal?.createdAt ?? null,
  };
}

/**
 * The payouts that were certainly not paid and that their run will not send any more: only these may be put into another
 * file. It excludes planned ones, which `resume` sends, those whose withdrawal failed while another has their mark, and
 * those for which no copy was looked for yet.
 */
export function* unpaidPayouts(
  journal: { payouts: (runId: string, filter: { states: readonly PayoutState[] }) => Iterable<PayoutRecord> },
  runId: string,
): Generator<PayoutRecord, void, undefined> {
  for (const payout of journal.payouts(runId, { states: UNPAID_STATES })) if (isCertainlyUnpaid(payout)) yield payout;
}

/** Whether a payout is one of {@link unpaidPayouts}. */
export function isCertainlyUnpaid(payout: PayoutRecord): boolean {
  return UNPAID_STATES.includes(payout.state) && payout.secondWithdrawalId === null && !isUnsought(payout);
}

/** Whether the service reported it as not paid, and no list was read since. */
export function isUnsought({ state, soughtAt }: PayoutRecord): boolean {
  return DENIED_STATES.includes(state) && soughtAt === null;
}
