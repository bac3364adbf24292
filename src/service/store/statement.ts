import type { PgStatement } from '../../sql/postgres/connection.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';

/** A statement for either database. Its parameters are `$1`, `$2` and so on. */
export type Statement = PgStatement;

export type Ask = (statement: Statement, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** Queries whose answers show one moment. They share their parameters. */
export interface Reading<Part extends string> {
  readonly name: string;
  readonly parts: Readonly<Record<Part, string>>;
}

/** Asks a database for all parts at once. */
export type Read = <Part extends string>(
  reading: Reading<Part>,
  values: readonly SqlValue[],
) => Promise<Readonly<Record<Part, readonly SqlRow[]>>>;
