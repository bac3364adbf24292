import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { MarkWatch } from '../../src/payouts/engine/mark-watch.ts';
import { absentFromOf, reconcile, type Looking } from '../../src/payouts/engine/reconcile.ts';
import type { RunEvent } from '../../src/payouts/engine/run-events.ts';
import type { PayoutRecord, RunRecord } from '../../src/payouts/journal/records.ts';
import { hurriedClock } from '../support/clocks.ts';
import { refusal, unsent } from './support/fake-wallet.ts';
import { withdrawal } from './support/journals.ts';
import { knownJournal, type Known } from './support/known-journal.ts';
import { record, row, SECOND, SENT_AT } from './support/records.ts';

const HOUR = 3_600 * SECOND;
const MARK = '#pxaaaaaaa';
const FOREIGN = '#pxbbbbbbb';
const OTHER = 'x@example.com';
/** When looking begins: 184 seconds before the request of {@link record} can no longer be processed. */
const BEGIN = SENT_AT + 2 * SECOND;
const at = (ms: number) => new Date(ms).toISOString();
const unknown = record({ mark: MARK });
const absent: PayoutRecord = { ...unknown, state: 'absent' };
const onHold: PayoutRecord = { ...unknown, state: 'ambiguous' };
const bug = new TypeError('a bug');

type Step = 'restart' | Withdrawal | Error;
interface Settings extends Partial<Pick<Looking, 'lookForMs'>>, Pick<Known, 'unclaimed' | 'marks'> {
  readonly isProven?: boolean;
  /** What the service answers about a withdrawal. */
  readonly get?: Error | Partial<Withdrawal>;
  /** Seconds since {@link BEGIN} at which looking begins. */
  readonly afterSeconds?: number;
  readonly abortsIn?: 'look' | 'start';
}

/** Looks for the payouts of a run in a list of these rows. */
async function look(steps: readonly Step[], payouts: readonly PayoutRecord[], settings: Settings = {}) {
  const { isProven = true, get, afterSeconds = 0, abortsIn, unclaimed, marks, ...options } = settings;
  const { journal, stored } = knownJournal({ payouts, ...(unclaimed && { unclaimed }), ...(marks && { marks }) });
  const hurried = hurriedClock();
  const clock = { ...hurried, epochMs: () => BEGIN + afterSeconds * SECOND + hurried.now() };
  const controller = new AbortController();
  if (abortsIn === 'start') controller.abort();
  const [since, asked, events]: [unknown[], string[], RunEvent[]] = [[], [], []];
  const withdraws = {
    proven: (query: { since?: Date }) => {
      since.push(query.since?.toISOString());
      return {
        async *steps() {
          for (const step of steps) {
            if (abortsIn === 'look') controller.abort();
            if (step instanceof Error) throw await Promise.resolve(step);
            yield step === 'restart' ? { type: 'restart' } : { type: 'rows', rows: [{ row: step }] };
          }
        },
        verdict: () => ({ isProven }),
      };
    },
    get: (id: string) => {
      asked.push(id);
      if (get === undefined || get instanceof Error) return Promise.reject(get ?? refusal('not_found', 404));
      return Promise.resolve({ ...row(id), fee: 0, sent: 1_001, ...get });
    },
  };
  const run = { id: 'r', account: 1 } as RunRecord;
  const onEvent = (event: RunEvent) => events.push(event);
  const watch = new MarkWatch({ journal, onEvent });
  const client = { withdraws } as unknown as PixClient;
  const { signal } = controller;
  const looked = reconcile({ journal, run, client, clock, signal, marks: watch, onEvent, ...options });
  const ended: unknown = await looked.then(
    () => 'ended',
    (error: unknown) => error,
  );
  const looking = events.flatMap((event) => (event.type === 'looking' ? [event] : []));
  const pauses = hurried.waitsMs.map((ms) => ms / SECOND);
  return { ended, stored, since, asked, looking, events: events.map(({ type }) => type), pauses };
}

const ABSENT = '1 unknown absent proven_absent';
const FOUND = '1 unknown paid w found_by_mark';
const marked = row('w', { description: MARK });
const ALL = [2, 4, 8, 16, 30, 30, 30, 30, 30, 4];
const second = record({ row: 2, endedAt: SENT_AT });

