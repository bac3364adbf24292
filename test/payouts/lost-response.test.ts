import { shortfallOf } from '../../src/payouts/engine/run-outcome.ts';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { unsent } from './support/fake-wallet.ts';
import { payout } from './support/journals.ts';
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

  it('is reported as unknown when nothing can be read', async () => {
    const { run, wallet, events } = await openRun({ fate: once({ 3: 'lost-after' }) });
    let [isDown, looks] = [true, 0];
    wallet.alter('proven', (proven) => (options) => {
      looks += 1;
      if (isDown) throw unsent();
      return proven(options);
    });
    wallet.alter('page', (page) => (query) => (isDown && looks > 0 ? Promise.reject(unsent()) : page(query)));
    expect(counts((await run()).tally)).toEqual({ paid: 2, unknown: 1 });
    expect(events.filter(({ type }) => type === 'look_failed').length).toBeGreaterThan(2);
    isDown = false;
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
  });

  it('is how a response about something else counts', async () => {
    const { run, journal, runId, wallet } = await openRun({
      fate: once({ 2: { answer: { id: 'wd-9', value: centavos(99) } }, 3: { answer: { id: 'wd-1' } } }),
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    const ids = [1, 2, 3].map((row) => journal.payout({ runId, row }).withdrawal?.id);
    expect(ids.sort()).toEqual(['wd-1', 'wd-2', 'wd-3']);
    expect(wallet.withdrawals).toHaveLength(3);
  });
});

it('doubts a row whose withdrawal has the mark of something else', async () => {
  const { run, wallet, journal, runId, events } = await openRun({ rows: [payout(1), payout(2)] });
  wallet.alter('create', (create) => async (request) => {
    const answer = await create(request);
    const [made] = wallet.withdrawals;
    if (made?.id === 'wd-1') wallet.withdrawals[0] = { ...made, description: 'Pix #px2222222' };
    return answer;
  });
  // It is one withdrawal, whichever program made it: this is no alarm.
  expect(shortfallOf(journal, await run())).toMatchObject({ code: 'outcome_unknown', why: 'other_mark', payouts: 1 });
  expect(journal.payout({ runId, row: 1 }).secondWithdrawalId).toBeNull();
  expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'paid', code: 'other_mark', reason: '#px2222222' });
  expect(events.filter(({ type }) => type === 'other_mark')).toHaveLength(1);
});

describe('a response that is older than its request', () => {
  it.each([
    ['was created before', { id: 'wd-old', createdAt: new Date(Date.UTC(2026, 6, 14, 15, 13)).toISOString() }],
    ['was on the newest page', { id: 'wd-1' }],
  ])('for its withdrawal %s, is not accepted', async (_, some) => {
    const clockMs = Date.UTC(2026, 6, 14, 15);
    const { run, wallet, journal, runId, clock } = await openRun({
      rows: [payout(1)],
      facts: { resendsProvenAbsent: true },
      fate: (request, number) => {
        if (number !== 2) return 'done';
        const answer = { status: 'COMPLETED', value: request.amountCentavos, pixKey: request.pixKey, fee: centavos(0) };
        const createdAt = new Date(clockMs + 1_000_000_000).toISOString();
        return { replays: { ...answer, sent: request.amountCentavos, createdAt, ...some } };
      },
    });
    const byHand = wallet.client.withdraws.create({ ...payout(1), description: 'by hand' });
    await clock.runToEnd();
    await byHand;
    expect(counts((await run()).tally)).toEqual({ paid: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ attempt: 2, withdrawal: { id: 'wd-2' } });
    expect(wallet.withdrawals).toHaveLength(2);
  });

  it('is accepted when a slow server has dated it, as its mark shows', async () => {
    const { run, wallet, journal, runId } = await openRun({
      fate: once({ 2: { answer: { createdAt: new Date(Date.UTC(2026, 6, 14, 14)).toISOString() } } }),
    });
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(journal.payout({ runId, row: 2 })).toMatchObject({ code: 'found_by_mark', attempt: 1 });
    expect(wallet.withdrawals).toHaveLength(3);
  });
});
