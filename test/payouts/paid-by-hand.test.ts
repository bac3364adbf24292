import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import { AccountPayouts } from '../../src/payouts/account-payouts.ts';
import { comparedWith } from '../../src/payouts/accounts/newest-page.ts';
import { runPayouts, type RunOptions } from '../../src/payouts/engine/run-payouts.ts';
import type { RunSummary } from '../../src/payouts/engine/run-events.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import { markedDescription, unusedMark } from '../../src/payouts/rules/mark.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { refusal, unsent, type FakeWallet, type Fate } from './support/fake-wallet.ts';
import { approvedRun, bound, payout } from './support/journals.ts';
import { counts, once, openRun, rowsOf, type RunSettings } from './support/run-scene.ts';
import { draws } from '../support/draws.ts';

type Scene = Awaited<ReturnType<typeof openRun>>;
type Order = Pick<Payout, 'pixKey' | 'amountCentavos'>;

const OTHER: Order = { pixKey: 'x@example.com', amountCentavos: centavos(700) };
const SAME: Order = { pixKey: 'same@example.com', amountCentavos: centavos(700) };
const SERVICE_AHEAD_MS = 900_000;
const HOUR_MS = 3_600_000;

/** A person pays with another program. */
function payByHand(
  { wallet, clock }: Pick<Scene, 'wallet' | 'clock'>,
  id: string,
  { pixKey, amountCentavos: value }: Order,
  some: Partial<Withdrawal> = {},
) {
  const createdAt = new Date(clock.epochMs() + SERVICE_AHEAD_MS).toISOString();
  const price = { value, metadata: { fee: centavos(0), sent: value } };
  wallet.withdrawals.unshift({ id, status: 'COMPLETED', pixKey, createdAt, description: null, ...price, ...some });
}

/** That many payments to others, a while apart. */
function payOthers(scene: Pick<Scene, 'wallet' | 'clock'>, count: number, some: Partial<Withdrawal> = {}): void {
  for (let index = 0; index < count; index += 1)
    payByHand(scene, `other-${scene.wallet.withdrawals.length}`, OTHER, some);
}

/** A run on an account that has paid before. @param fate of the n-th request, when others may pay, too */
async function openOffice(settings: RunSettings, fate: (number: number, scene: Scene) => Fate = () => 'done') {
  const made: { scene?: Scene } = {};
  const scene = await openRun({ ...settings, fate: (_, number) => fate(number, made.scene as Scene) });
  made.scene = scene;
  payByHand(scene, 'older', OTHER);
  return scene;
}

const NOTHING = () => Promise.resolve();

/** The account is determined; then others pay, and then the run begins. */
async function runAfter(scene: Scene, others: () => Promise<void>, options: RunOptions = {}): Promise<RunSummary> {
  const { wallet, clock, journal, lock, events, controller } = scene;
  const inTime = async <Result>(work: Promise<Result>) => {
    work.catch(() => undefined);
    await clock.runToEnd();
    return work;
  };
  const account = await inTime(bound(journal, wallet.client, clock));
  await others();
  const given = { journal, lock, client: wallet.client, account, clock, signal: controller.signal, options };
  return inTime(runPayouts({ ...given, onEvent: (event) => void events.push(event) }));
}

function alter(wallet: FakeWallet, row: (row: Withdrawal) => Withdrawal, wait = NOTHING) {
  let lists = 0;
  wallet.alter('page', (page) => async (query) => {
    lists += 1;
    await wait();
    const read = await page(query);
    return { ...read, items: read.items.map(row) };
  });
  return { lists: () => lists };
}

/** A later command, which resumes the run. @param allowed kinds of permissions */
async function resume(scene: Scene, options: RunOptions = {}, ...allowed: string[]): Promise<RunSummary> {
  const { wallet, clock, journal, lock: held, runId, controller, events } = scene;
  held.release();
  const allows = (kind: string) => allowed.includes(kind);
  const given = { journal, origin: 'https://wallet.example', client: wallet.client, clock, fingerprints: ['key'] };
  const terms = { choice: undefined, terms: { names: allows, allows } };
  const { signal } = controller;
  const onEvent = (event: (typeof events)[number]) => void events.push(event);
  const ending = new AccountPayouts(given).resume(runId, terms, ({ lock, account }) =>
    runPayouts({ journal, lock, client: wallet.client, account, clock, signal, onEvent, options }),
  );
  ending.catch(() => undefined);
  await clock.runToEnd();
  return ending;
}

/** Another run, which was compared with the newest page of now. */
async function planOf(scene: Scene, ...rows: Payout[]): Promise<Scene> {
  const { journal, wallet, clock } = scene;
  const binding = bound(journal, wallet.client, clock);
  await clock.runToEnd();
  const compared = comparedWith((await binding).newest, journal);
  return { ...scene, ...(await approvedRun(journal, rows, { compared })) };
}

