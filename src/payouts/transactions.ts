import type { SqlDatabase } from '../sqlite/driver.ts';

/** Units of work, all or nothing; one inside another is part of it. */
export interface Transactions {
  /**
   * Durable when it returns, with all that `work` wrote.
   *
   * @throws what the work or the disk throws; nothing is kept then
   */
  readonly transaction: <Result>(work: () => Result) => Result;
}

export function createTransactions(database: SqlDatabase): Transactions {
  let isOpen = false;

  function rollback(): void {
    try {
      database.exec('ROLLBACK');
    } catch {
      // A full disk or an I/O error has ended the transaction already: there is nothing left to roll back.
    }
  }

  return {
    transaction(work) {
      if (isOpen) return work();
      // At once for writing: a transaction that begins by reading could not wait for another process's write.
      database.exec('BEGIN IMMEDIATE');
      isOpen = true;
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        rollback();
        throw error;
      } finally {
        isOpen = false;
      }
    },
  };
}
