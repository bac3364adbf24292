import { describe, expect, it } from 'vitest';
import { sleep, type Clock } from '../../src/client/clock.ts';
import type { RunEvent, RunSummary } from '../../src/payouts/engine/run-events.ts';
import { runPayouts, type RunOptions } from '../../src/payouts/engine/run-payouts.ts';
import { foreignIn } from '../../src/payouts/accounts/newest-page.ts';
import type { RunFacts } from '../../src/payouts/journal/records.ts';
import { shortfallOf } from '../../src/payouts/engine/run-outcome.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { inTime, simulatedClock } from '../support/clocks.ts';
import { seededRandom } from '../support/random.ts';
import { FakeWallet, type Fate } from './support/fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { rowsOf } from './support/run-scene.ts';

const ROWS = 40;
const rows = rowsOf(ROWS).map((row) => ({ ...row, reference: `inv-${row.row}` }));

interface Paying extends RunOptions {
  /** When it begins. */
  readonly afterMs?: number;
  /** How long its question is open. */
  readonly pauseMs?: number;
}

/** A machine with a journal of its own, and the same file. */
async function machine(wallet: FakeWallet, clock: Clock, facts: Partial<RunFacts> = {}) {
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const { runId, lock } = await approvedRun(journal, rows, facts);
  const events: RunEvent[] = [];
  const wait = (delayMs: number) => sleep(clock, delayMs, new AbortController().signal);
  const pay = async ({ afterMs = 0, pauseMs = 0, ...options }: Paying) => {
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

type Settings = Omit<ConstructorParameters<typeof FakeWallet>[0], 'clock'>;

/** Two such machines, and the account that both pay from. */
async function twoMachines(settings: Settings = {}, facts: Partial<RunFacts> = {}, seed = 1) {
  const clock = simulatedClock(seededRandom(seed));
  const wallet = new FakeWallet({ clock, ...settings });
  const [one, other] = [await machine(wallet, clock, facts), await machine(wallet, clock, facts)];
  const payBoth = (first: Paying, second: Paying) =>
    inTime(clock, Promise.allSettled([one.pay(first), other.pay(second)]));
  return { clock, wallet, one, other, payBoth };
}

const ended = <Result>(end: PromiseSettledResult<Result>): Result => {
  if (end.status === 'rejected') throw end.reason;
  return end.value;
};

describe.each([
  ['with marks', { showsDescriptions: true, facts: {}, starts: [0, 20, 40, 60, 90, 110, 170, 500, 3_000] }],
  // Later, the second one's file is refused by its plan.
  ['with marks that are not returned', { showsDescriptions: false, facts: {}, starts: [0, 20, 40] }],
  ['without marks', { showsDescriptions: true, facts: { usesMarks: false }, starts: [0, 20, 40] }],
])('two machines with a journal each, %s', (_, { showsDescriptions, facts, starts }) => {
  it.each(starts)('pay at most one row twice when the second starts %i ms later, and both say so', async (afterMs) => {
    const { wallet, one, other, payBoth } = await twoMachines({ showsDescriptions }, facts, afterMs);
    const [first, second] = await payBoth({}, { afterMs });
    expect(paidTwice(wallet)).toBeLessThanOrEqual(1);
    if (first.status === 'fulfilled' && paidTwice(wallet) > 0) expect(one.says(first.value)).toBeDefined();
    if (second.status === 'fulfilled') expect(other.says(second.value)).toBeDefined();
    else expect(second).toMatchObject({ reason: { code: 'foreign_journal' } });
  });

  it('send nothing after the question that was open while the other machine paid', async () => {
    const { wallet, payBoth } = await twoMachines({ showsDescriptions }, facts);
    const [waiting, paying] = await payBoth({ pauseMs: 40_000, mayHavePaused: true }, { afterMs: 5_000 });
    expect(waiting).toMatchObject({ reason: { code: 'foreign_journal' } });
    expect(ended(paying).tally.paid.payouts).toBe(ROWS);
    expect(wallet.withdrawals).toHaveLength(ROWS);
  });
});

it('a machine that pays beside another one notices it within seconds, and stops', async () => {
  const clock = simulatedClock(seededRandom(1));
  const wallet = new FakeWallet({ clock });
  const one = await machine(wallet, clock);
  const price = { value: payout(99).amountCentavos, status: 'COMPLETED', pixKey: 'x@example.com' };
  const foreign = { id: 'f-1', ...price, description: '#pxfff2222' };
  wallet.alter('page', (page) => async (query) => {
    const read = await page(query);
    return wallet.withdrawals.length > 20 ? { ...read, items: [foreign, ...read.items] } : read;
  });
  let sent = 0;
  wallet.alter('create', (create) => async (...request) => {
    // The rate limit: one a second.
    await sleep(clock, 1_000 * (sent += 1), new AbortController().signal);
    return create(...request);
  });
  expect((await inTime(clock, one.pay({}))).stop).toMatchObject({ reason: 'foreign_journal' });
});

it('an alarm names the row and the withdrawal that another machine made for the same', async () => {
  const { one, other, payBoth } = await twoMachines();
  const [first, second] = (await payBoth({}, {})).map(ended);
  expect([one.says(first!), other.says(second!)]).toEqual(['paid_twice', 'paid_twice']);
  const alarm = { type: 'second_withdrawal', isForeign: true, payout: expect.objectContaining({ row: 1 }) };
  expect(one.events).toContainEqual(expect.objectContaining({ ...alarm, withdrawalId: 'wd-2' }));
  expect(other.events).toContainEqual(expect.objectContaining({ ...alarm, withdrawalId: 'wd-1' }));
});

it('a lost first response does not let the rest leave unseen', async () => {
  const { wallet, payBoth } = await twoMachines({ fate: (_, number) => (number <= 2 ? 'lost-after' : 'done') });
  (await payBoth({}, {})).forEach(ended);
  expect(paidTwice(wallet)).toBeLessThanOrEqual(1);
});

describe.each([
  ['with marks', true],
  ['with marks that are not returned', false],
])('where the first row fails on every machine, %s', (_, showsDescriptions) => {
  it.each<Fate>(['failed', { settles: 'FAILED', afterMs: 0 }])('the rest does not leave unseen (%j)', async (fate) => {
    const { wallet, payBoth } = await twoMachines({
      showsDescriptions,
      fate: ({ pixKey }) => (pixKey === rows[0]?.pixKey ? fate : 'done'),
    });
    const ends = (await payBoth({}, { afterMs: 20 })).map(ended);
    expect(paidTwice(wallet)).toBeLessThanOrEqual(2);
    expect(ends.map(({ stop }) => stop?.reason)).toContain('foreign_journal');
  });
});

it('a row that has failed does not claim the withdrawal that another machine made for it', async () => {
  const fate = (_: unknown, number: number) =>
    ({ settles: number === 1 ? 'FAILED' : 'COMPLETED', afterMs: 1_000 }) as const;
  const { one, payBoth } = await twoMachines({ fate });
  (await payBoth({ waits: true }, { waits: true })).forEach(ended);
  const [failed] = [...one.journal.payouts(one.runId)];
  expect(failed).toMatchObject({ row: 1, state: 'ambiguous', withdrawal: null, secondWithdrawalId: 'wd-2' });
});

it('marks of another journal are reported although their withdrawals have no time', async () => {
  const price = { value: centavos(77), status: 'COMPLETED', pixKey: 'x@example.com' };
  const foreign = (id: string, createdAt?: string) => ({ id, ...price, createdAt, description: `#pxfff22${id}` });
  const journal = await temporaryJournal();
  const found = foreignIn([foreign('22'), foreign('33', '2026-07-14T15:00:00Z'), foreign('44')], journal, 'sha256:1');
  expect(found).toMatchObject({ count: 3, newest: { id: '33', mark: '#pxfff2233' } });
  expect(foreignIn([foreign('22')], journal, 'sha256:1')?.newest.createdAt).toBeNull();
});
