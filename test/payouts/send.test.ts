import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { CreatedWithdrawal } from '../../src/client/answers.ts';
import type { NewWithdrawal, PixClient } from '../../src/client/client.ts';
import { InterruptedError, PixError } from '../../src/client/errors.ts';
import { sendPlanned } from '../../src/payouts/engine/send.ts';
import { Backoff, PlannedRows, type RequestResult, type Sending } from '../../src/payouts/engine/sending.ts';
import type { BackoffReason, RunEvent } from '../../src/payouts/engine/run-events.ts';
import type { PayoutRecord, RunRecord } from '../../src/payouts/journal/records.ts';
import type { RunLock } from '../../src/payouts/journal/run-lock.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { inTime, simulatedClock } from '../support/clocks.ts';
import { refusal, unsent } from './support/fake-wallet.ts';
import { knownJournal, type Known } from './support/known-journal.ts';
import { record } from './support/records.ts';

const planned = (row: number, some: Partial<PayoutRecord> = {}) => record({ row, state: 'planned', ...some });
const plannedRows = (count: number) => Array.from({ length: count }, (_, index) => planned(index + 1));

type Fate = Partial<CreatedWithdrawal> | Error;
interface Settings extends Partial<Sending> {
  /** What becomes of the requests, in their order; the last again and again. Default: each is paid. */
  readonly fates?: readonly Fate[];
  readonly known?: Omit<Known, 'payouts'>;
  readonly keys?: readonly object[];
  /** The request of this number leaves so late. */
  readonly leaves?: readonly [number, number];
  readonly roundTripMs?: number;
  readonly usesMarks?: boolean;
  /** How much later the answer to each request comes than that to the one before. */
  readonly staggerMs?: number;
  /** How long a look beside the requests takes. */
  readonly lookMs?: number;
  /** What was met before. */
  readonly met?: readonly BackoffReason[];
  /** What a look-up ends with. Default: it is completed. */
  readonly lookUp?: Error | string;
  readonly abortsAtMs?: number;
}

/** As old as a list can be. */
const OUTDATED_AFTER_MS = 65_000;

