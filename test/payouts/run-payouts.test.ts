import { describe, expect, it, onTestFinished } from 'vitest';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import { unpaidPayouts } from '../../src/payouts/journal/run-report.ts';
import { resolvePayout } from '../../src/payouts/engine/resolve.ts';
import { runPayouts } from '../../src/payouts/engine/run-payouts.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { FakeWallet, refusal, unsent } from './support/fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { counts, once, openRun, rowsOf } from './support/run-scene.ts';

describe('a run', () => {
  it('pays each row once, and reports its outcome', async () => {
    const { run, wallet, journal, runId, events } = await openRun({
      rows: [payout(1, { description: 'salário' }), payout(2)],
    });
    const summary = await run();
    expect({ ...counts(summary.tally), stop: summary.stop, alarms: summary.alarms }).toEqual({ paid: 2, alarms: 0 });
    const { mark } = journal.payout({ runId, row: 1 });
    expect(wallet.requests).toMatchObject([
      {
        pixKey: 'payee-1@example.com',
        pixKeyType: 'EMAIL',
        amountCentavos: 1_001,
        description: `salário ${mark}`,
        coverFee: false,
      },
      { pixKey: 'payee-2@example.com', description: journal.payout({ runId, row: 2 }).mark },
    ]);
    const told = events.flatMap((event) =>
      event.type === 'changed' ? [`${event.payout.row} ${event.payout.state}`] : [],
    );
    expect(told).toEqual(['1 sending', '1 paid', '2 sending', '2 paid']);
    expect([...journal.payouts(runId)]).toMatchObject([
      {
        row: 1,
        state: 'paid',
        withdrawal: { id: 'wd-1', valueCentavos: 1_001, feeCentavos: 0, sentCentavos: 1_001 },
        cells: payout(1).cells,
      },
      { row: 2, state: 'paid', withdrawal: { id: 'wd-2' } },
    ]);
    await run();
    expect(wallet.requests).toHaveLength(2);
  });

  it('has every intent on the disk before its request is sent', async () => {
    const folder = temporaryFolder();
    const clock = simulatedClock(seededRandom(1));
    const journal = await temporaryJournal(folder, clock);
    const { runId, lock } = await approvedRun(journal, rowsOf(30));
    const onlooker = await temporaryJournal(folder, clock);
    const seen: (string | null)[][] = [];
    const wallet = new FakeWallet({
      clock,
      fate: ({ pixKey, description }) => {
        const row = Number(/\d+/.exec(pixKey)?.[0]);
        const { state, mark } = onlooker.payout({ runId, row });
        seen.push([state, mark === description ? 'its mark' : mark]);
        return 'done';
      },
    });
    const { signal } = new AbortController();
    const { client } = wallet;
    const ending = bound(journal, client, clock).then((account) =>
      runPayouts({ journal, lock, client, account, clock, signal }),
    );
    await clock.runToEnd();
    await ending;
    expect(seen).toEqual(Array.from({ length: 30 }, () => ['sending', 'its mark']));
  });

  it('begins with one request, then keeps two windows of them open', async () => {
    const { run, wallet } = await openRun({ rows: rowsOf(60), fate: once({ 1: refusal('insufficient_balance') }) });
    expect((await run()).stop?.reason).toBe('insufficient_balance');
    expect(wallet.mostUnderWay()).toBe(1);
    expect(wallet.requests).toHaveLength(1);
    expect(counts((await run()).tally)).toEqual({ paid: 60 });
    expect(wallet.mostUnderWay()).toBe(20);
  });

  it('is not sent before it is approved, nor with keys that could not look for a lost response', async () => {
    const { run, wallet, clock, journal } = await openRun();
    const staged = await journal.staging.stage(
      { source: '-', origin: 'x', account: 1, coverFee: false, usesMarks: true, resendsProvenAbsent: false },
      [payout(1)],
      () => 'sha256:s',
    );
    onTestFinished(() => {
      staged.lock.release();
    });
    const signal = new AbortController().signal;
    const { client } = wallet;
    const early = bound(journal, client, clock).then((account) =>
      runPayouts({ journal, lock: staged.lock, client, account, clock, signal }),
    );
    early.catch(() => undefined);
    await clock.runToEnd();
    await expect(early).rejects.toMatchObject({ code: 'run_not_approved' });
    wallet.client.withdraws.page = () => Promise.reject(refusal('permission_missing', 403));
    await expect(run()).rejects.toMatchObject({ code: 'cannot_look' });
    expect(wallet.requests).toEqual([]);
  });
});

