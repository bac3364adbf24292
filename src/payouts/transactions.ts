import type { SqlDatabase } from '../sqlite/driver.ts';
import { inTransaction } from '../sqlite/transaction.ts';

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
  return {
    transaction(work) {
      if (isOpen) return work();
      isOpen = true;
      try {
        return inTransaction(database, work);
      } finally {
        isOpen = false;
      }
    },
  };
}
