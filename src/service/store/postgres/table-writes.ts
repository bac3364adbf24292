import type { PgConnection, PgResult, PgValue } from '../../../sql/postgres/connection.ts';
import { typeOf, type ColumnType } from '../../../sql/printed-schema.ts';
import type { SqlValue } from '../../../sql/sqlite/driver.ts';
import { TABLES, type TableName } from '../schema/tables.ts';
import type { ChangedRow } from '../work/draft-rows.ts';
import type { Values } from '../columns.ts';
import type { Insertion, RowWriter, Update } from '../work/row-writes.ts';

const ARRAYS: Readonly<Record<ColumnType, string>> = {
  id: 'text[]',
  text: 'text[]',
  integer: 'int8[]',
  number: 'int8[]',
  bytes: 'bytea[]',
};

/** Columns of arrays, with the value of a row in each. */
type Arrays<Row> = readonly (readonly [column: string, valueOf: (row: Row) => SqlValue])[];

/** Sends statements that each write any number of rows. */
export class TableWrites implements RowWriter {
  /** The answers that are to come. */
  readonly sent: Promise<PgResult>[] = [];
  readonly #connection: PgConnection;

  constructor(connection: PgConnection) {
    this.#connection = connection;
  }

  insert<Row>({ table, values, onConflict }: Insertion<Row>, rows: readonly Row[]): void {
    const columns = Object.entries(values);
    const names = columns.map(([name]) => name).join(', ');
    const conflict = onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`;
    const text = `INSERT INTO ${table} AS t (${names})
      SELECT ${names} FROM ${arraysOf(table, columns)} WITH ORDINALITY AS a (${names}, place) ORDER BY place ${conflict}`;
    this.#send(`insert ${table}`, text, columns, rows);
  }

  update<Row>(
    { table, key, before = {}, after = {}, added = {} }: Update<Row>,
    rows: readonly ChangedRow<Row>[],
  ): void {
    const columns: Arrays<ChangedRow<Row>> = [
      ...ofAfter(key),
      ...ofBefore(before),
      ...ofAfter(after),
      ...ofAfter(added),
    ];
    const named = (prefix: string, values: Values<Row>) => Object.keys(values).map((name) => `${prefix}_${name}`);
    const names = [
      ...named('key', key),
      ...named('before', before),
      ...named('after', after),
      ...named('added', added),
    ];
    const changes = [
      ...Object.keys(after).map((name) => `${name} = a.after_${name}`),
      ...Object.keys(added).map((name) => `${name} = t.${name} + a.added_${name}`),
    ];
    const conditions = [
      ...Object.keys(key).map((name) => `t.${name} = a.key_${name}`),
      ...Object.keys(before).map((name) => `t.${name} = a.before_${name}`),
    ];
    const text = `WITH changed AS (
        UPDATE ${table} AS t SET ${changes.join(', ')}
        FROM ${arraysOf(table, columns)} AS a (${names.join(', ')})
        WHERE ${conditions.join(' AND ')} RETURNING 1
      ) SELECT expect_rows(count(*), cardinality($1)) FROM changed`;
    this.#send(`update ${table}`, text, columns, rows);
  }

  delete(table: TableName, column: string, values: readonly SqlValue[]): void {
    const text = `DELETE FROM ${table} WHERE ${column} = ANY($1)`;
    this.#send(`delete ${table}`, text, [[column, (value: SqlValue) => value]], values);
  }

  #send<Row>(name: string, text: string, columns: Arrays<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const values: PgValue[] = columns.map(([, valueOf]) => rows.map((row) => valueOf(row)));
    this.sent.push(this.#connection.query({ name, text }, values));
  }
}

function ofAfter<Row>(values: Values<Row>): Arrays<ChangedRow<Row>> {
  return Object.entries(values).map(([name, valueOf]) => [name, ({ after }) => valueOf(after)]);
}

function ofBefore<Row>(values: Values<Row>): Arrays<ChangedRow<Row>> {
  return Object.entries(values).map(([name, valueOf]) => [name, ({ before }) => valueOf(before)]);
}

function arraysOf(table: TableName, columns: Arrays<never>): string {
  const types = columns.map(([column], index) => `$${index + 1}::${ARRAYS[typeOf(TABLES[table], column)]}`);
  return `unnest(${types.join(', ')})`;
}
