import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { foreignCode, type ForeignMarks } from '../../src/payouts/accounts/newest-page.ts';
import { ForeignWatch } from '../../src/payouts/engine/foreign-watch.ts';
import { assertNotPaidSince, haveOwners, mayOwn } from '../../src/payouts/engine/paid-since.ts';
import { Lookout } from '../../src/payouts/engine/sending.ts';
import { NODE_CLOCKS_APART_MS } from '../../src/payouts/engine/look.ts';
import type { PayoutRecord, RunRecord } from '../../src/payouts/journal/records.ts';
import { SETTLED_AFTER_MS } from '../../src/payouts/payout-state.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { sleep } from '../../src/client/clock.ts';
import { hurriedClock } from '../support/clocks.ts';
import { markIn } from '../../src/payouts/rules/mark.ts';
import { seenCodeOf } from '../../src/payouts/seen-code.ts';
import { unsent } from './support/fake-wallet.ts';
import { knownJournal, type Known as KnownOfRun } from './support/known-journal.ts';
import { withdrawal } from './support/journals.ts';
import { byHand, pageOf, record, row, SENT_AT } from './support/records.ts';

const MARK = '#pxaaaaaaa';
const FOREIGN = '#pxbbbbbbb';
const planned = record({ state: 'planned' });

/** What differs from a run of one planned row, of which nothing is known. */
interface Known extends KnownOfRun {
  readonly foreignMarks?: ForeignMarks;
  /** The newest withdrawals when it was planned. */
  readonly rows?: readonly Withdrawal[];
  /** Whether they were all. */
  readonly isWhole?: boolean;
}
type Page = PixClient['withdraws']['page'];

function watchOf({ foreignMarks = 'refuse', rows = [row('known')], isWhole = true, ...known }: Known, page?: Page) {
  const seen: string[] = [];
  const { journal } = knownJournal({ payouts: [planned], marks: { [MARK]: planned }, ...known });
  Object.assign(journal.steps, { storeSeen: (ids: readonly string[]) => seen.push(...ids) });
  const clock = hurriedClock();
  const controller = new AbortController();
  const run = { id: 'r', digest: 'sha256:1', account: 1, compared: { at: 0, ids: null } } as unknown as RunRecord;
  const client = { withdraws: { page } } as unknown as PixClient;
  const { signal } = controller;
  const watch = new ForeignWatch({ journal, run, client, clock, signal, foreignMarks, newest: { rows, isWhole } });
  return { watch, clock, controller, seen };
}

const like = row('w');
const other = row('w', { pixKey: 'x@example.com', description: FOREIGN });
const ours = row('own', { pixKey: 'x@example.com', description: MARK });
const unknown = record({ row: 2 });
const dearer = record({ row: 3, amountCentavos: centavos(5) });
const second = record({ row: 2, state: 'planned', pixKey: 'payee-2@example.com' });
const priced = { metadata: { fee: centavos(0), sent: centavos(1_001) } };

