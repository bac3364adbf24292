import { expect, it } from 'vitest';
import { lateRunsOf, runsOf, workersOf } from '../../src/payouts/journal/journal-facts.ts';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import type { PayoutChange } from '../../src/payouts/journal/journal-steps.ts';
import type { PayoutState } from '../../src/payouts/payout-state.ts';
import type { HistoryScope } from '../../src/payouts/rules/payment-warnings.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { codeOf } from './support/codes.ts';
import { approvedRun, facts, payout, temporaryFolder, temporaryJournal, withdrawal } from './support/journals.ts';

const START_MS = Date.UTC(2026, 10, 21, 12);
const ROW = { ...payout(1, { name: 'Ana' }), reference: 'R' };
const SETTLED = withdrawal('wd-1');
const FAILED = withdrawal('wd-1', { status: 'FAILED' });
const BY_ANA = { resolvedBy: 'ana' };

/** A journal of two accounts whose clock stands, and a run of one row of the first. */
async function scene({ dueOn }: { readonly dueOn?: string } = {}) {
  const clock = { epochMs: () => START_MS, random: Math.random };
  const journal = await temporaryJournal(temporaryFolder(), clock);
  const other = journal.accounts.add();
  const none = journal.hasRuns();
  const { run, lock } = await journal.staging.stage(facts(), [ROW], () => 'sha256:first');
  lock.release();
  if (dueOn !== undefined) journal.staging.schedule(run.id, dueOn);
  journal.staging.approve(run.id);
  const runId = run.id;
  const { runId: next } = await approvedRun(journal, [ROW]);
  const key = { runId, row: 1 };
  const go = (...steps: readonly (PayoutChange | 'sent')[]) => {
    for (const step of steps) {
      const { state } = journal.payout(key);
      if (step === 'sent') journal.steps.intend(key, { at: START_MS, mark: null, servedBefore: null });
      else journal.steps.change(key, state, step);
    }
  };
  return { journal, none, asked: ROW, other, key, go, next: { ...ROW, runId: next } };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const historyOf = ({ history }: Journal, some: Partial<HistoryScope> = {}) =>
  history.of({ todaySinceMs: START_MS, ...some });
const todayOf = ({ journal, asked }: Scene, some?: Partial<HistoryScope>) => historyOf(journal, some).sameToday(asked);

const THEN = { sinceMs: START_MS, deniedSinceMs: START_MS };

/** What finds the row, by the words of the table. */
const READS: Readonly<Record<string, (scene: Scene) => unknown>> = {
  holds: ({ journal, asked }) => journal.holderOf(asked.reference, 1),
  awaited: ({ journal, next }) => journal.deniedHolderOfPayout(next, START_MS),
  like: ({ journal, asked, key }) => journal.alike(asked, 1).find(({ runId }) => runId === key.runId),
  since: ({ journal, asked, key }) => journal.alikeSince(asked, 1, THEN).find(({ runId }) => runId === key.runId),
  elsewhere: ({ journal, asked, other }) => journal.heldElsewhere(asked, other, START_MS),
  paid: ({ journal, asked }) => journal.hasPaid(asked.pixKey) || undefined,
  open: ({ journal }) => journal.unconfirmed(1)[0],
  unclaimed: ({ journal, asked }) => journal.unclaimedTo(asked, 1)[0],
  denied: ({ journal }) => journal.deniedSince(1, START_MS)[0],
  unsought: ({ journal }) => journal.unsoughtSince(1, START_MS)[0],
  unfinished: ({ journal, key }) => !journal.isFinished(key.runId) || undefined,
  usual: ({ journal, asked }) => historyOf(journal).amountsTo(asked)[0],
  named: ({ journal }) => historyOf(journal).keysOf(' ANA')[0]?.pixKey,
  today: (made) => todayOf(made).filter(({ runId }) => runId === made.key.runId).length === 1 || undefined,
};

const REFUSED: PayoutChange = { to: 'planned', endedAt: START_MS, refusedAt: START_MS };
const UNKNOWN: PayoutChange = { to: 'unknown', endedAt: START_MS };
const TAKEN = 'holds like since elsewhere';

it.each<[string, readonly (PayoutChange | 'sent')[], string]>([
  ['planned', [], 'since unfinished today'],
  ['planned after a refusal', ['sent', REFUSED], `${TAKEN} unclaimed unfinished today`],
  ['duplicate', [{ to: 'duplicate' }], 'since'],
  ['duplicate once absent', ['sent', UNKNOWN, { to: 'absent' }, { to: 'planned' }, { to: 'duplicate' }], 'since'],
  ['sending', ['sent'], `${TAKEN} open unclaimed unfinished today`],
  ['unknown', ['sent', UNKNOWN], `${TAKEN} open unclaimed unfinished today`],
  ['absent', ['sent', UNKNOWN, { to: 'absent' }], `${TAKEN} open unclaimed unfinished`],
  ['ambiguous', ['sent', UNKNOWN, { to: 'ambiguous' }], `${TAKEN} open unclaimed unfinished today`],
  ['accepted', ['sent', { to: 'accepted', withdrawal: SETTLED }], `${TAKEN} paid usual named today`],
  ['paid', ['sent', { to: 'paid', withdrawal: SETTLED }], `${TAKEN} paid usual named today`],
  ['decided to be paid', [{ to: 'resolved_paid', ...BY_ANA }], `${TAKEN} paid unclaimed usual named`],
  ['failed', ['sent', { to: 'failed', withdrawal: FAILED }], 'awaited since denied unsought'],
  ['refused', ['sent', { to: 'refused', endedAt: START_MS }], 'awaited since denied unsought'],
  ['decided to be unpaid', [{ to: 'resolved_unpaid', ...BY_ANA }], ''],
])('finds one that is %s where it counts', async (_, steps, expected) => {
  const made = await scene();
  made.go(...steps);
  const found = Object.entries(READS).filter(([, read]) => read(made) !== undefined);
  expect(found.map(([word]) => word).join(' ')).toBe(expected);
});

it.each<[string, Partial<typeof ROW>, string]>([
  ['key', { pixKey: 'payee-2@example.com' }, 'holds open unfinished'],
  ['type', { pixKeyType: 'RANDOM' }, 'holds open unfinished'],
  ['amount', { amountCentavos: centavos(1) }, 'holds open unclaimed unfinished'],
  ['reference', { reference: 'S' }, 'like since open unclaimed unfinished today'],
])('finds one where it counts for a payment with another %s', async (_, other, expected) => {
  const made = await scene();
  made.go('sent');
  const asked = { ...made, asked: { ...ROW, ...other } };
  const found = Object.entries(READS).filter(([, read]) => read(asked) !== undefined);
  expect(found.map(([word]) => word).join(' ')).toBe(expected);
});

it.each<[string, Partial<HistoryScope>, number, string]>([
  ['runs', {}, 0, 'first next'],
  ['those but one', { except: 'next' }, 0, 'first'],
  ['those, and what was submitted', { withSubmitted: true }, 0, 'submitted first next'],
  ['those, and what was submitted and not rejected', { withSubmitted: true }, 1, 'first next'],
])('counts as paid today the payments of %s', async (_, { except, ...scope }, rejected, expected) => {
  const made = await scene();
  const { journal, key, next } = made;
  const { run, lock } = await journal.staging.stage(facts(), [ROW], () => 'sha256:submitted');
  journal.approvals.submit(journal.approvals.prepareSubmission(run.id, {}), null);
  lock.release();
  if (rejected > 0) journal.rejections.reject(journal.rejections.prepare(run.id, 'no'), null);
  const names: Readonly<Record<string, string>> = { [key.runId]: 'first', [next.runId]: 'next', [run.id]: 'submitted' };
  const today = todayOf(made, { ...scope, ...(except !== undefined && { except: next.runId }) });
  expect(today.map(({ runId }) => names[runId]).join(' ')).toBe(expected);
  expect(historyOf(journal).sameToday(payout(2))).toEqual([]);
});

it.each<[string, PayoutState, number | null, number]>([
  ['by our clock', 'paid', null, START_MS],
  ["by the service's, which is ahead", 'paid', START_MS + 5, START_MS + 5],
  ["by ours, which is ahead of the service's", 'paid', START_MS - 5, START_MS],
  ['when it failed', 'failed', START_MS + 5, START_MS + 5],
])('counts one as sent %s', async (_, to, createdAt, sentAt) => {
  const made = await scene();
  made.go('sent', { to, withdrawal: withdrawal('wd-1', { createdAt }) });
  const { journal, other, key } = made;
  const none = Number.MAX_SAFE_INTEGER;
  const found = (sinceMs: number) =>
    to === 'paid'
      ? [
          journal.alikeSince(ROW, 1, { sinceMs, deniedSinceMs: none }).some(({ runId }) => runId === key.runId),
          journal.heldElsewhere(ROW, other, sinceMs) !== undefined,
        ]
      : [journal.deniedSince(1, sinceMs).length === 1, journal.unsoughtSince(1, sinceMs).length === 1];
  expect([journal.deniedSince(other, 0), journal.unsoughtSince(other, 0)]).toEqual([[], []]);
  expect([found(sentAt), found(sentAt + 1), journal.lastSentAt(key.runId)]).toEqual([
    [true, true],
    [false, false],
    sentAt,
  ]);
});

it('reads what is not there as such, and tells runs and accounts apart', async () => {
  const { journal, none, other, key, next, go } = await scene();
  expect([none, journal.hasRuns()]).toEqual([false, true]);
  const ids = (account: number) => journal.runsElsewhere('sha256:first', account).map(({ id }) => id);
  expect([ids(1), ids(other)]).toEqual([[], [key.runId]]);
  const unknown = [
    () => journal.payout({ ...key, row: 9 }),
    () => journal.payoutOfLine(key.runId, 9),
    () => journal.payout({ ...key, runId: 'r' }),
    () => journal.payoutOfLine('r', 2),
  ];
  expect(unknown.map(codeOf)).toEqual(['payout_unknown', 'payout_unknown', 'run_unknown', 'run_unknown']);
  expect(journal.payoutOfLine(key.runId, ROW.line)).toMatchObject(key);
  expect([journal.lastSentAt(key.runId), journal.nameOf('no one'), journal.nameOf(ROW.pixKey)]).toEqual([
    null,
    undefined,
    'Ana',
  ]);
  expect(journal.holderNames()).toEqual([{ pixKey: ROW.pixKey, name: 'Ana' }]);
  go('sent');
  const counts = (account?: number) =>
    [journal.runs(account), journal.payoutsOf('R', account), journal.unconfirmed(account)].map(({ length }) => length);
  expect([counts(), counts(1), counts(other)]).toEqual([
    [2, 2, 1],
    [2, 2, 1],
    [0, 0, 0],
  ]);
  expect(journal.payoutsOf('R').map(({ runId }) => runId)).toEqual([next.runId, key.runId]);
});

it.each<[string, (journal: Journal) => boolean, boolean]>([
  ['for the payouts of its file', (journal) => journal.isAccepted('#px2222222', 'sha256:a'), true],
  ['not for others', (journal) => journal.isAccepted('#px2222222', 'sha256:b'), false],
  ['as one of another journal', (journal) => journal.isForeign('#px2222222'), true],
  ['which another mark is not', (journal) => journal.isForeign('#px3333333'), false],
])('a mark that a person accepts counts %s', async (_, read, expected) => {
  const { journal } = await scene();
  expect(read(journal)).toBe(false);
  journal.steps.acceptMarks(['#px2222222'], 'sha256:a');
  journal.steps.acceptMarks(['#px2222222'], 'sha256:a');
  expect(read(journal)).toBe(expected);
});

it('has what a run sends on its day until it does', async () => {
  const { journal, other, key, next, go } = await scene({ dueOn: '2026-12-05' });
  const scheduled = (account: number) => journal.scheduledOf('R', account)?.runId;
  expect([scheduled(1), scheduled(other)]).toEqual([key.runId, undefined]);
  const late = (day: string) => lateRunsOf(journal.opened, day).map(({ id }) => id);
  expect([late('2026-12-05'), late('2026-12-06')]).toEqual([[], [key.runId]]);
  go('sent', { to: 'paid', endedAt: START_MS, withdrawal: SETTLED });
  const { runId, lock } = await approvedRun(journal, [payout(3)]);
  lock.release();
  journal.steps.intend({ runId, row: 3 }, { at: START_MS, mark: null, servedBefore: null });
  journal.steps.change({ runId, row: 3 }, 'sending', {
    ...{ to: 'paid', endedAt: START_MS + 1, withdrawal: withdrawal('wd-2') },
  });
  expect([scheduled(1), journal.scheduledOf('R', 1), next.runId]).toEqual([undefined, undefined, next.runId]);
  expect(runsOf(journal)).toEqual({ runs: 3, unfinished: [next.runId] });
});

it.each<[string, PayoutChange | undefined, number | undefined, string | undefined, string | undefined, boolean]>([
  ['is being sent', undefined, undefined, 'A', 'A', true],
  ['is being sent', undefined, undefined, undefined, 'B', true],
  ['is being sent', undefined, undefined, 'A', undefined, true],
  ['is being sent', undefined, undefined, 'A', 'B', false],
  ['was refused since', { to: 'refused', endedAt: START_MS }, START_MS, 'A', 'A', true],
  ['was refused before', { to: 'refused', endedAt: START_MS }, START_MS + 1, 'A', 'A', false],
  ['was refused, which is not asked', { to: 'refused', endedAt: START_MS }, undefined, 'A', 'A', false],
])(
  'a payment of a joined account that %s (%j, since %s) is repeated by %s after %s, or not',
  async (_, change, since, own, theirs, is) => {
    let nowMs = START_MS;
    const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => nowMs, random: Math.random });
    const other = journal.accounts.add();
    const { runId } = await approvedRun(journal, [payout(1, { ...(own !== undefined && { reference: own }) })]);
    const paid = await approvedRun(journal, [payout(1, { ...(theirs !== undefined && { reference: theirs }) })], {
      account: other,
    });
    const key = { runId: paid.runId, row: 1 };
    journal.steps.intend(key, { at: START_MS, mark: null, servedBefore: null });
    if (change !== undefined) journal.steps.change(key, 'sending', change);
    nowMs += 1;
    journal.accounts.link(1, other);
    const found = journal.joinedHolderOf(journal.payout({ runId, row: 1 }), undefined, since);
    expect(found?.runId).toBe(is ? paid.runId : undefined);
  },
);

