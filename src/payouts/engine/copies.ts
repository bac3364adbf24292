import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { Journal } from '../journal/journal.ts';
import {
  earliestCreationOfAll,
  isCandidate,
  lookRules,
  mayBe,
  mayBeDespiteFee,
  NODE_CLOCKS_APART_MS,
  type LookRules,
} from './look.ts';
import { RowsByKey } from '../../pix/pix-key.ts';
import { markIn } from '../rules/mark.ts';
import { comparedAt, readNewestSince, type NewestPage } from '../accounts/newest-page.ts';
import { CACHE_LIFE_MS, isOpen, LATELY_MS, UNPAID_STATES } from '../payout-state.ts';
import { absentFromOf } from './reconcile.ts';
import { sentAtOf } from '../rules/duplicates/sent-payment.ts';
import { epochMsOf, factsOfRow, isPaid, type PayoutRecord, type RunRecord } from '../journal/records.ts';
import type { RunContext } from './run-events.ts';

/**
 * The maximum time between a payout's request and the creation of its withdrawal, for all possible clocks, with a
 * margin.
 */
const REACH_MS = 2 * NODE_CLOCKS_APART_MS;

/** Maximum number of withdrawals read for it. */
const ROWS_MAXIMUM = 20_000;

/**
 * Looks for copies of payouts of an account that were reported as not paid: no other payment like them may be planned
 * before. Usually the run that sent them has looked; a run that was killed, or a list that was too old, leaves it to the
 * next command.
 *
 * @param account its number in the journal
 * @param newest tells the service's time
 * @throws {PixError} when the list cannot be read
 */
export async function lookForCopies(
  { journal, client, clock }: { journal: Journal; client: Pick<PixClient, 'withdraws'>; clock: Clock },
  account: number,
  newest: Pick<NewestPage, 'answeredAt'>,
): Promise<void> {
  const askedAt = clock.epochMs();
  // As long as a payment like it counts as a repetition.
  const unsought = journal
    .unsoughtSince(account, comparedAt(newest, clock) - LATELY_MS)
    .filter((payout) => isToSeek(payout, askedAt));
  if (unsought.length === 0) return;
  const sinceMs = earliestCreationOfAll(unsought);
  const reading = { client, rowsMaximum: ROWS_MAXIMUM, known: withdrawalsOf(unsought) };
  const { rows, isRead, error } = await readNewestSince(sinceMs, reading);
  if (error !== undefined) throw error;
  journal.transaction(() => {
    if (isRead) journal.steps.storeSought(soughtIn(rows, unsought, askedAt), askedAt);
    putCopiedOnHold(rows, journal, account, askedAt);
  });
}

export function withdrawalsOf(payouts: readonly PayoutRecord[]): readonly string[] {
  return payouts.flatMap(({ withdrawal }) => withdrawal?.id ?? []);
}

/** Whether a payout reported as not paid was not looked for since, or only while a copy could still be processed. */
export function isToSeek(payout: PayoutRecord, at: number): boolean {
  const { soughtAt } = payout;
  const absentFrom = absentFromOf(payout, at);
  return soughtAt === null || (soughtAt < absentFrom && absentFrom <= at);
}

/**
 * Payouts whose copies these rows would contain. A list that still lacks a failed withdrawal may lack its copies, too,
 * until every list is newer than both.
 *
 * @param at when the rows were requested
 */
export function soughtIn(
  rows: readonly Withdrawal[],
  payouts: readonly PayoutRecord[],
  at: number,
): readonly PayoutRecord[] {
  const ids = new Set(rows.map(({ id }) => id));
  const isShown = ({ withdrawal }: PayoutRecord) => withdrawal === null || ids.has(withdrawal.id);
  return payouts.filter((payout) => isShown(payout) || absentFromOf(payout, at) <= at);
}

/**
 * Puts payouts on hold that the service reported as not paid, and that may have been paid nevertheless. A FAILED
 * withdrawal, or a refused request, proves nothing about another withdrawal that a gateway may have caused with the
 * same request: one with the same key and amount, at a possible time, that no payout claims may be that, whatever its
 * description. And a withdrawal that was FAILED may stand now.
 *
 * If another payout, which is being looked for or has the same reference, may own a copy as well, it is to be looked
 * for again: that payout may be decided to be unpaid. So call this after what was looked for is stored.
 *
 * @param askedAt when the rows were requested
 * @returns the payouts that are newly on hold
 */
