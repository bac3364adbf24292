import { describe, expect, it } from 'vitest';
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

it.each([
  ['the clock is right', 0],
  ['the clock was set back by months', 4 * MONTH_MS],
] as const)(
  'asks about each of two payouts with one reference before it is paid again, when %s',
  async (_, setBackMs) => {
    const ordered = payout(1, { reference: 'june' });
    const { run, runOf, journal, runId, wallet, clock, resolve, pass, beginAnother } = await openRun({
      rows: [ordered],
      fate: (_, number) => (number === 1 ? 'failed' : { settles: 'FAILED', afterMs: 30_000 }),
    });
    expect(counts((await run()).tally)).toEqual({ failed: 1 });
    await pass(600_000);
    const epochMs = clock.epochMs.bind(clock);
    clock.epochMs = () => epochMs() - setBackMs;
    const create = wallet.client.withdraws.create.bind(wallet.client.withdraws);
    wallet.client.withdraws.create = async (request, options) => {
      const answer = await create(request, options);
      const { value, pixKey } = answer;
      const createdAt = new Date(epochMs() + 900_000).toISOString();
      const copy = { id: 'copy', value, pixKey, createdAt, status: 'COMPLETED', description: 'Pix enviado' };
      if (wallet.requests.length === 2) wallet.withdrawals.unshift(copy);
      return answer;
    };
    const retried = await approvedRun(journal, [ordered]);
    await runOf(retried.lock, { waits: true });
    const states = () => [runId, retried.runId].map((id) => journal.payout({ runId: id, row: 1 }).state);
    expect(states()).toEqual(['ambiguous', 'failed']);
    await pass(600_000);
    await beginAnother();
    expect([...unpaidPayouts(journal, retried.runId)]).toEqual([]);
    await resolve(1, { verdict: 'not-paid' });
    await beginAnother();
    expect(states()).toEqual(['resolved_unpaid', 'ambiguous']);
    expect([...unpaidPayouts(journal, retried.runId)]).toEqual([]);
  },
);
