import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Statement } from '../statement.ts';
import type { ChangedRow } from '../work/draft-rows.ts';
import type { Insertion, RowWriter, Update } from '../work/row-writes.ts';
import type { TableName } from '../schema/tables.ts';

/** The statements of an open database, each prepared once. */
export class SqliteStatements implements RowWriter {
  readonly #database: SqlDatabase;
  readonly #prepared = new Map<string, SqlStatement>();
  readonly #plans = new Map<object, SqlStatement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  all({ text }: Pick<Statement, 'text'>, values: readonly SqlValue[] = []): SqlRow[] {
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
