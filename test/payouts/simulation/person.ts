import assert from 'node:assert/strict';
import type { PixClient } from '../../../src/client/client.ts';
import type { Clock } from '../../../src/client/clock.ts';
import type { Journal } from '../../../src/payouts/journal/journal.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { PayoutRecord, RunRecord } from '../../../src/payouts/journal/records.ts';
import { resolvePayouts, type Resolution } from '../../../src/payouts/engine/resolve.ts';
import type { Books } from './books.ts';
import type { BookedWithdrawal } from './simulated-wallet.ts';

/**
 * Makes the decisions of a person, who reads the bank's own books when no request is open.
 *
 * @returns the resulting states of the payouts
 * @throws {AssertionError} when something was proven absent that is in the books
 */
export async function decideOnHold(
  journal: Journal,
  runs: readonly RunRecord[],
  client: Pick<PixClient, 'withdraws'>,
  clock: Clock,
  books: Books,
): Promise<readonly PayoutState[]> {
  const states: PayoutState[] = [];
  const given = new Set<string>();
  // First those with a possible withdrawal, in any run, and older runs before newer ones.
  for (const state of ['ambiguous', 'absent'] as const) {
    for (const run of runs.toReversed()) {
      const decided = decisions(journal, run, { state, books, given });
      if (decided.size === 0) continue;
      const lock = await journal.steps.lockRun(run.id);
      try {
        for (const [{ row }, resolution] of decided) {
          const asked = { journal, lock, resolution, by: 'Ana', client, account: undefined, clock };
          await resolvePayouts(asked, [row]);
          states.push(journal.payout({ runId: run.id, row }).state);
        }
      } finally {
        lock.release();
      }
    }
  }
  return states;
}

interface Deciding {
  readonly state: 'ambiguous' | 'absent';
  readonly books: Books;
  /** A withdrawal is given to one payout only. */
  readonly given: Set<string>;
}

function decisions(
  journal: Journal,
  run: RunRecord,
  { state, books, given }: Deciding,
): ReadonlyMap<PayoutRecord, Resolution> {
  const decided = new Map<PayoutRecord, Resolution>();
  for (const payout of journal.payouts(run.id, { states: [state] })) {
    const marks = journal.marksOf(payout);
    const isTaken = (id: string) => given.has(id) || journal.claimantOf(id) !== undefined;
    const isAnothers = (id: string) => isTaken(id) && !isSame(journal.claimantOf(id), payout);
    // A gateway's second copy is left over, when nothing else distinguishes them.
    const surplusOf = (one: BookedWithdrawal) =>
      books.twinsOf(one).some(({ id }) => isAnothers(id)) ? 2 : Number(one.copyOf !== undefined);
    const own = books
      .alike(payout)
      .toSorted((one, other) => surplusOf(one) - surplusOf(other))
      .filter(({ id, status }) => status !== 'FAILED' && !isTaken(id))
      .find(({ description }) => marks.length === 0 || marks.some((mark) => description.includes(mark)));
    // The copy of another payout's withdrawal was not made by its request.
    const isProvenWrongly =
      state === 'absent' && own !== undefined && !books.twinsOf(own).some(({ id }) => isAnothers(id));
    assert.ok(!isProvenWrongly, `${run.id}/${payout.row} is proven absent, and ${own?.id ?? ''} paid it`);
    if (own !== undefined) given.add(own.id);
    decided.set(payout, own === undefined ? { verdict: 'not-paid' } : { verdict: 'paid', withdrawalId: own.id });
  }
  return decided;
}

function isSame(one: PayoutRecord | undefined, other: PayoutRecord): boolean {
  return one?.runId === other.runId && one.row === other.row;
}