it.each<[string, Step[], PayoutRecord[], Settings, string[], number[]]>([
  ['there is nothing to look for', [], [record({ state: 'paid' })], {}, [], []],
  ['it is found', [marked], [unknown], {}, [FOUND], []],
  ['it is proven absent', [], [unknown], {}, [ABSENT], ALL],
  ['it is proven absent at once, minutes later', [], [unknown], { afterSeconds: 184 }, [ABSENT], []],
  ['nothing was proven three times', [], [unknown], { isProven: false }, [], [...ALL, 30, 30]],
  ['the time is over', [], [unknown], { lookForMs: 5_000 }, [], [2, 3]],
  ['one look has ended', [], [unknown], { lookForMs: 0 }, [], []],
  ['it is interrupted before', [], [unknown], { abortsIn: 'start' }, [], []],
  ['it is interrupted meanwhile', [row('x')], [unknown], { abortsIn: 'look' }, [], []],
  ['what is on hold was looked for once', [], [absent], {}, [], []],
  ['the last one is proven absent', [], [unknown, second], {}, [ABSENT, '2 unknown absent proven_absent'], ALL],
])('looking ends when %s', async (_, steps, payouts, settings, expected, pauses) => {
  const found = await look(steps, payouts, settings);
  expect([found.ended, found.stored, found.pauses]).toEqual(['ended', expected, pauses]);
});

const paid = (some: Partial<PayoutRecord> = {}, createdAt: number | null = SENT_AT) =>
  record({ row: 2, state: 'paid', withdrawal: withdrawal('own', { createdAt }), ...some });

it('says how many it looks for, and for how long', async () => {
  const refused = record({ row: 2, refusedAt: SENT_AT, endedAt: SENT_AT });
  const { looking, stored } = await look(
    [],
    [unknown, refused, record({ row: 3, state: 'absent' }), record({ row: 4 })],
  );
  expect((await look([], [paid()])).since).toEqual([]);
  const seconds = [184, 182, 178, 170, 154, 124, 94, 64, 34, 4, 0];
  expect(looking).toEqual(seconds.map((left) => ({ type: 'looking', payouts: 3, refused: 1, untilMs: left * SECOND })));
  expect(stored).toContain('2 absent planned proven_absent');
  const limited = await look([], [unknown], { lookForMs: 5_000 });
  expect(limited.looking.map(({ untilMs }) => untilMs)).toEqual([5_000, 3_000, 0]);
});

/** Once its request can no longer be processed, and no list is older. */
const LATE = { afterSeconds: 184, lookForMs: 0 };
const pending = { ...marked, status: 'PENDING' };
const ACCEPTED = '1 unknown accepted w found_by_mark';
const copy = row('w');
const COUNTED = '1 unknown paid w found_by_count';
const CANDIDATE = '1 unknown ambiguous ambiguous w';
const unmarked = record();
const rival = (some: Partial<PayoutRecord>) => ({ ...LATE, unclaimed: [record(some)] });
const answered = { ...unknown, answeredId: 'w' };
const later = record({ row: 3, endedAt: SENT_AT + 5 * SECOND });
const plan = record({ row: 2, state: 'planned', pixKey: OTHER, mark: FOREIGN });

it.each<[string, Step[], PayoutRecord[], Settings, string[]]>([
  ['with its mark', [marked], [unknown], {}, [FOUND]],
  ['with its mark, pending', [pending], [unknown], { get: { status: 'PENDING' } }, [ACCEPTED, '1 learns w']],
  ['with its mark, for one on hold', [marked], [onHold], {}, ['1 ambiguous paid w found_by_mark']],
  ['with its mark, in a list that breaks off', [marked, unsent()], [unknown], {}, [FOUND]],
  ['with its mark, in a list that begins again', ['restart', marked], [unknown], {}, [FOUND]],
  ['alone, without marks', [copy], [unmarked], LATE, [COUNTED]],
  ['alone, twice', [copy, copy], [unmarked], LATE, [COUNTED]],
  ['alone, in a list that breaks off', [copy, unsent()], [unmarked], LATE, []],
  ['alone, where marks are used', [copy], [unknown], LATE, [CANDIDATE]],
  [
    'beside eleven others',
    Array.from({ length: 12 }, (_, index) => row(`w${index}`)),
    [unknown],
    LATE,
    ['1 unknown ambiguous ambiguous w0 w1 w2 w3 w4 w5 w6 w7 w8 w9'],
  ],
  ['for one that is absent', [copy], [absent], LATE, ['1 absent ambiguous ambiguous w']],
  ['for one on hold', [copy], [onHold], LATE, []],
  ['for none, and one is on hold', [], [onHold], LATE, []],
  ['that one of another run may own', [copy], [unmarked], rival({ runId: 's', state: 'absent' }), [CANDIDATE]],
  ['that a payout of the run may own', [copy], [unmarked], rival({ row: 5 }), [CANDIDATE]],
  ['that it alone may own', [copy], [unmarked], rival({}), [COUNTED]],
  ['that no absent one of the run may own', [copy], [unmarked], rival({ row: 5, state: 'absent' }), [COUNTED]],
  ['that was named, at another price', [], [answered], { ...LATE, get: {} }, [CANDIDATE]],
  ['that was named, and is gone', [], [answered], LATE, [ABSENT]],
  ['that was named, listed at another price', [row('w', { pixKey: 'x@example.com' })], [answered], LATE, [CANDIDATE]],
  ['that was named, and cannot be looked up', [], [answered], { ...LATE, get: refusal('no', 500) }, []],
  ['that was named, too early', [], [answered], { lookForMs: 0 }, []],
  ['beside one of the run', [row('own')], [unknown, paid()], LATE, [ABSENT]],
  ['without one of the run', [], [unknown, paid()], LATE, []],
  ['without one that is pending', [], [unknown, paid({ state: 'accepted' })], LATE, []],
  ['without one that has failed', [], [unknown, paid({ state: 'failed' })], LATE, [ABSENT]],
  ['without one newer than the list', [], [unknown, paid({ changedAt: BEGIN + 119_001 })], LATE, [ABSENT]],
  ['without one as old as the list', [], [unknown, paid({ changedAt: BEGIN + 119_000 })], LATE, []],
  ['without one of no time, beside none', [], [{ ...unknown, servedBefore: null }, paid({}, null)], LATE, [ABSENT]],
  ['without one, while another request can be processed', [], [unknown, paid(), later], LATE, []],
  ['with that of a planned one', [row('w', { description: FOREIGN, pixKey: OTHER })], [unknown, plan], LATE, [ABSENT]],
  ['without one of no time', [], [unknown, paid({}, null)], LATE, [ABSENT]],
  ['without one of before', [], [unknown, paid({}, SENT_AT - 13 * HOUR - 1)], LATE, [ABSENT]],
  ['without one of the beginning', [], [unknown, paid({}, SENT_AT - 13 * HOUR)], LATE, []],
])('a look finds a withdrawal %s', async (_, steps, payouts, settings, expected) => {
  const { stored, ended, events } = await look(steps, payouts, settings);
  expect([ended, stored]).toEqual(['ended', expected]);
  expect(events.filter((type) => type === 'changed')).toHaveLength(expected.length > 0 ? 1 : 0);
});

