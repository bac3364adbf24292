import { expect, it } from 'vitest';
import { SentSums } from '../../src/payouts/approval/caps.ts';
import { Submissions } from '../../src/payouts/approval/submissions.ts';
import type { PayoutChange } from '../../src/payouts/journal/journal-steps.ts';
import { facts, payout, temporaryFolder, temporaryJournal, withdrawal } from './support/journals.ts';

const HOUR_MS = 3_600_000;
/** The first moment of 21 November in Brasília. */
const MIDNIGHT_MS = Date.UTC(2026, 10, 21, 3);
const NOON_MS = MIDNIGHT_MS + 12 * HOUR_MS;
const EVENING_MS = MIDNIGHT_MS + 20 * HOUR_MS;

/** A journal, and runs of one row that are staged or started at a moment. */
async function scene() {
  let nowMs = NOON_MS;
  const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => nowMs, random: Math.random });
  const sums = new SentSums(journal.opened.database);
  const begin = async (row: number, { at = NOON_MS, dueOn, starts = true, more = [] }: Started = {}) => {
    nowMs = at;
    const { run, lock } = await journal.staging.stage(
      facts(),
      [row, ...more].map((each) => payout(each)),
      () => `sha256:${row}`,
    );
    lock.release();
    if (dueOn !== undefined) journal.staging.schedule(run.id, dueOn);
    if (starts) journal.staging.approve(run.id);
    return { runId: run.id, row };
  };
  const send = (key: { runId: string; row: number }, at = NOON_MS) =>
    journal.steps.intend(key, { at, mark: null, servedBefore: null });
  const allowEarly = ({ runId }: { runId: string }, at = NOON_MS) => {
    nowMs = at;
    journal.log.append('early', runId, {});
  };
  return { journal, sums, begin, send, allowEarly };
}
interface Started {
  readonly at?: number;
  readonly dueOn?: string;
  readonly starts?: boolean;
  /** Its other rows. */
  readonly more?: readonly number[];
}

const UNKNOWN: PayoutChange = { to: 'unknown', endedAt: NOON_MS };
const BY_ANA = { resolvedBy: 'ana' };

it.each<[string, readonly (PayoutChange | 'sent')[], number, number]>([
  ['planned', [], 1, 1],
  ['duplicate', [{ to: 'duplicate' }], 0, 1],
  ['sending', ['sent'], 1, 1],
  ['unknown', ['sent', UNKNOWN], 1, 1],
  ['absent', ['sent', UNKNOWN, { to: 'absent' }], 0, 1],
  ['ambiguous', ['sent', UNKNOWN, { to: 'ambiguous' }], 1, 1],
  ['accepted', ['sent', { to: 'accepted', withdrawal: withdrawal('wd-1') }], 1, 1],
  ['paid', ['sent', { to: 'paid', withdrawal: withdrawal('wd-1') }], 1, 1],
  ['decided to be paid', ['sent', UNKNOWN, { to: 'resolved_paid', ...BY_ANA }], 1, 1],
  ['decided to be unpaid', ['sent', UNKNOWN, { to: 'resolved_unpaid', ...BY_ANA }], 0, 0],
  ['failed', ['sent', { to: 'failed', withdrawal: withdrawal('wd-1', { status: 'FAILED' }) }], 0, 0],
  ['refused', ['sent', { to: 'refused', endedAt: NOON_MS }], 0, 0],
])('one that is %s counts on its day, and with what needed no approval', async (_, steps, sent, free) => {
  const { journal, sums, begin, send } = await scene();
  const key = await begin(1);
  for (const step of steps) {
    if (step === 'sent') send(key);
    else journal.steps.change(key, journal.payout(key).state, step);
  }
  const sum = sums.ofDay(EVENING_MS).sumCentavos;
  expect([sum, sums.unapprovedOfDay(EVENING_MS)]).toEqual([sent * 1_001, free * 1_001]);
});

it.each([
  ['in its first moment', MIDNIGHT_MS, 1],
  ['just before it', MIDNIGHT_MS - 1, 0],
])('what was sent %s counts with a day, or not', async (_, at, count) => {
  const { sums, begin, send } = await scene();
  send(await begin(1, { at: MIDNIGHT_MS - HOUR_MS }), at);
  expect(sums.ofDay(EVENING_MS)).toEqual({ sumCentavos: count * 1_001, waitingRun: undefined });
});

it.each<[string, Started, number, number]>([
  ['is only staged', { starts: false }, 0, 0],
  ['was started the day before', { at: MIDNIGHT_MS - 1 }, 1, 0],
  ['was started in the first moment', { at: MIDNIGHT_MS }, 1, 1],
  ['is due on the day', { at: MIDNIGHT_MS - HOUR_MS, dueOn: '2026-11-21' }, 1, 1],
  ['is due the day before', { at: MIDNIGHT_MS - HOUR_MS, dueOn: '2026-11-20' }, 1, 0],
  ['is due the day after', { dueOn: '2026-11-22' }, 0, 0],
])('a run that %s counts with what a day may send, or with what needed no approval', async (_, started, sent, free) => {
  const { sums, begin } = await scene();
  const { runId } = await begin(1, started);
  expect(sums.ofDay(EVENING_MS)).toEqual({ sumCentavos: sent * 1_001, waitingRun: sent === 1 ? runId : undefined });
  expect(sums.unapprovedOfDay(EVENING_MS)).toBe(free * 1_001);
});

