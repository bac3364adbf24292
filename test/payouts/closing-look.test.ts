import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import { ClosingLook } from '../../src/payouts/engine/closing-look.ts';
import { MarkWatch } from '../../src/payouts/engine/mark-watch.ts';
import type { RunEvent } from '../../src/payouts/engine/run-events.ts';
import type { PayoutRecord, RunRecord } from '../../src/payouts/journal/records.ts';
import { PAYOUT_STATES, type PayoutState } from '../../src/payouts/payout-state.ts';
import { hurriedClock } from '../support/clocks.ts';
import { unsent } from './support/fake-wallet.ts';
import { withdrawal } from './support/journals.ts';
import { knownJournal, type Known } from './support/known-journal.ts';
import { pageOf, record, row, SECOND, SENT_AT } from './support/records.ts';

const HOUR = 3_600 * SECOND;
const MARK = '#pxaaaaaaa';
const FOREIGN = '#pxbbbbbbb';
const NOW = SENT_AT + HOUR;
const at = (ms: number) => new Date(ms).toISOString();

interface Settings {
  /** Times that had passed on the service's clock when something was sent, an hour ago. Default: nothing was. */
  readonly sends?: readonly (number | null)[];
  readonly isOnlooker?: boolean;
  readonly isInterrupted?: boolean;
}

/** A closing look at pages of these rows. */
async function look(pages: readonly (readonly Withdrawal[])[], known: Known, settings: Settings = {}) {
  const { sends = [], isOnlooker, isInterrupted = false } = settings;
  const { journal, stored } = knownJournal(known);
  const events: RunEvent[] = [];
  let asked = 0;
  const page: PixClient['withdraws']['page'] = ({ offset = 0 } = {}) => {
    asked += 1;
    const items = pages[Math.min(offset, pages.length - 1)];
    if (items === undefined) return Promise.reject(unsent());
    return pageOf(items, offset + items.length + (offset + 1 < pages.length ? 1 : 0), offset);
  };
  const time = { ms: NOW };
  const clock = { ...hurriedClock(), epochMs: () => time.ms };
  const onEvent = (event: RunEvent) => events.push(event);
  const closing = new ClosingLook({
    journal,
    run: { id: 'r', digest: 'sha256:1', account: 1, payouts: 1 } as RunRecord,
    client: { withdraws: { page } } as unknown as PixClient,
    clock,
    signal: isInterrupted ? AbortSignal.abort() : new AbortController().signal,
    onEvent,
    marks: new MarkWatch({ journal, onEvent }),
    isOnlooker,
  });
  time.ms = SENT_AT;
  for (const servedBefore of sends) {
    closing.noteSending(servedBefore);
    time.ms += 1;
  }
  time.ms = NOW;
  await closing.look();
  const says = stored.filter((step) => !step.startsWith('denied'));
  return {
    closing,
    says,
    asked: () => asked,
    events: events.map(({ type, ...event }) => ('isForeign' in event && event.isForeign ? `${type} elsewhere` : type)),
  };
}

const marked = row('w', { description: MARK });
const failedFirst = withdrawal('first', { status: 'FAILED' });
const without = (state: PayoutState, some: Partial<PayoutRecord> = {}) =>
  record({ state, mark: MARK, ...(state === 'failed' && { withdrawal: failedFirst }), ...some });
const known = (payout: PayoutRecord, some: Known = {}): Known => ({
  payouts: [payout],
  marks: { [MARK]: payout },
  ...some,
});
const sent = { sends: [SENT_AT] };

it.each(PAYOUT_STATES)('a withdrawal with the mark of a payout that is %s is claimed, or not', async (state) => {
  const claimed: Partial<Record<PayoutState, string[]>> = {
    planned: ['1 planned paid w found_by_mark'],
    refused: ['1 refused paid w found_by_mark'],
    unknown: ['1 unknown paid w found_by_mark'],
    absent: ['1 absent paid w found_by_mark'],
    ambiguous: ['1 ambiguous paid w found_by_mark'],
    failed: ['1 on hold w', '1 ambiguous paid w found_by_mark'],
    resolved_unpaid: ['1 second w'],
  };
  const { says, events } = await look([[marked]], known(without(state)), sent);
  expect(says.filter((step) => !step.startsWith('sought'))).toEqual(claimed[state] ?? []);
  expect(events.includes('changed')).toBe(claimed[state] !== undefined && state !== 'resolved_unpaid');
  const watched = await look([[marked]], known(without(state)), { ...sent, isOnlooker: true });
  const isTaken = ['failed', 'refused', 'resolved_unpaid'].includes(state);
  expect(watched.says.filter((step) => !step.startsWith('sought'))).toEqual(isTaken ? claimed[state] : []);
});