describe('sending stops', () => {
  it.each([
    ['insufficient_balance', refusal('insufficient_balance')],
    ['limit_reached', refusal('limit_exceeded', 400, 'day')],
    ['verification_wanted', refusal('verification_required')],
    ['account_blocked', refusal('account_blocked', 403)],
    ['key_refused', refusal('unauthorized', 401)],
  ])('for %s, and continues when it is called again', async (reason, error) => {
    const { run, wallet } = await openRun({ fate: once({ 2: error }) });
    const { stop, tally } = await run();
    expect(stop).toMatchObject({ reason, error });
    expect(counts(tally)['planned']).toBeGreaterThan(0);
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('when nothing can be sent for a minute, and not for a second', async () => {
    let isDown = true;
    const { run, clock, wallet, events } = await openRun({ fate: () => (isDown ? unsent() : 'done') });
    const startedAt = clock.epochMs();
    const { stop, tally } = await run();
    expect({ reason: stop?.reason, ...counts(tally) }).toEqual({ reason: 'network', planned: 3 });
    expect(clock.epochMs() - startedAt).toBeGreaterThan(60_000);
    expect(events).toContainEqual({ type: 'waiting', reason: 'network', waitMs: 1_000 });
    isDown = false;
    expect(counts((await run()).tally)).toEqual({ paid: 3 });
    expect(wallet.withdrawals).toHaveLength(3);
  });

  it('not for a reason that concerns only one row', async () => {
    const { run, journal, runId } = await openRun({ fate: once({ 2: refusal('validation_failed') }) });
    expect(counts((await run()).tally)).toEqual({ paid: 2, refused: 1 });
    expect([...unpaidPayouts(journal, runId)]).toMatchObject([{ row: 2, code: 'validation_failed', withdrawal: null }]);
  });

  it('when the caller says so: open requests are awaited, and no new ones are sent', async () => {
    const { run, wallet, controller } = await openRun({
      rows: rowsOf(50),
      fate: (_, number) => {
        if (number === 5) controller.abort(new Error('Ctrl-C'));
        return 'done';
      },
    });
    const { stop, tally } = await run();
    expect(stop?.reason).toBe('interrupted');
    expect(counts(tally)).toEqual({ paid: wallet.requests.length, planned: 50 - wallet.requests.length });
    expect(wallet.requests.length).toBeLessThan(50);
  });

  it('at once when the journal cannot be written, with nothing sent that it does not know of', async () => {
    const { run, wallet, journal, runId } = await openRun({ rows: rowsOf(50) });
    let transactions = 0;
    const original = journal.transaction.bind(journal);
    const transaction: Journal['transaction'] = (work) => {
      transactions += 1;
      if (transactions === 5) throw Object.assign(new Error('disk full'), { errcode: 13 });
      return original(work);
    };
    const failing = Object.assign(journal, { transaction });
    await expect(run({}, failing)).rejects.toThrow('disk full');
    const { paid, planned } = counts(journal.tally(runId));
    expect(paid).toBe(wallet.requests.length);
    expect(planned).toBe(50 - wallet.requests.length);
  });

  it("for no payout that waits for another one's end, where the service allows one at a time", async () => {
    let pendingUntilMs = 0;
    const { run, wallet, clock } = await openRun({
      rows: rowsOf(5),
      fate: () => {
        if (clock.now() < pendingUntilMs) return refusal('withdrawal_in_progress');
        pendingUntilMs = clock.now() + 20_000;
        return { settles: 'COMPLETED', afterMs: 20_000 };
      },
    });
    expect(counts((await run({ waits: true })).tally)).toEqual({ paid: 5 });
    expect(wallet.withdrawals).toHaveLength(5);
  });
});

it('follows pending ones to their end with that option', async () => {
  const { run, journal, runId } = await openRun({
    fate: once({ 1: { settles: 'FAILED', afterMs: 60_000 }, 2: { settles: 'COMPLETED', afterMs: 60_000 } }),
  });
  expect(counts((await run()).tally)).toEqual({ accepted: 2, paid: 1 });
  expect(counts((await run({ waits: true })).tally)).toEqual({ failed: 1, paid: 2 });
  expect([...unpaidPayouts(journal, runId)]).toMatchObject([
    { row: 1, state: 'failed', reason: 'AC03', withdrawal: { id: 'wd-1' } },
  ]);
});

it('does not believe the end of a withdrawal that is reported with another amount', async () => {
  const { wallet, run, events } = await openRun({
    rows: [payout(1)],
    fate: () => ({ settles: 'COMPLETED', afterMs: 60_000 }),
  });
  await run();
  const [made] = wallet.withdrawals;
  if (made !== undefined) wallet.withdrawals[0] = { ...made, value: centavos(9) };
  expect(counts((await run({ waits: true })).tally)).toEqual({ accepted: 1 });
  expect(events.map(({ type }) => type)).toContain('look_failed');
});

describe('a person', () => {
  it('decides about rows on hold, by an existing withdrawal or by none', async () => {
    const { run, wallet, journal, lock, runId, clock } = await openRun({
      fate: once({ 1: 'lost-before', 2: 'lost-before' }),
    });
    await run();
    const { client } = wallet;
    const paidBy = async (row: number, withdrawalId: string) => {
      const resolution = { verdict: 'paid', withdrawalId } as const;
      const ending = resolvePayout({ journal, lock, row, by: 'maria', client, account: undefined, clock, resolution });
      ending.catch(() => undefined);
      await clock.runToEnd();
      return ending;
    };
    await expect(paidBy(1, 'wd-1')).rejects.toMatchObject({ code: 'withdrawal_mismatch' });
    await expect(paidBy(1, 'wd-none')).rejects.toMatchObject({ code: 'not_found' });
    const created = wallet.client.withdraws.create({ ...payout(1), description: 'by hand' });
    await clock.runToEnd();
    await created;
    expect(await paidBy(1, 'wd-2')).toMatchObject({
      state: 'resolved_paid',
      resolvedBy: 'maria',
      withdrawal: { id: 'wd-2' },
    });
    await expect(paidBy(3, 'wd-2')).rejects.toMatchObject({ code: 'withdrawal_mismatch' });
    const resolution = { verdict: 'not-paid' } as const;
    await resolvePayout({ journal, lock, row: 2, by: 'joão', client, account: undefined, clock, resolution });
    await expect(
      resolvePayout({ journal, lock, row: 3, by: 'joão', client, account: undefined, clock, resolution }),
    ).rejects.toMatchObject({
      code: 'illegal_transition',
    });
    expect([...unpaidPayouts(journal, runId)].map(({ row, resolvedBy }) => [row, resolvedBy])).toEqual([[2, 'joão']]);
    expect(counts((await run()).tally)).toEqual({ paid: 1, resolved_paid: 1, resolved_unpaid: 1 });
  });

  it('cannot know that nothing was paid while the request may still be processed', async () => {
    const { wallet, journal, lock, runId, clock } = await openRun({ rows: [payout(1)] });
    const place = { runId, row: 1 };
    journal.steps.intend(journal.payout(place), { at: clock.epochMs(), mark: '#px2345678', servedBefore: null });
    journal.steps.change(place, 'sending', { to: 'unknown', endedAt: clock.epochMs() });
    const resolution = { verdict: 'not-paid' } as const;
    const decide = () =>
      resolvePayout({
        journal,
        lock,
        row: 1,
        by: 'joão',
        client: wallet.client,
        account: undefined,
        clock,
        resolution,
      });
    await expect(decide()).rejects.toMatchObject({ code: 'too_early' });
    expect(journal.payout(place).state).toBe('unknown');
    clock.schedule(185_000, () => undefined);
    await clock.runToEnd();
    expect((await decide()).state).toBe('resolved_unpaid');
  });
});