it('looks once for what is found with another one, and then learns its end', async () => {
  const { events, asked, stored } = await look([pending], [unknown], {
    marks: { [MARK]: unknown },
    get: { status: 'COMPLETED' },
  });
  expect([asked, stored]).toEqual([['w'], [ACCEPTED, '1 accepted paid w found_by_mark']]);
  expect(events).toEqual(['looking', 'changed', 'changed']);
  const second = await look([marked, { ...marked, id: 'v' }], [unknown], { marks: { [MARK]: unknown } });
  expect(second.stored).toEqual([FOUND, '1 second v']);
  expect(second.events).toEqual(['looking', 'changed', 'second_withdrawal', 'look_failed']);
});

it.each<[string, Step[], PayoutRecord, Settings]>([
  ['no answer has named', [], unknown, LATE],
  ['the list shows', [row('w', { pixKey: OTHER })], answered, LATE],
  ['may still be made', [], answered, { lookForMs: 0 }],
])('a withdrawal that %s is not looked up', async (_, steps, payout, settings) => {
  expect((await look(steps, [payout], settings)).asked).toEqual([]);
});

it.each<[string, Step[], Settings, unknown, string[]]>([
  ['of the network', [unsent()], { lookForMs: 0 }, 'ended', ['looking', 'look_failed']],
  ['of the network, after an interruption', [unsent()], { abortsIn: 'look' }, 'ended', ['looking']],
  ['of ours', [bug], {}, bug, ['looking']],
  ['of ours, after an interruption', [bug], { abortsIn: 'look' }, 'ended', ['looking']],
  ['of ours, when the end is looked up', [marked], { get: bug }, bug, ['looking', 'changed']],
])('a failure %s', async (_, steps, settings, ended, events) => {
  const found = await look(steps, [unknown], settings);
  expect([found.ended, found.events]).toEqual([ended, events]);
});

it.each([
  ['half a day before the first can be', [unknown, record({ row: 2, servedBefore: SENT_AT })], at(SENT_AT - 25 * HOUR)],
  ['its beginning, if no time is known', [{ ...unknown, servedBefore: null }], undefined],
])('the list is read from %s', async (_, payouts, since) => {
  expect((await look([], payouts, { lookForMs: 0 })).since).toEqual([since]);
});

it.each([
  ['its end', SENT_AT, SENT_AT + 185 * SECOND],
  ['now, if it has not ended', null, BEGIN + 185 * SECOND],
  ['now, if its end comes from a clock that was fast', BEGIN + 1, BEGIN + 185 * SECOND],
])('a request can be processed for three minutes after %s', (_, endedAt, expected) => {
  expect(absentFromOf(record({ endedAt }), BEGIN)).toBe(expected);
});