export function putCopiedOnHold(
  rows: readonly Withdrawal[],
  journal: Journal,
  account: number,
  askedAt: number,
): readonly PayoutRecord[] {
  const standing = rows.filter(({ status }) => status !== 'FAILED');
  if (standing.length === 0) return [];
  storePaidAfterAll(standing, journal);
  const found = findCopied(standing, journal, account, askedAt);
  const onHold: PayoutRecord[] = [];
  journal.transaction(() => {
    for (const { payout, copies, own, isCopied } of found) {
      const ids = copies.map(({ id }) => id);
      if (isCopied && journal.steps.putOnHold(payout, ids)) onHold.push(journal.payout(payout));
      // Another payout has paid its reference since: then both have.
      else if (own !== undefined) journal.steps.storeSecond(payout, own.id);
      else if (!isHeldByPaid(payout, journal)) journal.steps.storeSought([payout], null);
    }
  });
  return onHold;
}

/** A payout that was reported as not paid, and the withdrawals that may be copies of its request. */
interface Copied {
  readonly payout: PayoutRecord;
  readonly copies: readonly Withdrawal[];
  /** Its own withdrawal, which was FAILED and stands now: the only one of these then. */
  readonly own: Withdrawal | undefined;
  /** Whether there are more of them than other payouts may own. */
  readonly isCopied: boolean;
}

function findCopied(
  standing: readonly Withdrawal[],
  journal: Journal,
  account: number,
  askedAt: number,
): readonly Copied[] {
  const times = standing.map(({ createdAt }) => epochMsOf(createdAt) ?? 0);
  const newestMs = times.reduce((one, other) => Math.max(one, other));
  const behindMs = clockBehindMs(newestMs, askedAt);
  const sinceMs = times.reduce((one, other) => Math.min(one, other)) - REACH_MS - behindMs;
  const byId = new Map(standing.map((row) => [row.id, row]));
  const byKey = new RowsByKey(standing);
  const rules = rememberedRules(journal);
  return journal.deniedSince(account, sinceMs).flatMap((payout): Copied[] => {
    // A list may be too old to contradict the failure.
    const mayContradict = askedAt - payout.changedAt > CACHE_LIFE_MS;
    const own = mayContradict ? byId.get(payout.withdrawal?.id ?? '') : undefined;
    if (own !== undefined) return [{ payout, copies: [own], own, isCopied: true }];
    const copies = copiesOf(payout, byKey.of(payout), { journal, rules, behindMs });
    if (copies.length === 0) return [];
    return [{ payout, copies, own, isCopied: copies.length > rivalsOf(payout, copies, journal, account) }];
  });
}

/** Nothing will be decided about its reference any more: to look again for a copy of it would never end. */
function isHeldByPaid(payout: PayoutRecord, journal: Journal): boolean {
  const holder = journal.holderOfPayout(payout);
  return holder !== undefined && (isPaid(holder) || holder.secondWithdrawalId !== null);
}

/** How far our clock is behind, if it is: what was sent by it then would seem too old for a copy of it. */
function clockBehindMs(newestMs: number, askedAt: number): number {
  return newestMs - askedAt > REACH_MS ? newestMs - askedAt : 0;
}

/** Asks the journal once about each row, however many payouts it may be a copy of. */
function rememberedRules(journal: Journal): LookRules {
  const rules = lookRules(journal);
  const claimed = new Map<string, boolean>();
  const isClaimed = (id: string) => {
    const known = claimed.get(id) ?? rules.isClaimed(id);
    claimed.set(id, known);
    return known;
  };
  return { ...rules, isClaimed };
}

function copiesOf(
  payout: PayoutRecord,
  rows: readonly Withdrawal[],
  { journal, rules, behindMs }: { readonly journal: Journal; readonly rules: LookRules; readonly behindMs: number },
): readonly Withdrawal[] {
  if (rows.length === 0) return [];
  const isDatedByService = typeof payout.withdrawal?.createdAt === 'number';
  const latestMs = latestCreationOf(payout) + (isDatedByService ? 0 : behindMs);
  const sought = { payout, marks: journal.marksOf(payout) };
  const isCopy = (row: Withdrawal) => isCandidate(row, sought, rules, mayBeDespiteFee);
  return rows.filter((row) => isCopy(row) && (epochMsOf(row.createdAt) ?? 0) <= latestMs);
}