/** What sending does, in its order: steps that are stored, requests, looks and events but `changed`. */
async function send(payouts: readonly PayoutRecord[], settings: Settings = {}) {
  const { fates = [{}], known = {}, keys = [{}], leaves = [0, 0], roundTripMs = 50, staggerMs = 0, ...rest } = settings;
  const { usesMarks = false, lookMs = 0, met = [], lookUp = 'COMPLETED', abortsAtMs, ...others } = rest;
  const log: string[] = [];
  const { journal } = knownJournal({ ...known, payouts }, log);
  const clock = simulatedClock();
  const startMs = clock.epochMs();
  let lookedAt = clock.epochMs();
  const wait = (ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve));
  const [orders, results, events]: [NewWithdrawal[], RequestResult[], RunEvent[]] = [[], [], []];
  let [underWay, most, left] = [0, 0, 0];
  const controller = new AbortController();
  if (abortsAtMs !== undefined) clock.schedule(abortsAtMs, () => controller.abort());
  const create: PixClient['withdraws']['create'] = async (order, options) => {
    const number = orders.push(order);
    const row = Number(/\d+/.exec(order.description ?? '')?.[0]);
    const fate = fates[Math.min(number, fates.length) - 1] ?? {};
    log.push(`sends ${row}`);
    most = Math.max(most, (underWay += 1));
    const { signal } = options ?? {};
    const ends = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    if (number === leaves[0]) await Promise.race([wait(leaves[1]), ends]);
    try {
      options?.beforeSending?.();
    } catch (cause) {
      underWay -= 1;
      throw new InterruptedError({ outcome: 'not-sent', cause });
    }
    left += 1;
    await wait(roundTripMs + staggerMs * number);
    underWay -= 1;
    if (fate instanceof Error) throw fate;
    const value = order.amountCentavos;
    const createdAt = new Date(clock.epochMs()).toISOString();
    const price = { value, fee: centavos(0), sent: value };
    return { id: `w${row}`, status: 'COMPLETED', ...price, pixKey: order.pixKey, createdAt, ...fate };
  };
  const get = (id: string) => {
    log.push(`gets ${id}`);
    const price = { value: centavos(1_001), fee: centavos(0), sent: centavos(1_001), failureReason: null };
    if (lookUp instanceof Error) return Promise.reject(lookUp);
    return Promise.resolve({ id, status: lookUp, pixKey: 'payee-1@example.com', ...price });
  };
  const onEvent = (event: RunEvent) => {
    events.push(event);
    if (event.type === 'waiting') log.push(`waits ${event.reason} ${event.waitMs}`);
    else if (event.type === 'stopped') log.push(`stops ${event.stop.reason}`);
    else if (event.type === 'look_failed') log.push(event.type);
  };
  const backoff = new Backoff(clock);
  for (const reason of met) backoff.meet(reason);
  const sending = {
    ...{ journal, run: { id: 'r', usesMarks } as RunRecord, clock, backoff, onEvent },
    signal: controller.signal,
    client: {
      withdraws: { create, get },
      keys: () => keys.map((key) => ({ name: 'k', permissions: {}, isRevoked: false, ...key })),
    } as unknown as Sending['client'],
    lock: { assertMayLeave: () => undefined } as RunLock,
    onEnded: (result: RequestResult) => results.push(result),
    assertAccount: () => undefined,
    servedBefore: null,
    watch: {
      isOutdated: () => clock.epochMs() - lookedAt > OUTDATED_AFTER_MS,
      look: () => {
        log.push('looks');
        const askedAt = clock.epochMs();
        return wait(lookMs).then(() => {
          lookedAt = askedAt;
          return [];
        });
      },
      lookSince: (id: string | undefined) => {
        log.push(`looks since ${id ?? 'a lost answer'}`);
        lookedAt = clock.epochMs();
        return Promise.resolve();
      },
    },
    ...others,
  };
  let tookMs: number | undefined;
  const work = sendPlanned(sending).finally(() => {
    tookMs = clock.epochMs() - startMs;
  });
  const ended: unknown = await inTime(clock, work).catch((error: unknown) => ({ error }));
  return { ended, log, orders, results, events, journal, tookMs, most, left };
}

const named = (payouts: readonly PayoutRecord[]) =>
  payouts.map((payout) => ({ ...payout, description: `${payout.row}` }));
const first = ['1 planned sending', 'sends 1'];
const second = ['2 planned sending', 'sends 2'];
const third = ['3 planned sending', 'sends 3', '3 sending paid w3'];
const next = [...second, '2 sending paid w2'];
const lost = new PixError('lost', { code: 'timed_out', outcome: 'unknown' });
const bug = new TypeError('a bug');
const balance = refusal('insufficient_balance');
const limited = refusal('no', 429);
const busy = refusal('withdrawal_in_progress');
const foreign = new PayoutError('another journal', { code: 'foreign_journal' });
const watching = (error: Error): NonNullable<Sending['watch']> => ({
  isOutdated: () => false,
  look: () => Promise.resolve([]),
  lookSince: () => Promise.reject(error),
});
const paid = (count: number) => Array.from({ length: count }, (): Fate => ({}));
const AT_ONCE = 's'.repeat(20) + 'e'.repeat(20);
const oneByOne = ['one_at_a_time'] as const;
const reasonOf = (ended: unknown) => (ended as { reason?: string } | undefined)?.reason;
const code = refusal('verification_required');

