import { join } from 'node:path';
import type { PixClient } from '../../../src/client/client.ts';
import { sleep } from '../../../src/client/clock.ts';
import { DatabaseTime, LeaseLocks } from '../../../src/payouts/journal/lease-locks.ts';
import { JOURNAL_SCHEMA, Transactions } from '../../../src/payouts/journal/journal-database.ts';
import { Journal } from '../../../src/payouts/journal/journal.ts';
import type { RunLocks } from '../../../src/payouts/journal/run-lock.ts';
import { openSharedDatabase } from '../../../src/sql/sqlite/open.ts';
import { textOf } from '../../../src/sql/row.ts';
import { alteredClient } from './altered-client.ts';
import { databaseOnPostgres } from './postgres-database.ts';
import { SimulatedConnection, type ConnectionTraits } from './simulated-connection.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const CONNECTING_MS = 300;

/** Two to four machines with one journal, and what happens to them. */
export interface Machines {
  /** How far the time of day of each is from the database's. */
  readonly skewsMs: readonly number[];
  readonly connectionLossProbability: number;
  /** When the database is away, from the first run on. */
  readonly outages: readonly { readonly fromMs: number; readonly untilMs: number }[];
  /** The probability that the machine of a program sleeps once. */
  readonly sleepProbability: number;
  /** When other machines start the same file, within each life. */
  readonly rivalsAfterMs: readonly number[];
}

export function drawMachines(random: () => number): Machines {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const count = 2 + Math.floor(random() * 3);
  return {
    skewsMs: Array.from({ length: count }, () => pick([0, 0, 30 * SECOND_MS, -300 * SECOND_MS, 6 * HOUR_MS, -HOUR_MS])),
    connectionLossProbability: pick([0, 0.0005, 0.003, 0.02]),
    outages: Array.from({ length: pick([0, 0, 1, 2]) }, () => {
      const fromMs = 300 * SECOND_MS * random();
      return { fromMs, untilMs: fromMs + pick([5, 30, 90, 300]) * SECOND_MS };
    }),
    sleepProbability: pick([0, 0.3, 0.7]),
    rivalsAfterMs: Array.from({ length: count - 1 }, () => (pick([0, 0, 5, 70, 150, 240]) + 10 * random()) * SECOND_MS),
  };
}

/** When a machine falls asleep: nothing of it runs then, and its steady clock stands still. */
export interface Sleep {
  /** The point of its program, counted from 1. */
  readonly atPoint: number;
  readonly lengthMs: number;
}

/** Sleeps end before, during and long after the lease that was held at their start. */
export function drawSleep(random: () => number): Sleep {
  const lengths = [2, 30, 50, 70, 200, 400, 1_000];
  const lengthMs = lengths[Math.floor(random() * lengths.length)]! * SECOND_MS * (0.5 + random());
  // A file is approved, and its first payment on the way, after a dozen points.
  return { atPoint: 1 + Math.floor(50 * random()), lengthMs };
}

/** One machine, as a program on it sees the shared journal. */
export interface SharedJournal {
  readonly machine: string;
  readonly connection: Omit<ConnectionTraits, 'moment'>;
  readonly locks?: ((locks: RunLocks) => RunLocks) | undefined;
}

/** A steady clock goes on between two readings, and has fractions. */
const READING_MS = 0.001;

/** The rules and the leases of the journal on PostgreSQL, on a file that all simulated machines open. */
export async function openSharedJournal(
  folder: string,
  process: SimulatedProcess,
  { machine, connection: traits, locks = (own) => own }: SharedJournal,
): Promise<Journal> {
  const { clock } = process;
  let readMs = 0;
  const moment = () => {
    readMs += READING_MS;
    return { steadyMs: clock.now() + readMs, epochMs: clock.epochMs() };
  };
  const opened =
    databaseOnPostgres(folder, traits.databaseMs) ??
    (await openSharedDatabase(join(folder, 'payouts.sqlite'), JOURNAL_SCHEMA));
  const database = new SimulatedConnection(opened, { ...traits, moment });
  database.askTime();
  const time = new DatabaseTime(database, moment);
  const transactions = new Transactions(database, () => undefined);
  const holder = { host: machine, pid: 1 };
  return new Journal(
    {
      database,
      transactions,
      locks: locks(new LeaseLocks({ database, transactions, time, clock, holder })),
      clock: { epochMs: () => time.epochMs(), random: () => clock.random() },
      hasOwnTime: true,
      journalId: textOf(database.prepare('SELECT id FROM identity').get() ?? {}, 'id'),
      close() {
        database.close();
      },
    },
    { folder: join(folder, machine) },
  );
}

/** A connection for a withdrawal takes time, in which its machine may fall asleep. */
export function slowlyConnected(client: PixClient, { clock }: SimulatedProcess): PixClient {
  return alteredClient(client, (withdraws) => ({
    async create(order, options) {
      await sleep(clock, CONNECTING_MS * clock.random(), new AbortController().signal);
      return withdraws.create(order, options);
    },
  }));
}

/** Locks that exclude no worker. */
export function freeLocks(): RunLocks {
  return {
    lock: (runId) =>
      Promise.resolve({
        runId,
        fence: null,
        isOurs: () => true,
        assertMayLeave: () => undefined,
        release: () => undefined,
      }),
    remove: () => undefined,
  };
}

/** Leases that are not looked at when a request leaves. */
export function forgottenLeases(locks: RunLocks): RunLocks {
  return {
    lock: async (runId) => {
      const lock = await locks.lock(runId);
      return {
        runId,
        fence: lock.fence,
        isOurs: () => lock.isOurs(),
        assertMayLeave: () => undefined,
        release: () => lock.release(),
      };
    },
    remove: (runId) => locks.remove(runId),
  };
}