it.each<[string, Withdrawal[], Known, string[]]>([
  ['what was there before', [row('known', { description: FOREIGN })], {}, []],
  ['what is no row of the run', [row('w', { pixKey: 'x@example.com' })], {}, []],
  ['the mark of another journal', [other], {}, ['w']],
  ['the same, if it is ignored', [other], { foreignMarks: 'ignore' }, []],
  ['the same on a row, though ignored', [row('w', { description: FOREIGN }), ours], { foreignMarks: 'ignore' }, ['w']],
  [
    'the same beside one that may be ours',
    [row('w', { description: FOREIGN }), ours],
    { foreignMarks: 'ignore', unclaimed: [unknown] },
    ['w'],
  ],
  ['a mark that a person has accepted', [row('w', { description: FOREIGN })], { accepted: [FOREIGN] }, []],
  ['a mark of ours', [row('w', { description: MARK })], {}, []],
  ['a row of the run without a mark', [like], {}, ['w']],
  ['the same, where ours are shown', [like, ours], {}, ['w']],
  ['a withdrawal of ours', [like], { claims: { w: planned } }, []],
  ['the second of ours', [like], { seconds: { w: planned } }, []],
  ['one that may be ours', [like], { unclaimed: [unknown] }, []],
  [
    'the mark of another journal beside one that may be ours',
    [row('w', { description: FOREIGN }), row('v')],
    { unclaimed: [unknown] },
    ['w', 'v'],
  ],
  [
    'an older one with a mark beside one that was accepted',
    [{ ...other, id: 'a' }, byHand(66_000, { description: '#pxccccccc' })],
    { accepted: [FOREIGN] },
    ['w'],
  ],
  ['two of which one may be ours', [like, row('v')], { unclaimed: [unknown] }, ['w', 'v']],
  ['one that may be a copy of ours that failed', [like], { payouts: [planned, { ...unknown, state: 'failed' }] }, []],
  ['one of which a planned row is none', [like], { payouts: [planned, { ...unknown, state: 'planned' }] }, ['w']],
  ['one that costs something else than ours', [row('w', priced)], { unclaimed: [dearer] }, ['w']],
  [
    'two, of which one may be ours at its price',
    [row('w', { metadata: { fee: centavos(50), sent: centavos(951) } }), row('v')],
    { unclaimed: [unknown, record({ row: 3, coverFee: true })] },
    [],
  ],
  [
    'rows of the run of which one may be ours',
    [like, row('v', { pixKey: second.pixKey })],
    { payouts: [planned, second], unclaimed: [{ ...second, state: 'unknown' }] },
    ['w'],
  ],
])('a page that shows %s', (_, rows, known, foreign) => {
  const { watch, clock } = watchOf(known);
  const askedAt = clock.epochMs();
  const [id] = foreign;
  if (id === undefined) {
    watch.assertNone({ rows, askedAt });
    return;
  }
  const found = rows.find((each) => each.id === id);
  const mark = markIn(found?.description) ?? null;
  const isOfRow = !rows.some((each) => foreign.includes(each.id) && markIn(each.description) !== undefined);
  const code = isOfRow ? seenCodeOf('row', 'sha256:1', ...foreign) : foreignCode('sha256:1', id);
  const newest = { id, valueCentavos: 1_001, createdAt: found?.createdAt, mark };
  const shown = { count: foreign.length, newest, code, isOfRow };
  const message = `${foreign.length} withdrawals were made by another journal or program`;
  const error = expect.objectContaining({ code: 'foreign_journal', runId: 'r', foreign: shown, message });
  expect(() => watch.assertNone({ rows, askedAt })).toThrow(error);
});

it('what was paid by hand names the line of a row that is left', () => {
  const [paid, left] = [record({ state: 'paid', line: 7 }), record({ row: 2, line: 8, state: 'planned' })];
  const lineOf = (payouts: readonly PayoutRecord[]) => {
    const { watch, clock } = watchOf({ payouts });
    try {
      watch.assertNone({ rows: [like], askedAt: clock.epochMs() });
    } catch (error) {
      return error instanceof PayoutError ? error.line : error;
    }
    return 'nothing';
  };
  expect([lineOf([paid, second, left]), lineOf([paid, second])]).toEqual([8, undefined]);
});

const paid = record({ state: 'paid', withdrawal: withdrawal('own') });
const onTop = record({ row: 2, state: 'ambiguous', coverFee: true });
it.each<[string, Withdrawal[], Known, string[]]>([
  ['one with the key and amount of a row', [like], { payouts: [paid, second] }, ['w']],
  ['none that is older', [byHand(1)], { payouts: [paid] }, []],
  ['one of that moment', [byHand(0)], { payouts: [paid] }, ['w']],
  ['none that was there before', [row('known')], { payouts: [paid] }, []],
  ['none that a row which is left may own', [like], { payouts: [paid, { ...unknown, state: 'planned' }] }, []],
  ['none that a refused row may own', [like], { payouts: [paid, { ...unknown, state: 'refused' }] }, []],
  ['none a row may own at another fee', [row('w', { metadata: { fee: centavos(7) } })], { payouts: [paid, onTop] }, []],
  ['none that another run may own', [like], { payouts: [paid], unclaimed: [{ ...onTop, runId: 's' }] }, []],
  ['two, of which only one is like', [like, other], { payouts: [paid], foreignMarks: 'ignore' }, ['w']],
])('paid by hand beside rows that are paid: %s', (_, rows, known, foreign) => {
  const { watch } = watchOf(known);
  expect(watch.paidBeside(rows, SENT_AT).map(({ id }) => id)).toEqual(foreign);
});