const found = ['looks since w1', ...next];
const lostFirst = ['looks since a lost answer', ...next];
/** Code and message. */
const [B, V] = ['insufficient_balance insufficient_balance', 'verification_required verification_required'];
const [stopsB, stopsV] = ['stops insufficient_balance', 'stops verification_wanted'];
const UNKNOWN = '1 sending unknown';
const CONTRADICTS = `${UNKNOWN} answer_contradicts`;
const ofOther = { claims: { w1: record({ row: 9 }) } };
const verificationCode = '123456';
it.each<[string, Settings, string[]]>([
  ['paid', {}, ['1 sending paid w1', ...found]],
  ['pending', { fates: [{ status: 'PENDING' }, {}] }, ['1 sending accepted w1', ...found]],
  ['failed', { fates: [{ status: 'FAILED', failureReason: 'AC03' }, {}] }, ['1 sending failed w1 AC03', ...found]],
  ['refused', { fates: [refusal('below_minimum'), {}] }, ['1 sending refused below_minimum below_minimum', ...next]],
  ['lost', { fates: [lost, {}] }, [`${UNKNOWN} timed_out lost`, ...lostFirst]],
  ['lost for a reason no one knows', { fates: [bug, {}] }, [`${UNKNOWN} unexpected TypeError: a bug`, ...lostFirst]],
  ['about another key', { fates: [{ pixKey: 'x@example.com' }, {}] }, [`${CONTRADICTS} w1`, ...found]],
  ['about another price', { fates: [{ value: centavos(9) }] }, [`${CONTRADICTS} w1`, 'stops answer_contradicts']],
  ['about one of another payout', { known: ofOther }, [`${UNKNOWN} withdrawal_claimed w1`, ...found]],
  ['refused for all', { fates: [balance] }, [`1 sending planned ${B} refused`, stopsB]],
  ['refused for all, at the only try', { fates: [balance], triesOnce: true }, [`1 sending refused ${B}`, stopsB]],
  ['refused because there was no code', { fates: [code] }, [`1 sending planned ${V}`, stopsV]],
  ['refused for its code', { fates: [code], verificationCode }, [`1 sending planned ${V} refused`, stopsV]],
  ['refused for a moment', { fates: [refusal('no', 429), {}] }, ['1 sending planned no no refused', ...next]],
])('a first request that is %s', async (_, settings, expected) => {
  const { log, ended } = await send(named(plannedRows(2)), settings);
  expect(log).toEqual([...first, ...expected]);
  expect(reasonOf(ended)).toBe(/^stops (.*)/.exec(log.at(-1) ?? '')?.[1]);
});

it('sends the first alone, and then twenty at once for each key that may send', async () => {
  const rows = named(plannedRows(70));
  const able = Array.from({ length: 2 }, () => ({ permissions: { 'write:withdraw:create': true } }));
  const unable = [{ isRevoked: true }, { permissions: { 'write:withdraw:create': false } }];
  for (const [keys, most] of [
    [[...able, ...unable], 40],
    [unable, 20],
  ] as const) {
    const sent = await send(rows, { keys, staggerMs: 1 });
    expect(sent.log.indexOf('looks since w1')).toBeLessThan(sent.log.indexOf('sends 2'));
    expect([sent.most, sent.orders.length, sent.results.length]).toEqual([most, 70, 70]);
  }
});

it.each<[string, Fate[], string]>([
  ['while the first is pending, the second', [{ status: 'PENDING' }, {}], 'se se ssss eeee'],
  ['while both are pending, no third', [{ status: 'PENDING' }, { status: 'PENDING' }, {}], 'se se ssss eeee'],
  ['after one that has failed, the next', [{ status: 'FAILED' }, {}], 'se se ssss eeee'],
  ['after two that have failed, the next', [{ status: 'FAILED' }, { status: 'FAILED' }, {}], 'se se se sss eee'],
  ['after a failed connection, the same', [unsent(), {}], 'se se sssss eeeee'],
  ['after one among others, the same', [...paid(20), unsent(), {}], `se ${AT_ONCE} se ssss eeee`],
  ['after one refused for a moment, none', [...paid(20), limited, {}], `se ${AT_ONCE} ssss eeee`],
  ['where one is allowed at a time, all', [unsent(), {}], 'se se se se se se se'],
])('sends alone, %s', async (name, fates, expected) => {
  const met = name.startsWith('where') ? oneByOne : [];
  const { log } = await send(named(plannedRows(expected.includes(AT_ONCE) ? 25 : 6)), { fates, met });
  const steps = log.flatMap((step) => (step.startsWith('sends') ? ['s'] : step.includes(' sending ') ? ['e'] : []));
  expect(steps.join('')).toBe(expected.replaceAll(' ', ''));
});

