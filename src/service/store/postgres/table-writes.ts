import type { PgStatement, PgValue } from '../../../sql/postgres/connection.ts';

type Cell = null | number | string | boolean | Uint8Array;

/** A column: its type in SQL, and its value of a row. */
type Column<Row> = readonly [name: string, type: string, valueOf: (row: Row) => Cell];

/** A statement that writes any number of rows at once, and the values of its arrays. */
export interface RowWrites<Row> {
  readonly statement: PgStatement;
  readonly valuesOf: (rows: readonly Row[]) => PgValue[];
}

/** @param ending what follows, such as ON CONFLICT */
export function insertion<Row>(table: string, columns: readonly Column<Row>[], ending = ''): RowWrites<Row> {
  const names = columns.map(([name]) => name).join(', ');
  const text = `INSERT INTO ${table} (${names})
    SELECT ${names} FROM ${arraysOf(columns)} WITH ORDINALITY AS a (${names}, place) ORDER BY place ${ending}`;
  return { statement: { name: `insert ${table}`, text }, valuesOf: arrayValues(columns) };
}

interface UpdatePlan<Row> {
  readonly key: readonly Column<Row>[];
  /** Values that the row must have before: otherwise the whole batch fails. */
  readonly before: readonly Column<Row>[];
  readonly after: readonly Column<Row>[];
}

/** Changes rows on the condition that they are still as they were read. */
export function update<Row>(table: string, { key, before, after }: UpdatePlan<Row>): RowWrites<Row> {
  const named = [
    ...key,
    ...before.map(([name, ...rest]) => [`before_${name}`, ...rest] as const),
    ...after.map(([name, ...rest]) => [`after_${name}`, ...rest] as const),
  ];
  const conditions = [
    ...key.map(([name]) => `t.${name} = a.${name}`),
    ...before.map(([name]) => `t.${name} = a.before_${name}`),
  ];
  const text = `WITH changed AS (
      UPDATE ${table} AS t SET ${after.map(([name]) => `${name} = a.after_${name}`).join(', ')}
      FROM ${arraysOf(named)} AS a (${named.map(([name]) => name).join(', ')})
      WHERE ${conditions.join(' AND ')} RETURNING 1
    ) SELECT expect_rows(count(*), cardinality($1)) FROM changed`;
  return { statement: { name: `update ${table}`, text }, valuesOf: arrayValues(named) };
}

function arraysOf(columns: readonly Column<never>[]): string {
  return `unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

function arrayValues<Row>(columns: readonly Column<Row>[]): RowWrites<Row>['valuesOf'] {
  return (rows) => columns.map(([, , valueOf]) => rows.map((row) => valueOf(row)));
}