const timeless = (id: string) => row(id, { createdAt: null });
const duplicates = Array.from({ length: 200 }, (_, index) => record({ row: index + 2, state: 'duplicate' }));
it.each<[string, Withdrawal[], KnownOfRun & { readonly ids?: null }, string[]]>([
  ['with the key and amount of a row', [like], {}, ['w']],
  ['that was compared with none, by a key that may not read', [like], { ids: null }, ['w']],
  ['below what it was compared with', [row('compared'), like], {}, ['w']],
  ['of an unknown time below what it was compared with', [row('compared'), timeless('w')], {}, []],
  ['of the time for which a list may have been old', [byHand(65_000)], {}, ['w']],
  ['of before', [byHand(65_001)], {}, []],
  ['with which it was compared', [row('compared')], {}, []],
  ['that is claimed', [like], { claims: { w: unknown } }, []],
  ['with another key', [row('w', { pixKey: 'x@example.com' })], {}, []],
  ['that has failed', [row('w', { status: 'FAILED' })], {}, []],
  ['like a row that is paid', [like], { payouts: [{ ...planned, state: 'paid' }] }, []],
  ['like a duplicate of one that has failed since', [like], { payouts: [{ ...planned, state: 'duplicate' }] }, ['w']],
  ['like a duplicate', [like], { payouts: [{ ...planned, state: 'duplicate' }], isHeld: true }, []],
  ['that may be ours', [like], { unclaimed: [unknown] }, []],
  ['that may be ours, and another', [like, row('v')], { unclaimed: [unknown] }, ['w', 'v']],
  ['of an unknown time', [timeless('w')], {}, ['w']],
  ['of an unknown time that another run may own', [timeless('w')], { unclaimed: [{ ...unknown, runId: 's' }] }, []],
  ['of two unknown times, one maybe ours', [timeless('w'), timeless('v')], { unclaimed: [unknown] }, ['w', 'v']],
  ['like a row beside many duplicates', [like], { payouts: [planned, ...duplicates] }, ['w']],
  ['that is none of ours at its amount', [like], { unclaimed: [dearer] }, ['w']],
])('a run is not resumed beside a withdrawal %s', async (_, rows, { ids = ['compared'], ...known }, foreign) => {
  const asked = { askedAt: SENT_AT, answeredAt: undefined, servedBefore: null, refusal: undefined };
  const { journal } = knownJournal({ payouts: [planned], ...known });
  const compared = { at: SENT_AT, ids };
  const run = { id: 'r', digest: 'sha256:1', account: 1, compared } as Partial<RunRecord> as RunRecord;
  const code = seenCodeOf('row', 'sha256:1', ...foreign);
  const allowing = (allowed?: string) => ({
    names: () => false,
    allows: (kind: string, one?: string) => kind === 'journal' && one === allowed,
  });
  const older = row('older', { createdAt: new Date(0).toISOString() });
  const clock = hurriedClock();
  // Where nothing is left, and where the page is as old as what was compared, no list is read.
  const resume = (allowed?: string, approvedAt: number | null = SENT_AT) =>
    assertNotPaidSince(
      { ...run, approvedAt },
      { rows: [...rows, older], isWhole: ids !== null && known.isHeld !== true && approvedAt !== null, ...asked },
      { journal, client: {} as PixClient, clock },
      allowing(allowed),
    );
  if (foreign.length > 0)
    await expect(resume('other')).rejects.toThrow(
      expect.objectContaining({
        code: 'foreign_journal',
        foreign: expect.objectContaining({ code, count: foreign.length, isOfRow: true }),
      }),
    );
  else await resume('other');
  await resume(code);
  await resume('other', null);
  // Others have a turn between the slices of a long file.
  expect(clock.waitsMs).toEqual((known.payouts?.length ?? 0) > duplicates.length ? [0, 0] : []);
});

it.each([
  ['slept', 65_001, 0, true],
  ['looked in time', 65_000, 0, false],
  ['identified its account by another clock, which is ahead', 65_001, 3_600_000, true],
])('the last look is outdated for a machine that has %s, or not', async (_, ms, aheadMs, isOutdated) => {
  const { watch, clock } = watchOf({});
  expect(watch.isOutdated()).toBe(true);
  watch.assertNone({ rows: [ours], askedAt: clock.epochMs() + aheadMs });
  expect(watch.isOutdated()).toBe(false);
  await sleep(clock, ms, new AbortController().signal);
  expect(watch.isOutdated()).toBe(isOutdated);
});

it('a look reads on to what the last one showed, however much is new', async () => {
  const asked: unknown[] = [];
  const all = [...Array.from({ length: 30 }, (_, index) => row(`new-${index}`, { pixKey: 'x@example.com' })), like];
  const { watch } = watchOf({}, ({ fresh, limit = 10, offset = 0 } = {}, { goesFirst } = {}) => {
    asked.push([fresh, offset, goesFirst]);
    return pageOf([...all, row('known'), row('old')].slice(offset, offset + Math.min(limit, 10)), 500, offset);
  });
  await expect(watch.look()).rejects.toMatchObject({ code: 'foreign_journal' });
  // Behind queued payouts, each page would show less that is new than has come meanwhile.
  const pages = [[true, 0, true], ...[9, 18, 27].map((offset) => [undefined, offset, true])];
  expect(asked).toEqual(pages);
  await watch.look();
  expect(asked).toEqual([...pages, [true, 0, true]]);
});