/** SIGKILL just after the request of the first row. */
function sendAndDie({ journal, runId, wallet, clock }: Scene): void {
  const mark = unusedMark(journal, clock);
  journal.steps.intend({ runId, row: 1 }, { at: clock.epochMs(), mark, servedBefore: clock.epochMs() });
  void wallet.client.withdraws.create({ ...payout(1), description: markedDescription(undefined, mark) });
}

type Proven = FakeWallet['client']['withdraws']['proven'];

const unreadable: Proven = () =>
  ({
    steps: () => {
      throw refusal('internal', 500);
    },
  }) as unknown as ReturnType<Proven>;

const paidTo = ({ wallet }: Scene, { pixKey }: Order) =>
  wallet.withdrawals.filter((row) => row.pixKey === pixKey).map(({ id }) => id);

const alarmsIn = ({ events }: Scene) =>
  events.flatMap((event) => (event.type === 'second_withdrawal' ? [[event.payout.row, event.withdrawalId]] : []));

describe('what was paid by hand before a run begins is not paid again', () => {
  it.each([
    ['on an account with one withdrawal', 1],
    ['behind the first page of a busy account', 120],
  ])('after the account was determined, %s', async (_, others) => {
    const scene = await openOffice({ rows: [payout(1)] });
    payOthers(scene, others - 1);
    const ending = runAfter(scene, async () => {
      await scene.pass(5_000);
      payByHand(scene, 'by-hand', payout(1));
      payOthers(scene, others - 1);
    });
    const ended: unknown = await ending.catch((error: unknown) => error);
    // On the quiet account, the page that identified it is believed for as long as a list can be that old.
    const isSeen = others > 1;
    if (isSeen) expect(ended).toMatchObject({ code: 'foreign_journal' });
    else expect(ended).toMatchObject({ alarms: 1, tally: { paid: { payouts: 1 } } });
    expect(scene.wallet.requests).toHaveLength(isSeen ? 0 : 1);
  });

  it('while a question stood, and a hundred and fifty others were made since', async () => {
    const scene = await openOffice({});
    payOthers(scene, 120);
    await scene.pass(7_200_000);
    payByHand(scene, 'newest', OTHER);
    const ending = runAfter(
      scene,
      async () => {
        payByHand(scene, 'by-hand', payout(2));
        for (let index = 0; index < 150; index += 1) {
          await scene.pass(4_000);
          payByHand(scene, `newer-${index}`, OTHER);
        }
      },
      { mayHavePaused: true },
    );
    await expect(ending).rejects.toMatchObject({ code: 'foreign_journal' });
    expect(scene.wallet.requests).toEqual([]);
  });

  it.each([
    ['list', 3, 0, 60],
    ['page', 4, 20, 110],
  ])('while a question stood, where a %s of five minutes ago follows that of now', async (_, oldOne, before, since) => {
    const scene = await openOffice({ rows: [payout(1)] });
    const { wallet } = scene;
    payOthers(scene, 120);
    let [lists, old]: [number, readonly Withdrawal[]] = [0, []];
    wallet.alter('page', (page) => async (query) => {
      if ((lists += 1) !== oldOne) return page(query);
      const now = wallet.withdrawals.splice(0, Infinity, ...old);
      const read = await page(query);
      wallet.withdrawals.splice(0, Infinity, ...now);
      return read;
    });
    const ending = runAfter(
      scene,
      async () => {
        await scene.pass(300_000);
        old = [...wallet.withdrawals];
        payOthers(scene, before);
        payByHand(scene, 'by-hand', payout(1));
        payOthers(scene, since);
      },
      { mayHavePaused: true },
    );
    await expect(ending).rejects.toMatchObject({ code: 'foreign_journal' });
    expect(wallet.requests).toEqual([]);
  });

  it('while lost responses were looked for, and a hundred and fifty others were made since', async () => {
    const scene = await openOffice({ rows: rowsOf(40) }, (number, { clock }) => {
      if (number < 11 || number > 20) return 'done';
      if (number === 20) {
        clock.schedule(20_000, () => payByHand(scene, 'by-hand', payout(40)));
        for (let index = 0; index < 150; index += 1)
          clock.schedule(21_000 + index * 1_000, () => payByHand(scene, `newer-${index}`, OTHER));
      }
      return number === 15 ? 'lost-before' : 'lost-after';
    });
    expect((await scene.run()).stop).toMatchObject({ reason: 'foreign_journal', foreign: { line: 41 } });
    expect(scene.wallet.withdrawals.filter(({ pixKey }) => pixKey === payout(40).pixKey)).toHaveLength(1);
  });
});

