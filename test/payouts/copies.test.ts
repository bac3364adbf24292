import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PixClient } from '../../src/client/client.ts';
import {
  isToSeek,
  lookForCopies,
  lookForReturned,
  putCopiedOnHold,
  rowsMaximumOf,
  soughtIn,
  storeReturned,
} from '../../src/payouts/engine/copies.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { unsent } from './support/fake-wallet.ts';
import { withdrawal } from './support/journals.ts';
import { knownJournal, type Known } from './support/known-journal.ts';
import { pageOf, record, row, SECOND, SENT_AT } from './support/records.ts';

const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
/** When no copy of the request of {@link record} can be processed any more. */
const END = SENT_AT + 186 * SECOND;
const MARK = '#pxaaaaaaa';
const at = (ms: number) => new Date(ms).toISOString();

const failed = record({
  state: 'failed',
  withdrawal: withdrawal('first', { status: 'FAILED' }),
  changedAt: SENT_AT + SECOND,
});
const refused = record({ state: 'refused', changedAt: SENT_AT + SECOND });

const rival = record({ row: 2 });
const paidSince = record({ row: 9, state: 'paid', withdrawal: withdrawal('since') });
const paidBySecond = record({ row: 9, state: 'resolved_unpaid', secondWithdrawalId: 'v' });
const copy = row('copy');
const copyAt = (ms: number) => [row('copy', { createdAt: at(ms) })];
/** The mark of a payout that a person has declared unpaid. */
const marked = [row('w', { description: MARK })];
const unpaid = (some: Partial<PayoutRecord> = {}) => ({ [MARK]: record({ state: 'resolved_unpaid', ...some }) });
const one: Known = { denied: [failed] };
const beside = (like: PayoutRecord, some: Partial<PayoutRecord> = {}): Known => ({
  ...one,
  alike: [{ ...like, ...some }],
});
const unpaidTwice = { state: 'resolved_unpaid', secondWithdrawalId: 'v' } as const;
const servedAt = (servedBefore: number | null): Known => ({ denied: [{ ...failed, servedBefore }] });
const priced = row('priced', { metadata: { fee: centavos(50), sent: centavos(951) } });
const covered = record({ row: 3, coverFee: true });
const LATE = failed.changedAt + 65 * SECOND + 1;

it.each<[string, Withdrawal[], Known, string]>([
  ['a copy', [copy], one, '1 on hold copy'],
  ['a copy of a refused request', [copy], { denied: [refused] }, '1 on hold copy'],
  ['a failed copy', [row('copy', { status: 'FAILED' })], one, ''],
  ['its own withdrawal, which stands now', [row('first'), copy], one, '1 on hold first'],
  ['the same beside a rival', [row('first')], { ...one, alike: [rival] }, '1 on hold first'],
  ['the same, when its reference was used since', [row('first')], { ...one, isHeld: true }, '1 second first'],
  ['a copy, when its reference was used since', [copy], { ...one, isHeld: true }, '1 sought again'],
  ['a copy, when another one has paid it since', [copy], { ...one, holder: paidSince, isHeld: true }, ''],
  ['a copy that a rival may own', [copy], { ...one, alike: [rival] }, '1 sought again'],
  ['a copy beside one that has its withdrawal', [copy], beside(failed, { secondWithdrawalId: 'v' }), '1 on hold copy'],
  ['a copy beside one that is unpaid', [copy], beside(rival, { state: 'refused' }), '1 on hold copy'],
  ['a copy beside one that is unpaid, and has a second', [copy], beside(rival, unpaidTwice), '1 on hold copy'],
  ['a copy when the holder has a second one', [copy], { ...one, holder: paidBySecond, isHeld: true }, ''],
  ['a copy at a price that rules the rival out', [priced], { ...one, alike: [covered] }, '1 on hold priced'],
  ['two copies, of which each has a rival', [copy, priced], { ...one, alike: [rival, covered] }, '1 sought again'],
  ['a copy at the end of its time', copyAt(END + 12 * HOUR), one, '1 on hold copy'],
  ['one that is later', copyAt(END + 12 * HOUR + 1), one, ''],
  ['one that is later by a clock that is ahead', copyAt(END + 13 * HOUR), servedAt(SENT_AT + HOUR), '1 on hold copy'],
  ['one that is later than that', copyAt(END + 13 * HOUR + 1), servedAt(SENT_AT + HOUR), ''],
  ['a late one of an unknown clock', copyAt(END + 12 * HOUR + 1), servedAt(null), ''],
  ['a late one of an unknown time', copyAt(END + 12 * HOUR + 1), { denied: [{ ...failed, intendedAt: null }] }, ''],
  ['a copy without a time', [row('copy', { createdAt: null })], one, '1 on hold copy'],
  ['its mark, after it was declared unpaid', marked, { marks: unpaid() }, '1 second w'],
  ['the same, known as its second', marked, { marks: unpaid({ secondWithdrawalId: 'v' }) }, ''],
  ['the same on a claimed one', marked, { marks: unpaid(), claims: { w: rival } }, ''],
  ['the mark of one that is looked for', marked, { marks: { [MARK]: record() } }, ''],
])('of what was reported as unpaid, the list shows %s', (_, rows, known, expected) => {
  const { journal, stored } = knownJournal(known);
  const onHold = putCopiedOnHold(rows, journal, 1, LATE);
  expect(stored.filter((step) => !step.startsWith('denied')).join(', ')).toBe(expected);
  expect(onHold).toEqual(expected.includes('on hold') ? known.denied : []);
});