it.each([
  ['it is as old as its request', false, true],
  ['it is as old as that, which left after waiting for the rate limit', true, false],
])('a look: %s', async (_, waits, isOutdated) => {
  const made = watchOf({}, async (__, options) => {
    await sleep(made.clock, 65_001, new AbortController().signal);
    if (waits) options?.beforeSending?.();
    return pageOf([row('known')]);
  });
  await made.watch.look();
  expect([made.watch.isOutdated(), made.seen]).toEqual([isOutdated, ['known']]);
});

it('what a longer page shows behind all that was known is older, and no payment of now', () => {
  const rows = Array.from({ length: 30 }, (_, index) => row(`known-${index}`, { pixKey: 'x@example.com' }));
  const { watch, clock } = watchOf({ rows, isWhole: false });
  const askedAt = clock.epochMs();
  watch.assertNone({ rows: [ours, ...rows, like, other], askedAt });
  expect(() => watch.assertNone({ rows: [ours, like, ...rows], askedAt })).toThrow(PayoutError);
});

it('a withdrawal that moved to the next page while that was read counts once', async () => {
  const all = [row('own-1', { pixKey: 'x@example.com' }), like, row('known')];
  const { watch } = watchOf({ unclaimed: [unknown] }, ({ offset = 0 } = {}) => {
    // Meanwhile one more was created.
    return pageOf(offset === 0 ? all.slice(0, 2) : all.slice(1), 9, offset);
  });
  expect((await watch.look()).map(({ id }) => id)).toEqual(['own-1', 'w', 'known']);
});

it('a look is not read on after an interruption', async () => {
  const made = watchOf({}, () => {
    made.controller.abort();
    return pageOf([ours], 5_000);
  });
  expect(await made.watch.look()).toEqual([ours]);
});

const SECONDS = [1, 2, 4, 8, 10, 10, 10, 10, 10];
const bug = new TypeError('a bug');
const failure = unsent();

it.each<[string, (Withdrawal[] | Error)[], string | undefined, number[], unknown]>([
  ['that shows it', [[ours]], 'own', [], 'ended'],
  ['after its answer was lost', [[]], undefined, [], 'ended'],
  ['until it is shown', [[row('known')], [], [ours]], 'own', [1, 2], 'ended'],
  ['until no list can be that old', [[]], 'own', SECONDS, 'ended'],
  ['again after a failure', [failure, [ours]], 'own', [1], 'ended'],
  ['until it is plain that none can be read', [failure], undefined, SECONDS, failure],
  ['until the last failure is over', [failure, failure, []], 'own', SECONDS, 'ended'],
  ['that fails for another reason', [bug], 'own', [], bug],
  ['that shows another journal', [[other]], 'own', [], expect.objectContaining({ code: 'foreign_journal' })],
])('the page after a first withdrawal is read %s', async (_, pages, ownId, seconds, error) => {
  let asked = 0;
  const { watch, clock } = watchOf({}, () => {
    const page = pages[Math.min(asked, pages.length - 1)] ?? [];
    asked += 1;
    return page instanceof Error ? Promise.reject(page) : pageOf(page, 1);
  });
  const ended: unknown = await watch.lookSince(ownId).then(
    () => 'ended',
    (thrown: unknown) => thrown,
  );
  expect([ended, clock.waitsMs.map((ms) => ms / 1_000)]).toEqual([error, seconds]);
});

it('the page after a first withdrawal is not read again after an interruption', async () => {
  const { watch, clock, controller } = watchOf({}, () => {
    controller.abort();
    return Promise.reject(failure);
  });
  await watch.lookSince('own');
  expect(clock.waitsMs).toEqual([]);
});

/** What a look ends with, and what it does to the run. */
function lookoutOf(ends: { error?: Error } = {}) {
  const [says, asked]: [unknown[], (string | undefined)[]] = [[], []];
  const time = { ms: 0 };
  const end = () => (ends.error === undefined ? Promise.resolve([]) : Promise.reject(ends.error));
  const lookout = new Lookout({
    watch: {
      look: () => {
        says.push('look');
        return end();
      },
      lookSince: async (id) => {
        asked.push(id);
        await end();
      },
    },
    clock: { now: () => time.ms },
    onStop: (reason, error) => says.push(reason, error),
    onEnd: () => says.push('end'),
  });
  return { lookout, says, asked, time };
}

