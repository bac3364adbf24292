import { rollBack } from '../../../sql/sqlite/driver.ts';
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Moved } from '../../wallet/change-feed.ts';
import type { ChangedRow, Drafts } from '../work/drafts.ts';
import { dueEvents } from '../work/due-events.ts';
import { writeDrafts, type Insertion, type RowWriter, type Update } from '../work/row-writes.ts';
import { UnitOfWork } from '../work/unit-of-work.ts';
import type { TableName } from '../schema/tables.ts';

interface Job {
  /** Commits by itself, and is written in parts. */
  readonly isAlone: boolean;
  /**
   * Does or undoes the work, and returns the function that settles the caller's promise. Throws only when the unit is
   * lost.
   */
  readonly perform: (unit: UnitOfWork) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

const DUE = dueEvents();

/**
 * Runs pieces of work one after the other, and commits all that arrived in one turn of the event loop together
 * (docs/decisions/group-commits.md).
 */
export class GroupCommit {
  /** Outside of a transaction: see {@link settled}. */
  readonly statements: SqliteStatements;
  readonly #database: SqlDatabase;
  readonly #waiting: Job[] = [];
  readonly #onMoved: (moved: readonly Moved[]) => void;
  #isScheduled = false;
  #underWay: Promise<void> | undefined;

  /** @param onMoved called with the changes of status that were committed */
  constructor(database: SqlDatabase, onMoved: (moved: readonly Moved[]) => void) {
    this.#database = database;
    this.#onMoved = onMoved;
    this.statements = new SqliteStatements(database);
  }

  /**
   * @param isAlone in a transaction of its own, in its turn
   * @returns the result of the work, once it is durable
   * @throws what the work threw; then nothing of it is stored. Or what the commit threw: then nothing of the group is.
   */
  run<T>(work: (unit: UnitOfWork) => Promise<T>, { isAlone } = { isAlone: false }): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ isAlone, perform: (unit) => unit.perform({ work, resolve, reject }), fail: reject });
      this.#flushSoon();
    });
  }

  /** Resolves when no work is half done: what is read then, in the same turn, is committed. */
  async settled(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #flushSoon(): void {
    if (this.#isScheduled || this.#underWay !== undefined) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#underWay = this.#commit(this.#nextGroup()).finally(() => {
        this.#underWay = undefined;
        if (this.#waiting.length > 0) this.#flushSoon();
      });
    });
  }

  #nextGroup(): Job[] {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone);
    return this.#waiting.splice(0, alone === -1 ? Infinity : Math.max(1, alone));
  }

  async #commit(group: readonly Job[]): Promise<void> {
    const settlements: (() => void)[] = [];
    const { statements } = this;
    const unit = this.#unit(group[0]?.isAlone === true);
    try {
      statements.run('BEGIN IMMEDIATE');
      statements.run('SAVEPOINT decided');
      for (const job of group) settlements.push(await job.perform(unit));
      // Fails if the database has ended the transaction: what is written now would be stored bit by bit.
      statements.run('RELEASE decided');
      await unit.write();
      statements.run('COMMIT');
    } catch (error) {
      rollBack(this.#database);
      for (const job of group) job.fail(error);
      return;
    }
    for (const settle of settlements) settle();
    this.#onMoved(unit.moved);
  }

  /** There is one process and one transaction at a time: every account is locked. */
  #unit(isAlone: boolean): UnitOfWork {
    const { statements } = this;
    const database = {
      hasLoadedAccounts: false,
      ask: (...asked: Parameters<SqliteStatements['all']>) => settled(() => statements.all(...asked)),
      write: (drafts: Drafts) => settled(() => writeDrafts(statements, drafts)),
      requireLocked: () => undefined,
      addLocked: () => undefined,
      dueBy: (time: number) => settled(() => statements.all(DUE, [time])),
    };
    return new UnitOfWork(database, isAlone);
  }
}

/** What work that does not wait returns or throws. */
function settled<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}

/** The statements of an open database, each prepared once. */
class SqliteStatements implements RowWriter {
  readonly #database: SqlDatabase;
  readonly #prepared = new Map<string, SqlStatement>();
  readonly #plans = new Map<object, SqlStatement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  all(text: string, values: readonly SqlValue[] = []): SqlRow[] {
    return this.#statement(text).all(...values);
  }

  run(sql: string): void {
    this.#statement(sql).run();
  }

  insert<Row>(insertion: Insertion<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const statement = this.#planned(insertion, insertionText);
    const values = Object.values(insertion.values);
    for (const row of rows) statement.run(...values.map((valueOf) => valueOf(row)));
  }

  update<Row>(update: Update<Row>, rows: readonly ChangedRow<Row>[]): void {
    if (rows.length === 0) return;
    const statement = this.#planned(update, updateText);
    const { table, key, before = {}, after = {}, added = {} } = update;
    const [set, unchanged] = [Object.values({ ...after, ...added }), Object.values(before)];
    const values = [...set, ...Object.values(key)];
    for (const row of rows) {
      const parameters = values.map((valueOf) => valueOf(row.after));
      for (const valueOf of unchanged) parameters.push(valueOf(row.before));
      if (Number(statement.run(...parameters).changes) !== 1) {
        throw new Error(`a row of ${table} is no longer as it was read`);
      }
    }
  }

  delete(table: TableName, column: string, values: readonly SqlValue[]): void {
    if (values.length === 0) return;
    const statement = this.#statement(`DELETE FROM ${table} WHERE ${column} = ?`);
    for (const value of values) statement.run(value);
  }

  #planned<Plan extends object>(plan: Plan, textOf: (plan: Plan) => string): SqlStatement {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(textOf(plan));
    this.#plans.set(plan, statement);
    return statement;
  }

  #statement(text: string): SqlStatement {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text.replaceAll(/\$(\d)/g, '?$1'));
    this.#prepared.set(text, statement);
    return statement;
  }
}

function insertionText({ table, values, onConflict }: Insertion<never>): string {
  const columns = Object.keys(values);
  const conflict = onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`;
  const marks = columns.map(() => '?').join(', ');
  return `INSERT INTO ${table} AS t (${columns.join(', ')}) VALUES (${marks}) ${conflict}`;
}

function updateText({ table, key, before = {}, after = {}, added = {} }: Update<never>): string {
  const changes = [
    ...Object.keys(after).map((column) => `${column} = ?`),
    ...Object.keys(added).map((column) => `${column} = ${column} + ?`),
  ];
  const conditions = [...Object.keys(key), ...Object.keys(before)].map((column) => `${column} = ?`);
  return `UPDATE ${table} SET ${changes.join(', ')} WHERE ${conditions.join(' AND ')}`;
}
