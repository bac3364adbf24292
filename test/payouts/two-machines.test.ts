import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import type { RunEvent, RunSummary } from '../../src/payouts/engine/run-events.ts';
import { runPayouts, type RunOptions } from '../../src/payouts/engine/run-payouts.ts';
import { foreignIn } from '../../src/payouts/accounts/newest-page.ts';
import type { RunFacts } from '../../src/payouts/journal/records.ts';
import { shortfallOf } from '../../src/payouts/engine/run-outcome.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { FakeWallet, type Fate } from './support/fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';

const ROWS = 40;
const rows = Array.from({ length: ROWS }, (_, index) => payout(index + 1, { reference: `inv-${index + 1}` }));

/** A machine with a journal of its own, and the same file. */
async function machine(wallet: FakeWallet, clock: Clock, facts: Partial<RunFacts> = {}) {
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const { runId, lock } = await approvedRun(journal, rows, facts);
  const events: RunEvent[] = [];
  const wait = (delayMs: number) =>
    new Promise<void>((resolve) => {
      clock.schedule(delayMs, resolve);
    });
  const pay = async ({ afterMs = 0, pauseMs = 0, ...options }: RunOptions & { afterMs?: number; pauseMs?: number }) => {
    await wait(afterMs);
    const account = await bound(journal, wallet.client, clock);
    await wait(pauseMs);
    const work = { journal, lock, client: wallet.client, account, clock, signal: new AbortController().signal };
    return runPayouts({ ...work, onEvent: (event) => events.push(event), options });
  };
  return { journal, runId, events, pay, says: (summary: RunSummary) => shortfallOf(journal, summary)?.code };
}

function paidTwice({ withdrawals }: FakeWallet): number {
  return withdrawals.length - new Set(withdrawals.map(({ pixKey }) => pixKey)).size;
}

describe.each([
  ['with marks', { showsDescriptions: true, facts: {}, starts: [0, 20, 40, 60, 90, 110, 170, 500, 3_000] }],
  // Later, the second one's file is refused by its plan.
  ['with marks that are not returned', { showsDescriptions: false, facts: {}, starts: [0, 20, 40] }],
  ['without marks', { showsDescriptions: true, facts: { usesMarks: false }, starts: [0, 20, 40] }],
])('two machines with a journal each, %s', (_, { showsDescriptions, facts, starts }) => {
  it.each(starts)('pay at most one row twice when the second starts %i ms later, and both say so', async (afterMs) => {
    const clock = simulatedClock(seededRandom(afterMs));
    const wallet = new FakeWallet({ clock, showsDescriptions });
    const [one, other] = [await machine(wallet, clock, facts), await machine(wallet, clock, facts)];
    const ending = Promise.allSettled([one.pay({}), other.pay({ afterMs })]);
    await clock.runToEnd();
    const [first, second] = await ending;
    expect(paidTwice(wallet)).toBeLessThanOrEqual(1);
    if (first.status === 'fulfilled' && paidTwice(wallet) > 0) expect(one.says(first.value)).toBeDefined();
    if (second.status === 'fulfilled') expect(other.says(second.value)).toBeDefined();
    else expect(second).toMatchObject({ reason: { code: 'foreign_journal' } });
  });

  it('send nothing after the question that was open while the other machine paid', async () => {
    const clock = simulatedClock(seededRandom(1));
    const wallet = new FakeWallet({ clock, showsDescriptions });
    const [one, other] = [await machine(wallet, clock, facts), await machine(wallet, clock, facts)];
    const waiting = one.pay({ pauseMs: 40_000, mayHavePaused: true });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'foreign_journal' });
    const paying = other.pay({ afterMs: 5_000 });
    await clock.runToEnd();
    await refused;
    expect((await paying).tally.paid.payouts).toBe(ROWS);
    expect(wallet.withdrawals).toHaveLength(ROWS);
  });
});