it('an old list does not contradict a failure, and a new one reaches a day back', () => {
  const { journal, stored } = knownJournal({ denied: [failed] });
  const later = row('later', { createdAt: at(SENT_AT + 9), pixKey: 'x@example.com' });
  expect(putCopiedOnHold([row('first'), later], journal, 1, LATE - 1)).toEqual([]);
  expect(stored).toEqual([`denied since ${SENT_AT - DAY}`]);
});

it.each([
  ['never', null, END - 1, true],
  ['while a copy could be processed, and none can any more', END - 1, END, true],
  ['while a copy can be processed', END - 1, END - 1, false],
  ['when none could', END, END + 1, false],
])('a payout that was looked for %s is looked for again', (_, soughtAt, now, expected) => {
  expect(isToSeek(record({ soughtAt }), now)).toBe(expected);
});

it.each([
  ['none is known', refused, END - 1, true],
  ['it is in the list', { ...failed, withdrawal: withdrawal('w') }, END - 1, true],
  ['the list lacks it', failed, END - 1, false],
  ['the list lacks it, and is newer than all copies', failed, END, true],
])('copies of a payout with a withdrawal were looked for when %s', (_, payout, now, expected) => {
  expect(soughtIn([row('w')], [payout], now)).toEqual(expected ? [payout] : []);
});

it('reads twice as many rows as a run has, and a thousand of others', () => {
  expect(rowsMaximumOf({ payouts: 7 })).toBe(1_014);
});

/** A list of a page of one row for each of these times, which fails at the end. */
function listOf(...times: (number | null)[]) {
  const asked: (number | undefined)[] = [];
  const page: PixClient['withdraws']['page'] = (query) => {
    asked.push(query?.offset);
    const time = times[query?.offset ?? 0];
    if (time === undefined) return Promise.reject(unsent());
    const createdAt = time === null ? null : at(time);
    return pageOf([row(`w${query?.offset ?? 0}`, { createdAt, status: 'FAILED' })], 99_999);
  };
  const clock = { now: () => 0, epochMs: () => END, random: () => 0, schedule: () => () => undefined };
  return { asked, client: { withdraws: { page } } as unknown as PixClient, clock };
}

/** @param answeredAt undefined if the service does not tell its time */
function lookIn(looking: Parameters<typeof lookForCopies>[0], answeredAt?: number): Promise<void> {
  return lookForCopies(looking, 1, { answeredAt });
}

const older = { ...refused, row: 2, servedBefore: SENT_AT - 3 * DAY };
it.each<[string, PayoutRecord[], (number | null)[], number, string[]]>([
  ['none', [], [], 0, []],
  ['one that was looked for just now', [{ ...refused, soughtAt: END }], [], 0, []],
  ['one', [refused], [SENT_AT - 14 * HOUR], 1, [`sought 1 at ${END}`]],
  ['one whose withdrawal the list lacks', [failed], [SENT_AT - 14 * HOUR], 3, [`sought 1 at ${END}`]],
  ['an older one besides', [refused, older], [SENT_AT - DAY, SENT_AT - 9 * DAY], 2, [`sought 1 2 at ${END}`]],
])('copies of %s are looked for as far back as they can be', async (_, unsought, times, pages, expected) => {
  const { journal, stored } = knownJournal({ unsought });
  const { asked, client, clock } = listOf(...times);
  await lookIn({ journal, client, clock });
  expect([asked.length, ...stored]).toEqual([pages, `unsought since ${END - 20 * DAY}`, ...expected]);
});

