import { describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import { unpaidPayouts } from '../../src/payouts/journal/records.ts';
import { Duplicates } from '../../src/payouts/rules/duplicates/duplicates.ts';
import { isAllowed } from '../../src/payouts/rules/duplicates/verdict.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { refusal } from './support/fake-wallet.ts';
import { approvedRun, payout } from './support/journals.ts';
import { counts, once, openRun, type RunSettings } from './support/run-scene.ts';

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

function sameAs({ pixKey, amountCentavos }: Payout): Partial<Payout> {
  return { pixKey, amountCentavos };
}

describe('a gateway that sends a request twice, and reports a failure, while a copy without its mark is completed', () => {
  /** The copy is created first, and the list does not show its mark. */
  const copiedBefore = (status: string): RunSettings => ({
    rows: [payout(1), payout(2)],
    fate: once({ 1: { answer: { status } }, 2: { answer: { status: 'COMPLETED' } } }),
  });
  async function copiedScene({ createdAt: dated, ...how }: RunSettings & { readonly createdAt?: null }) {
    const made = await openRun(how);
    const { wallet } = made;
    const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
    wallet.client.withdraws.create = async (request) => {
      const answer = await create(request).catch((error: unknown) => error as Error);
      const own = wallet.withdrawals.findIndex(({ id }) => !(answer instanceof Error) && id === answer.id);
      const [row] = own < 0 ? [] : wallet.withdrawals.splice(own, 1);
      if (request.pixKey === 'payee-1@example.com') {
        const copy = { id: 'copy', value: request.amountCentavos, status: 'COMPLETED', pixKey: request.pixKey };
        const madeAt = row?.createdAt ?? new Date(made.clock.epochMs() + 900_000).toISOString();
        const createdAt = dated === undefined ? madeAt : dated;
        wallet.withdrawals.unshift({ ...copy, createdAt, description: 'Pix enviado' });
      }
      if (answer instanceof Error) throw answer;
      if (row !== undefined) wallet.withdrawals.unshift({ ...row, status: answer.status });
      return answer;
    };
    return made;
  }

  it.each([
    ['its withdrawal FAILED', copiedBefore('FAILED')],
    ['the list does not date the copy', { ...copiedBefore('FAILED'), createdAt: null }],
    ['it was refused', { rows: [payout(1), payout(2)], fate: once({ 1: refusal('duplicate_withdrawal') }) }],
  ])('puts the row on hold when %s, and never offers it to be paid again', async (_, how) => {
    const { run, journal, runId, resolve } = await copiedScene(how);
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ withdrawal: null, code: 'ambiguous', reason: 'copy' });
    expect([...unpaidPayouts(journal, runId)]).toEqual([]);
    expect(counts((await run()).tally)).toEqual({ ambiguous: 1, paid: 1 });
    expect(await resolve(1, { verdict: 'paid', withdrawalId: 'copy' })).toMatchObject({
      state: 'resolved_paid',
      withdrawal: { id: 'copy' },
    });
  });

  it('lets a person decide that it was not paid', async () => {
    const { run, journal, runId, resolve } = await copiedScene(copiedBefore('FAILED'));
    await run();
    await resolve(1, { verdict: 'not-paid' });
    expect([...unpaidPayouts(journal, runId)]).toMatchObject([{ row: 1, state: 'resolved_unpaid' }]);
    expect(counts((await run()).tally)).toEqual({ resolved_unpaid: 1, paid: 1 });
  });

  it('puts it on hold also when it fails only while it is followed', async () => {
    const made = await copiedScene({ rows: [payout(1)], fate: once({ 1: { settles: 'FAILED', afterMs: 30_000 } }) });
    expect(counts((await made.run({ waits: true })).tally)).toEqual({ ambiguous: 1 });
  });

  it('puts it on hold when a copy appears later, at the beginning of the next run', async () => {
    const { run, journal, runId, wallet, beginAnother } = await copiedScene(copiedBefore('FAILED'));
    const hidden = wallet.client.withdraws.page.bind(wallet.client.withdraws);
    wallet.client.withdraws.page = async (query) => {
      const page = await hidden(query);
      return { ...page, items: page.items.filter(({ id }) => id !== 'copy') };
    };
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
    wallet.client.withdraws.page = hidden;
    await beginAnother();
    expect(journal.payout({ runId, row: 1 }).state).toBe('ambiguous');
  });

  it('puts it on hold when the copy was never looked for, and is behind many newer withdrawals', async () => {
    const { run, journal, runId, wallet, clock, pass, beginAnother } = await copiedScene(copiedBefore('FAILED'));
    wallet.failPage(3);
    await run();
    const later = Array.from({ length: 150 }, (_, index) => ({
      id: `later-${index}`,
      value: centavos(77),
      status: 'COMPLETED',
      pixKey: 'other@example.com',
      createdAt: new Date(clock.epochMs() + DAY_MS + index).toISOString(),
    }));
    wallet.withdrawals.unshift(...later);
    await pass(2 * DAY_MS);
    await beginAnother();
    expect(journal.payout({ runId, row: 1 })).toMatchObject({ state: 'ambiguous', reason: 'copy' });
  });

  it('lets no payment like it be planned before a copy was looked for', async () => {
    const { run, journal, wallet, clock } = await openRun(copiedBefore('FAILED'));
    wallet.failPage(3);
    await run();
    const earlier = () => {
      const duplicates = new Duplicates(journal, { account: 1, newestRows: [], nowMs: clock.epochMs() });
      return duplicates.of(payout(7, { ...sameAs(payout(1)), reference: 'new' })).earlier;
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
        fate: once({ 1: { settles: 'FAILED', afterMs: 30_000 } }),
      });
      const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
      wallet.client.withdraws.create = async (request) => {
        const answer = await create(request);
        const { description, value, pixKey, createdAt } = wallet.withdrawals[0] ?? {};
        if (value !== undefined)
          wallet.withdrawals.unshift({ id: 'copy', description, value, pixKey, createdAt, status: 'COMPLETED' });
        return answer;
      };
      expect(await run()).toMatchObject({ alarms: 1, tally: { accepted: { payouts: 1 } } });
      const hidden = wallet.withdrawals.map((row) => ({ ...row, description: 'Pix enviado' }));
      if (isHiddenSince) wallet.withdrawals.splice(0, hidden.length, ...hidden);
      await pass(60_000);
      expect(await run({ waits: true })).toMatchObject({ alarms: 0, tally: { paid: { payouts: 1 } } });
      expect(journal.payout({ runId, row: 1 })).toMatchObject({ withdrawal: { id: 'copy' }, secondWithdrawalId: null });
    },
  );

  it('offers no row to be paid again for which the list was never read', async () => {
    const { run, journal, runId, wallet } = await openRun(copiedBefore('FAILED'));
    wallet.failPage(3);
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toEqual([]);
    await run();
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
  });

  it('is looked for once more, past the cache, when the list lacks what was just sent', async () => {
    const { run, journal, runId, wallet } = await openRun(copiedBefore('FAILED'));
    const page = wallet.client.withdraws.page.bind(wallet.client.withdraws);
    const looks: (boolean | undefined)[] = [];
    wallet.client.withdraws.page = async (query) => {
      looks.push(query?.fresh);
      const answer = await page(query);
      // The first two pages are read for withdrawals of others; the first look for copies gets what was true then.
      return looks.length === 3 ? { ...answer, items: [], pagination: { ...answer.pagination, total: 0 } } : answer;
    };
    expect(counts((await run()).tally)).toEqual({ failed: 1, paid: 1 });
    expect([...unpaidPayouts(journal, runId)]).toHaveLength(1);
    expect(looks).toEqual([true, true, true, true]);
  });
});

