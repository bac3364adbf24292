import { expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { PAYOUT_STATES, type PayoutState } from '../../src/payouts/payout-state.ts';
import * as duplicates from '../../src/payouts/rules/duplicates/duplicates.ts';
import { likeElsewhere, newestLike, withoutFailed } from '../../src/payouts/rules/duplicates/like-payment.ts';
import { isUnsettled, repetitionCode, sentPaymentOf } from '../../src/payouts/rules/duplicates/sent-payment.ts';
import { rowsTakenElsewhere, type EarlierRules, type Verdict } from '../../src/payouts/rules/duplicates/verdict.ts';
import * as payable from '../../src/payouts/rules/payable.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { payout, withdrawal } from './support/journals.ts';
import { knownJournal, type Known as KnownOfJournal, type OtherRun } from './support/known-journal.ts';
import { byHand, paid, row, SECOND, SENT_AT as NOW } from './support/records.ts';

type Known = KnownOfJournal & Partial<duplicates.DuplicatesPlace>;
type Some = Partial<PayoutRecord>;
const [HOUR, DAY] = [3_600 * SECOND, 86_400 * SECOND];
/** How long after a request a copy of it may be processed: two minutes, and the age of a list. */
const COPIED = 185 * SECOND;

const named = (reference: string, msAgo = DAY, some: Some = {}) => paid(msAgo, { reference, ...some });
const open = paid(2 * DAY, { row: 3, state: 'unknown' });
const withW = (msAgo: number) => paid(msAgo, { withdrawal: withdrawal('w') });
const inS = paid(1, { runId: 's' });
const openX = { ...open, reference: 'X' };
const otherKey = { pixKey: 'x@example.com' };
const five = { amountCentavos: centavos(5) };
const lost = { state: 'failed' } as const;
const alike = (...payments: PayoutRecord[]): Known => ({ alike: payments });
const gaveWay: Known = alike(named('X', DAY, { state: 'duplicate' }));
const hand = (msAgo: number, some: Partial<Withdrawal> = {}): Known => ({ newestRows: [byHand(msAgo, some)] });
const priced = (fee: number | null, sent: number | null, value = 1_051): Known =>
  hand(0, { value, metadata: { fee, sent } } as Partial<Withdrawal>);
const MARK = '#pxaaaaaaa';
const marked = (marks: Record<string, PayoutRecord>): Known => ({ ...hand(0, { description: MARK }), marks });
const ignored = { counts: ({ row: number }: PayoutRecord) => number !== 2 };

function duplicatesOf({ newestRows = [], comparedAt, counts, ...known }: Known) {
  const place = { account: 1, newestRows, nowMs: NOW, comparedAt, counts };
  return new duplicates.Duplicates(knownJournal(known).journal, place);
}
function wordsOf({ holder, earlier, elsewhere }: Verdict): string {
  const by = earlier && `${earlier.kind} ${earlier.earlier.payout?.row ?? earlier.earlier.withdrawalId ?? ''}`;
  return [holder && `held by ${holder.row}`, by, elsewhere && `elsewhere ${elsewhere.row}`].filter(Boolean).join(', ');
}

it.each<[string, Known, string]>([
  ['a payment of 90 days ago', alike(paid(90 * DAY)), 'repeated 2'],
  ['none that is older', alike(paid(90 * DAY + 1)), ''],
  ['the one that was sent last, whichever was stored last', alike(paid(1, { row: 5 }), paid(2)), 'repeated 5'],
  ['one with an unknown outcome, though older', alike(open, paid(DAY)), 'repeated 3'],
  ['one that failed while a copy of it may be processed', alike(paid(COPIED, lost)), 'repeated 2'],
  ['none that failed before', alike(paid(COPIED + 1, lost)), ''],
  ['that, though its reference was paid since', { ...alike(named('X', 0, lost)), holder: named('X') }, 'repeated 2'],
  ['a row that gives way to nothing any more', gaveWay, 'repeated 2'],
  ['no row that gave way to a paid one', { ...gaveWay, holder: named('X') }, ''],
  ['a row that gave way to one that is looked for', { ...gaveWay, holder: openX }, 'repeated 2'],
  ['a row that gave way to one in progress', { ...gaveWay, holder: { ...openX, state: 'accepted' } }, 'repeated 2'],
  ['one by hand of 20 days ago', hand(20 * DAY), 'repeated w'],
  ['none by hand that is older', hand(20 * DAY + 1), ''],
  ['one by hand, where all is new since compared', { ...hand(30 * DAY), comparedAt: NOW - 10 * DAY }, 'repeated w'],
  ['one by hand of an unknown time', hand(0, { createdAt: null }), 'repeated w'],
  ['none by hand that has failed', hand(0, { status: 'FAILED' }), ''],
  ['none by hand to another key', hand(0, otherKey), ''],
  ['one by hand of which the amount arrives', priced(null, 1_001), 'repeated w'],
  ['one by hand of which the amount is left by a fee', priced(50, null), 'repeated w'],
  ['none by hand that makes the amount with its fee', priced(50, null, 951), ''],
  ['none that a payout claims', { ...hand(0), claims: { w: paid(0) } }, ''],
  ['one without a mark', { ...hand(0), marks: { undefined: open } }, 'repeated w'],
  ['none with the mark of a payout that has no withdrawal', marked({ [MARK]: open }), ''],
  ['one with the mark of a payout to another key', marked({ [MARK]: { ...open, ...otherKey } }), 'repeated w'],
  ['one with the mark of a payout that has another', marked({ [MARK]: withW(0) }), 'repeated w'],
  ['one with the mark of another journal', marked({}), 'repeated w'],
  ['none that does not count', { ...alike(paid(1)), ...ignored }, ''],
  ['nothing by its reference', { holder: paid(0), elsewhere: paid(0), scheduled: paid(0) }, ''],
])('a payment without a reference repeats %s', (_, known, expected) => {
  expect(wordsOf(duplicatesOf(known).of(payout(1)))).toBe(expected);
});

const held = (state: PayoutState, one: PayoutRecord) => ({ ...alike(one), holder: named('7', 0, { row: 9, state }) });
it.each<[string, Known, string, number?]>([
  ['is new', ignored, ''],
  ['belongs to a payment', held('paid', named('007')), 'held by 9'],
  ['belongs to one in progress, and is rewritten', held('accepted', named('007')), 'held by 9, rewritten 2'],
  ['belongs to one that is looked for', held('unknown', open), 'held by 9'],
  ['may be that of 90 days ago, rewritten', alike(named('007', 90 * DAY), paid(0)), 'rewritten 2'],
  ['is free since its payment failed', alike(named('7')), 'lately 2'],
  ['is scheduled', { ...alike(named('007')), scheduled: named('7', 0, { row: 8 }) }, 'repeated 8'],
  ['is scheduled, by what does not count', { scheduled: named('7'), ...ignored }, ''],
  ['is another one than that of 20 days ago', alike(named('A', 20 * DAY)), 'lately 2'],
  ['is another one than an older one', alike(named('A', 20 * DAY + 1)), ''],
  ['is another one than that of an unknown outcome', alike(openX, named('B')), 'repeated 3'],
  ['does not tell it from one without a reference', alike(paid(20 * DAY)), 'repeated 2'],
  ['tells it from an older one without a reference', alike(paid(20 * DAY + 1)), ''],
  ['does not tell it from one by hand', hand(0), 'repeated w'],
  ['comes after a row that has repeated that one', alike(paid(1)), 'lately 2', 1],
  ['was paid from another account 90 days ago', { elsewhere: named('7', 90 * DAY) }, 'elsewhere 2'],
  ['was paid from another account before', { elsewhere: named('7', 90 * DAY + 1) }, ''],
  ['was paid from another account, by what does not count', { elsewhere: named('7'), ...ignored }, ''],
])('the reference of a payment %s', (_, known, expected, before) => {
  expect(wordsOf(duplicatesOf(known).of(payout(1, { reference: '7' }), before))).toBe(expected);
});

it('each payment is repeated by one row of a file', () => {
  const judge = new duplicates.RowJudge(duplicatesOf(alike(named('A'), named('A', 1, { row: 5 }))));
  const rows = [{ reference: 'B' }, {}, five, otherKey, { pixKeyType: 'CPF' as const }, {}, {}];
  const words = rows.map((some) => wordsOf(judge.next(payout(1, some))));
  expect(words).toEqual(['lately 5', ...Array.from({ length: 5 }, () => 'repeated 5'), '']);
});

const [failed, older] = [byHand(0, { status: 'FAILED' }), paid(2 * HOUR, { row: 4 })];
it.each<[string, PayoutRecord[], Withdrawal[], string, string?]>([
  ['a payment of 20 hours ago', [paid(20 * HOUR)], [], '2 needs consent'],
  ['an older one', [paid(20 * HOUR + 1)], [], '2'],
  ['one under another reference', [named('B', HOUR)], [], '2', 'A'],
  ['one under another, with an unknown outcome', [openX], [], '3 needs consent', 'A'],
  ['one under the same reference', [named('A', HOUR)], [], '2 needs consent', 'A'],
  ['one without a reference', [paid(HOUR)], [], '2 needs consent', 'A'],
  ['no older one by hand', [], [byHand(20 * HOUR + 1)], ''],
  ['the newest by hand, if that is newer', [paid(2)], [byHand(3, { id: 'v' }), byHand(1)], 'w needs consent'],
  ['the known one of two of one moment', [paid(1)], [byHand(1)], '2 needs consent'],
  ['one with an unknown outcome, though older', [open], [byHand(1)], '3 needs consent'],
  ['none by hand that a payout claims', [], [byHand(1, { id: 'own' })], ''],
  ['one that stands', [older, withW(HOUR)], [{ ...failed, id: 'v' }, byHand(HOUR)], '2 needs consent'],
  ['one that failed, while a copy can be processed', [older, withW(COPIED)], [failed], `2 needs consent until ${NOW}`],
  ['the one before that, since none can', [older, withW(COPIED + 1)], [row('own'), failed], '4 needs consent'],
])('a single payment is like %s', (_, known, rows, expected, reference) => {
  const [order, judge] = [payout(1, { reference }), duplicatesOf(alike(...known))];
  const { journal } = knownJournal({ claims: { own: paid(0) } });
  const earlier = judge.earlierOf(order, 0, withoutFailed(judge.alike(order), rows, NOW));
  const like = newestLike(order, { earlier, rows, journal, nowMs: NOW });
  const until = like?.failedUntilMs !== undefined && `until ${like.failedUntilMs}`;
  const words = [like?.payout?.row ?? like?.withdrawalId, like?.needsConsent === true && 'needs consent', until];
  expect(words.filter(Boolean).join(' ')).toBe(expected);
  expect(likeElsewhere(paid(5))).toMatchObject({ sentAt: NOW - 5, needsConsent: true, isElsewhere: true });
});

it("a payment was sent at the later of our time and the service's, or when a person decided it", () => {
  const created = { servedBefore: 1, withdrawal: withdrawal('w', { createdAt: NOW + 8 }) };
  const times = [{ changedAt: NOW + 9 }, { intendedAt: null, changedAt: NOW + 9 }, { servedBefore: NOW + 7 }, created];
  expect(times.map((some) => sentPaymentOf(paid(0, some)).sentAt)).toEqual([NOW, NOW + 9, NOW + 7, NOW + 8]);
});

it('a payment is unsettled while its run may send it, or has to look for it or its copies', () => {
  const states = (soughtAt: number | null) =>
    PAYOUT_STATES.filter((state) => isUnsettled(sentPaymentOf(paid(0, { state, soughtAt })))).join(' ');
  expect(states(NOW)).toBe('planned duplicate sending unknown absent ambiguous');
  expect(states(null)).toBe('planned duplicate sending failed refused unknown absent ambiguous');
});

const counterOf = (verdict: Verdict, rules = {}) => new payable.PayableCounter(() => verdict, rules, {});
type Kind = 'rewritten' | 'repeated' | 'lately';
const earlier = (kind: Kind, sent = sentPaymentOf(paid(0))): Verdict => ({ earlier: { kind, earlier: sent } });
const byOther = (id: string) => ({ sentAt: NOW, withdrawalId: id, payout: undefined });
/** How many rows it counts, by what of them. */
function countsOf({ open: { length }, ...all }: payable.Payable) {
  const counts = Object.entries({ ...all, open: { payouts: length } }).map(([name, counted]) =>
    typeof counted === 'object' && 'payouts' in counted && counted.payouts > 0 ? `${name} ${counted.payouts}` : '',
  );
  return counts.filter(Boolean).join(', ');
}

it('a permission is about one row and one payment, and stays when its withdrawal becomes known', () => {
  const codesOf = (sent = sentPaymentOf(paid(0)), some = {}) => {
    const counter = counterOf(earlier('repeated', sent));
    counter.add(payout(1, some));
    return [repetitionCode(payout(1, some), sent), counter.result().repeated.code];
  };
  const others = [sentPaymentOf(inS), sentPaymentOf(open), byOther('w'), byOther('v')].map((sent) => codesOf(sent));
  const rows = [{}, { reference: 'A' }, otherKey, five].map((some) => codesOf(undefined, some));
  expect(new Set([...others, ...rows].flat()).size).toBe(16);
  expect(codesOf(sentPaymentOf(withW(0)))).toEqual(codesOf());
});

const [valid, again] = [{ onlyValid: true }, { onlyValid: true, again: true }];
const unsettled = sentPaymentOf(open);
it.each<[string, Verdict, EarlierRules, string]>([
  ['that was paid under its reference', { holder: paid(0) }, {}, 'alreadyPaid 1'],
  ['whose reference belongs to one that is looked for', { holder: open }, {}, 'open 1'],
  ['whose reference was paid to another key', { holder: paid(0, otherKey) }, {}, 'taken 1'],
  ['whose reference was paid to another type of key', { holder: paid(0, { pixKeyType: 'CPF' }) }, {}, 'taken 1'],
  ['whose reference was paid at another amount', { holder: paid(0, five) }, {}, 'taken 1'],
  ['that repeats one, beside the valid ones', earlier('repeated'), valid, 'repeated 1, leftOut 1'],
  ['that is paid again', earlier('repeated'), { ...valid, payAgain: true }, 'totals 1, repeated 1'],
  ['of a file that is paid again', earlier('repeated', byOther('w')), again, 'totals 1, repeated 1'],
  ['that repeats one to be sent', earlier('repeated', unsettled), {}, 'totals 1, repeated 1, unsettled 1'],
  ['that repeats one to be sent, again', earlier('repeated', unsettled), again, 'repeated 1, leftOut 1'],
  ['with a rewritten reference', earlier('rewritten'), { ...again, payAgain: true }, 'rewritten 1, leftOut 1'],
  ['with a new one', earlier('rewritten', unsettled), { ...valid, newReferences: true }, 'totals 1, rewritten 1'],
  ['like one of the last weeks under another reference', earlier('lately', unsettled), valid, 'totals 1, lately 1'],
  ['that another account has paid, beside the valid ones', { elsewhere: paid(0) }, valid, 'leftOut 1'],
  ['that another account has paid, again', { elsewhere: paid(0) }, again, 'totals 1'],
])('a row %s', (_, verdict, rules, expected) => {
  const counter = counterOf(verdict, rules);
  expect([counter.add(payout(1)), countsOf(counter.result())]).toEqual([!expected.includes('leftOut'), expected]);
});

it('rows are compared with the journal of an account, and what another one has paid is counted for a file', () => {
  const { journal } = knownJournal({ ...alike(paid(0)), elsewhere: named('A') });
  const countedBy = (known: typeof journal | undefined, account: number | undefined, digest?: string) => {
    const place = { account, newestRows: [], nowMs: NOW, recipientsMaximum: 1 };
    const counter = payable.payableCounter(known, place, {});
    for (const reference of ['A', undefined]) counter.add(payout(1, { reference }));
    return [countsOf(counter.result(digest)), counter.result().recipients.first.length];
  };
  const unknown = [countedBy(undefined, 1, 'x'), countedBy(journal, undefined, 'x')];
  const compared = [countedBy(journal, 1), countedBy(journal, 1, 'x')];
  const counts = ['totals 2', 'totals 2', 'totals 2, repeated 1', 'totals 2, repeated 1, elsewhere 1'];
  expect([...unknown, ...compared]).toEqual(counts.map((words) => [words, 1]));
});

const run = (id: string, sentAt: number | null, counts: OtherRun['counts']): OtherRun => ({ id, sentAt, counts });
const mixed = { paid: 1, accepted: 2, absent: 4, failed: 8 };
it.each<[string, PayoutRecord[], OtherRun[], string]>([
  ['rows, by the last of the runs that were sent last', [paid(3), paid(1), inS, paid(2)], [], `s 4 4004 ${NOW - 1}`],
  ['the file, with what is in progress or open', [paid(1)], [run('t', NOW, mixed)], `t 7 7007 ${NOW}`],
  ['the file 90 days ago', [], [run('t', NOW - 90 * DAY, { paid: 1 })], `t 1 1001 ${NOW - 90 * DAY}`],
  ['nothing of the file since', [], [run('t', NOW - 90 * DAY - 1, { paid: 1 })], ''],
  ['the file before it failed', [], [run('u', NOW, { failed: 1 }), run('t', NOW, { paid: 1 })], `t 1 1001 ${NOW}`],
  ['the file by the word of a person', [], [run('t', null, { resolved_paid: 1 })], `t 1 1001 ${NOW - 1}`],
])('another account has paid %s', (_, found, others, expected) => {
  const tally = new duplicates.ElsewhereTally(knownJournal({ others }).journal, 1, NOW);
  for (const holder of found) tally.add(payout(1), holder);
  const { runId, payouts, amountCentavos, sentAt } = tally.result('same') ?? {};
  expect([runId, payouts, amountCentavos, sentAt].filter(Boolean).join(' ')).toBe(expected);
});

it.each<[string, Some, boolean | ReadonlySet<number>, string]>([
  ['planned', { state: 'planned' }, false, 'send 1 or 1, done 0'],
  ['a duplicate whose reference is free', { state: 'duplicate' }, false, 'send 1 or 0, done 0'],
  ['a duplicate of a paid one', { state: 'duplicate', reference: 'X' }, false, 'send 0 or 0, done 1, all'],
  ['absent', { state: 'absent' }, false, 'send 0 or 0, done 1'],
  ['absent, when such rows are sent again', { state: 'absent' }, true, 'send 1 or 1, done 0'],
  ['absent, when it is sent again', { state: 'absent' }, new Set([2]), 'send 1 or 1, done 1'],
  ['absent, when another is sent again', { state: 'absent' }, new Set([3]), 'send 0 or 0, done 1'],
  ['unknown', { state: 'unknown' }, false, 'send 0 or 0, done 1'],
  ['unknown, when absent rows are sent again', { state: 'unknown' }, true, 'send 1 or 1, done 0'],
  ['unknown, when it would be if it were absent', { state: 'unknown' }, new Set([2]), 'send 0 or 0, done 1'],
  ['refused, and being sent again', { state: 'sending', refusedAt: NOW }, false, 'send 1 or 1, done 0'],
  ['ambiguous', { state: 'ambiguous', refusedAt: NOW }, true, 'send 0 or 0, done 1'],
  ['paid', {}, true, 'send 0 or 0, done 1, all'],
])('what a run sends, and what is done, of a row that is %s', (_, some, resends, expected) => {
  const { journal } = knownJournal({ payouts: [paid(0, some)], holder: named('X') });
  const { totals } = payable.payableOfRun(journal, 'r', resends);
  const { alreadyPaid } = payable.payableOfFile(journal, 'r', resends === true);
  const most = payable.mostOfRun(journal, 'r', resends).payouts;
  const whole = payable.isRunToItsEnd(journal, 'r', { totals }) ? ', all' : '';
  expect(`send ${totals.payouts} or ${most}, done ${alreadyPaid.payouts}${whole}`).toBe(expected);
});

it.each<[string, Known, object]>([
  ['a paid one', { holder: named('X') }, { paid: 2 }],
  ['one that is looked for', { holder: openX }, { open: [{ payout: { row: 2 } }, { holder: { row: 3 } }] }],
  ['another payment', { holder: named('X', 0, otherKey) }, { other: [{ payout: { row: 2 } }, { holder: otherKey }] }],
  ['one payment of an account that joined', { joined: [paid(0, { row: 8 })] }, { paid: 1, free: 1 }],
])('two rows were not sent for the sake of %s', (_, known, expected) => {
  const rows = [2, 3].map((number) => named('X', 0, { row: number, state: 'duplicate' }));
  const { journal } = knownJournal({ payouts: [...rows, paid(0, { row: 4 })], ...known });
  expect(rowsTakenElsewhere(journal, 'r')).toMatchObject({ paid: 0, free: 0, open: [], other: [], ...expected });
});