const PAID = ['1 unknown paid w found_by_mark'];
const unknown = without('unknown');
const foreign = row('w', { description: FOREIGN });
it.each<[string, Withdrawal[], Known, string[]]>([
  ['completed', [marked], known(unknown), PAID],
  ['pending', [{ ...marked, status: 'PENDING' }], known(unknown), ['1 unknown accepted w found_by_mark']],
  ['failed', [{ ...marked, status: 'FAILED' }], known(unknown), ['1 unknown failed w found_by_mark']],
  ['failed beside one that is not', [{ ...marked, id: 'v', status: 'FAILED' }, marked], known(unknown), PAID],
  ['failed, of one that has failed', [{ ...marked, status: 'FAILED' }], known(without('failed')), []],
  ['of another run', [marked], known(unknown, { marks: { [MARK]: { ...unknown, runId: 's' } } }), []],
  ['of one whose second it is, without a mark', [row('w')], known(unknown, { seconds: { w: unknown } }), PAID],
  ['of one whose second it is, with another mark', [foreign], known(unknown, { seconds: { w: unknown } }), []],
  ['of nothing', [row('w')], known(unknown), []],
  ['with another key', [{ ...marked, pixKey: 'x@example.com' }], known(unknown), []],
  ['that another payout claims', [marked], known(unknown, { claims: { w: record({ row: 5 }) } }), []],
  ['that was there before', [marked], known(unknown, { seen: ['w'] }), []],
  ['whose reference another payout has', [marked], known(unknown, { isHeld: true }), []],
])('a withdrawal with a mark is stored: %s', async (_, rows, journal, expected) => {
  const { says, events } = await look([rows], journal, sent);
  expect(says.filter((step) => !step.includes('second') && !step.startsWith('sought'))).toEqual(expected);
  expect(events.includes('changed')).toBe(expected.length > 0);
});

it('a withdrawal of another journal and of an unknown time is reported beside one that is found', async () => {
  const { says } = await look([[marked, { ...foreign, id: 'v', createdAt: null }]], known(unknown), sent);
  expect(says).toEqual([...PAID, '1 second v']);
});

const paid = record({ state: 'paid', withdrawal: withdrawal('own') });
const twice = [paid, { ...paid, row: 2 }];
const SECOND_W = ['1 second w'];
it.each<[string, Withdrawal[], Known, string[]]>([
  ['that is paid', [foreign], { payouts: [paid] }, ['1 second w']],
  ['that is pending', [foreign], { payouts: [{ ...paid, state: 'accepted' }] }, ['1 second w']],
  ['that is not paid', [foreign], { payouts: [record({ state: 'planned' })] }, []],
  ['but it has failed', [{ ...foreign, status: 'FAILED' }], { payouts: [paid] }, []],
  ['but it is older', [{ ...foreign, createdAt: at(SENT_AT - 12 * HOUR - 1) }], { payouts: [paid] }, []],
  ['and it is as old as can be', [{ ...foreign, createdAt: at(SENT_AT - 12 * HOUR) }], { payouts: [paid] }, SECOND_W],
  ['but it is claimed', [foreign], { payouts: [paid], claims: { w: record() } }, []],
  ['but it was there before', [foreign], { payouts: [paid], seen: ['w'] }, []],
  ['but a person has accepted the mark', [foreign], { payouts: [paid], accepted: [FOREIGN] }, []],
  [
    'but its price',
    [foreign],
    { payouts: [{ ...paid, amountCentavos: record({ row: 2 }).amountCentavos, pixKey: 'x@example.com' }] },
    [],
  ],
  ['that has a second', [foreign], { payouts: [{ ...paid, secondWithdrawalId: 'v' }] }, []],
  ['twice', [foreign], { payouts: twice }, SECOND_W],
  ['twice, and so is another', [foreign, { ...foreign, id: 'v' }], { payouts: twice }, ['1 second w', '2 second v']],
  ['and is known', [foreign], { payouts: [paid], seconds: { w: record({ row: 7 }) } }, []],
])('a withdrawal of another journal with the key and amount of a row %s', async (_, rows, journal, expected) => {
  const { says, events } = await look([rows], journal, sent);
  expect([says, events]).toEqual([expected, expected.map(() => 'second_withdrawal elsewhere')]);
});

