import { describe, expect, it } from 'vitest';
import { PayoutError, type PayoutErrorCode } from '../../src/payouts/payout-error.ts';
import { unsent } from './support/fake-wallet.ts';
import { counts, once, openRun, rowsOf } from './support/run-scene.ts';

describe('a lost response', () => {
  it.each([
    ['was not made is sent again, under another mark', 'lost-before', 2],
    ['is made late is not sent again', { lateMs: 119_000 }, 1],
  ] as const)('to one that %s, where what is absent is sent again', async (_, fate, marks) => {
    const { run, wallet, journal, runId } = await openRun({
      fate: once({ 2: fate }),
      facts: { resendsProvenAbsent: true },
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
    expect(new Set(journal.marksOf({ runId, row: 2 })).size).toBe(marks);
  });

  it('is looked for in other ways when the service shows no descriptions', async () => {
    const { run, wallet, journal, runId } = await openRun({
      showsDescriptions: false,
      fate: once({ 1: 'lost-after', 2: 'lost-before' }),
    });
    // The clock of this service is so far ahead that only a mark is proof.
    expect(counts((await run()).tally)).toEqual({ paid: 1, ambiguous: 1, absent: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'wd-1' });
    expect(wallet.withdrawals).toHaveLength(2);
  });

  it('after many others makes it look first, and then continue', async () => {
    const lost = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index + 1, 'lost-after'] as const));
    const { run, wallet, events } = await openRun({ rows: rowsOf(14), fate: once(lost) });
    expect(counts((await run()).tally)).toEqual({ paid: 14 });
    expect(wallet.requests).toHaveLength(14);
    expect(events.some(({ type }) => type === 'stopped')).toBe(false);
  });
});

it.each<[PayoutErrorCode, boolean]>([
  ['approval_required', true],
  ['approvals_missing', true],
  ['approval_invalid', true],
  ['cap_exceeded', true],
  ['policy_invalid', true],
  ['policy_replaced', true],
  ['pin_unreadable', true],
  ['run_rejected', true],
  ['not_due', true],
  ['run_unknown', false],
])('looks for a lost response, or not, although nothing may be sent: %s', async (code, looks) => {
  const fate = (_: unknown, number: number) => (number === 1 ? 'lost-before' : unsent());
  const { run, journal, events } = await openRun({ rows: rowsOf(2), fate });
  await run({ lookForMs: 1 });
  events.length = 0;
  Object.assign(journal.approvals, {
    assertMaySend: () => {
      throw new PayoutError('no', { code });
    },
  });
  const ended = await run().catch((error: unknown) => (error instanceof PayoutError ? error.code : error));
  expect(events.some(({ type }) => type === 'looking')).toBe(looks);
  expect(ended).toEqual(looks ? expect.objectContaining({ stop: { reason: 'policy' } }) : code);
});
