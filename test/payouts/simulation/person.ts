import assert from 'node:assert/strict';
import type { PixClient } from '../../../src/client/client.ts';
import type { Clock } from '../../../src/client/clock.ts';
import type { Journal } from '../../../src/payouts/journal.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { PayoutRecord, RunRecord } from '../../../src/payouts/records.ts';
import { resolvePayout, type Resolution } from '../../../src/payouts/resolve.ts';
import type { Books } from './books.ts';

/**
 * Answers what only a person can: somebody who looks into the bank's own books, at leisure, when nothing is under way.
 *
 * @returns the states in which the payouts are then
 * @throws {AssertionError} when something was proven absent that the books have
 */
export async function decideHeld(
  journal: Journal,
  runs: readonly RunRecord[],
  client: Pick<PixClient, 'withdraws'>,
  clock: Pick<Clock, 'epochMs'>,
  books: Books,
): Promise<readonly PayoutState[]> {
  const states: PayoutState[] = [];
  for (const run of runs) {
    const decided = decisions(journal, run, books);
    if (decided.size === 0) continue;
    const lock = await journal.lockRun(run.id);
    for (const [{ row }, resolution] of decided) {
      states.push(
        (await resolvePayout({ journal, lock, row, resolution, by: 'Ana', client, account: undefined, clock })).state,
      );
    }
    lock.release();
  }
  return states;
}

/** What one payout is given is not given to another. Those of which something may be there come first. */
function decisions(journal: Journal, run: RunRecord, books: Books): ReadonlyMap<PayoutRecord, Resolution> {
  const given = new Set<string>();
  const decided = new Map<PayoutRecord, Resolution>();
  for (const state of ['ambiguous', 'absent'] as const) {
    for (const payout of journal.payouts(run.id, { states: [state] })) {
      const marks = journal.marksOf(payout);
      const own = books
        .alike(payout, run)
        // What a gateway has had made a second time is left over, where nothing else tells them apart.
        .toSorted((one, other) => Number(one.copyOf !== undefined) - Number(other.copyOf !== undefined))
        .filter(({ id, status }) => status !== 'FAILED' && !given.has(id) && journal.claimantOf(id) === undefined)
        .find(({ description }) => marks.length === 0 || marks.some((mark) => description.includes(mark)));
      const isProvenWrongly = state === 'absent' && own !== undefined;
      assert.ok(!isProvenWrongly, `${run.id}/${payout.row} is proven absent, and ${own?.id ?? ''} paid it`);
      if (own !== undefined) given.add(own.id);
      decided.set(payout, own === undefined ? { verdict: 'not-paid' } : { verdict: 'paid', withdrawalId: own.id });
    }
  }
  return decided;
}
