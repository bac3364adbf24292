import { expect, it } from 'vitest';
import { JournalSteps, type Intent, type PayoutChange } from '../../src/payouts/journal/journal-steps.ts';
import type { PayoutState } from '../../src/payouts/payout-state.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, payout, temporaryJournal, withdrawal } from './support/journals.ts';

const INTENT: Intent = { at: 1, mark: null, servedBefore: null };
const FAILED = withdrawal('wd-1', { status: 'FAILED' });

/** A run of two rows. The first has gone these steps since it was about to be sent, the second none. */
async function scene(...gone: readonly PayoutChange[]) {
  const journal = await temporaryJournal();
  const { runId, lock } = await approvedRun(journal, [payout(1), payout(2)]);
  const [key, unsent] = [
    { runId, row: 1 },
    { runId, row: 2 },
  ];
  if (gone.length > 0) journal.steps.intend(key, INTENT);
  let state: PayoutState = 'sending';
  for (const change of gone) {
    journal.steps.change(key, state, change);
    state = change.to;
  }
  return { journal, lock, key, unsent };
}

it('does not send one again that is no longer planned, and takes no step that is not listed', async () => {
  const { journal, key } = await scene({ to: 'paid', withdrawal: withdrawal('wd-1') });
  const steps = {
    intend: () => journal.steps.intend(key, INTENT),
    change: () => journal.steps.change(key, 'paid', { to: 'planned' }),
  };
  expect([codeOf(steps.intend), codeOf(steps.change)]).toEqual(['illegal_transition', 'illegal_transition']);
});

it.each([
  ['failed', { to: 'failed', withdrawal: FAILED }, true],
  ['refused', { to: 'refused', endedAt: 2 }, true],
  ['paid', { to: 'paid', withdrawal: FAILED }, false],
] as const)('puts one on hold for copies that is %s, or not, and names the first ten', async (_, change, isHeld) => {
  const { journal, key } = await scene(change);
  const copies = Array.from({ length: 11 }, (__, index) => `wd-${index + 2}`);
  expect(journal.steps.putOnHold(key, copies)).toBe(isHeld);
  const reason = copies.slice(0, 10).join(' ');
  expect(journal.payout(key)).toMatchObject(isHeld ? { state: 'ambiguous', reason } : { state: 'paid', reason: null });
});

it.each(['unknown', 'absent', 'ambiguous'] as const)('keeps that it was refused while it is %s', async (to) => {
  const looked: PayoutChange[] = to === 'unknown' ? [] : [{ to }];
  const { journal, key } = await scene({ to: 'planned', endedAt: 2, refusedAt: 2 });
  journal.steps.change(key, 'planned', { to: 'unknown' });
  for (const change of looked) journal.steps.change(key, 'unknown', change);
  expect(journal.payout(key)).toMatchObject({ state: to, refusedAt: 2 });
});

it.each([
  ['without a lease', null, 'nothing was thrown'],
  ['with a lease', 7, 'lock_lost'],
])('sends nothing once its lock is lost, and %s stores, or not, what became of a request', async (_, fence, stored) => {
  const { journal, lock, key, unsent } = await scene({ to: 'unknown', endedAt: 2 });
  const steps = new JournalSteps(
    {
      ...journal.opened,
      locks: { lock: () => Promise.resolve({ ...lock, fence, isOurs: () => false }), remove: () => {} },
    },
    journal,
  );
  const codes = await steps.underLock(await steps.lock(key.runId), () =>
    Promise.resolve([
      codeOf(() => steps.intend(unsent, INTENT)),
      codeOf(() => steps.change(key, 'unknown', { to: 'absent' })),
    ]),
  );
  expect([codes, journal.payout(unsent).state]).toEqual([['lock_lost', stored], 'planned']);
});

it.each([null, 7])('stores with an intent the number of its lease: %s', async (fence) => {
  const { journal, lock, unsent } = await scene();
  const locks = { lock: () => Promise.resolve({ ...lock, fence }), remove: () => undefined };
  const steps = new JournalSteps({ ...journal.opened, locks }, journal);
  await steps.lock(unsent.runId);
  expect(steps.intend(unsent, INTENT)).toBe(true);
  const stored = journal.opened.database.prepare('SELECT fence FROM payout WHERE row = 2').get();
  expect(stored).toEqual({ fence });
});

it.each([
  ['paid', 1],
  ['accepted', 1],
  ['failed', 0],
] as const)('counts one that is %s by another mark, or not', async (to, count) => {
  const { journal, key } = await scene({ to, withdrawal: withdrawal('wd-1') });
  journal.steps.storeOtherMark(key, '#px2222222');
  expect(journal.payout(key)).toMatchObject({ code: 'other_mark', reason: '#px2222222' });
  expect(journal.withOtherMarks(key.runId)).toBe(count);
});