const PAID: PayoutChange = { to: 'paid', withdrawal: withdrawal('wd-2') };
const OTHER_KEY = { pixKey: 'payee-2@example.com' };
const OTHER_AMOUNT = { amountCentavos: centavos(1) };

it.each<[string, Partial<typeof ROW>, readonly (PayoutChange | 'sent')[], boolean, boolean]>([
  ['is being sent', {}, ['sent'], true, false],
  ['is being sent to another key', OTHER_KEY, ['sent'], false, false],
  ['is being sent with another amount', OTHER_AMOUNT, ['sent'], false, false],
  ['was refused, and may be sent again', {}, ['sent', REFUSED], true, false],
  ['is paid', {}, ['sent', PAID], false, false],
  ['was found by its mark', {}, ['sent', { ...PAID, code: 'found_by_mark' }], false, true],
  ['was found by its mark, at another sum', OTHER_AMOUNT, ['sent', { ...PAID, code: 'found_by_mark' }], false, false],
  ['was found by the count', {}, ['sent', { ...PAID, code: 'found_by_count' }], false, true],
  ['is decided to be paid', {}, [{ to: 'resolved_paid', ...BY_ANA }], false, true],
  ['is decided to be paid to another key', OTHER_KEY, [{ to: 'resolved_paid', ...BY_ANA }], false, false],
  [
    'is decided to be unpaid under its reference',
    { ...OTHER_KEY, reference: 'R' },
    [{ to: 'resolved_unpaid', ...BY_ANA }],
    false,
    true,
  ],
  ['is refused', {}, ['sent', { to: 'refused', endedAt: START_MS }], false, true],
])(
  'one that failed long ago is awaited, or looked for again, when a later one %s',
  async (_, changes, steps, isAwaited, isUnsought) => {
    let nowMs = START_MS - 10;
    const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => nowMs, random: Math.random });
    const begin = async (row: Partial<typeof ROW>, ...all: readonly (PayoutChange | 'sent')[]) => {
      const { runId, lock } = await approvedRun(journal, [{ ...ROW, ...row }]);
      lock.release();
      const key = { runId, row: 1 };
      for (const step of all) {
        if (step === 'sent') journal.steps.intend(key, { at: nowMs, mark: null, servedBefore: null });
        else journal.steps.change(key, journal.payout(key).state, step);
      }
      return journal.payout(key);
    };
    const failed = await begin({}, 'sent', { to: 'failed', withdrawal: FAILED });
    const next = await begin({});
    nowMs = START_MS;
    await begin({ reference: 'S', ...changes }, ...steps);
    const since = START_MS - 5;
    const found = (one: { readonly runId: string } | undefined) => one?.runId === failed.runId;
    expect([found(journal.deniedHolderOfPayout(next, since)), journal.unsoughtSince(1, since).some(found)]).toEqual([
      isAwaited,
      isUnsought,
    ]);
  },
);