describe('what was paid by hand since is not paid again by a resume', () => {
  it.each([
    ['read', 'ambiguous'],
    ['refused with 500', 'absent'],
  ])('of a row that was proven absent, whatever was allowed, where the list is %s', async (how, state) => {
    const scene = await openOffice({ rows: [payout(1)] }, (number) => (number === 1 ? 'lost-before' : 'done'));
    expect(counts((await scene.run()).tally)).toEqual({ absent: 1 });
    await scene.pass(600_000);
    payByHand(scene, 'by-hand', payout(1));
    await scene.pass(600_000);
    const { withdraws } = scene.wallet.client;
    if (how !== 'read') withdraws.proven = unreadable;
    const { tally } = await resume(scene, { resendsProvenAbsent: new Set([1]) }, 'absent');
    expect([counts(tally), paidTo(scene, payout(1))]).toEqual([{ [state]: 1 }, ['by-hand']]);
  });

  it('of a row that was proven absent, where the list is older than the newest page', async () => {
    const scene = await openOffice({ rows: [payout(1)] }, (number) => (number === 1 ? 'lost-before' : 'done'));
    await scene.run();
    const before = [...scene.wallet.withdrawals];
    payByHand(scene, 'by-hand', payout(1));
    scene.wallet.alter('page', (page) => async (query) => {
      const read = await page(query);
      scene.wallet.withdrawals.splice(0, Infinity, ...before);
      return read;
    });
    const { tally } = await resume(scene, { resendsProvenAbsent: true });
    expect([counts(tally), paidTo(scene, payout(1))]).toEqual([{ ambiguous: 1 }, []]);
  });

  it('where it was dated just before the run was stored, and listed later', async () => {
    const scene = await openOffice({});
    const { createdAt } = scene.journal.run(scene.runId);
    let pages = 0;
    scene.wallet.alter('page', (page) => (query) => {
      pages += 1;
      if (pages === 2) payByHand(scene, 'by-hand', payout(3), { createdAt: new Date(createdAt - 1_000).toISOString() });
      return page(query);
    });
    expect((await scene.run()).stop?.reason).toBe('foreign_journal');
    await expect(resume(scene)).rejects.toMatchObject({ code: 'foreign_journal' });
    expect(paidTo(scene, payout(3))).toEqual(['by-hand']);
  });

  it.each([1, 2])('is an alarm of a row that a killed process has sent, of %s', async (count) => {
    const scene = await openOffice({ rows: rowsOf(count) });
    sendAndDie(scene);
    await scene.pass(600_000);
    payByHand(scene, 'by-hand', payout(1));
    await scene.pass(600_000);
    const { tally, alarms } = await resume(scene);
    expect([counts(tally), alarms, alarmsIn(scene)]).toEqual([{ paid: count }, 1, [[1, 'by-hand']]]);
  });

  it.each([
    ['', null],
    [' with the mark of another journal', '#px3333333'],
  ])(
    'is an alarm of a row that a killed process has sent, behind a hundred and twenty others%s',
    async (_, description) => {
      const scene = await openOffice({ rows: rowsOf(1) });
      await scene.beginAnother();
      sendAndDie(scene);
      await scene.pass(600_000);
      payByHand(scene, 'second', payout(1), { description });
      await scene.pass(600_000);
      payOthers(scene, 120);
      const { tally, alarms } = await resume(scene);
      expect([counts(tally), alarms, alarmsIn(scene)]).toEqual([{ paid: 1 }, 1, [[1, 'second']]]);
    },
  );

  it('of a row that was proven absent, while the clock was ahead', async () => {
    const scene = await openOffice({ rows: [payout(1)] }, (number) => (number === 1 ? 'lost-before' : 'done'));
    await scene.run();
    await scene.pass(600_000);
    payByHand(scene, 'by-hand', payout(1));
    scene.setBack(HOUR_MS);
    await resume(scene, { resendsProvenAbsent: new Set([1]) }, 'absent');
    expect(paidTo(scene, payout(1))).toEqual(['by-hand']);
  });

  it('of two equal rows that were proven absent, beside a third whose response has just been lost', async () => {
    const rows = ['A', 'B', 'C'].map((reference, index) => payout(index + 1, { ...SAME, reference }));
    let sent = 0;
    const scene = await openOffice({ rows }, (number) => {
      if (number < 3) return 'lost-before';
      if (sent === 0) return unsent();
      return (sent += 1) === 2 ? 'lost-before' : 'done';
    });
    expect(counts((await scene.run()).tally)).toEqual({ absent: 2, planned: 1 });
    await scene.pass(600_000);
    for (const id of ['by-hand', 'by-hand-2']) payByHand(scene, id, SAME);
    await scene.pass(600_000);
    payOthers(scene, 120);
    await scene.pass(600_000);
    payByHand(scene, 'newest', OTHER);
    sent = 1;
    await resume(scene, { resendsProvenAbsent: new Set([1, 2]) }, 'absent');
    expect(paidTo(scene, SAME)).toEqual(['by-hand-2', 'by-hand']);
  });

  it.each([
    ['an empty account', 0, 0],
    ['an account with five', 5, 0],
    ['an account with five, behind a hundred and twenty others', 5, 120],
  ])("on %s, where the service's times are three hours behind", async (_, before, others) => {
    const scene = await openRun({ rows: [payout(1)] });
    const late = () => ({ createdAt: new Date(scene.clock.epochMs() - 3 * HOUR_MS).toISOString() });
    for (let index = 0; index < before; index += 1) payByHand(scene, `older-${index}`, OTHER, late());
    await scene.pass(HOUR_MS);
    const planned = await planOf(scene, payout(7));
    await scene.pass(600_000);
    payByHand(scene, 'by-hand', payout(7), late());
    payOthers(scene, others, late());
    await scene.pass(HOUR_MS);
    await expect(resume(planned)).rejects.toMatchObject({ code: 'foreign_journal' });
    expect(paidTo(scene, payout(7))).toEqual(['by-hand']);
  });
});

