import type { SqlDatabase, SqlStatement } from '../../sql/sqlite/driver.ts';
import { inTransaction } from '../../sql/sqlite/transaction.ts';
import { integerOf } from '../../sql/row.ts';

/** SQL transactions. When money moves, the journal and its stamp advance together. */
export class Transactions {
  readonly #database: SqlDatabase;
  readonly #grow: SqlStatement;
  readonly #onAdvance: (generation: number) => void;
  #isOpen = false;
  #isAdvancing = false;

  /** @param onAdvance called with each new generation, once it is durable and before the transaction returns */
  constructor(database: SqlDatabase, onAdvance: (generation: number) => void) {
    this.#database = database;
    this.#grow = database.prepare('UPDATE identity SET generation = generation + 1 RETURNING generation');
    this.#onAdvance = onAdvance;
  }

  /**
   * Everything that `work` wrote is durable on return; a nested transaction becomes part of the outer one.
   *
   * @throws what the work or the disk throws; then nothing is stored
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

  /** Call it within a transaction: increases the generation of the journal by one. */
  advance(): void {
    this.#isAdvancing = true;
  }

  #advanced(): number | undefined {
    const row = this.#isAdvancing ? this.#grow.get() : undefined;
    return row && integerOf(row, 'generation');
  }
}
