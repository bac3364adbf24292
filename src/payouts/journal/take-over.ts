import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadDriver, type SqlDatabase } from '../../sqlite/driver.ts';
import { refuseForeign } from '../../sqlite/migrate.ts';
import { DatabaseOpenError } from '../../sqlite/open-error.ts';
import { openSharedDatabase } from '../../sqlite/open.ts';
import { integerOf, textOf } from '../../sqlite/row.ts';
import { inTransaction } from '../../sqlite/transaction.ts';
import { JOURNAL_FILE, openJournalDatabase, type JournalClock } from './journal-database.ts';
import { JOURNAL_SCHEMA } from './journal-schema.ts';
import { PayoutError } from '../payout-error.ts';
import { lockRun, type RunLock } from './run-lock.ts';

interface TakeOver {
  /** The folder of all state. */
  readonly states: string;
  /** The service whose journal is being opened. */
  readonly origin: string;
  readonly folderOf: (origin: string) => string;
  readonly clock: JournalClock;
}

/** A journal of one profile or key from an older version. */
interface OldJournal {
  /** The name of its folder: the profile's, or one made from the key. */
  readonly source: string;
  readonly folder: string;
}

const WORK_FOLDER = 'services';
const TAKEN_SUFFIX = '.taken-over';
const SUFFIXES = ['', '-wal', '-shm'];
const LOCK_NAME = 'take-over';
const LOCK_ATTEMPTS = 200;
const LOCK_PAUSE_MS = 50;
const BUSY_TIMEOUT_MS = 30_000;

/**
 * An older version that has the old journal open must send nothing more: what it wrote there would be lost. The token
 * identifies the journal after a crash.
 */
const CLOSE_OLD = `
CREATE TABLE taken_over_into_service (token TEXT NOT NULL) STRICT;
CREATE TRIGGER taken_over_runs BEFORE INSERT ON run
  BEGIN SELECT RAISE(ABORT, 'a newer version of pix keeps this journal elsewhere'); END;
CREATE TRIGGER taken_over_approvals BEFORE UPDATE ON run
  BEGIN SELECT RAISE(ABORT, 'a newer version of pix keeps this journal elsewhere'); END;
CREATE TRIGGER taken_over_payouts BEFORE UPDATE ON payout
  BEGIN SELECT RAISE(ABORT, 'a newer version of pix keeps this journal elsewhere'); END;
`;
const REOPEN_COPY = `
DROP TRIGGER IF EXISTS taken_over_runs;
DROP TRIGGER IF EXISTS taken_over_approvals;
DROP TRIGGER IF EXISTS taken_over_payouts;
DROP TABLE IF EXISTS taken_over_into_service;
`;

/** Whether an older version has left a journal. */
export function hasOldJournals(states: string): boolean {
  return oldJournalsIn(states).length > 0;
}

/**
 * Imports the approved runs of old journals into those of their services, each old journal as an account of its own. It
 * happens once: the old file is first closed to older versions, and renamed when everything has been imported.
 *
 * @throws {PayoutError} `run_locked` when an older version works on runs of this service
 * @throws {DatabaseOpenError} when an old journal can't be used: its payments may have been made
 */
export async function takeOverOldJournals(taking: TakeOver): Promise<void> {
  if (!hasOldJournals(taking.states)) return;
  const lock = await lockTakeOver(join(taking.states, WORK_FOLDER));
  try {
    for (const old of oldJournalsIn(taking.states)) await takeOver(old, taking);
  } finally {
    lock.release();
  }
}

function oldJournalsIn(states: string): readonly OldJournal[] {
  if (!existsSync(states)) return [];
  return readdirSync(states, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(states, entry.name, JOURNAL_FILE)))
    .map(({ name }) => ({ source: name, folder: join(states, name) }));
}

async function lockTakeOver(folder: string): Promise<RunLock> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await lockRun(folder, LOCK_NAME);
    } catch (error) {
      if (!isLocked(error) || attempts === LOCK_ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
    }
  }
}