it.each([
  [START_MS + 1, [{ runId: 'r-1', host: 'h', pid: 7 }]],
  [START_MS, []],
])('a run whose lease lasts until %i has a worker, or not', async (until, workers) => {
  const { journal } = await scene();
  const { database } = journal.opened;
  const insert = database.prepare(
    'INSERT INTO lease (run_id, fence, host, pid, since, until) VALUES (?, 1, ?, 7, 1, ?)',
  );
  insert.run('r-1', 'h', until);
  expect(workersOf(journal.opened)).toEqual(workers);
});

it('reads the rows of a run by state and refusal, and counts those with a second withdrawal', async () => {
  const { journal, key, go } = await scene();
  const count = (filter: Parameters<Journal['payouts']>[1]) => [...journal.payouts(key.runId, filter)].length;
  const filters = [
    {},
    { states: ['planned'] },
    { states: ['paid'] },
    { isRefused: true },
    { isRefused: false },
  ] as const;
  expect(filters.map(count)).toEqual([1, 1, 0, 0, 1]);
  go('sent', REFUSED);
  expect(filters.map(count)).toEqual([1, 1, 0, 1, 0]);
  expect([journal.alarms(key.runId), journal.ownerOfSecond('wd-2')]).toEqual([0, undefined]);
  journal.steps.storeSecond(key, 'wd-2');
  expect([journal.alarms(key.runId), journal.ownerOfSecond('wd-2')]).toMatchObject([1, key]);
});
