import type { SqlDatabase, SqlStatement } from '../../sqlite/driver.ts';
import { inTransaction } from '../../sqlite/transaction.ts';
import { integerOf } from '../../sqlite/row.ts';

/** Units of work, all or nothing. For what moves money, the journal and what vouches for it outside grow together. */
export class Transactions {
  readonly #database: SqlDatabase;
  readonly #grow: SqlStatement;
  readonly #onAdvance: (generation: number) => void;
  #isOpen = false;
  #isAdvancing = false;

  /** @param onAdvance told of each new generation, once it is durable and before the transaction returns */
  constructor(database: SqlDatabase, onAdvance: (generation: number) => void) {
    this.#database = database;
    this.#grow = database.prepare('UPDATE identity SET generation = generation + 1 RETURNING generation');
    this.#onAdvance = onAdvance;
  }

  /**
   * Durable when it returns, with all that `work` wrote; one inside another is part of it.
   *
   * @throws what the work or the disk throws; nothing is kept then
   */
  transaction<Result>(work: () => Result): Result {
    if (this.#isOpen) return work();
    this.#isOpen = true;
    this.#isAdvancing = false;
    try {
      const { result, reached } = inTransaction(this.#database, () => ({ result: work(), reached: this.#advanced() }));
      if (reached !== undefined) this.#onAdvance(reached);
      return result;
    } finally {
      this.#isOpen = false;
    }
  }

  /** To be called within a transaction: with it, the generation of the journal grows by one. */
  advance(): void {
    this.#isAdvancing = true;
  }

  #advanced(): number | undefined {
    const row = this.#isAdvancing ? this.#grow.get() : undefined;
    return row && integerOf(row, 'generation');
  }
}
