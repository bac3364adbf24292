import { describe, expect, it } from 'vitest';
import type { PayoutState } from '../../src/payouts/payout-state.ts';
import { unpaidPayouts } from '../../src/payouts/journal/records.ts';
import { Duplicates } from '../../src/payouts/rules/duplicates/duplicates.ts';
import { isAllowed } from '../../src/payouts/rules/duplicates/verdict.ts';
import { centavos, type Centavos } from '../../src/pix/centavos.ts';
import { refusal, type FakeWallet, type Fate } from './support/fake-wallet.ts';
import { approvedRun, payout } from './support/journals.ts';
import { counts, once, openRun, rowsOf, type RunSettings } from './support/run-scene.ts';

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

/** The list does not show its mark. */
const COPY = { id: 'copy', description: 'Pix enviado' };
const FAILS_LATER: Fate = { settles: 'FAILED', afterMs: 30_000 };

/** More than a page of withdrawals to others. */
function payOthers(wallet: FakeWallet, count: number): void {
  for (let index = 0; index < count; index += 1) wallet.carryOut(payout(9));
}

describe('a gateway that sends a request twice, and reports a failure, while a copy without its mark is completed', () => {
  /** Without a copy; the list still shows what was true before the failure. */
  const failing = (): RunSettings => ({ rows: rowsOf(2), fate: once({ 1: { answer: { status: 'FAILED' } } }) });
  const copied = (): RunSettings => ({ rows: rowsOf(2), fate: once({ 1: { copy: COPY, own: 'failed' } }) });

  it('puts the row on hold, and never offers it to be paid again', async () => {
    const { run, journal, runId, resolve } = await openRun(copied());
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ withdrawal: null, code: 'ambiguous', reason: 'copy' });
    expect([...unpaidPayouts(journal, runId)]).toEqual([]);
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
    await resolve(1, { verdict: 'paid', withdrawalId: 'copy' });
    const paid = { state: 'resolved_paid', withdrawal: { id: 'copy' } };
    expect(journal.payout({ runId, row: 1 })).toMatchObject(paid);
  });

  it('puts it on hold also when it fails only while it is followed', async () => {
    const { run } = await openRun({ rows: [payout(1)], fate: once({ 1: { copy: COPY, own: FAILS_LATER } }) });
    expect(counts((await run({ waits: true })).tally)).toEqual({ ambiguous: 1 });
  });

  it('puts it on hold when a copy appears later, at the beginning of the next run', async () => {
    const { run, journal, runId, wallet, beginAnother } = await openRun(copied());
    let isShown = false;
    wallet.alter('page', (page) => async (query) => {
      const { items, ...read } = await page(query);
      return { ...read, items: items.filter(({ id }) => isShown || id !== 'copy') };
    });
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
    isShown = true;
    await beginAnother();
    expect(journal.payout({ runId, row: 1 }).state).toBe('ambiguous');
  });

  it('puts it on hold when the copy was never looked for, and is behind many newer withdrawals', async () => {
    const { run, journal, runId, wallet, pass, beginAnother } = await openRun(copied());
    wallet.failPage(3);
    await run();
    await pass(2 * DAY_MS);
    payOthers(wallet, 150);
    await beginAnother();
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'copy' });
  });

  it('lets no payment like it be planned before a copy was looked for', async () => {
    const { run, journal, wallet, clock } = await openRun(failing());
    wallet.failPage(3);
    await run();
    const earlier = () => {
      const duplicates = new Duplicates(journal, { account: 1, newestRows: [], nowMs: clock.epochMs() });
      return duplicates.of(payout(1, { row: 7, reference: 'new' })).earlier;
    };
    const found = earlier();
    expect(found).toMatchObject({ kind: 'repeated', earlier: { payout: { row: 1, state: 'failed' } } });
    expect(found && isAllowed(found, { payAgain: true })).toBe(false);
    await run();
    expect(earlier()).toBeUndefined();
  });

  it.each([false, true])(
    'accepts a copy that showed its mark as the withdrawal when the known one fails (hidden since: %s)',
    async (isHiddenSince) => {
      const { run, wallet, journal, runId, pass } = await openRun({
        rows: [payout(1)],
        fate: once({ 1: { copy: { id: 'copy' }, own: FAILS_LATER } }),
      });
      expect(await run()).toMatchObject({ alarms: 1, tally: { accepted: { payouts: 1 } } });
      const hidden = wallet.withdrawals.map((row) => ({ ...row, description: 'Pix enviado' }));
      if (isHiddenSince) wallet.withdrawals.splice(0, hidden.length, ...hidden);
      await pass(60_000);
      expect(await run({ waits: true })).toMatchObject({ alarms: 0, tally: { paid: { payouts: 1 } } });
      expect(journal.payout({ runId, row: 1 })).toMatchObject({ withdrawal: { id: 'copy' }, secondWithdrawalId: null });
    },
  );

  it('offers no row to be paid again for which the list was never read', async () => {
    const { run, journal, runId, wallet } = await openRun(failing());
    wallet.failPage(3);
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toEqual([]);
    await run();
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
  });

  it('is looked for once more, past the cache, when the list lacks what was just sent', async () => {
    const { run, journal, runId, wallet } = await openRun(failing());
    const looks: (boolean | undefined)[] = [];
    wallet.alter('page', (page) => async (query) => {
      looks.push(query?.fresh);
      const answer = await page(query);
      // The first two pages are read for withdrawals of others; the first look for copies gets what was true then.
      return looks.length === 3 ? { ...answer, items: [], pagination: { ...answer.pagination, total: 0 } } : answer;
    });
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
    expect(looks).toEqual([true, true, true, true]);
  });
});