it('no command sends a row that was paid by hand before it began, nor is silent about two payments', async () => {
  const pause = fc.record({
    waitMs: fc.constantFrom(1_000, 70_000, 600_000, 7_200_000),
    paidRow: fc.option(fc.integer({ min: 1, max: 4 })),
    others: fc.constantFrom(0, 3, 120),
    isListUnreadable: fc.boolean(),
    lookForMs: fc.constantFrom(0, undefined),
  });
  const fate = fc.constantFrom<Fate>('done', 'lost-before', { lateMs: 60_000 }, refusal('insufficient_balance'));
  const drawn = fc.record({
    fates: fc.array(fate, { maxLength: 8 }),
    lookForMs: fc.constantFrom(0, undefined),
    pauses: fc.array(pause, { minLength: 1, maxLength: 4 }),
    showsDescriptions: fc.boolean(),
  });
  // So few draws raise an alarm that a round may have none.
  const late: Fate = { lateMs: 60_000 };
  const unread = { waitMs: 1_000, paidRow: 2, others: 3, isListUnreadable: true, lookForMs: undefined } as const;
  const raisesAlarm = { fates: [late, late], lookForMs: 0 as const, pauses: [unread], showsDescriptions: true };
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(drawn, async ({ fates, lookForMs: firstMs, pauses, showsDescriptions }) => {
      const before = new Set<string>();
      const wrong: string[] = [];
      const scene = await openRun({
        rows: rowsOf(4),
        showsDescriptions,
        fate: ({ pixKey }, number) => {
          if (before.has(pixKey)) wrong.push(pixKey);
          return fates[number - 1] ?? 'done';
        },
      });
      payByHand(scene, 'older', OTHER);
      const { journal, runId, wallet } = scene;
      const { withdraws } = wallet.client;
      const proven = withdraws.proven.bind(withdraws);
      await scene.run({ lookForMs: firstMs });
      for (const { waitMs, paidRow, others, isListUnreadable, lookForMs } of pauses) {
        await scene.pass(waitMs);
        const row = paidRow === null ? undefined : journal.payout({ runId, row: paidRow });
        if (row !== undefined && !['paid', 'accepted'].includes(row.state) && !before.has(row.pixKey)) {
          before.add(row.pixKey);
          payByHand(scene, `by-hand-${row.row}`, row);
        }
        payOthers(scene, others);
        withdraws.proven = isListUnreadable ? unreadable : proven;
        const command = { ...scene, controller: new AbortController() };
        const ended: unknown = await resume(command, { resendsProvenAbsent: true, lookForMs }, 'absent').catch(
          (error: unknown) => error,
        );
        met.add(ended instanceof PayoutError ? ended.code : 'resumed');
      }
      const silent = [...journal.payouts(runId, { states: ['paid', 'accepted'] })].filter(
        ({ pixKey, row }) => before.has(pixKey) && !alarmsIn(scene).some(([told]) => told === row),
      );
      if (alarmsIn(scene).length > 0) met.add('alarm');
      expect([wrong, silent]).toEqual([[], []]);
    }),
    { ...draws(25), examples: [[raisesAlarm]] },
  );
  expect(met).toEqual(new Set(['resumed', 'foreign_journal', 'alarm']));
});

