import { closeSync, openSync } from 'node:fs';
import { loadDriver, type SqlDatabase } from './driver.ts';
import { DatabaseOpenError } from './open-error.ts';

/** Result codes of SQLite, https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/**
 * Opens a durable database, or one in memory when no file is named.
 *
 * A commit is on disk before it returns (WAL, `synchronous=FULL`). One process at a time: the lock is the operating
 * system's, taken at once and kept, so that a second process is refused and a killed one leaves nothing to clean up.
 *
 * @throws {DatabaseOpenError} `locked` or `unreadable`
 */
export async function openDatabase(file: string | undefined): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadDriver();
  if (file === undefined) return configured(new DatabaseSync(':memory:'));
  try {
    createPrivately(file);
    return configured(new DatabaseSync(file));
  } catch (error) {
    throw isBusy(error)
      ? new DatabaseOpenError('locked', `${file} is in use by another process`, { cause: error })
      : new DatabaseOpenError('unreadable', `${file} can't be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** SQLite gives its journal files the mode of the database: created 0600, all of them are. */
function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function configured(database: SqlDatabase): SqlDatabase {
  try {
    database.exec(`
      PRAGMA busy_timeout = 0;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      BEGIN EXCLUSIVE;
      COMMIT;
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
