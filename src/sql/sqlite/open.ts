import { FILE_MODE } from '../../files/private-files.ts';
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  loadDriver,
  DatabaseOpenError,
  inTransaction,
  type SqlDatabase,
  type SqlDriver,
  type SqlStatement,
} from './driver.ts';
import { integerOf } from '../row.ts';

/** Result code of SQLite, https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** How long a connection to a shared file waits for another one's write to end. */
const BUSY_TIMEOUT_MS = 30_000;

/** How long a connection tries to enter WAL mode, which SQLite does not wait for by itself. */
const ENTER_WAL_MS = 5_000;
const ENTER_WAL_PAUSE_MS = 20;

const UNLOCK = 'PRAGMA locking_mode = NORMAL;';
/**
 * Exclusive use of a file in WAL mode ends only with that mode. This also leaves the file complete, without a journal
 * beside it.
 */
const LEAVE_WAL_AND_UNLOCK = `PRAGMA journal_mode = DELETE; ${UNLOCK}`;

/**
 * Undo data of savepoints stays in memory: a temporary file would cost two dozen writes per piece of work. The log is
 * copied into the file every 16 MiB, so that pages that change often are copied less often, and is limited to 64 MiB.
 * The page cache is 8 MiB, whatever the size of the file.
 */
const ECONOMIES = `PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4096;
  PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -8192;`;

/** On macOS, a write is on the disk only after `F_FULLFSYNC`; on other systems this changes nothing. */
const DURABLY = 'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;';

/**
 * Opens a durable database in the newest version of its schema; in memory if there is no file name.
 *
 * A commit is on disk before it returns (WAL, `synchronous=FULL`). One process at a time: the operating system's lock
 * is taken at once and never released, so a second process is refused and a killed one leaves nothing to clean up.
 *
 * @param inspect checks the database before anything is written to it, and may refuse it with a `DatabaseOpenError`
 * @throws {DatabaseOpenError} and does not change the file
 */
export async function openDatabase(
  file: string | undefined,
  schema: Schema,
  inspect: (database: SqlDatabase) => Promise<void> = () => Promise.resolve(),
): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadDriver();
  if (file !== undefined) createPrivately(file);
  const connection = connect(DatabaseSync, file);
  try {
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
    refuseForeign(connection, schema);
    await inspect(connection);
    connection.exec(`PRAGMA journal_mode = WAL; ${DURABLY} PRAGMA foreign_keys = ON; ${ECONOMIES}`);
    migrate(connection, schema);
    return unlockedOnClose(connection);
  } catch (error) {
    const isForeign = error instanceof DatabaseOpenError;
    unlock(connection, isForeign ? UNLOCK : LEAVE_WAL_AND_UNLOCK);
    connection.close();
    throw openError(file, error);
  }
}

/**
 * Opens a durable database that several processes may read and write at once, in the newest version of its schema.
 *
 * A commit is on disk before it returns (WAL, `synchronous=FULL`). A writer waits for another's write to end. Begin
 * work that reads first with `BEGIN IMMEDIATE`, because SQLite does not wait after a read.
 *
 * @param inspect checks the database before anything is written to it, and may refuse it with a `DatabaseOpenError`
 * @throws {DatabaseOpenError} `locked` when the file is opened exclusively, or after waiting too long
 */
export async function openSharedDatabase(
  file: string,
  schema: Schema,
  inspect: (database: SqlDatabase) => void = () => undefined,
): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadDriver();
  createPrivately(file);
  const connection = connect(DatabaseSync, file);
  try {
    connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`);
    refuseForeign(connection, schema);
    inspect(connection);
    enterWal(connection);
    connection.exec(`${DURABLY} PRAGMA foreign_keys = ON; ${ECONOMIES}`);
    migrate(connection, schema);
    return preparedOnUse(connection);
  } catch (error) {
    connection.close();
    throw openError(file, error);
  }
}

/**
 * Entering WAL mode needs exclusive access for a moment, and SQLite does not wait for it: processes that collide try
 * again.
 */
function enterWal(connection: SqlDatabase): void {
  const untilMs = performance.now() + ENTER_WAL_MS;
  connection.exec('PRAGMA busy_timeout = 0;');
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL;');
      break;
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ENTER_WAL_PAUSE_MS);
    }
  }
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`);
}

