import type { SqlDatabase, SqlValue } from '../../../src/sql/sqlite/driver.ts';
import type { Moment, TimeShown } from '../../../src/sql/postgres/blocking-connection.ts';
import { ConnectionLostError } from '../../../src/sql/postgres/errors.ts';
import type { TimeSource } from '../../../src/payouts/journal/lease-locks.ts';

/** The conditions of one program's connection to a shared database. */
export interface ConnectionTraits {
  /** The probability of a loss per statement and COMMIT. */
  readonly lossProbability: number;
  readonly random: () => number;
  /** Whether the database can be reached now. */
  readonly isUp: () => boolean;
  /** The time of the database, in milliseconds since the epoch. */
  readonly databaseMs: () => number;
  /** The clocks of the machine. */
  readonly moment: () => Moment;
  readonly onLoss: (what: LossKind) => void;
}

export const LOSSES_OF_CONNECTION = [
  'database away',
  'connection lost in a transaction',
  'connection lost outside',
  'COMMIT lost',
  'answer to a COMMIT lost',
  'COMMIT unknown, done',
  'COMMIT unknown, not done',
] as const;
type LossKind = (typeof LOSSES_OF_CONNECTION)[number];

/** How a COMMIT may be lost. A program that can ask about it afterwards learns the truth. */
const LOST_COMMITS = LOSSES_OF_CONNECTION.slice(3);

/**
 * Behaves like the blocking connection to PostgreSQL, on SQLite: it is lost at any statement, a transaction that was
 * not committed is gone then, and the outcome of a COMMIT may stay unknown to the program.
 */
export class SimulatedConnection implements SqlDatabase, TimeSource {
  readonly #database: SqlDatabase;
  readonly #traits: ConnectionTraits;
  #isOpen = true;
  #isInTransaction = false;
  #shown: TimeShown | undefined;

  constructor(database: SqlDatabase, traits: ConnectionTraits) {
    this.#database = database;
    this.#traits = traits;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get timeShown(): TimeShown {
    return this.#shown ?? this.askTime();
  }

  askTime(): TimeShown {
    this.#reach();
    return this.#showTime();
  }

  exec(sql: string): void {
    switch (sql) {
      case 'BEGIN IMMEDIATE':
        this.#begin();
        return;
      case 'COMMIT':
        this.#commit();
        return;
      case 'ROLLBACK':
        this.#rollBack();
        return;
      default:
        this.#reach();
        this.#database.exec(sql);
    }
  }

  prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    const isRead = /^\s*SELECT\b/i.test(sql);
    const ask = <Result>(run: () => Result): Result => {
      if (this.#isInTransaction || isRead) {
        this.#reach();
        return run();
      }
      return this.#alone(run);
    };
    return {
      run: (...values: SqlValue[]) => ask(() => statement.run(...values)),
      get: (...values: SqlValue[]) => ask(() => statement.get(...values)),
      all: (...values: SqlValue[]) => ask(() => statement.all(...values)),
    };
  }

  close(): void {
    this.#isOpen = false;
    this.#database.close();
  }

  /** A transaction goes on only with the connection that it began on; anything else connects again. */
  #reach(): void {
    if (!this.#isOpen && this.#isInTransaction) throw lost();
    if (!this.#traits.isUp()) this.#lose('database away');
    this.#isOpen = true;
    if (this.#draws())
      this.#lose(this.#isInTransaction ? 'connection lost in a transaction' : 'connection lost outside');
  }

  #begin(): void {
    this.#reach();
    this.#database.exec('BEGIN IMMEDIATE');
    this.#isInTransaction = true;
    this.#showTime();
  }

  #commit(): void {
    if (!this.#isOpen) throw lost();
    const { random, isUp, onLoss } = this.#traits;
    const kinds = isUp() ? LOST_COMMITS : LOST_COMMITS.slice(2);
    const kind = !isUp() || this.#draws() ? kinds[Math.floor(random() * kinds.length)] : undefined;
    const isDone = kind === undefined || kind === 'answer to a COMMIT lost' || kind === 'COMMIT unknown, done';
    this.#database.exec(isDone ? 'COMMIT' : 'ROLLBACK');
    this.#isInTransaction = false;
    if (kind === undefined) return;
    onLoss(kind);
    if (kind === 'answer to a COMMIT lost') return;
    this.#isOpen = false;
    throw lost();
  }

  #rollBack(): void {
    const isThere = this.#isInTransaction && this.#isOpen;
    this.#isInTransaction = false;
    if (isThere) this.#database.exec('ROLLBACK');
  }

  #alone<Result>(run: () => Result): Result {
    this.#begin();
    try {
      const result = run();
      this.#commit();
      return result;
    } catch (error) {
      if (this.#isInTransaction) this.#rollBack();
      throw error;
    }
  }

  #draws(): boolean {
    const { lossProbability, random } = this.#traits;
    return lossProbability > 0 && random() < lossProbability;
  }

  #lose(what: LossKind): never {
    if (this.#isInTransaction) this.#database.exec('ROLLBACK');
    this.#isOpen = false;
    this.#traits.onLoss(what);
    throw lost();
  }

  #showTime(): TimeShown {
    this.#shown = { databaseMs: this.#traits.databaseMs(), askedAt: this.#traits.moment() };
    return this.#shown;
  }
}

function lost(): ConnectionLostError {
  return new ConnectionLostError('the connection to the database was lost');
}
