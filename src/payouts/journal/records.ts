import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { Payout } from '../payout.ts';
import { OPEN_STATES, OTHER_MARK, UNPAID_STATES, type PayoutState, DENIED_STATES } from '../payout-state.ts';
import type { CreatedWithdrawal, Withdrawal, WithdrawalDetails } from '../../client/answers.ts';
import type { payoutRecordOf, runRecordOf, withdrawalFactsOf } from './journal-rows.ts';

/** A stored run. Times are milliseconds since the epoch. */
export type RunRecord = Readonly<ReturnType<typeof runRecordOf>>;

/** The settings of a run when it is staged. */
export type RunFacts = Pick<
  RunRecord,
  'source' | 'origin' | 'account' | 'coverFee' | 'usesMarks' | 'resendsProvenAbsent' | 'compared'
>;

export type ComparedWith = Readonly<RunRecord['compared']>;

/** A stored payout. Times are milliseconds since the epoch by this machine's clock. */
export type PayoutRecord = Payout & Readonly<Omit<ReturnType<typeof payoutRecordOf>, keyof Payout>>;

export type WithdrawalFacts = Readonly<ReturnType<typeof withdrawalFactsOf>>;

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
  return factsOf({ id, status, value, fee: metadata?.fee ?? null, sent: metadata?.sent ?? null, createdAt });
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

/** Whether a payout counts as sent by a withdrawal with another mark, and no person has said that it was. */
export function hasOtherMark({ state, code }: Pick<PayoutRecord, 'state' | 'code'>): boolean {
  return code === OTHER_MARK && (state === 'paid' || state === 'accepted');
}

/** One of each. */
export function byName<Name extends string, One>(names: readonly Name[], oneOf: (name: Name) => One) {
  return Object.fromEntries(names.map((name) => [name, oneOf(name)])) as Readonly<Record<Name, One>>;
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