it('copies are looked for by the time of the service when our clock is ahead', async () => {
  const { journal, stored } = knownJournal({});
  await lookIn({ journal, ...listOf(SENT_AT) }, END - 60 * DAY);
  expect(stored).toEqual([`unsought since ${END - 80 * DAY}`]);
});

it('copies were not looked for when the list cannot be read', async () => {
  const { journal, stored } = knownJournal({ unsought: [refused] });
  await expect(lookIn({ journal, ...listOf(SENT_AT) })).rejects.toMatchObject({ code: 'connection_refused' });
  expect(stored).toHaveLength(1);
});

it('copies behind twenty thousand withdrawals stay to be looked for', async () => {
  const { journal, stored } = knownJournal({ unsought: [refused] });
  const { client, clock } = listOf();
  client.withdraws.page = () => pageOf(Array<Withdrawal>(20_000).fill(row('w', { status: 'FAILED' })), 99_999);
  await lookIn({ journal, client, clock });
  expect(stored).toHaveLength(1);
});

const paid = record({ state: 'paid', withdrawal: withdrawal('w0', { createdAt: SENT_AT }) });

it.each<[string, Known, string]>([
  ['of none', {}, ''],
  ['of one that is paid', { claims: { w0: paid } }, '1 paid failed w0'],
  ['that a person has named', { claims: { w0: { ...paid, state: 'resolved_paid' } } }, '1 resolved_paid failed w0'],
  ['of one that is pending', { claims: { w0: { ...paid, state: 'accepted' } } }, ''],
  ['that failed before another one paid it', { claims: { w0: { ...paid, withdrawal: withdrawal('second') } } }, ''],
])('a failed withdrawal %s is stored', (_, known, expected) => {
  const { journal, stored } = knownJournal(known);
  const returned = storeReturned([row('w0', { status: 'FAILED' }), row('w0')], journal);
  expect(stored.join(', ')).toBe(expected);
  expect(returned).toEqual(expected === '' ? [] : [known.claims?.['w0']]);
});

const undated: PayoutRecord = { ...paid, withdrawal: withdrawal('w') };
const failedBefore = { ...failed, row: 2, withdrawal: withdrawal('w', { createdAt: SENT_AT - DAY }) };
it.each<[string, PayoutRecord[], (number | null)[], number, string[]]>([
  ['nothing that was paid', [record()], [], 0, []],
  ['what was paid, if it can be read', [paid], [], 1, ['look_failed']],
  ['what was paid', [paid], [SENT_AT - 1], 1, ['changed']],
  ['what was paid at a time that is not known', [undated], [SENT_AT - 1, SENT_AT - 12 * HOUR - 1], 2, []],
  ['what has failed', [paid, failedBefore], [SENT_AT - 1, SENT_AT - 9 * DAY], 2, ['changed']],
  ['what is on hold since', [{ ...failed, withdrawal: null }], [SENT_AT - 1, SENT_AT - DAY], 2, []],
  ['what a person has named', [{ ...paid, state: 'resolved_paid' }], [SENT_AT - 1], 1, ['changed']],
  ['what was paid, until it is interrupted', [paid], [SENT_AT, SENT_AT - 1], 1, ['changed']],
])('the list is read as far back as %s', async (name, payouts, times, pages, expected) => {
  const events: string[] = [];
  const { asked, client, clock } = listOf(...times);
  const signal = name.endsWith('interrupted') ? AbortSignal.abort() : new AbortController().signal;
  const onEvent = ({ type }: { type: string }) => events.push(type);
  const { journal } = knownJournal({ payouts });
  await lookForReturned({ journal, run: journal.run('r'), client, clock, signal, onEvent });
  expect([asked.length, events]).toEqual([pages, expected]);
});

it('copies are looked for among as many withdrawals as a year has', () => {
  const { journal, stored } = knownJournal(one);
  const rows = [...Array<Withdrawal>(200_000).fill(row('other', { pixKey: 'other@example.com' })), copy];
  expect(putCopiedOnHold(rows, journal, 1, END)).toHaveLength(1);
  expect(stored).toContain('1 on hold copy');
});