interface Earlier {
  readonly first?: Fate;
  readonly second?: Fate;
  readonly reference?: string;
  /** If it is another one than before, a late copy of the first appears, too. */
  readonly amountCentavos?: Centavos;
  readonly quietMs?: number;
  readonly behindMs?: number;
}

/** A payment that is not made; one like it that is sent later fails, and a copy that either may own stands. */
async function besideEarlier({
  first = 'failed',
  second = FAILS_LATER,
  reference = 'june',
  amountCentavos = payout(1).amountCentavos,
  quietMs = 600_000,
  behindMs = 0,
}: Earlier = {}) {
  const earlier = payout(1, { reference: 'june' });
  const ordered = payout(1, { reference, amountCentavos });
  const scene = await openRun({
    rows: [earlier],
    fate: (_, number) => {
      if (number === 1) return first;
      if (amountCentavos !== earlier.amountCentavos) wallet.carryOut(earlier, { id: 'late-copy', description: null });
      return { copy: COPY, own: second };
    },
  });
  const { run, runOf, journal, runId, wallet, pass, setBack } = scene;
  await run();
  await pass(quietMs);
  setBack(behindMs);
  const later = await approvedRun(journal, [ordered]);
  await runOf(later.lock, { waits: true });
  const runIds = [runId, later.runId];
  const states = () => runIds.map((id) => journal.payout({ runId: id, row: 1 }).state);
  const offered = () => runIds.flatMap((id) => [...unpaidPayouts(journal, id)].map(() => id));
  const sendAgain = async () => counts((await runOf((await approvedRun(journal, [ordered])).lock)).tally);
  return { ...scene, ordered, states, offered, sendAgain };
}

it.each([
  ['is right', 0],
  ['was set back by months', 4 * MONTH_MS],
])('asks about each of two payouts with one reference, when our clock %s', async (_, behindMs) => {
  const { states, offered, pass, beginAnother, resolve } = await besideEarlier({ behindMs });
  expect(states()).toEqual(['ambiguous', 'failed']);
  await pass(600_000);
  await beginAnother();
  expect(offered()).toEqual([]);
  await resolve(1, { verdict: 'not-paid' });
  await beginAnother();
  expect(states()).toEqual(['resolved_unpaid', 'ambiguous']);
});

it.each([0, 4])('finds the copy on an account at rest, our clock %s months behind', async (behind) => {
  const { states } = await besideEarlier({ quietMs: MONTH_MS, behindMs: behind * MONTH_MS });
  expect(states()).toEqual(['failed', 'ambiguous']);
});

it('finds the copy of the first request of an account, which was refused, when our clock is months behind', async () => {
  const { run, setBack } = await openRun({
    rows: [payout(1)],
    fate: once({ 1: { copy: COPY, own: refusal('duplicate_withdrawal') } }),
  });
  setBack(4 * MONTH_MS);
  expect(counts((await run()).tally)).toEqual({ ambiguous: 1 });
});

it.each([
  ['a month later', MONTH_MS, 0, {}],
  ['a month later, whose amount was corrected,', MONTH_MS, 0, { amountCentavos: centavos(777) }],
  ['by a clock that is months ahead', 0, 2 * MONTH_MS, {}],
])('sends nothing beside the copy when the other payout is decided %s', async (_, waitMs, aheadMs, settings) => {
  const { states, pass, beginAnother, resolve, wallet, setBack, sendAgain } = await besideEarlier(settings);
  await pass(600_000);
  await beginAnother();
  await pass(waitMs);
  payOthers(wallet, 400);
  setBack(-aheadMs);
  await resolve(1, { verdict: 'not-paid' });
  expect([await sendAgain(), states()]).toEqual([{ duplicate: 1 }, ['resolved_unpaid', 'ambiguous']]);
  expect(wallet.requests).toHaveLength(2);
});

it('looks again for the copy once what was paid by hand in its place is returned', async () => {
  const { states, offered, pass, beginAnother, resolve, wallet, ordered } = await besideEarlier({ second: 'failed' });
  await pass(600_000);
  const { createdAt } = wallet.carryOut(ordered, { id: 'by-hand' });
  await resolve(1, { verdict: 'paid', withdrawalId: 'by-hand' });
  await beginAnother();
  expect(states()).toEqual(['resolved_paid', 'failed']);
  wallet.withdrawals.shift();
  await pass(DAY_MS);
  payOthers(wallet, 400);
  wallet.carryOut(ordered, { id: 'by-hand', createdAt, status: 'FAILED' });
  await beginAnother();
  expect([states(), offered()]).toEqual([['ambiguous', 'failed'], []]);
});

it.each<[string, (scene: Awaited<ReturnType<typeof besideEarlier>>) => unknown, PayoutState[]]>([
  ['is undecided', () => undefined, ['absent', 'failed']],
  ['is found to be paid by another', ({ run }) => run(), ['paid', 'ambiguous']],
  [
    'is decided to be paid by another',
    ({ resolve }) => resolve(1, { verdict: 'paid', withdrawalId: 'found' }),
    ['resolved_paid', 'ambiguous'],
  ],
])('sends nothing beside the copy when the other payout, which was never found, %s', async (_, decide, expected) => {
  const scene = await besideEarlier({ first: 'lost-before', reference: 'bonus' });
  const { states, journal, runId, pass, beginAnother, wallet, ordered, sendAgain } = scene;
  expect(states()).toEqual(['absent', 'failed']);
  await pass(MONTH_MS);
  payOthers(wallet, 400);
  wallet.carryOut(ordered, { id: 'found', description: journal.payout({ runId, row: 1 }).mark });
  await decide(scene);
  await beginAnother();
  expect([states(), await sendAgain()]).toEqual([expected, { duplicate: 1 }]);
  expect(wallet.requests).toHaveLength(2);
});