async function takeOver(old: OldJournal, taking: TakeOver): Promise<void> {
  const { states, origin, folderOf, clock } = taking;
  const file = join(old.folder, JOURNAL_FILE);
  const database = await openOld(file);
  const locks: RunLock[] = [];
  const copy = join(states, WORK_FOLDER, `.${LOCK_NAME}-${randomBytes(8).toString('hex')}.sqlite`);
  try {
    const origins = originsOf(database);
    const isBusy = !(await lockRuns(old, locks));
    if (isBusy && origins.includes(origin)) throw busy(old, locks);
    if (isBusy) return;
    const token = closeToOthers(database);
    database.prepare('VACUUM INTO ?').run(copy);
    await migrateCopy(copy);
    let isAll = true;
    for (const one of origins) {
      try {
        await importRuns({ folder: folderOf(one), copy, origin: one, token, source: old.source, clock });
      } catch (error) {
        // Runs of another service can wait until that service is used.
        if (one === origin || !(error instanceof DatabaseOpenError)) throw error;
        isAll = false;
      }
    }
    if (isAll) {
      // Checkpointed into one file, unless another process still has it open.
      database.exec('PRAGMA busy_timeout = 0');
      leaveWal(database);
      database.close();
      putAway(file);
    }
  } finally {
    closeQuietly(database);
    for (const suffix of SUFFIXES) rmSync(`${copy}${suffix}`, { force: true });
    for (const lock of locks) lock.release();
  }
}

async function openOld(file: string): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA synchronous = FULL;`);
    refuseForeign(database, JOURNAL_SCHEMA);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof DatabaseOpenError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new DatabaseOpenError('unreadable', `${file} can't be opened: ${problem}`, { cause: error });
  }
}

function originsOf(database: SqlDatabase): readonly string[] {
  if (!hasTable(database, 'run')) return [];
  return database
    .prepare('SELECT DISTINCT origin FROM run')
    .all()
    .map((row) => textOf(row, 'origin'));
}

/** Older versions lock a run before they read its first row. @returns false when one has a lock */
async function lockRuns({ folder }: OldJournal, locks: RunLock[]): Promise<boolean> {
  const runs = join(folder, 'runs');
  if (!existsSync(runs)) return true;
  const names = readdirSync(runs).flatMap((name) => /^(.+)\.lock$/.exec(name)?.[1] ?? []);
  for (const runId of names) {
    try {
      locks.push(await lockRun(folder, runId));
    } catch (error) {
      if (isLocked(error)) return false;
      throw error;
    }
  }
  return true;
}

function busy({ folder }: OldJournal, taken: readonly RunLock[]): PayoutError {
  const names = readdirSync(join(folder, 'runs')).flatMap((name) => /^(.+)\.lock$/.exec(name)?.[1] ?? []);
  const runId = names.find((name) => !taken.some((lock) => lock.runId === name)) ?? '';
  return new PayoutError(`an older version of pix is working on the run ${runId}`, { code: 'run_locked', runId });
}

/** @returns the new name of the old journal */
function closeToOthers(database: SqlDatabase): string {
  return inTransaction(database, () => {
    if (!hasTable(database, 'run')) return '';
    if (!hasTable(database, 'taken_over_into_service')) {
      database.exec(CLOSE_OLD);
      database.prepare('INSERT INTO taken_over_into_service VALUES (?)').run(randomBytes(16).toString('hex'));
    }
    return textOf({ ...database.prepare('SELECT token FROM taken_over_into_service').get() }, 'token');
  });
}