it.each([
  ['pages of an older list', false],
  ['an empty page of an older list', true],
])('a look while a run sends reads what is in the gap before %s, once there are newer ones', async (_, isEmpty) => {
  const scene = await openOffice({ rows: rowsOf(600) }, (number) => {
    if (number === 30) payByHand(scene, 'by-hand', payout(590));
    return 'done';
  });
  payOthers(scene, 200);
  const { wallet, clock } = scene;
  const { withdraws } = wallet.client;
  const until = clock.epochMs() + 25_000;
  const sizes = [{ at: clock.epochMs(), size: wallet.withdrawals.length }];
  const create = withdraws.create.bind(withdraws);
  withdraws.create = async (order, options) => {
    options?.beforeSending?.();
    const answer = await create(order);
    sizes.push({ at: clock.epochMs(), size: wallet.withdrawals.length });
    await new Promise<void>((resolve) => void clock.schedule(1_900, resolve));
    return answer;
  };
  const page = withdraws.page.bind(withdraws);
  withdraws.page = async (query = {}, options) => {
    options?.beforeSending?.();
    const read = await page(query, options);
    const { offset = 0, limit } = query as { offset?: number; limit?: number };
    if (offset === 0 || clock.epochMs() > until) return read;
    const size = sizes.findLast(({ at }) => at <= clock.epochMs() - 30_000)?.size ?? 201;
    const old = isEmpty ? [] : wallet.withdrawals.slice(-size);
    return {
      ...read,
      items: old.slice(offset, offset + (limit ?? 50)),
      pagination: { ...read.pagination, total: size },
    };
  };
  const { stop } = await scene.run();
  expect([stop?.reason, paidTo(scene, payout(590))]).toEqual(['foreign_journal', ['by-hand']]);
});

it.each([1, 2])('a row that was lost a month ago owns no payment by hand at request %s of a run', async (atRequest) => {
  const monthly = payout(2);
  const scene = await openOffice({ rows: [payout(2, { reference: 'june' })] }, (number, { runId, journal }) => {
    if (
      journal
        .payouts(runId, { states: ['absent'] })
        [Symbol.iterator]()
        .next().done === true
    )
      return 'lost-before';
    if (number === 1 + atRequest) payByHand(scene, 'by-hand', monthly);
    return 'done';
  });
  expect(counts((await scene.run()).tally)).toEqual({ absent: 1 });
  await scene.pass(30 * 24 * HOUR_MS);
  const { stop, alarms } = await runAfter({ ...scene, ...(await planOf(scene, payout(1), monthly)) }, NOTHING);
  if (atRequest === 1) expect([stop?.reason, paidTo(scene, monthly)]).toEqual(['foreign_journal', ['by-hand']]);
  else expect([stop, alarms]).toEqual([undefined, 1]);
});

describe('what another run has lost long before owns no payment by hand', () => {
  const monthly = (reference: string) => payout(1, { ...SAME, reference });

  it('although it was found, by a later command, after the plan', async () => {
    const july = await openOffice({ rows: [monthly('july')] });
    const { journal, runId, clock } = july;
    const mark = unusedMark(journal, clock);
    journal.steps.intend({ runId, row: 1 }, { at: clock.epochMs(), mark, servedBefore: clock.epochMs() });
    july.lock.release();
    await july.pass(30 * 24 * HOUR_MS);
    const august = await planOf(july, monthly('august'));
    expect(counts((await resume(july)).tally)).toEqual({ absent: 1 });
    payByHand(july, 'by-hand', SAME);
    await july.pass(HOUR_MS);
    await expect(resume(august)).rejects.toMatchObject({ code: 'foreign_journal' });
  });

  it.each([
    [9 * 24, { stops: true }],
    [6, { stops: false }],
  ])('of %s hours later, although it was lost after the plan', async (hours, { stops }) => {
    const scene = await openOffice({ rows: [payout(5)] }, (number) => (number === 1 ? 'lost-before' : 'done'));
    const august = await planOf(scene, monthly('august'));
    await scene.pass(4 * 24 * HOUR_MS);
    expect(counts((await resume(await planOf(scene, monthly('week')))).tally)).toEqual({ absent: 1 });
    await scene.pass(hours * HOUR_MS);
    payByHand(scene, 'by-hand', SAME);
    await scene.pass(HOUR_MS);
    const ended: unknown = await resume(august).catch((error: unknown) => error);
    if (stops) expect(ended).toMatchObject({ code: 'foreign_journal' });
    // It pays what was said to be absent.
    else expect(ended).toMatchObject({ alarms: 0, tally: { paid: { payouts: 1 } } });
  });

  it('although one of two that were lost was paid by hand at once', async () => {
    const scene = await openOffice({ rows: [payout(5)] }, (number) => (number <= 2 ? 'lost-before' : 'done'));
    const august = await planOf(scene, monthly('august'));
    await scene.pass(4 * 24 * HOUR_MS);
    const week = await planOf(scene, monthly('week-a'), payout(2, { ...SAME, reference: 'week-b' }));
    expect(counts((await resume(week)).tally)).toEqual({ absent: 2 });
    payByHand(scene, 'of-the-week', SAME);
    await scene.pass(9 * 24 * HOUR_MS);
    payByHand(scene, 'of-august', SAME);
    await scene.pass(HOUR_MS);
    await expect(resume(august)).rejects.toMatchObject({ code: 'foreign_journal' });
  });

  it('and is not taken for a row that gives way to the payment of another run', async () => {
    const scene = await openOffice({ rows: [payout(5)] });
    const own = await planOf(scene, monthly('A'), payout(2, { ...SAME, reference: 'B' }));
    await resume(await planOf(scene, monthly('A')));
    await scene.pass(HOUR_MS);
    payByHand(scene, 'by-hand', SAME);
    await expect(resume(own)).rejects.toMatchObject({ code: 'foreign_journal', line: payout(2).line });
  });

  it('but a row of the run itself may, although its clock was ahead at the plan', async () => {
    const scene = await openOffice({ rows: [payout(9)], showsDescriptions: false }, (_, { controller }) => {
      controller.abort();
      return 'lost-after';
    });
    scene.setBack(-HOUR_MS);
    const rows = ['A', 'B'].map((reference, index) => payout(index + 1, { ...SAME, reference }));
    const planned = await planOf(scene, ...rows);
    scene.setBack(0);
    await resume(planned);
    await scene.pass(HOUR_MS / 6);
    expect((await resume({ ...planned, controller: new AbortController() })).alarms).toBe(0);
  });
});