/** A row that has failed twice under one reference; the second request has a copy that either may own. */
async function failedTwice({ quietMs = 600_000, setBackMs = 0, isFollowed = true } = {}) {
  const ordered = payout(1, { reference: 'june' });
  const scene = await openRun({
    rows: [ordered],
    fate: (_, number) => (number > 1 && isFollowed ? { settles: 'FAILED', afterMs: 30_000 } : 'failed'),
  });
  const { run, runOf, journal, runId, wallet, clock, pass } = scene;
  expect(counts((await run()).tally)).toEqual({ failed: 1 });
  await pass(quietMs);
  const epochMs = clock.epochMs.bind(clock);
  let slowMs = setBackMs;
  clock.epochMs = () => epochMs() - slowMs;
  const setBack = (ms: number) => (slowMs = ms);
  const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
  wallet.client.withdraws.create = async (request, options) => {
    const answer = await create(request, options);
    if (wallet.requests.length === 2) wallet.withdrawals.unshift(copyOf(answer, epochMs()));
    return answer;
  };
  const retried = await approvedRun(journal, [ordered]);
  await runOf(retried.lock, { waits: true });
  const states = () => [runId, retried.runId].map((id) => journal.payout({ runId: id, row: 1 }).state);
  const offered = () => [runId, retried.runId].flatMap((id) => [...unpaidPayouts(journal, id)]).length;
  return { ...scene, ordered, retried, epochMs, setBack, states, offered };
}