const refusedLong = record({ state: 'refused', endedAt: SENT_AT, changedAt: SENT_AT });
const SOUGHT = [`sought 1 at ${NOW}`];
const empty = [[]];
const toResend = record({ state: 'planned', refusedAt: SENT_AT });
const stopped = { ...sent, isInterrupted: true };
it.each<[string, Known, Settings, number, string[]]>([
  ['when nothing was sent', { payouts: [paid] }, {}, 0, []],
  ['when something was sent', {}, sent, 1, []],
  ['when something was refused', { payouts: [refusedLong] }, {}, 1, SOUGHT],
  ['when something has failed', { payouts: [{ ...refusedLong, state: 'failed' }] }, {}, 1, SOUGHT],
  ['when what was refused was looked for', { payouts: [{ ...refusedLong, soughtAt: NOW - 1 }] }, {}, 0, []],
  ['when it is interrupted', { payouts: [paid] }, stopped, 0, []],
  ['when it is interrupted, and something was refused', { payouts: [refusedLong] }, { isInterrupted: true }, 1, SOUGHT],
  ['when it is interrupted, and something may be sent again', { payouts: [toResend] }, stopped, 1, []],
])('the newest withdrawals are read %s', async (_, journal, settings, pages, expected) => {
  const { closing, asked, says } = await look(empty, journal, settings);
  expect([asked(), says]).toEqual([pages, expected]);
  await closing.look();
  // What was sent is looked for once, and what is not stored as looked for again.
  expect(asked()).toBe(expected.length > 0 ? 2 * pages : pages);
});

const old = (ms: number) => row(`p${ms}`, { pixKey: 'x@example.com', createdAt: at(SENT_AT + ms) });
const later = { ...paid, row: 2, intendedAt: SENT_AT + 1, withdrawal: withdrawal('later') };
const lost = record({ state: 'failed', endedAt: SENT_AT, withdrawal: failedFirst });
it.each<[string, Withdrawal[][], Known, Settings, number]>([
  ['half a day before the first was sent', [[old(-12 * HOUR)], [old(-12 * HOUR - 1)], []], {}, sent, 2],
  ['the first, of two rounds', [[old(-13 * HOUR)], [old(-14 * HOUR)], []], {}, { sends: [SENT_AT - HOUR, SENT_AT] }, 2],
  ['the end, if no time is known', [99, 999, 9_999].map((hours) => [old(-hours * HOUR)]), {}, { sends: [null] }, 3],
  ['what was refused', [[old(-13 * HOUR)], [old(-14 * HOUR)], []], { payouts: [refusedLong] }, sent, 2],
  ['a page, once it is interrupted', [[old(0)], [old(0)], []], { payouts: [refusedLong] }, { isInterrupted: true }, 1],
  ['the last that was sent', [[row('later')]], { payouts: [paid, later] }, sent, 1],
  ['the last that was sent, three times', [[row('own')]], { payouts: [later, { ...paid, row: 3 }] }, sent, 3],
  ['the last of two at once', [[row('later')]], { payouts: [paid, { ...later, intendedAt: SENT_AT }] }, sent, 1],
  ['nothing that was sent before', [[]], { payouts: [{ ...paid, intendedAt: SENT_AT - 1 }] }, sent, 1],
  ['the last that is pending', [[]], { payouts: [{ ...paid, state: 'accepted' }, record({ row: 2 })] }, sent, 3],
  ['what was sent at once', [[]], { payouts: [paid] }, { sends: [SENT_AT, SENT_AT] }, 3],
  ['nothing else if nothing was sent', [[]], { payouts: [later, { ...refusedLong, row: 3 }] }, {}, 1],
  ['what has failed, three times', [[]], { payouts: [lost] }, {}, 3],
])('the list is read as far back as %s', async (_, pages, journal, settings, expected) => {
  const { asked } = await look(pages, journal, settings);
  expect(asked()).toBe(expected);
});

it('a list that cannot be read proves nothing, and is reported', async () => {
  const { says, events } = await look([], { payouts: [refusedLong] });
  expect([says, events]).toEqual([[], ['look_failed']]);
});

it.each([
  ['the run', 'r', ['changed']],
  ['another run', 's', []],
])('a copy of what was refused puts it on hold, and is reported for %s', async (_, runId, expected) => {
  const { says, events } = await look([[row('w')]], { denied: [{ ...refusedLong, runId }] }, sent);
  expect([says, events]).toEqual([['1 on hold w'], expected]);
});

it('a second withdrawal with the mark of a payout is an alarm', async () => {
  const { says, events } = await look([[marked]], known({ ...paid, mark: MARK }), sent);
  expect([says, events]).toEqual([['1 second w'], ['second_withdrawal']]);
});
