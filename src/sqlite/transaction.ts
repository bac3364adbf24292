import type { SqlDatabase } from './driver.ts';

/**
 * Does all of a piece of work, or nothing of it. It is written when this returns, as durably as the database was opened.
 *
 * @throws what the work or the disk throws
 */
export function inTransaction<Result>(database: SqlDatabase, work: () => Result): Result {
  // At once for writing: a transaction that begins by reading could not wait for another process's write.
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: SqlDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // A full disk or an I/O error has ended the transaction already: there is nothing left to roll back.
  }
}