const foreign = new PayoutError('another journal', { code: 'foreign_journal' });

it.each([
  ['nothing', {}, [], []],
  ['another journal', { error: foreign }, ['foreign_journal', foreign], ['foreign_journal', foreign]],
  ['no answer', { error: failure }, ['network', failure], []],
])('a look that ends with %s stops what it should', async (_, ends, first, around) => {
  const { lookout, says, asked } = lookoutOf(ends);
  expect(lookout.isRequired()).toBe(false);
  lookout.require('own');
  expect(lookout.isRequired()).toBe(true);
  lookout.lookAround();
  expect(says).toEqual([]);
  await lookout.lookAsRequired();
  expect([lookout.isRequired(), asked, says]).toEqual([false, ['own'], first]);
  const beside = lookoutOf(ends);
  beside.lookout.lookAround();
  expect(beside.lookout.isLooking()).toBe(true);
  await Promise.resolve();
  await Promise.resolve();
  expect([beside.lookout.isLooking(), beside.says]).toEqual([false, ['look', ...around, 'end']]);
  beside.lookout.assertSound();
});

it('a look beside the requests comes ten seconds after the last one, and never beside another', async () => {
  const { lookout, says, asked, time } = lookoutOf();
  lookout.require(null);
  await lookout.lookAsRequired();
  expect(asked).toEqual([undefined]);
  const lookAt = async (ms: number) => {
    time.ms = ms;
    lookout.lookAround();
    lookout.lookAround();
    await Promise.resolve();
    return says.splice(0);
  };
  expect([await lookAt(9_999), await lookAt(10_000), await lookAt(19_999)]).toEqual([[], ['look', 'end'], []]);
  expect(await lookAt(20_000)).toEqual(['look', 'end']);
});

it('a look that fails for another reason ends the run', async () => {
  const { lookout, says } = lookoutOf({ error: bug });
  await lookout.lookAsRequired();
  expect(says).toEqual([]);
  expect(() => lookout.assertSound()).toThrow(bug);
});

const DAY_MS = 86_400_000;
const runComparedAt = (at: number) => ({ id: 'r', compared: { at, ids: null } }) as unknown as RunRecord;
const lostUntil = (endedAt: number | null, some: Partial<PayoutRecord> = {}) =>
  record({ runId: 'other', endedAt, servedBefore: null, ...some });

/** By how much it counts, from when it was sent. */
it.each<[string, PayoutRecord, number]>([
  ['ended', lostUntil(SENT_AT + 9), 9],
  ['was never known to end', lostUntil(null), DAY_MS],
  ['was found two days later', lostUntil(SENT_AT + 2 * DAY_MS), DAY_MS],
  ['was sent after a time of the service', lostUntil(SENT_AT + 9, { servedBefore: SENT_AT + 50 }), 50],
])('what was made long after the request of another run %s is not its own', (_, owner, ms) => {
  const lastAt = SENT_AT + ms + SETTLED_AFTER_MS;
  expect([lastAt, lastAt + 1].map((at) => mayOwn(owner, null, runComparedAt(at)))).toEqual([true, false]);
  const madeAt = lastAt + NODE_CLOCKS_APART_MS;
  expect([madeAt, madeAt + 1].map((at) => mayOwn(owner, at, runComparedAt(0)))).toEqual([true, false]);
  expect(mayOwn({ ...owner, runId: 'r' }, madeAt + 1, runComparedAt(lastAt + 1))).toBe(true);
});

it('each withdrawal has an owner of its own, or not: who may own one may own all that are older', () => {
  const [old, fresh] = [SENT_AT, SENT_AT + 10 * DAY_MS];
  const [early, late] = [lostUntil(old), lostUntil(fresh, { intendedAt: fresh })];
  const have = (times: readonly (number | null)[], ...owners: PayoutRecord[]) =>
    haveOwners(times, owners, runComparedAt(0));
  const both = [have([old, fresh], early, late), have([fresh, old], late, early), have([null, fresh], early, late)];
  expect([...both, have([null, old], early, early), have([], early)]).toEqual([true, true, true, true, true]);
  const none = [
    have([old, fresh], early, early),
    have([fresh, fresh], early, late),
    have([null, old], late),
    have([old]),
  ];
  expect(none).toEqual([false, false, false, false]);
});
