import { assert } from './claims.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import { type RunRecord, reportOf } from '../../../src/payouts/journal/records.ts';
import type { Books } from './books.ts';
import type { BookedWithdrawal } from './simulated-wallet.ts';

/** States in which a payout may be left for a person, or for more money. */
const LEFT_OVER: ReadonlySet<PayoutState> = new Set([
  'planned',
  'duplicate',
  'paid',
  'failed',
  'refused',
  'absent',
  'ambiguous',
  'resolved_paid',
  'resolved_unpaid',
]);

/** Each run ends with a look half a day back, and the last run ends soon after the others. */
const LOOKED_BACK_MS = 11 * 3_600_000;

/** Compares the final journal of an account's runs with the service's books. @throws {AssertionError} */
export function judgeRuns(
  journal: Journal,
  runs: readonly RunRecord[],
  books: Books,
  withdrawals: readonly BookedWithdrawal[],
): void {
  const claimed = new Set<string>();
  const repeated = new Set<string>();
  const newestMs = Math.max(...withdrawals.map(({ createdAtMs }) => createdAtMs));
  let claimedCentavos = 0;
  for (const run of runs) {
    const tally = journal.tally(run.id);
    const counted = new Map<PayoutState, number>();
    for (const payout of journal.payouts(run.id)) {
      const name = `${run.id}/${payout.row}`;
      assert.ok(LEFT_OVER.has(payout.state), `${name} is left ${payout.state}`);
      if (payout.secondWithdrawalId !== null) books.checkAlarm(payout, payout.secondWithdrawalId);
      books.checkClaim(payout);
      counted.set(payout.state, (counted.get(payout.state) ?? 0) + 1);
      const { withdrawal } = payout;
      if (withdrawal === null) continue;
      assert.ok(!claimed.has(withdrawal.id), `${withdrawal.id} is claimed twice`);
      claimed.add(withdrawal.id);
      const booked = books.find(withdrawal.id);
      assert.equal(withdrawal.status, booked?.status, `${name} tells another status than the service`);
      assert.equal(withdrawal.valueCentavos, booked?.valueCentavos, `${name} tells another value than the service`);
      if (withdrawal.status !== 'FAILED' && booked?.by === 'program') claimedCentavos += withdrawal.valueCentavos;
      for (const twin of booked === undefined ? [] : books.twinsOf(booked)) {
        if (twin.status === 'FAILED') continue;
        repeated.add(twin.id);
        const isVisible = books.showsMark(twin) && twin.createdAtMs > newestMs - LOOKED_BACK_MS;
        const hasAlarm = payout.secondWithdrawalId !== null;
        assert.ok(hasAlarm || !isVisible, `${name} was paid twice by a gateway (${twin.id}), and no alarm was raised`);
      }
      const row = reportOf(payout);
      assert.equal(row.withdrawalId, withdrawal.id, `${name} is reported otherwise`);
      // What was returned has cost nothing, and the recipient has not received it.
      const kept = booked?.status === 'FAILED' ? null : booked;
      assert.equal(row.feeCentavos, kept && kept.feeCentavos, `${name} is reported with another fee`);
      assert.equal(row.sentCentavos, kept && kept.sentCentavos, `${name} is reported with another amount sent`);
    }
    for (const [state, { payouts }] of Object.entries(tally)) {
      assert.equal(payouts, counted.get(state as PayoutState) ?? 0, `the tally of ${state} in ${run.id}`);
    }
  }
  for (const { id, copyOf } of withdrawals) {
    // Without a mark nothing tells equal withdrawals apart: a person may have named the copy of another row's request.
    const payout = copyOf === undefined ? undefined : journal.claimantOf(copyOf);
    if (payout !== undefined && payout.resolvedBy !== null && payout.withdrawal !== null) repeated.add(id);
  }
  const ours = withdrawals.filter(
    ({ id, by, status }) => by === 'program' && status !== 'FAILED' && !(repeated.has(id) && !claimed.has(id)),
  );
  const unclaimed = ours.filter(({ id }) => !claimed.has(id));
  assert.deepEqual(
    unclaimed.map(({ id }) => id),
    [],
    'money left, and no payout reports it',
  );
  const bookedCentavos = ours.reduce((sum, { valueCentavos }) => sum + valueCentavos, 0);
  assert.equal(claimedCentavos, bookedCentavos, 'the sums of journal and service differ');
}
