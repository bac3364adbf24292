import { PixError } from '../../client/errors.ts';
import type { RunSummary, Stop } from './run-events.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import { groupTally, hasOtherMark, isPaid, sumOfTallies, unpaidPayouts, type StateTally } from '../journal/records.ts';
import { PayoutError, type PayoutErrorCode } from '../payout-error.ts';
import { holderKind, rowsTakenElsewhere, type NotSentRows } from '../rules/duplicates/verdict.ts';

/**
 * Why a run is not simply paid, the gravest reason first.
 *
 * - `paid_twice`: money may have been sent twice
 * - `outcome_unknown`: money may have moved without a confirmation: `refused` rows that are looked up before they are sent
 *   again, rows paid by a withdrawal with an `other_mark`, rows that are `open`, or rows whose reference is open `elsewhere`
 * - `interrupted`: before everything was sent and looked for
 * - `stopped`: nothing was sent
 * - `partly_paid`: some rows were not paid
 * - `not_followed`: everything was sent, and the end of some is not known, although it was waited for
 */
export type RunShortfall =
  | { readonly code: 'paid_twice'; readonly payouts: number }
  | {
      readonly code: 'outcome_unknown';
      readonly why: 'refused' | 'other_mark' | 'open' | 'elsewhere';
      readonly payouts: number;
      readonly runId: string;
    }
  | { readonly code: 'interrupted'; readonly sent: StateTally; readonly pending: number; readonly notSent: number }
  | { readonly code: 'stopped'; readonly stop: Stop }
  | { readonly code: 'partly_paid'; readonly missing: number; readonly all: number; readonly isResumable: boolean }
  | { readonly code: 'not_followed'; readonly payouts: number };

/** @returns undefined when every row is paid, now, earlier or since; pending ones count unless they were waited for */
export function shortfallOf(
  journal: JournalReads,
  { run, tally, alarms, stop }: RunSummary,
  { waits = false, elsewhere = rowsTakenElsewhere(journal, run.id) }: { waits?: boolean; elsewhere?: NotSentRows } = {},
): RunShortfall | undefined {
  const [paid, pending] = [groupTally(tally, 'paid'), groupTally(tally, 'pending')];
  const [notPaid, notSent] = [groupTally(tally, 'notPaid'), groupTally(tally, 'notSent')];
  const open = groupTally(tally, 'open');
  const sent = sumOfTallies([paid, pending]);
  const missing = notPaid.payouts + notSent.payouts + elsewhere.other.length + elsewhere.free;
  const unknown = (why: 'refused' | 'other_mark' | 'open' | 'elsewhere', payouts: number, runId = run.id) =>
    ({ code: 'outcome_unknown', why, payouts, runId }) as const;

  if (alarms > 0) return { code: 'paid_twice', payouts: alarms };
  if (open.payouts > 0) {
    const refused = [...journal.payouts(run.id, { states: ['unknown'], isRefused: true })].length;
    return unknown(open.payouts === refused ? 'refused' : 'open', open.payouts);
  }
  const otherMarks = journal.withOtherMarks(run.id);
  if (otherMarks > 0) return unknown('other_mark', otherMarks);
  const unsure = elsewhere.open.find(({ holder }) => !hasOtherMark(holder)) ?? elsewhere.open[0];
  if (unsure !== undefined) {
    const why = hasOtherMark(unsure.holder) ? 'other_mark' : 'elsewhere';
    return unknown(why, elsewhere.open.length, unsure.holder.runId);
  }
  if (stop?.reason === 'interrupted') {
    return { code: 'interrupted', sent, pending: pending.payouts, notSent: notSent.payouts };
  }
  const isPaidSince = () => stop === undefined && missing === paidSince(journal, run.id);
  if (missing === 0 || isPaidSince()) {
    return waits && pending.payouts > 0 ? { code: 'not_followed', payouts: pending.payouts } : undefined;
  }
  if (sent.payouts === 0 && stop !== undefined) return { code: 'stopped', stop };
  const isResumable = notSent.payouts + elsewhere.free > 0;
  return { code: 'partly_paid', missing, all: sent.payouts + missing, isResumable };
}

/** How many unpaid rows of a run another run has paid since: to the same key, of the same amount, without doubt. */
function paidSince(journal: JournalReads, runId: string): number {
  return Array.from(unpaidPayouts(journal, runId)).filter((payout) => {
    const holder = journal.holderOfPayout(payout);
    if (holder === undefined || hasOtherMark(holder)) return false;
    return isPaid(holder) && holderKind(payout, holder) === 'paid';
  }).length;
}

/** Errors that require a person's action, without another request. */
const NEEDS_A_PERSON: readonly PayoutErrorCode[] = ['account_unclear', 'foreign_journal', 'other_account'];

/** Work on a run has failed while payments of it have no confirmation, now or from earlier. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';
  readonly runId: string;
  readonly open: number;
  readonly failure: PixError | PayoutError;

  constructor(runId: string, open: number, failure: PixError | PayoutError) {
    super(failure.message, { cause: failure });
    this.runId = runId;
    this.open = open;
    this.failure = failure;
  }
}

/**
 * A failure to reach the service must not hide that payouts of a run have no confirmed outcome.
 *
 * @throws {UnconfirmedError} then; otherwise what `work` throws
 */
export async function despiteFailure<Result>(
  journal: Pick<Journal, 'tally'>,
  runId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PixError || error instanceof PayoutError)) throw error;
    if (error instanceof PayoutError && NEEDS_A_PERSON.includes(error.code)) throw error;
    const open = groupTally(journal.tally(runId), 'open').payouts;
    throw open === 0 ? error : new UnconfirmedError(runId, open, error);
  }
}