it('a machine that pays beside another one notices it within seconds, and stops', async () => {
  const clock = simulatedClock(seededRandom(1));
  let isSending = false;
  let sent = 0;
  const wallet = new FakeWallet({
    clock,
    fate: () => {
      isSending = true;
      return 'done';
    },
  });
  const { withdraws } = wallet.client;
  const page = withdraws.page.bind(withdraws);
  const one = await machine(wallet, clock);
  const foreign = { id: 'f-1', value: payout(99).amountCentavos, status: 'COMPLETED', pixKey: 'x@example.com' };
  Object.assign(withdraws, {
    page: async (query: Parameters<typeof page>[0]) => {
      const read = await page(query);
      const isThere = wallet.withdrawals.length > 20;
      return isThere && isSending
        ? { ...read, items: [{ ...foreign, description: '#pxfff2222' }, ...read.items] }
        : read;
    },
  });
  const create = withdraws.create.bind(withdraws);
  Object.assign(withdraws, {
    create: async (...request: Parameters<typeof create>) => {
      // The rate limit: one a second.
      await new Promise<void>((resolve) => {
        clock.schedule(1_000 * (sent += 1), resolve);
      });
      return create(...request);
    },
  });
  const paying = one.pay({});
  await clock.runToEnd();
  expect((await paying).stop).toMatchObject({ reason: 'foreign_journal' });
});

it('an alarm names the row and the withdrawal that another machine made for the same', async () => {
  const clock = simulatedClock(seededRandom(1));
  const wallet = new FakeWallet({ clock });
  const [one, other] = [await machine(wallet, clock), await machine(wallet, clock)];
  const ending = Promise.all([one.pay({}), other.pay({})]);
  await clock.runToEnd();
  const [first, second] = await ending;
  expect([one.says(first), other.says(second)]).toEqual(['paid_twice', 'paid_twice']);
  const alarm = { type: 'second_withdrawal', isForeign: true, payout: expect.objectContaining({ row: 1 }) };
  expect(one.events).toContainEqual(expect.objectContaining({ ...alarm, withdrawalId: 'wd-2' }));
  expect(other.events).toContainEqual(expect.objectContaining({ ...alarm, withdrawalId: 'wd-1' }));
});

it('a lost first response does not let the rest leave unseen', async () => {
  const clock = simulatedClock(seededRandom(1));
  let requests = 0;
  const wallet = new FakeWallet({ clock, fate: () => ((requests += 1) <= 2 ? 'lost-after' : 'done') });
  const [one, other] = [await machine(wallet, clock), await machine(wallet, clock)];
  const ending = Promise.all([one.pay({}), other.pay({})]);
  await clock.runToEnd();
  await ending;
  expect(paidTwice(wallet)).toBeLessThanOrEqual(1);
});

describe.each([
  ['with marks', true],
  ['with marks that are not returned', false],
])('where the first row fails on every machine, %s', (_, showsDescriptions) => {
  it.each<Fate>(['failed', { settles: 'FAILED', afterMs: 0 }])('the rest does not leave unseen (%j)', async (fate) => {
    const clock = simulatedClock(seededRandom(1));
    const wallet = new FakeWallet({
      clock,
      showsDescriptions,
      fate: ({ pixKey }) => (pixKey === rows[0]?.pixKey ? fate : 'done'),
    });
    const [one, other] = [await machine(wallet, clock), await machine(wallet, clock)];
    const ending = Promise.all([one.pay({}), other.pay({ afterMs: 20 })]);
    await clock.runToEnd();
    const [first, second] = await ending;
    expect(paidTwice(wallet)).toBeLessThanOrEqual(2);
    expect([first.stop?.reason, second.stop?.reason]).toContain('foreign_journal');
  });
});

it('a row that has failed does not claim the withdrawal that another machine made for it', async () => {
  const clock = simulatedClock(seededRandom(1));
  const wallet = new FakeWallet({
    clock,
    fate: (_, number) => ({ settles: number === 1 ? 'FAILED' : 'COMPLETED', afterMs: 1_000 }),
  });
  const [one, other] = [await machine(wallet, clock), await machine(wallet, clock)];
  const ending = Promise.all([one.pay({ waits: true }), other.pay({ waits: true })]);
  await clock.runToEnd();
  await ending;
  const [failed] = [...one.journal.payouts(one.runId)];
  expect(failed).toMatchObject({ row: 1, state: 'ambiguous', withdrawal: null, secondWithdrawalId: 'wd-2' });
});

it('marks of another journal are reported although their withdrawals have no time', async () => {
  const foreign = (id: string, createdAt?: string) => {
    return {
      id,
      value: centavos(77),
      status: 'COMPLETED',
      pixKey: 'x@example.com',
      createdAt,
      description: `#pxfff22${id}`,
    };
  };
  const journal = await temporaryJournal();
  const found = foreignIn([foreign('22'), foreign('33', '2026-07-14T15:00:00Z'), foreign('44')], journal, 'sha256:1');
  expect(found).toMatchObject({ count: 3, newest: { id: '33', mark: '#pxfff2233' } });
  expect(foreignIn([foreign('22')], journal, 'sha256:1')?.newest.createdAt).toBeNull();
});