/**
 * SQLite gives its journal files the mode of the database, so creating that with 0600 protects all of them.
 *
 * A file that is there is not opened: closing it would end the locks that SQLite has on it in this process
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
function createPrivately(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    else closeSync(openSync(file, 'a', FILE_MODE));
  } catch (error) {
    throw openError(file, error);
  }
}

/** The full path: `:memory:` and `file:…` would not be read as file names. */
function connect(Database: SqlDriver['DatabaseSync'], file: string | undefined): SqlDatabase {
  try {
    return new Database(file === undefined ? ':memory:' : resolve(file));
  } catch (error) {
    throw openError(file, error);
  }
}

/** Most processes use a few statements of many, and preparing all of them takes longer than the work. */
function preparedOnUse(connection: SqlDatabase): SqlDatabase {
  return {
    exec: (sql) => connection.exec(sql),
    prepare(sql) {
      let prepared: SqlStatement | undefined;
      const statement = () => (prepared ??= connection.prepare(sql));
      return {
        run: (...parameters) => statement().run(...parameters),
        get: (...parameters) => statement().get(...parameters),
        all: (...parameters) => statement().all(...parameters),
      };
    },
    close: () => connection.close(),
  };
}

function unlockedOnClose(connection: SqlDatabase): SqlDatabase {
  return {
    exec: (sql) => connection.exec(sql),
    prepare: (sql) => connection.prepare(sql),
    close() {
      unlock(connection, LEAVE_WAL_AND_UNLOCK);
      connection.close();
    },
  };
}

/**
 * The package that replaces `node:sqlite` closes a connection only when its statements have been garbage collected, so
 * the lock must be released before.
 */
function unlock(connection: SqlDatabase, pragmas: string): void {
  try {
    // The mode changes with the next read.
    connection.exec(`${pragmas} SELECT count(*) FROM sqlite_schema;`);
  } catch {
    // The file is locked, damaged or deleted. Commits are on disk; the lock ends with the process at the latest.
  }
}

function openError(file: string | undefined, error: unknown): DatabaseOpenError {
  if (error instanceof DatabaseOpenError) return error;
  const name = file ?? 'the database in memory';
  if (isBusy(error)) {
    const isEmpty = file !== undefined && statSync(file, { throwIfNoEntry: false })?.size === 0;
    const problem = isEmpty ? 'was emptied while another process uses it' : 'is in use by another process';
    return new DatabaseOpenError('locked', `${name} ${problem}`, { cause: error });
  }
  const problem = error instanceof Error ? error.message : String(error);
  return new DatabaseOpenError('unreadable', `${name} can't be opened: ${problem}`, { cause: error });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The tables of a database file, and the steps that create them. */
export interface Schema {
  /** Identifies the file as ours, https://sqlite.org/pragma.html#pragma_application_id */
  readonly applicationId: number;
  /** SQL from version n to n + 1. A released step is never edited. */
  readonly steps: readonly string[];
}

/** @throws {DatabaseOpenError} `foreign` or `newer`: the database does not belong to this schema */
function refuseForeign(database: SqlDatabase, schema: Schema): void {
  if (pragma(database, 'application_id') !== schema.applicationId && !isEmpty(database)) {
    throw new DatabaseOpenError('foreign', 'the file is a database of another program');
  }
  const version = pragma(database, 'user_version');
  if (version > schema.steps.length) {
    throw new DatabaseOpenError('newer', `the file has version ${version}; this program knows ${schema.steps.length}`);
  }
}

/** Migrates a database to the newest version of its schema: all missing steps, or none. */
function migrate(database: SqlDatabase, schema: Schema): void {
  if (pragma(database, 'user_version') === schema.steps.length) return;
  inTransaction(database, () => {
    // Another process may have taken these steps in the meantime.
    for (const step of schema.steps.slice(pragma(database, 'user_version'))) database.exec(step);
    database.exec(`PRAGMA application_id = ${schema.applicationId}; PRAGMA user_version = ${schema.steps.length};`);
  });
}

function pragma(database: SqlDatabase, name: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? 0 : integerOf(row, name);
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}