function copyOf({ value, pixKey }: Pick<Withdrawal, 'value' | 'pixKey'>, atMs: number, id = 'copy'): Withdrawal {
  const createdAt = new Date(atMs + 900_000).toISOString();
  return { id, value, pixKey, createdAt, status: 'COMPLETED', description: 'Pix enviado' };
}

/** More than a page of withdrawals to others. */
function others(number: number, atMs: number): Withdrawal[] {
  return Array.from({ length: number }, (_, index) =>
    copyOf({ value: centavos(77), pixKey: 'other@example.com' }, atMs + index, `other-${atMs + index}`),
  );
}

it.each([
  ['the clock is right', 0],
  ['the clock was set back by months', 4 * MONTH_MS],
] as const)(
  'asks about each of two payouts with one reference before it is paid again, when %s',
  async (_, setBackMs) => {
    const { states, offered, pass, beginAnother, resolve, journal, retried } = await failedTwice({ setBackMs });
    expect(states()).toEqual(['ambiguous', 'failed']);
    await pass(600_000);
    await beginAnother();
    expect(offered()).toBe(0);
    await resolve(1, { verdict: 'not-paid' });
    await beginAnother();
    expect(states()).toEqual(['resolved_unpaid', 'ambiguous']);
    expect([...unpaidPayouts(journal, retried.runId)]).toEqual([]);
  },
);

it.each([0, 4 * MONTH_MS])(
  'finds the copy on an account that was at rest for a month, when our clock is %s ms behind',
  async (setBackMs) => {
    const { journal, retried } = await failedTwice({ quietMs: MONTH_MS, setBackMs });
    expect(journal.payout({ runId: retried.runId, row: 1 }).state).toBe('ambiguous');
  },
);

it('finds the copy of the first request of an account, which was refused, when our clock is months behind', async () => {
  const { run, wallet, clock } = await openRun({
    rows: [payout(1)],
    fate: once({ 1: refusal('duplicate_withdrawal') }),
  });
  const epochMs = clock.epochMs.bind(clock);
  clock.epochMs = () => epochMs() - 4 * MONTH_MS;
  const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
  wallet.client.withdraws.create = (request, options) => {
    wallet.withdrawals.unshift(copyOf({ value: request.amountCentavos, pixKey: request.pixKey }, epochMs()));
    return create(request, options);
  };
  expect(counts((await run()).tally)).toEqual({ ambiguous: 1 });
});

