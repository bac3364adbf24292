import { expect, it } from 'vitest';
import { DatabaseTime, LeaseLocks } from '../../src/payouts/journal/lease-locks.ts';
import { integerOf } from '../../src/sql/row.ts';
import { codeOf } from './support/codes.ts';
import { temporaryJournal } from './support/journals.ts';

const RUN = 'r-20261121-k7m2';
const START_MS = 1_000_000;

/** Two machines that share a journal, the lease of the first, and a time that passes when a test says so. */
async function scene() {
  const { database, transactions } = (await temporaryJournal()).opened;
  const moment = { ms: START_MS + 0.5, isHeard: true };
  const wakes = new Map<number, () => void>();
  let scheduled = 0;
  const clock = {
    schedule(delayMs: number, wake: () => void) {
      expect(delayMs).toBe(15_000);
      const number = (scheduled += 1);
      wakes.set(number, wake);
      return () => void wakes.delete(number);
    },
  };
  const time = { epochMs: () => Math.floor(moment.ms), latestMs: () => (moment.isHeard ? moment.ms : undefined) };
  const on = (host: string) => new LeaseLocks({ database, transactions, time, clock, holder: { host, pid: 1 } });
  const [one, other] = [on('one'), on('other')];
  const lease = await one.lock(RUN);
  const stored = (column: string) => {
    const row = database.prepare('SELECT until, fence FROM lease').get();
    return row && integerOf(row, column);
  };
  const wake = () => {
    const [[number, due] = []] = wakes;
    wakes.delete(number ?? 0);
    due?.();
  };
  /** How long after the start it ends. */
  const endsMs = () => (stored('until') ?? 0) - START_MS;
  return { ...{ database, moment, other, lease, wakes, wake, endsMs }, fence: () => stored('fence') };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** The code of a refusal, or until when it lasts now. */
const leaving = ({ lease, endsMs }: Scene) => {
  const code = codeOf(lease.assertMayLeave);
  return code === 'nothing was thrown' ? endsMs() : code;
};
const taking = ({ other }: Scene) =>
  other.lock(RUN).catch((error: unknown) => `${(error as { code: string }).code}: ${String(error)}`);
const TAKEN = `run_locked: PayoutError: another process, on one, is working on the run ${RUN}`;

it.each<[string, number, (scene: Scene) => unknown, unknown]>([
  ['is not for another machine while it lasts', 59_999, taking, TAKEN],
  ['is for another one when it has ended', 59_999.5, taking, expect.objectContaining({ runId: RUN, fence: 2 })],
  ['lets a request leave', 44_999, leaving, 60_000],
  ['is renewed before a request leaves near its end', 44_999.5, leaving, 105_000],
  ['is renewed after its end, if no one has it', 99_000, leaving, 159_000],
  ['is renewed by an intent', 1_000, ({ lease, endsMs }) => [lease.isOurs(), endsMs()], [true, 61_000]],
  ['is renewed by the clock again', 15_000, ({ wake, wakes, endsMs }) => (wake(), [endsMs(), wakes.size]), [75_000, 1]],
  [
    'lets nothing leave while the database is not heard of',
    1_000,
    (scene) => {
      scene.moment.isHeard = false;
      return leaving(scene);
    },
    'lock_lost',
  ],
  [
    'is tried again by the clock after an error',
    15_000,
    ({ wake, wakes, database, endsMs }) => {
      database.exec("CREATE TRIGGER broken BEFORE UPDATE ON lease BEGIN SELECT RAISE(ABORT, 'broken'); END");
      wake();
      return [endsMs(), wakes.size];
    },
    [60_000, 1],
  ],
])('a lease %s (%d ms after it began)', async (_, afterMs, act, result) => {
  const made = await scene();
  made.moment.ms += afterMs;
  expect(await act(made)).toEqual(result);
});

it.each<[string, (scene: Scene) => unknown]>([
  ['released', ({ lease }) => lease.release()],
  [
    'taken by another machine',
    async (scene) => {
      scene.moment.ms += 60_000;
      await taking(scene);
    },
  ],
])('a lease that was %s is lost, and is not renewed', async (_, lose) => {
  const made = await scene();
  await lose(made);
  const ends = made.endsMs();
  made.wake();
  expect([made.lease.isOurs(), leaving(made), made.endsMs()]).toEqual([false, 'lock_lost', ends]);
});

it('a release ends its own lease alone, once, and without an error where there is no connection', async () => {
  const made = await scene();
  made.lease.release();
  expect([made.endsMs(), made.wakes.size]).toEqual([-START_MS, 0]);
  const next = await made.other.lock(RUN);
  made.lease.release();
  expect([made.endsMs(), made.fence()]).toEqual([60_000, 2]);
  made.database.exec('DROP TABLE lease');
  next.release();
});

it('a lease that is removed begins again with the first number', async () => {
  const made = await scene();
  made.other.remove(RUN);
  expect([made.fence(), await taking(made)]).toMatchObject([undefined, { fence: 1 }]);
});

const SHOWN_MS = 10_000;
const SHOWN_AT = { steadyMs: 7_000, epochMs: 70_000 };
const ASKED_MS = 50_000;
/** What the answer took. */
const ANSWERED = { steadyMs: 200, epochMs: 5_000 };

it.each<[string, number, number, { isOpen?: boolean; fails?: boolean }, number, number | undefined]>([
  ['at once', 0, 0, {}, SHOWN_MS, SHOWN_MS],
  ['within a second', 1_000, 1_000, {}, SHOWN_MS + 1_000, SHOWN_MS + 1_000],
  ['by the clock that has gone on', 300, 900, {}, SHOWN_MS + 900, SHOWN_MS + 900],
  ['by the other one', 900, 300, {}, SHOWN_MS + 900, SHOWN_MS + 900],
  ['in whole milliseconds', 5_000.75, 9_000, { isOpen: false }, SHOWN_MS + 5_000, undefined],
  ['not before what was shown', -5, -1, {}, SHOWN_MS, SHOWN_MS],
  ['again after a second', 1_001, 1_000, {}, ASKED_MS + 1_000, undefined],
  ['again after a sleep', 1_000, 1_001, {}, ASKED_MS + 1_000, undefined],
  ['again when the time of day was set back', 500, -2, {}, ASKED_MS + 1_000, undefined],
  ['without a connection', 5_000, 9_000, { isOpen: false }, SHOWN_MS + 5_000, undefined],
  ['just after the connection was lost', 100, 100, { isOpen: false }, SHOWN_MS + 100, undefined],
  ['when the database does not answer', 5_000, 9_000, { fails: true }, SHOWN_MS + 5_000, undefined],
  ['when it does not, and both clocks went back', -5, -10, { fails: true }, SHOWN_MS, undefined],
])('the time of a database is told %s (%d ms, %d ms)', (_, steadyPassed, epochPassed, given, told, latest) => {
  const { isOpen = true, fails = false } = given;
  const [steadyMs, epochMs] = [SHOWN_AT.steadyMs + steadyPassed, SHOWN_AT.epochMs + epochPassed];
  const askedAt = { steadyMs: steadyMs - ANSWERED.steadyMs, epochMs: epochMs - ANSWERED.epochMs };
  const source = {
    isOpen,
    timeShown: { databaseMs: SHOWN_MS, askedAt: SHOWN_AT },
    askTime(timeoutMs: number) {
      if (fails || !isOpen) throw new Error('the connection is lost');
      expect(timeoutMs).toBe(5_000);
      return { databaseMs: ASKED_MS, askedAt };
    },
  };
  const time = new DatabaseTime(source, () => ({ steadyMs, epochMs }));
  expect([time.epochMs(), time.latestMs()]).toEqual([told, latest]);
});
