import { describe, expect, it } from 'vitest';
import { refusal } from './support/fake-wallet.ts';
import { payout } from './support/journals.ts';
import { counts, openRun } from './support/run-scene.ts';

/** No mark can be seen: only the answer, the key and the price are left. */
const HIDDEN = [
  ['returned without their marks', { showsDescriptions: false, facts: {} }],
  ['made without marks', { showsDescriptions: true, facts: { usesMarks: false } }],
] as const;
const PLAN_FEE = 7;

describe.each(HIDDEN)('where withdrawals are %s', (_, { showsDescriptions, facts }) => {
  const scene = { showsDescriptions, feeOnTop: PLAN_FEE };

  it('a row answered with another price than requested is never absent, nor sent again, and the run stops', async () => {
    const resending = { ...facts, resendsProvenAbsent: true };
    const { run, wallet, journal, runId, events } = await openRun({ ...scene, facts: resending });
    const { tally, stop } = await run();
    expect([counts(tally), stop?.reason]).toEqual([{ ambiguous: 1, planned: 2 }, 'answer_contradicts']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'stopped', stop: expect.objectContaining(stop!) }));
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ answeredId: 'wd-1', reason: 'wd-1' });
    expect(wallet.withdrawals).toHaveLength(1);

    await run({ resendsProvenAbsent: true });
    expect(wallet.requests.map(({ pixKey }) => pixKey)).toEqual(['payee-1@example.com', 'payee-2@example.com']);
  });

  it('a refused row whose copy was paid at another price is put on hold', async () => {
    const refuses = { refuses: refusal('validation_failed') };
    const { run } = await openRun({ ...scene, facts, rows: [payout(1)], fate: () => refuses });
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1 });
  });
});
