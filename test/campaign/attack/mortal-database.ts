import type { SqlDatabase, SqlRow, SqlValue } from '../../../src/sqlite/driver.ts';
import { sharingConnections } from '../../payouts/simulation/shared-connections.ts';
import { currentProcess, type MortalProcess } from './mortal-process.ts';

interface Driver {
  readonly DatabaseSync: new (location: string) => SqlDatabase;
}

/**
 * SQLite whose connections end with the simulated process that opened them: uncommitted changes are rolled back, locks
 * are released, and nothing more is read or written.
 */
export function mortalDriver(driver: Driver): Driver {
  const open = sharingConnections(driver);
  return {
    DatabaseSync: class implements SqlDatabase {
      readonly #database: SqlDatabase;
      readonly #owner: MortalProcess | undefined;
      #isClosed = false;
      #isExclusive = false;

      constructor(location: string) {
        this.#owner = currentProcess.getStore();
        this.#owner?.assertAlive();
        this.#database = open(location);
        this.#owner?.own(this);
      }

      exec(sql: string): void {
        this.#guarded(() => {
          this.#isExclusive ||= sql.includes('EXCLUSIVE');
          this.#database.exec(sql);
        });
      }

      prepare(sql: string) {
        this.#owner?.assertAlive();
        const statement = this.#database.prepare(sql);
        return {
          run: (...values: SqlValue[]) => this.#guarded(() => statement.run(...values)),
          get: (...values: SqlValue[]): SqlRow | undefined => this.#guarded(() => statement.get(...values)),
          all: (...values: SqlValue[]): SqlRow[] => this.#guarded(() => statement.all(...values)),
        };
      }

      close(): void {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#owner?.disown(this);
        this.#database.close();
      }

      closeAsDead(): void {
        if (this.#isClosed) return;
        this.#isClosed = true;
        const unlock = ['PRAGMA journal_mode = DELETE', 'PRAGMA locking_mode = NORMAL', 'SELECT 1 FROM sqlite_schema'];
        for (const sql of ['ROLLBACK', ...(this.#isExclusive ? unlock : [])]) {
          try {
            this.#database.exec(sql);
          } catch {
            // Nothing to roll back, or another connection is using the file.
          }
        }
        this.#database.close();
      }

      /** A process may die just before or just after a statement. */
      #guarded<Result>(work: () => Result): Result {
        this.#owner?.pass('statement');
        const result = work();
        this.#owner?.pass('statement');
        return result;
      }
    },
  };
}