it('a payment by hand that a look meets stops a run that had stopped for lost responses, also once these are cleared up', async () => {
  const scene = await openOffice({ rows: rowsOf(60) }, (number) => {
    if (number < 11 || number > 30) return 'done';
    return number === 15 ? 'lost-before' : 'lost-after';
  });
  const { wallet, clock } = scene;
  payOthers(scene, 60);
  await scene.pass(2 * HOUR_MS);
  payByHand(scene, 'newest', OTHER);
  const { withdraws } = wallet.client;
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.schedule(ms, resolve));
  const page = withdraws.page.bind(withdraws);
  const create = withdraws.create.bind(withdraws);
  let [requests, isSlow] = [0, false];
  withdraws.create = async (order, options) => {
    const number = (requests += 1);
    options?.beforeSending?.();
    if (number === 11) {
      clock.schedule(9_000, () => {
        payByHand(scene, 'by-hand', payout(60));
        payOthers(scene, 10);
        isSlow = true;
      });
      for (let index = 0; index < 28; index += 1)
        clock.schedule(20_000 + index * 5_500, () => payByHand(scene, `later-${index}`, OTHER));
    }
    const ending = create(order);
    ending.catch(() => undefined);
    if (number >= 11 && number <= 30) await wait(number === 11 ? 11_000 : 12_000);
    return ending;
  };
  withdraws.page = async (...query) => {
    const read = await page(...query);
    if (!isSlow) return read;
    isSlow = false;
    await wait(3_000);
    return read;
  };
  const { stop } = await scene.run();
  expect([stop?.reason, paidTo(scene, payout(60))]).toEqual(['foreign_journal', ['by-hand']]);
});