it('gives each its mark after its description, and the facts of its row', async () => {
  const row = planned(1, { description: 'salário 1', coverFee: true });
  const { orders, journal } = await send([row], { usesMarks: true, verificationCode });
  const { mark } = journal.payout({ runId: 'r', row: 1 });
  const { pixKey, pixKeyType, amountCentavos } = row;
  const order = { pixKey, pixKeyType, amountCentavos, coverFee: true, verificationCode };
  expect(orders).toEqual([{ ...order, description: `salário 1 ${mark}` }]);
});

it('knows the latest time that has passed for the service', async () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const fates = [{ createdAt: at(5_000) }, { createdAt: null }, { createdAt: at(4_000), status: 'PENDING' }];
  const { journal } = await send(named(plannedRows(3)), { fates, servedBefore: 1_000 });
  const served = [1, 2, 3].map((row) => journal.payout({ runId: 'r', row }).servedBefore);
  expect(served).toEqual([1_000, 5_000, 5_000]);
  for (const [createdAt, servedBefore, expected] of [
    [null, null, null],
    [at(5_000), null, 5_000],
    [at(500), 1_000, 1_000],
  ] as const) {
    const made = await send(named(plannedRows(2)), { fates: [{ createdAt }], servedBefore });
    expect(made.journal.payout({ runId: 'r', row: 2 }).servedBefore).toBe(expected);
  }
});

it('skips rows whose reference is taken', async () => {
  const { log, ended, events } = await send(named(plannedRows(3)), { known: { taken: [1, 2] }, onEnded: undefined });
  expect(events.map(({ type }) => type)).toEqual(Array(4).fill('changed'));
  expect([log, ended]).toEqual([['1 planned duplicate', '2 planned duplicate', ...third], undefined]);
});

it.each([
  ['ten answers in a row are lost', [...Array<Fate>(10).fill(lost), {}], 10, 9, { reason: 'outcomes_unknown' }],
  ['nine are lost', [{}, ...Array<Fate>(9).fill(lost), {}], 30, 1, undefined],
  ['nine are lost twice', [...Array<Fate>(9).fill(lost), {}, ...Array<Fate>(9).fill(lost), {}], 30, 10, undefined],
])('when %s, it stops for a look, or not', async (_, fates, sent, looked, ended) => {
  const made = await send(named(plannedRows(30)), { fates });
  expect([made.orders.length, made.ended]).toEqual([sent, ended]);
  expect(made.log.filter((step) => step.startsWith('stops'))).toEqual([]);
  const looks = made.log.filter((step) => step.startsWith('looks since'));
  expect(looks).toHaveLength(looked);
});

/** In seconds. */
const waitsOf = (log: readonly string[]) =>
  log.flatMap((step) => (step.startsWith('waits') ? [Number(step.split(' ')[2]) / 1_000] : [])).join(' ');
const blocked = refusal('account_blocked', 403);
const again: Fate[] = [limited, {}, limited, ...paid(19), limited, {}];

it.each<[string, Fate[], number, string, string?]>([
  ['cannot be sent for a minute', [unsent()], 8, '1 2 4 8 16 30', 'network'],
  ['can be sent again', [unsent(), unsent(), {}], 4, '1 2'],
  ['is refused, and then cannot be sent', [unsent(), refusal('below_minimum'), unsent(), {}], 4, '1 1'],
  ['can be sent, and then not', [unsent(), {}, unsent(), {}], 4, '1 1'],
])('what %s waits', async (_, fates, requests, waits, reason) => {
  const { log, orders, ended, events } = await send(named(plannedRows(2)), { fates });
  expect(waitsOf(log)).toBe(waits);
  expect([orders.length, reasonOf(ended)]).toEqual([requests - (reason === undefined ? 0 : 1), reason]);
  if (reason !== undefined) expect(events).toContainEqual({ type: 'stopped', stop: { reason, error: fates[0] } });
});