function hasTable(database: SqlDatabase, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

async function migrateCopy(copy: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const raw = new DatabaseSync(copy);
  raw.exec(REOPEN_COPY);
  raw.close();
  (await openSharedDatabase(copy, JOURNAL_SCHEMA)).close();
}

interface Import {
  readonly folder: string;
  readonly copy: string;
  readonly origin: string;
  readonly token: string;
  readonly source: string;
  readonly clock: JournalClock;
}

/** Imports all runs of one origin, or none. Repeated after a crash, it finds the imported ones. */
async function importRuns({ folder, copy, origin, token, source, clock }: Import): Promise<void> {
  const journal = await openJournalDatabase(folder, clock);
  const { database, transactions } = journal;
  try {
    database.prepare('ATTACH DATABASE ? AS old').run(copy);
    transactions.transaction(() => {
      if (database.prepare('SELECT 1 FROM taken_over WHERE token = ?').get(token) !== undefined) return;
      transactions.advance();
      const now = Math.ceil(clock.epochMs());
      const account = numberIn(database, 'SELECT coalesce(max(number), 0) + 1 AS number FROM account');
      database
        .prepare('INSERT INTO account (number, root, label, created_at) VALUES (?, ?, ?, ?)')
        .run(account, account, source, now);
      copyRuns(database, { account, origin, token });
      database.prepare('INSERT INTO taken_over VALUES (?, ?, ?, ?)').run(token, source, account, now);
    });
  } finally {
    journal.close();
  }
}

function copyRuns(
  database: SqlDatabase,
  { account, origin, token }: { readonly account: number; readonly origin: string; readonly token: string },
): void {
  const behind = numberIn(database, 'SELECT coalesce(max(number), 0) AS number FROM run');
  const runs = columnsOf(database, 'run', ['number', 'id', 'account']);
  database
    .prepare(
      `INSERT INTO main.run (number, id, account, ${runs})
      SELECT number + ?, CASE WHEN EXISTS (SELECT 1 FROM main.run AS own WHERE own.id = old.run.id)
        THEN id || '-' || ? ELSE id END, ?, ${runs}
      FROM old.run WHERE origin = ? AND approved_at IS NOT NULL`,
    )
    .run(behind, token.slice(0, 4), account, origin);
  const wanted = 'run IN (SELECT number FROM old.run WHERE origin = ? AND approved_at IS NOT NULL)';
  // Payouts start as planned, except imported ones in later states.
  const guard = textOf(
    { ...database.prepare("SELECT sql FROM main.sqlite_schema WHERE name = 'payout_begins_planned'").get() },
    'sql',
  );
  database.exec('DROP TRIGGER main.payout_begins_planned');
  const payouts = columnsOf(database, 'payout', ['run']);
  database
    .prepare(`INSERT INTO main.payout (run, ${payouts}) SELECT run + ?, ${payouts} FROM old.payout WHERE ${wanted}`)
    .run(behind, origin);
  database.exec(guard);
  const steps = columnsOf(database, 'step', ['number', 'run']);
  database
    .prepare(
      `INSERT INTO main.step (run, ${steps}) SELECT run + ?, ${steps} FROM old.step WHERE ${wanted} ORDER BY number`,
    )
    .run(behind, origin);
}

function columnsOf(database: SqlDatabase, table: string, without: readonly string[]): string {
  const names = database
    .prepare("SELECT name FROM pragma_table_info(?, 'main')")
    .all(table)
    .map((row) => textOf(row, 'name'));
  return names.filter((name) => !without.includes(name)).join(', ');
}

function numberIn(database: SqlDatabase, sql: string): number {
  return integerOf({ ...database.prepare(sql).get() }, 'number');
}

/** The log is moved with its database: another process may still have it open. */
function putAway(file: string): void {
  const name = freeName(file);
  for (const suffix of SUFFIXES) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${name}${suffix}`);
  }
}

/** An older version may have created another journal since the last time. */
function freeName(file: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${file}${TAKEN_SUFFIX}${number === 1 ? '' : `-${number}`}`;
    if (SUFFIXES.every((suffix) => !existsSync(`${name}${suffix}`))) return name;
  }
}

function leaveWal(database: SqlDatabase): void {
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch {
    // Its log is moved with it.
  }
}

function closeQuietly(database: SqlDatabase): void {
  try {
    database.close();
  } catch {
    // Already closed.
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof PayoutError && error.code === 'run_locked';
}
