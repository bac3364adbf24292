import type { Withdrawal } from '../../client/answers.ts';
import type { Journal } from '../journal/journal.ts';
import { isCandidate, mayBe, NODE_CLOCKS_APART_MS } from './look.ts';
import { lookRules } from './look-rules.ts';
import { markIn } from './mark.ts';
import { isOpen } from '../payout-state.ts';
import { absentFromOf } from './reconcile.ts';
import type { PayoutRecord } from '../journal/records.ts';
import { epochMsOf } from './withdrawal-facts.ts';

/**
 * The maximum time between a payout's request and the creation of its withdrawal, for all possible clocks, with a
 * margin.
 */
const REACH_MS = 2 * NODE_CLOCKS_APART_MS;

/**
 * Puts payouts on hold that the service reported as not paid, and that may have been paid nevertheless. A FAILED
 * withdrawal, or a refused request, proves nothing about another withdrawal that a gateway may have caused with the
 * same request: one with the same key and amount, at a possible time, that no payout claims may be that, whatever its
 * description.
 *
 * @returns the payouts that are newly on hold
 */
export function putCopiedOnHold(
  rows: readonly Withdrawal[],
  journal: Journal,
  account: number,
): readonly PayoutRecord[] {
  const standing = rows.filter(({ status }) => status !== 'FAILED');
  if (standing.length === 0) return [];
  storePaidAfterAll(standing, journal);
  const oldestMs = Math.min(...standing.map(({ createdAt }) => epochMsOf(createdAt) ?? 0));
  const copied = journal.deniedSince(account, oldestMs - REACH_MS).flatMap((payout) => {
    const copies = copiesOf(payout, standing, journal);
    return copies.length > rivalsOf(payout, copies, journal, account) ? [{ payout, copies }] : [];
  });
  return journal.transaction(() =>
    copied.flatMap(({ payout, copies }) => {
      const isOnHold = journal.putOnHold(
        payout,
        copies.map(({ id }) => id),
      );
      return isOnHold ? [journal.payout(payout)] : [];
    }),
  );
}

function copiesOf(payout: PayoutRecord, rows: readonly Withdrawal[], journal: Journal): readonly Withdrawal[] {
  const latestMs = latestCreationOf(payout);
  const sought = { payout, marks: journal.marksOf(payout) };
  const rules = lookRules(journal);
  return rows.filter((row) => (epochMsOf(row.createdAt) ?? 0) <= latestMs && isCandidate(row, sought, rules));
}

/** No copy of its request was processed later, whichever server has dated it. */
function latestCreationOf(payout: PayoutRecord): number {
  const { servedBefore, intendedAt, changedAt } = payout;
  const latestMs = absentFromOf(payout, changedAt);
  const aheadMs = servedBefore === null || intendedAt === null ? 0 : Math.max(0, servedBefore - intendedAt);
  return latestMs + aheadMs + NODE_CLOCKS_APART_MS;
}

/** Payouts of its amount that may own as many of the withdrawals, and are being looked for. */
function rivalsOf(payout: PayoutRecord, copies: readonly Withdrawal[], journal: Journal, account: number): number {
  const mayOwn = (rival: PayoutRecord) => copies.some((row) => mayBe(row, rival));
  return journal.alike(payout, account).filter((rival) => rival.withdrawal === null && isOpen(rival) && mayOwn(rival))
    .length;
}

/** Payouts decided to be unpaid that have a withdrawal with their mark: their references are taken again. */
function storePaidAfterAll(rows: readonly Withdrawal[], journal: Journal): void {
  for (const row of rows) {
    const payout = journal.payoutOfMark(markIn(row.description) ?? '');
    if (payout?.state !== 'resolved_unpaid' || payout.secondWithdrawalId !== null) continue;
    const isIts = mayBe(row, payout);
    if (isIts && journal.claimantOf(row.id) === undefined) journal.storeSecond(payout, row.id);
  }
}