it.each<[string, Settings, number, string, string?]>([
  ['fail together, once', { fates: [{}, unsent(), unsent(), unsent(), {}] }, 4, '1'],
  ['fail again since a look, as the first time', { fates: [unsent(), {}], met: ['network'] }, 2, '1'],
  ['fail beside one that stops all, not at all', { fates: [{}, unsent(), balance] }, 3, '1', 'insufficient_balance'],
  ['fail beside two that stop all, by the first', { fates: [{}, balance, blocked] }, 3, '', 'insufficient_balance'],
  ['are refused for five minutes, no more', { fates: [limited], roundTripMs: 40_000 }, 12, '', 'rate_limited'],
  ['are refused again and again, on and on', { fates: again, roundTripMs: 100_000 }, 45, ''],
  ['are refused for another one, once more', { fates: [{}, busy], roundTripMs: 650_000, met: oneByOne }, 2, '1'],
  ['fail, until it is interrupted', { fates: [unsent()], abortsAtMs: 500 }, 2, '1', 'interrupted'],
  ['are followed by a foreign payment, no more', { watch: watching(foreign) }, 2, '', 'foreign_journal'],
  ['cannot be looked for, no more', { watch: watching(unsent()) }, 2, '', 'network'],
])('requests that %s', async (name, settings, rows, waits, reason) => {
  const { log, ended, tookMs, orders } = await send(named(plannedRows(rows)), settings);
  expect(waitsOf(log)).toBe(waits);
  expect(log.filter((step) => step.startsWith('stops'))).toEqual(reason === undefined ? [] : [`stops ${reason}`]);
  expect(reasonOf(ended)).toBe(reason);
  if (reason !== undefined && reason !== 'rate_limited') expect(tookMs).toBeLessThan(1_000);
  if (reason === 'rate_limited') expect(orders).toHaveLength(9);
  if (name.includes('interrupted')) expect(tookMs).toBe(500);
});

const many = named(plannedRows(30));
it.each<[string, Settings, unknown, string?]>([
  ['stays pending for ten minutes', { lookUp: 'PENDING' }, 'one_at_a_time', 'gets w2'],
  ['cannot be looked up', { lookUp: unsent() }, 'network', 'gets w2'],
  ['is looked up by a bug', { lookUp: bug }, { error: bug }, 'gets w2'],
  ['is over', {}, undefined, 'gets w2'],
  ['is beside a stop', { fates: [{}, { status: 'PENDING' }, busy, balance] }, 'insufficient_balance'],
])('where one is allowed at a time, and one %s, the others wait for it', async (_, settings, reason, looks) => {
  const fates = [{}, { status: 'PENDING' }, busy, {}];
  const { log, ended } = await send(many, { fates, staggerMs: 1, ...settings });
  expect(reasonOf(ended) ?? ended).toEqual(reason);
  expect(log.find((step) => step.startsWith('gets'))).toBe(looks);
  // What was sent with it has ended.
  if (looks !== undefined) expect(log.indexOf('gets w2')).toBeGreaterThan(log.indexOf('21 sending paid w21'));
});

const P = 'withdrawal_in_progress withdrawal_in_progress';
it.each<[string, Fate[], string[]]>([
  [
    'follows its own until it is over',
    [{ status: 'PENDING' }, busy, {}],
    [
      '1 sending accepted w1',
      'looks since w1',
      ...second,
      `2 sending planned ${P} refused`,
      'waits one_at_a_time 1000',
      'waits one_at_a_time 1000',
      'gets w1',
      '1 accepted paid w1',
      ...third,
    ],
  ],
  ['waits for that of others', [busy, {}], [`1 sending planned ${P} refused`, 'waits one_at_a_time 1000']],
])('where one is allowed at a time, it %s', async (_, fates, expected) => {
  const { log, ended, most } = await send(named(plannedRows(3)), { fates });
  expect([log, reasonOf(ended), most]).toEqual([[...first, ...expected], undefined, 1]);
});

it('stops once it is interrupted, and awaits what is open', async () => {
  const controller = new AbortController();
  const made = await send(named(plannedRows(50)), { signal: controller.signal, onEnded: () => controller.abort() });
  const log = [...first, '1 sending paid w1', 'stops interrupted'];
  expect([made.ended, made.log]).toEqual([{ reason: 'interrupted' }, log]);
  const early = await send(named(plannedRows(2)), { signal: AbortSignal.abort() });
  expect(early.log).toEqual(['stops interrupted']);
});

it('does not wait for the end of a pause when its caller stops at the event of it', async () => {
  const controller = new AbortController();
  const { ended, tookMs } = await send(named(plannedRows(2)), {
    fates: [unsent()],
    signal: controller.signal,
    onEvent: ({ type }) => {
      if (type === 'waiting') controller.abort();
    },
  });
  expect([reasonOf(ended), tookMs]).toEqual(['interrupted', 50]);
});

