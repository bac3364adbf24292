import type { SqlDatabase } from '../../sqlite/driver.ts';
import { inTransaction } from '../../sqlite/transaction.ts';
import { integerOf } from '../../sqlite/row.ts';

/** Units of work, all or nothing; one inside another is part of it. */
export interface Transactions {
  /**
   * Durable when it returns, with all that `work` wrote.
   *
   * @throws what the work or the disk throws; nothing is kept then
   */
  readonly transaction: <Result>(work: () => Result) => Result;
}

/** For what moves money: the journal and what vouches for it outside grow together. */
export interface CountedTransactions extends Transactions {
  /** To be called within a transaction: with it, the generation of the journal grows by one. */
  readonly advance: () => void;
}

/** @param onAdvance told of each new generation, once it is durable and before the transaction returns */
export function createTransactions(
  database: SqlDatabase,
  onAdvance: (generation: number) => void = () => undefined,
): CountedTransactions {
  const grow = database.prepare('UPDATE identity SET generation = generation + 1');
  const generation = database.prepare('SELECT generation FROM identity');
  let isOpen = false;
  let isAdvancing = false;

  function advanced(): number | undefined {
    if (!isAdvancing) return undefined;
    grow.run();
    const row = generation.get();
    return row && integerOf(row, 'generation');
  }

  return {
    transaction(work) {
      if (isOpen) return work();
      isOpen = true;
      isAdvancing = false;
      try {
        const { result, reached } = inTransaction(database, () => ({ result: work(), reached: advanced() }));
        if (reached !== undefined) onAdvance(reached);
        return result;
      } finally {
        isOpen = false;
      }
    },
    advance() {
      isAdvancing = true;
    },
  };
}