it.each<[string, number, number, number]>([
  ['on that day', NOON_MS, 1, 1],
  ['in its first moment', MIDNIGHT_MS, 1, 1],
  ['the day before', MIDNIGHT_MS - 1, 1, 0],
])('a run of a later day that is let go early %s counts', async (_, at, sent, free) => {
  const { sums, begin, allowEarly } = await scene();
  allowEarly(await begin(1, { at: MIDNIGHT_MS - HOUR_MS, dueOn: '2026-11-22' }), at);
  expect([sums.ofDay(EVENING_MS).sumCentavos, sums.unapprovedOfDay(EVENING_MS)]).toEqual([sent * 1_001, free * 1_001]);
});

it.each([
  ['on that day', MIDNIGHT_MS, 2_014],
  ['the day before', MIDNIGHT_MS - 1, 0],
])('a rest of a run started later counts with the first, if some was sent %s', async (_, at, sum) => {
  const { sums, begin, send } = await scene();
  const own = await begin(1, { at: MIDNIGHT_MS - 9 });
  send(await begin(2, { at: MIDNIGHT_MS - 8, more: [12] }), at);
  expect(sums.ofDay(EVENING_MS, own.runId).sumCentavos).toBe(1_001 + sum);
});

it('a run of a later day is not let go by an entry of another act, or of another run', async () => {
  const { journal, sums, begin, allowEarly } = await scene();
  const { runId } = await begin(1, { dueOn: '2026-11-22' });
  journal.log.append('ran', runId, {});
  allowEarly({ runId: 'another' });
  expect([sums.ofDay(EVENING_MS).sumCentavos, sums.unapprovedOfDay(EVENING_MS)]).toEqual([0, 0]);
});

it('an entry of another act, or of another run, is not when a run was started', async () => {
  const { journal, sums, begin, allowEarly } = await scene();
  const [{ runId }, own] = [await begin(1, { at: NOON_MS }), await begin(2, { at: NOON_MS + 1 })];
  journal.log.append('ran', runId, {});
  allowEarly({ runId: 'another' }, NOON_MS + 9);
  expect(sums.ofDay(EVENING_MS, own.runId).sumCentavos).toBe(2_003);
  allowEarly({ runId }, NOON_MS + 9);
  expect(sums.ofDay(EVENING_MS, own.runId).sumCentavos).toBe(1_002);
});

it('of runs that are left, those count that were started before, and those that send already', async () => {
  const { journal, sums, begin, send, allowEarly } = await scene();
  const [first, own, last, early] = [
    await begin(1, { at: NOON_MS }),
    await begin(2, { at: NOON_MS + 1 }),
    await begin(3, { at: NOON_MS + 2 }),
    await begin(4, { at: NOON_MS - 9, dueOn: '2026-11-22' }),
  ];
  const seen = ({ runId }: { runId: string }) => sums.ofDay(EVENING_MS, runId).sumCentavos;
  const free = ({ runId }: { runId: string }) => sums.unapprovedOfDay(EVENING_MS, journal.run(runId));
  expect([first, own, last].map(seen)).toEqual([1_001, 2_003, 3_006]);
  expect([first, own, last].map(free)).toEqual([0, 1_001, 2_003]);
  // It comes after all that was started before it was let go.
  allowEarly(early, NOON_MS + 3);
  expect([first, own, last, early].map(seen)).toEqual([1_001, 2_003, 3_006, 4_010]);
  send(last);
  expect([first, own].map(seen)).toEqual([2_004, 3_006]);
});

it('a sum that waits names the largest other run, and what was approved does not count as free', async () => {
  const { journal, sums, begin } = await scene();
  const [small, large] = [await begin(1), await begin(2)];
  expect(sums.ofDay(EVENING_MS).waitingRun).toBe(large.runId);
  expect(sums.ofDay(EVENING_MS, large.runId).waitingRun).toBe(small.runId);
  expect(sums.unapprovedOfDay(EVENING_MS, journal.run(small.runId))).toBe(1_002);
  const { database } = journal.opened;
  database.exec('DROP TRIGGER approval_is_of_a_submitted_run');
  database.exec("INSERT INTO policy (version, document, signature, set_at) VALUES (1, '{}', 's', 1)");
  const approval = { runId: small.runId, number: 1, policy: 1, at: 1, expiresAt: 2, user: 'u', host: 'h' };
  new Submissions(database).addApproval({ ...approval, signature: 's' });
  expect(sums.unapprovedOfDay(EVENING_MS)).toBe(1_002);
});