describe('a payment by hand with the key and amount of a row, after the last look of a run', () => {
  it('raises an alarm for the row, of which nothing is stored: it may be another payment', async () => {
    const scene = await openOffice({}, (number) => {
      if (number === 3) payByHand(scene, 'by-hand', payout(3));
      return 'done';
    });
    const summary = await scene.run();
    expect([counts(summary.tally), summary.alarms, summary.stop]).toEqual([{ paid: 3 }, 1, undefined]);
    expect([alarmsIn(scene), (await scene.run()).alarms]).toEqual([[[3, 'by-hand']], 0]);
    expect(scene.journal.payout({ runId: scene.runId, row: 3 }).secondWithdrawalId).toBeNull();
  });

  it('is an alarm where another node dated it before the newest one of then', async () => {
    const scene = await openOffice({}, (number, { clock }) => {
      const createdAt = new Date(clock.epochMs() + SERVICE_AHEAD_MS - 60_000).toISOString();
      if (number === 3) payByHand(scene, 'by-hand', payout(3), { createdAt });
      return 'done';
    });
    expect((await scene.run()).alarms).toBe(1);
  });

  it('is an alarm beside a duplicate of another payment with that key and amount', async () => {
    const scene = await openOffice({ rows: [payout(1, { ...SAME, reference: 'A' })] }, (number) => {
      if (number === 2) payByHand(scene, 'by-hand', SAME);
      return 'done';
    });
    await scene.run();
    const rows = [payout(1, { ...SAME, reference: 'A' }), payout(2, { ...SAME, reference: 'B' })];
    const { lock } = await approvedRun(scene.journal, rows);
    const { tally, alarms } = await runAfter({ ...scene, lock }, NOTHING);
    expect([counts(tally), alarms]).toEqual([{ duplicate: 1, paid: 1 }, 1]);
  });

  it.each<[string, Fate, (string | null)[]]>([
    ['one payment by hand, beside one that was found', 'lost-after', [null]],
    ['two payments by hand, beside one that was found', 'lost-after', [null, null]],
    ['two with marks of another journal, beside one that was found', 'lost-after', ['#px3333333', '#px4444444']],
    ['one payment by hand, beside a refused one with a copy', { refuses: refusal('duplicate_withdrawal') }, [null]],
    ['two by hand, beside a refused one with a copy', { refuses: refusal('duplicate_withdrawal') }, [null, null]],
  ])('is told once for two equal rows: %s', async (_, second, descriptions) => {
    const rows = ['A', 'B'].map((reference, index) => payout(index + 1, { ...SAME, reference }));
    const scene = await openOffice({ rows }, (number) => {
      if (number !== 2) return 'done';
      for (const [index, description] of descriptions.entries())
        payByHand(scene, `by-hand-${index}`, SAME, { description });
      return second;
    });
    const { tally, alarms } = await scene.run();
    const ids = alarmsIn(scene).map(([, id]) => id);
    expect([counts(tally), alarms, ids.toSorted()]).toEqual([
      { paid: 2 },
      descriptions.length,
      descriptions.map((_each, index) => `by-hand-${index}`),
    ]);
  });

  it('is no alarm any more once the withdrawal of the row has failed', async () => {
    const scene = await openOffice({}, (number) => {
      if (number !== 3) return 'done';
      payByHand(scene, 'by-hand', payout(3));
      return { settles: 'FAILED', afterMs: 30_000 };
    });
    const { tally, alarms } = await scene.run({ waits: true });
    expect([counts(tally), alarms]).toEqual([{ paid: 2, ambiguous: 1 }, 0]);
  });

  it('is an alarm where a gateway repeats a request, and descriptions are hidden', async () => {
    const scene = await openOffice({ showsDescriptions: false }, (number) => (number === 3 ? 'done-twice' : 'done'));
    expect((await scene.run()).alarms).toBe(1);
  });

  it('is no alarm while it may be of a row that is left, which resume names', async () => {
    const scene = await openOffice({ rows: [payout(1, SAME), payout(2, SAME)] }, (number) => {
      if (number === 1) return 'done';
      payByHand(scene, 'by-hand', SAME);
      return refusal('insufficient_balance');
    });
    const { alarms, tally, stop } = await scene.run();
    expect([counts(tally), alarms, stop?.reason]).toEqual([{ paid: 1, planned: 1 }, 0, 'insufficient_balance']);
  });

  it('is no alarm if another run stores meanwhile that it is its own', async () => {
    const facts = { usesMarks: false };
    const scene = await openOffice({ rows: [payout(1, { ...SAME, reference: 'A' })], facts });
    const { journal, clock, wallet } = scene;
    const other = await approvedRun(journal, [payout(1, { ...SAME, reference: 'B' })], facts);
    const key = { runId: other.runId, row: 1 };
    wallet.alter('create', (create) => async (order) => {
      const answer = await create(order);
      journal.steps.intend(key, { at: clock.epochMs(), mark: null, servedBefore: null });
      payByHand(scene, 'of-other', SAME);
      return answer;
    });
    const unclaimedTo = journal.unclaimedTo.bind(journal);
    journal.unclaimedTo = (...given) => {
      if (journal.payout(key).state === 'sending') {
        const price = { valueCentavos: centavos(700), feeCentavos: null, sentCentavos: null, createdAt: null };
        const withdrawal = { id: 'of-other', status: 'COMPLETED', ...price, failureReason: null, finalAt: null };
        journal.steps.change(key, 'sending', { to: 'paid', endedAt: clock.epochMs(), withdrawal });
      }
      return unclaimedTo(...given);
    };
    expect([(await scene.run()).alarms, journal.payout(key).state]).toEqual([0, 'paid']);
  });
});