it.each([
  ['a machine that has slept', 65_001, ['1 sending planned', 'looks since a lost answer', ...first]],
  ['one that was slow', 65_000, []],
])('of %s, nothing is sent that was ready before it looks', async (_, ms, expected) => {
  const made = await send(named(plannedRows(2)), { leaves: [1, ms] });
  const sent = ['1 sending paid w1', 'looks since w1', ...next];
  expect([made.log, made.results.length, made.left]).toEqual([[...first, ...expected, ...sent], 2, 2]);
  expect(made.ended).toBeUndefined();
});

it('intends nothing that long after the last look, but looks', async () => {
  const isOutdated = () => true;
  const stopped = await send(named(plannedRows(2)), { watch: { ...watching(foreign), isOutdated } });
  expect([stopped.log, reasonOf(stopped.ended)]).toEqual([['stops foreign_journal'], 'foreign_journal']);
  // The machine sleeps through the end of a pause.
  let hasSlept = false;
  const steps: unknown[] = [];
  const made = await send(named(plannedRows(2)), {
    fates: [{}, unsent(), {}],
    onEvent: ({ type }) => {
      hasSlept = type === 'waiting';
      steps.push(type);
    },
    watch: {
      isOutdated: () => hasSlept,
      look: () => Promise.resolve([]),
      lookSince: (id) => {
        hasSlept = false;
        return Promise.resolve(void steps.push(id));
      },
    },
  });
  expect([steps, made.ended]).toEqual([
    ['changed', 'changed', 'w1', 'changed', 'changed', 'waiting', undefined, 'changed', 'changed'],
    undefined,
  ]);
});

it.each([
  ['that was made before its request left', 60_000, 'unknown answer_outdated w1'],
  ['that was made since', 1, 'paid w1'],
])('does not believe an answer %s', async (_, beforeMs, expected) => {
  const startMs = simulatedClock().epochMs();
  const fates = [{ createdAt: new Date(startMs + 50_000 - beforeMs - 1).toISOString() }, {}];
  const { log } = await send(named(plannedRows(1)), { leaves: [1, 50_000], fates, servedBefore: startMs });
  expect(log.at(2)).toBe(`1 sending ${expected}`);
});

it('looks around while requests are open, once one has succeeded', async () => {
  expect((await send(named(plannedRows(2)), { roundTripMs: 6_000 })).log).not.toContain('looks');
  const { log, ended } = await send(named(plannedRows(60)), { roundTripMs: 5_500, lookMs: 30_000 });
  const alone = await send(named(plannedRows(5)), { met: oneByOne, roundTripMs: 6_000, lookMs: 1_000 });
  expect([alone.log.includes('looks'), alone.most, ended]).toEqual([true, 1, undefined]);
  expect(log.filter((step) => step === 'looks').length).toBeGreaterThan(0);
  expect(log.indexOf('looks')).toBeGreaterThan(log.indexOf('looks since w1'));
});

const others = { ...watching(foreign), look: () => Promise.reject(foreign), lookSince: () => Promise.resolve() };
it.each<[string, number, Settings, string, number?]>([
  ['others are known to pay', 400, { watch: others }, 'foreign_journal'],
  ['it is interrupted', 15, { abortsAtMs: 5_000 }, 'interrupted', 5_000],
])('sends nothing more that waits for the rate limit once %s', async (_, rows, settings, reason, endsMs) => {
  const made = await send(named(plannedRows(rows)), { leaves: [15, 30_000], roundTripMs: 1_000, ...settings });
  expect(reasonOf(made.ended)).toBe(reason);
  expect(made.journal.payout({ runId: 'r', row: 15 }).state).toBe('planned');
  if (endsMs !== undefined) expect(made.tookMs).toBe(endsMs);
});

