import type { PixError } from '../../client/errors.ts';
import type { Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';
import type { RunEvent, RunSummary, StopReason } from '../engine/run-events.ts';
import {
  byName,
  groupTally,
  type PayoutRecord,
  STATE_GROUP_NAMES,
  type StateTally,
  reportOf,
} from '../journal/records.ts';
import type { PayoutState } from '../payout-state.ts';

/** A row of a run, and what became of it. Amounts are integer centavos, times ISO 8601 in UTC. */
export interface PayoutRow {
  /** The run, such as `r-20261121-k7m2`. */
  readonly runId: string;
  /** Its number in the file: data rows count from 1. */
  readonly row: number;
  /** The payer's own name for the payment; undefined for a row without one. */
  readonly reference: string | undefined;
  /** The name of the recipient, as the row has it. */
  readonly name: string | undefined;
  /** The recipient's Pix key, in canonical form. */
  readonly pixKey: string;
  /** The type of that key. */
  readonly pixKeyType: PixKeyType;
  /** The amount of the row, in centavos. */
  readonly amountCentavos: Centavos;
  /** What is known of the payment. */
  readonly state: PayoutState;
  /** The id of its withdrawal; undefined without one. */
  readonly withdrawalId: string | undefined;
  /** The fee of the withdrawal, in centavos; undefined where the service has not reported it, or has returned it. */
  readonly feeCentavos: Centavos | undefined;
  /** What the recipient receives, in centavos; undefined where the service has not reported it, or has returned it. */
  readonly sentCentavos: Centavos | undefined;
  /** The reason for the state: the service's code, or one of pix. */
  readonly code: string | undefined;
  /** The reason in words, mostly the service's. */
  readonly reason: string | undefined;
  /** Another withdrawal with the mark of this row: money may have been sent twice. */
  readonly secondWithdrawalId: string | undefined;
  /** When the journal stored the state: ISO 8601, UTC. */
  readonly changedAt: string;
}

/** Some payments of a run. */
export interface PaymentTally {
  /** How many. */
  readonly payments: number;
  /** The sum of their amounts, in centavos. */
  readonly sumCentavos: Centavos;
}

/** A run, as the journal has it. */
export interface PayoutRun {
  /** Such as `r-20261121-k7m2`. */
  readonly id: string;
  /** The digest of its rows: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** What its rows came from: the name of a file, or what the script has said. */
  readonly source: string;
  /** When it was staged: ISO 8601, UTC. */
  readonly createdAt: string;
  /** The day in Brasília, such as `2026-12-05`, before which nothing of it is sent; undefined without one. */
  readonly dueOn: string | undefined;
  /** All rows. */
  readonly all: PaymentTally;
  /** Paid, by the service's word or a person's. */
  readonly paid: PaymentTally;
  /** Accepted by the service, and not final yet. */
  readonly pending: PaymentTally;
  /** Certainly not paid, and not sent again by this run. */
  readonly notPaid: PaymentTally;
  /** Not sent yet: `resume` sends them. */
  readonly notSent: PaymentTally;
  /** Not sent because another payment has their reference. */
  readonly duplicate: PaymentTally;
  /** Money may have moved without a confirmation: never pay them in another way before that is known. */
  readonly open: PaymentTally;
}

/**
 * What became of a run, the gravest first.
 *
 * - `paid_twice`: money may have been sent twice
 * - `outcome_unknown`: money may have moved without a confirmation; `resume` looks again, `resolve` decides
 * - `interrupted`: the signal stopped it
 * - `stopped`: nothing was sent, see `stop`
 * - `partly_paid`: some rows were not paid
 * - `not_followed`: everything was sent, and the end of some is not known, although it was waited for
 * - `paid`: every row is paid, by this run or another one; without `waits`, or accepted by the service
 */
export type PayoutOutcome =
  'paid_twice' | 'outcome_unknown' | 'interrupted' | 'stopped' | 'partly_paid' | 'not_followed' | 'paid';

/** How a run stands after work on it has ended. */
export interface PayoutResult {
  /** What became of it, in one word. */
  readonly outcome: PayoutOutcome;
  /** The run with its rows by what is known of them. */
  readonly run: PayoutRun;
  /** Why sending has stopped before all rows were sent; undefined if it has not. */
  readonly stop: StopReason | undefined;
  /** The error behind that, or the one that ended the call while payments had no confirmation. */
  readonly error: Error | undefined;
}

/** The progress of a run. Amounts are integer centavos, durations milliseconds. */
export type PayoutEvent =
  | PayoutChangedEvent
  | PayoutWaitingEvent
  | PayoutStoppedEvent
  | PayoutsLookingEvent
  | LookFailedEvent
  | SecondWithdrawalEvent
  | OtherMarkEvent;

/** A row has changed its state; the change is on the disk. */
export interface PayoutChangedEvent {
  /** Always `changed`. */
  readonly type: 'changed';
  /** The row in its new state. */
  readonly payout: PayoutRow;
}

/** Sending pauses. */
export interface PayoutWaitingEvent {
  /** Always `waiting`. */
  readonly type: 'waiting';
  /** Why: no network, too many requests, or a service that allows one withdrawal at a time. */
  readonly reason: 'network' | 'rate_limit' | 'one_at_a_time';
  /** For how long, in milliseconds. */
  readonly waitMs: number;
}

/** Sending has stopped. */
export interface PayoutStoppedEvent {
  /** Always `stopped`. */
  readonly type: 'stopped';
  /** Why. */
  readonly reason: StopReason;
  /** The error that stopped it; undefined if there is none. */
  readonly error: PixError | undefined;
}

/** Lost responses are looked for. */
export interface PayoutsLookingEvent {
  /** Always `looking`. */
  readonly type: 'looking';
  /** How many rows are looked for. */
  readonly payments: number;
  /** When their absence can be proven, or looking ends, at the latest: ISO 8601, UTC. */
  readonly until: string;
}

/** A look for lost responses has failed; it is repeated. */
export interface LookFailedEvent {
  /** Always `look_failed`. */
  readonly type: 'look_failed';
  /** Why. */
  readonly error: PixError;
}

/** A withdrawal has the mark of a row that claims another one, or its key and amount: money may have been sent twice. */
export interface SecondWithdrawalEvent {
  /** Always `second_withdrawal`. */
  readonly type: 'second_withdrawal';
  /** The row. */
  readonly payout: PayoutRow;
  /** The id of the second withdrawal. */
  readonly withdrawalId: string;
}

/** The withdrawal that a row claims has another mark: it may not belong to the row. */
export interface OtherMarkEvent {
  /** Always `other_mark`. */
  readonly type: 'other_mark';
  /** The row. */
  readonly payout: PayoutRow;
  /** The id of that withdrawal. */
  readonly withdrawalId: string;
}

export function payoutRowOf(payout: PayoutRecord): PayoutRow {
  const { runId, row, reference, name, pixKey, pixKeyType, amountCentavos, state, code, secondWithdrawalId } = payout;
  const report = reportOf(payout);
  return {
    ...{ runId, row, reference, name, pixKey, pixKeyType, amountCentavos, state },
    withdrawalId: report.withdrawalId ?? undefined,
    feeCentavos: report.feeCentavos ?? undefined,
    sentCentavos: report.sentCentavos ?? undefined,
    code: code ?? undefined,
    reason: report.reason ?? undefined,
    secondWithdrawalId: secondWithdrawalId ?? undefined,
    changedAt: isoTime(payout.changedAt),
  };
}

export function payoutRunOf({ run, tally }: Pick<RunSummary, 'run' | 'tally'>): PayoutRun {
  return {
    id: run.id,
    digest: run.digest,
    source: run.source,
    createdAt: isoTime(run.createdAt),
    dueOn: run.dueOn ?? undefined,
    all: tallyOf(run),
    ...byName(STATE_GROUP_NAMES, (group) => tallyOf(groupTally(tally, group))),
  };
}

/** @param nowMs milliseconds since the epoch */
export function payoutEventOf(event: RunEvent, nowMs: number): PayoutEvent {
  switch (event.type) {
    case 'changed':
      return { type: 'changed', payout: payoutRowOf(event.payout) };
    case 'stopped':
      return { type: 'stopped', reason: event.stop.reason, error: event.stop.error };
    case 'looking':
      return { type: 'looking', payments: event.payouts, until: isoTime(nowMs + event.untilMs) };
    case 'second_withdrawal':
    case 'other_mark':
      return { ...event, payout: payoutRowOf(event.payout) };
    case 'waiting':
    case 'look_failed':
      return event;
  }
}

export function tallyOf({ payouts, amountCentavos }: StateTally): PaymentTally {
  return { payments: payouts, sumCentavos: amountCentavos };
}

const isoTime = (epochMs: number) => new Date(epochMs).toISOString();