describe('a run neither stops nor raises an alarm', () => {
  it('for a payment by hand that has failed', async () => {
    const scene = await openOffice({}, (number) => {
      if (number === 1) payByHand(scene, 'by-hand', payout(3), { status: 'FAILED' });
      return 'done';
    });
    const { tally, stop, alarms } = await scene.run();
    expect([counts(tally), stop, alarms]).toEqual([{ paid: 3 }, undefined, 0]);
  });

  it('for an equal payment of hours before, behind the newest page, once a lost response is found', async () => {
    const scene = await openOffice({}, (number) => (number === 2 ? 'lost-after' : 'done'));
    payByHand(scene, 'by-hand', payout(2));
    await scene.pass(3 * HOUR_MS);
    payOthers(scene, 120);
    await scene.pass(2 * HOUR_MS);
    payByHand(scene, 'newest', OTHER);
    const { tally, alarms } = await scene.run();
    expect([counts(tally), alarms, alarmsIn(scene)]).toEqual([{ paid: 3 }, 0, []]);
  });

  it('for an older payment on a longer page, where there are no times', async () => {
    const scene = await openRun({ rows: [payout(1)] });
    let limit = 40;
    scene.wallet.alter('page', (page) => (query, options) => page({ limit, ...query }, options));
    payByHand(scene, 'old', payout(7), { createdAt: null });
    payOthers(scene, 60, { createdAt: null });
    const planned = await planOf(scene, payout(7));
    await scene.pass(600_000);
    limit = 90;
    expect(counts((await resume(planned)).tally)).toEqual({ paid: 1 });
  });

  it('for an equal payment of last month, where no key could read withdrawals when the run was planned', async () => {
    const scene = await openRun({ rows: [payout(1)] });
    payByHand(scene, 'last-month', payout(7));
    await scene.pass(31 * 24 * HOUR_MS);
    const { withdraws } = scene.wallet.client;
    const page = withdraws.page.bind(withdraws);
    withdraws.page = () => Promise.reject(refusal('forbidden', 403));
    const planned = await planOf(scene, payout(7));
    withdraws.page = page;
    expect(counts((await resume(planned)).tally)).toEqual({ paid: 1 });
  });

  it('for a copy of what another run has paid under the reference of its row', async () => {
    const row = payout(1, { ...SAME, reference: 'A' });
    const scene = await openOffice({ rows: [row] }, () => 'done-twice');
    expect((await resume(await planOf(scene, row))).alarms).toBe(1);
    expect(counts((await resume(scene)).tally)).toEqual({ duplicate: 1 });
  });

  it('twice for the mark of another journal beside a row that was found', async () => {
    const scene = await openOffice({ rows: [payout(1)] }, (number) => {
      if (number === 1) payByHand(scene, 'foreign', payout(1), { description: '#px3333333' });
      return 'lost-after';
    });
    expect([(await scene.run()).alarms, alarmsIn(scene)]).toEqual([1, [[1, 'foreign']]]);
  });

  it('for a copy without its mark of a request that was refused', async () => {
    const fate = once({ 1: { refuses: refusal('duplicate_withdrawal') } });
    const scene = await openOffice({ showsDescriptions: false }, (number) => fate(payout(number), number));
    const { stop, alarms } = await scene.run();
    expect([stop, alarms]).toEqual([undefined, 0]);
  });

  it.each([
    ['whose response was lost', 'lost-after', 0],
    ['that is under way for four seconds', 'done', 4_000],
  ] as const)('for its own request %s, where keys are masked and descriptions hidden', async (_, third, waitMs) => {
    const rows = Array.from({ length: 100 }, (_each, index) => payout(index + 1, { amountCentavos: centavos(1_000) }));
    const scene = await openOffice({ rows, showsDescriptions: false }, (number) => (number === 3 ? third : 'done'));
    const { wallet, clock } = scene;
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.schedule(ms, resolve));
    alter(
      wallet,
      (row) => ({ ...row, pixKey: '***' }),
      () => wait(200),
    );
    wallet.alter('create', (create) => async (order) => {
      const answer = await create(order);
      await wait(waitMs);
      return answer;
    });
    const { stop, alarms } = await scene.run();
    expect([stop, alarms]).toEqual([undefined, 0]);
  });
});

describe('before a run begins, it reads', () => {
  it('no further once it is interrupted', async () => {
    const scene = await openOffice({ rows: [payout(1)] });
    payOthers(scene, 30);
    let atEnd = Infinity;
    const { lists } = alter(scene.wallet, (row) => row);
    const others = async () => {
      await scene.pass(120_000);
      payOthers(scene, 5_000);
      scene.clock.schedule(300, () => {
        scene.controller.abort();
        atEnd = lists() + 3;
      });
    };
    const { stop } = await runAfter(scene, others, { mayHavePaused: true });
    expect([stop, scene.wallet.requests, lists() <= atEnd]).toEqual([{ reason: 'interrupted' }, [], true]);
  });

  it.each([
    ['no more of an account with one withdrawal than of one with two', 1],
    ['no more of an account whose withdrawals have no time', 150],
  ])('%s', async (_, count) => {
    const listsFor = async (settings: readonly Partial<Withdrawal>[]) => {
      const { run, wallet, clock } = await openRun({ rows: [payout(1)] });
      for (const [index, some] of settings.entries()) payByHand({ wallet, clock }, `older-${index}`, OTHER, some);
      const { lists } = alter(wallet, (row) => row);
      await run();
      return lists();
    };
    const times = count === 1 ? {} : { createdAt: null };
    const many = await listsFor(Array.from({ length: count }, () => times));
    const two = await listsFor([{}, { createdAt: new Date(0).toISOString() }]);
    expect(many - two).toBeLessThanOrEqual(count === 1 ? 0 : 2);
  });

  it('what is hardly older behind the newest page: an answer that names it is not believed', async () => {
    const scene = await openOffice({ rows: [payout(1)] });
    const { wallet, journal, runId } = scene;
    payByHand(scene, 'behind', payout(1));
    payOthers(scene, 150);
    const answer = wallet.withdrawals.find(({ id }) => id === 'behind');
    const price = { fee: centavos(0), sent: payout(1).amountCentavos };
    wallet.client.withdraws.create = () =>
      Promise.resolve({ ...(answer as Withdrawal & { pixKey: string }), ...price });
    await scene.run();
    expect(journal.payout({ runId, row: 1 }).withdrawal).toBeNull();
  });
});
