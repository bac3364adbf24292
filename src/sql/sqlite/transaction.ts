import type { SqlDatabase } from './driver.ts';

/**
 * Runs all of the work in one transaction, or none of it. It is committed on return, as durably as the database was
 * opened.
 *
 * @throws what the work or the disk throws
 */
export function inTransaction<Result>(database: SqlDatabase, work: () => Result): Result {
  // IMMEDIATE, because a transaction that begins by reading cannot wait for another process's write.
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
    // A full disk or an I/O error has already rolled the transaction back.
  }
}
