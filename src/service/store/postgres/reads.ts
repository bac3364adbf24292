import type { PgRow, PgStatement } from '../../../sql/postgres/connection.ts';
import type { SqlValue } from '../../../sql/sqlite/driver.ts';
import type { Read, Reading } from '../statement.ts';
import type { StoreConnections } from './store-connections.ts';

const STATEMENTS = new WeakMap<Reading<string>, PgStatement>();

/** Reads several queries as one statement, so that they see one moment in one round trip. */
export function readingThrough(ask: StoreConnections['read']): Read {
  return async <Part extends string>(reading: Reading<Part>, values: readonly SqlValue[]) => {
    const parts = Object.keys(reading.parts) as Part[];
    const rows = await ask(statementOf(reading), values);
    const rowsOf = (part: Part) => (parts.length === 1 ? rows : rowsIn(rows[0] ?? {}, part));
    return Object.fromEntries(parts.map((part) => [part, rowsOf(part)])) as Record<Part, readonly PgRow[]>;
  };
}

function statementOf(reading: Reading<string>): PgStatement {
  const known = STATEMENTS.get(reading);
  if (known !== undefined) return known;
  const statement = { name: reading.name, text: textOf(Object.entries(reading.parts)) };
  STATEMENTS.set(reading, statement);
  return statement;
}

function textOf(parts: readonly (readonly [name: string, text: string])[]): string {
  const [only, second] = parts;
  if (only !== undefined && second === undefined) return only[1];
  const columns = parts.map(
    ([name, text]) => `(SELECT coalesce(json_agg(to_json(r)), '[]') FROM (${text}) AS r) AS ${name}`,
  );
  return `SELECT ${columns.join(', ')}`;
}

/** Rows that the database has put into one value. */
export function rowsIn(row: PgRow, column: string): PgRow[] {
  const value = row[column];
  if (!Array.isArray(value)) throw new TypeError(`column ${column} should hold rows`);
  return value.filter((row): row is PgRow => typeof row === 'object' && row !== null);
}