it('stores what it knows when it cannot go on, and says why', async () => {
  let [commits, isBroken] = [0, false];
  const assertAccount = () => {
    if ((commits += 1) === 4) throw bug;
  };
  const made = await send(named(plannedRows(40)), { assertAccount, staggerMs: 1 });
  expect(made.ended).toEqual({ error: bug });
  const { sending, paid: stored, planned: left } = made.journal.tally('r');
  expect([sending, stored, left].map(({ payouts }) => payouts)).toEqual([0, 21, 19]);
  const { journal } = knownJournal({ payouts: named(plannedRows(2)) });
  const transaction = journal.transaction.bind(journal);
  journal.transaction = (work) => {
    if (isBroken) throw new Error('disk full');
    isBroken = true;
    return transaction(work);
  };
  const broken = await send([], { journal });
  const full = { message: 'disk full' };
  expect(broken.ended).toMatchObject({ error: { ...full, errors: [full, full], cause: full } });
});

it('is sent only while the lock is ours', async () => {
  const lost = new PayoutError('another process works on the run', { code: 'lock_lost' });
  const lock = {
    assertMayLeave: () => {
      throw lost;
    },
  } as unknown as RunLock;
  const { ended, log } = await send(named(plannedRows(2)), { lock });
  expect([ended, log.slice(2)]).toEqual([
    { reason: 'lock_lost' },
    ['1 sending planned interrupted interrupted', 'stops lock_lost'],
  ]);
});

const POLICIES: [BackoffReason, number[], number][] = [
  ['network', [1_000, 2_000, 4_000, 8_000, 16_000, 30_000], 60_000],
  ['rate_limit', [0, 0], 300_000],
  ['one_at_a_time', [1_000, 2_000, 4_000, 8_000, 10_000, 10_000], 600_000],
];
it.each(POLICIES)('the pauses for %s grow, and end', (reason, pauses, lastsMs) => {
  const time = { ms: 0 };
  const backoff = new Backoff({ now: () => time.ms });
  expect(backoff.wasEverMet(reason)).toBe(false);
  for (const pauseMs of pauses) {
    expect(backoff.meet(reason)).toBe(pauseMs);
    const untilMs = Math.min(time.ms + pauseMs, lastsMs - 1);
    time.ms = Math.max(time.ms, untilMs - 1);
    if (pauseMs > 0 && untilMs < lastsMs - 1) expect(backoff.meet(reason)).toBe(1);
    time.ms = untilMs;
  }
  time.ms = lastsMs - 1;
  expect(backoff.meet(reason)).toBeDefined();
  time.ms = lastsMs;
  expect(backoff.meet(reason)).toBeUndefined();
  backoff.pass(reason);
  expect(backoff.meet(reason)).toBe(pauses[0]);
  expect(backoff.wasEverMet(reason)).toBe(true);
});

it('planned rows come once, in slices, and again when they are given back', () => {
  const refused = planned(2, { refusedAt: 1 });
  const payouts = [...plannedRows(402).toSpliced(1, 1, refused), record({ row: 500, state: 'paid' })];
  const { journal } = knownJournal({ payouts });
  const rows = new PlannedRows(journal, 'r');
  const all = () => {
    const found: number[] = [];
    for (let next = rows.next(); next !== undefined; next = rows.next()) found.push(next.row);
    return found;
  };
  expect(rows.hasMore()).toBe(true);
  expect(all()).toEqual(Array.from({ length: 402 }, (_, index) => index + 1).filter((row) => row !== 2));
  rows.giveBack(planned(7));
  expect([rows.hasMore(), all(), rows.hasMore()]).toEqual([true, [7], false]);
});

it('leaves few listeners on the signal of a caller', async () => {
  const { signal } = new AbortController();
  let most = 0;
  const create: PixClient['withdraws']['create'] = async (order, options) => {
    most = Math.max(most, getEventListeners(signal, 'abort').length);
    await Promise.resolve();
    options?.beforeSending?.();
    const { amountCentavos: value, pixKey } = order;
    return { id: `w${order.description}`, status: 'COMPLETED', value, pixKey } as CreatedWithdrawal;
  };
  const client = { withdraws: { create }, keys: () => [{ permissions: {} }] } as unknown as Sending['client'];
  await send(named(plannedRows(30)), { signal, client });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  // Node warns at the eleventh.
  expect(most).toBeLessThanOrEqual(10);
});