it.each([
  ['a month later', MONTH_MS, 0],
  ['by a clock that is months ahead', 0, 2 * MONTH_MS],
])('sends nothing beside the copy when the other payout is decided %s', async (_, waitMs, aheadMs) => {
  const { states, pass, beginAnother, resolve, journal, ordered, runOf, wallet, setBack, epochMs } =
    await failedTwice();
  await pass(600_000);
  await beginAnother();
  await pass(waitMs);
  wallet.withdrawals.unshift(...others(400, epochMs()));
  setBack(-aheadMs);
  await resolve(1, { verdict: 'not-paid' });
  const again = await approvedRun(journal, [ordered]);
  expect(counts((await runOf(again.lock)).tally)).toEqual({ duplicate: 1 });
  expect(states()).toEqual(['resolved_unpaid', 'ambiguous']);
  expect(wallet.requests).toHaveLength(2);
});

it('looks again for the copy once what was paid by hand in its place is returned', async () => {
  const { states, offered, pass, beginAnother, resolve, wallet, epochMs } = await failedTwice({ isFollowed: false });
  const [copy] = wallet.withdrawals;
  const byHand = copyOf(copy ?? { value: centavos(0) }, epochMs(), 'by-hand');
  await pass(600_000);
  wallet.withdrawals.unshift(byHand);
  await resolve(1, { verdict: 'paid', withdrawalId: 'by-hand' });
  await beginAnother();
  expect(states()).toEqual(['resolved_paid', 'failed']);
  const place = wallet.withdrawals.indexOf(byHand);
  wallet.withdrawals.splice(place, 1);
  await pass(DAY_MS);
  wallet.withdrawals.unshift({ ...byHand, status: 'FAILED' }, ...others(400, epochMs()));
  await beginAnother();
  expect(states()).toEqual(['ambiguous', 'failed']);
  expect(offered()).toBe(0);
});

/** A payment that was never found; one like it under another reference fails, and a copy that either may own stands. */
async function besideUndecided() {
  const undecided = payout(1, { reference: 'june' });
  const ordered = payout(1, { ...sameAs(undecided), reference: 'bonus' });
  const fate = (_: unknown, number: number) => (number === 1 ? 'lost-before' : 'failed');
  const scene = await openRun({ rows: [undecided], fate });
  const { run, runOf, journal, runId, wallet, clock, pass } = scene;
  expect(counts((await run()).tally)).toEqual({ absent: 1 });
  const { mark } = journal.payout({ runId, row: 1 });
  const copyAtNow = (id: string) => copyOf({ ...ordered, value: ordered.amountCentavos }, clock.epochMs(), id);
  const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
  wallet.client.withdraws.create = async (request, options) => {
    const answer = await create(request, options);
    if (wallet.requests.length === 2) wallet.withdrawals.unshift(copyAtNow('copy'));
    return answer;
  };
  const failed = await approvedRun(journal, [ordered]);
  await runOf(failed.lock);
  const states = () => [runId, failed.runId].map((id) => journal.payout({ runId: id, row: 1 }).state);
  expect(states()).toEqual(['absent', 'failed']);
  await pass(MONTH_MS);
  const found = { ...copyAtNow('found'), description: mark ?? '' };
  wallet.withdrawals.unshift(found, ...others(400, clock.epochMs()));
  const sendAgain = async () => counts((await runOf((await approvedRun(journal, [ordered])).lock)).tally);
  return { ...scene, found, states, sendAgain };
}

it('sends nothing under its reference while another payout that may own its copy is undecided', async () => {
  const { beginAnother, sendAgain, wallet } = await besideUndecided();
  await beginAnother();
  expect(await sendAgain()).toEqual({ duplicate: 1 });
  expect(wallet.requests).toHaveLength(2);
});

it.each(['found', 'decided'])(
  'looks again for the copy once the other payout is %s to be paid by another',
  async (how) => {
    const { beginAnother, run, resolve, sendAgain, states, found } = await besideUndecided();
    if (how === 'found') await run();
    else await resolve(1, { verdict: 'paid', withdrawalId: found.id });
    await beginAnother();
    expect(states()).toEqual([how === 'found' ? 'paid' : 'resolved_paid', 'ambiguous']);
    expect(await sendAgain()).toEqual({ duplicate: 1 });
  },
);