/** No copy of its request was processed later, whichever server has dated it. */
function latestCreationOf(payout: PayoutRecord): number {
  const { servedBefore, intendedAt, changedAt, withdrawal } = payout;
  const latestMs = absentFromOf(payout, changedAt);
  // On an account at rest, what the service showed before the request is old; the time of its own withdrawal is not.
  const servedAt = Math.max(servedBefore ?? -Infinity, withdrawal?.createdAt ?? -Infinity);
  const aheadMs = Math.max(0, servedAt - (intendedAt ?? Infinity));
  return latestMs + aheadMs + NODE_CLOCKS_APART_MS;
}

/** Payouts of its amount that may own as many of the withdrawals, and are being looked for. */
function rivalsOf(payout: PayoutRecord, copies: readonly Withdrawal[], journal: Journal, account: number): number {
  const mayOwn = (rival: PayoutRecord) =>
    copies.some((row) => mayBe(row, rival) && !journal.wasSeenBefore(row.id, rival));
  return journal.alike(payout, account).filter((rival) => isToDecide(rival) && mayOwn(rival)).length;
}

/** One that counts as unpaid and has a second withdrawal is open, too, but nothing is decided about it any more. */
export function isToDecide(rival: PayoutRecord): boolean {
  return rival.withdrawal === null && isOpen(rival) && !UNPAID_STATES.includes(rival.state);
}

/** Payouts decided to be unpaid that have a withdrawal with their mark: their references are taken again. */
function storePaidAfterAll(rows: readonly Withdrawal[], journal: Journal): void {
  for (const row of rows) {
    const payout = journal.payoutOfMark(markIn(row.description) ?? '');
    if (payout?.state !== 'resolved_unpaid' || payout.secondWithdrawalId !== null) continue;
    const isIts = mayBeDespiteFee(row, payout);
    if (isIts && journal.claimantOf(row.id) === undefined) journal.steps.storeSecond(payout, row.id);
  }
}

/** Maximum number of withdrawals read that others have made in the meantime, or shortly before. */
const ROWS_OF_OTHERS_MAXIMUM = 1_000;

export function rowsMaximumOf({ payouts }: Pick<RunRecord, 'payouts'>): number {
  return 2 * payouts + ROWS_OF_OTHERS_MAXIMUM;
}

/**
 * Stores that withdrawals have failed that were COMPLETED before, or that a person has named: their payouts are not paid.
 *
 * @returns those payouts
 */
export function storeReturned(rows: readonly Withdrawal[], journal: Journal): readonly PayoutRecord[] {
  const failed = rows.filter(({ status }) => status === 'FAILED');
  if (failed.length === 0) return [];
  return journal.transaction(() =>
    failed.flatMap((row) => {
      const payout = journal.claimantOf(row.id);
      if (payout === undefined || !isPaid(payout) || payout.withdrawal?.id !== row.id) return [];
      const withdrawal = factsOfRow(row);
      const { state, code } = payout;
      journal.steps.change(payout, state, { to: 'failed', withdrawal, code, reason: withdrawal.failureReason });
      return [journal.payout(payout)];
    }),
  );
}

/** Reads the list as far back as the final withdrawals of a run. A failure to read it is only reported. */
export async function lookForReturned(context: RunContext): Promise<void> {
  const { journal, run, client, clock, signal, onEvent } = context;
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const payout of journal.payouts(run.id, { states: ['paid', 'failed', 'resolved_paid'] })) {
    sinceMs = Math.min(sinceMs, payout.withdrawal?.createdAt ?? sentAtOf(payout) - NODE_CLOCKS_APART_MS);
  }
  if (sinceMs === Number.POSITIVE_INFINITY) return;
  const rowsMaximum = rowsMaximumOf(run);
  const askedAt = clock.epochMs();
  const { rows, error } = await readNewestSince(sinceMs, { client, rowsMaximum, signal });
  if (error !== undefined) onEvent({ type: 'look_failed', error });
  const reversed = [...storeReturned(rows, journal), ...putCopiedOnHold(rows, journal, run.account, askedAt)];
  for (const payout of reversed) onEvent({ type: 'changed', payout });
}
