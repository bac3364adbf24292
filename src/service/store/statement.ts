import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';

/** @param statement for either database. Its parameters are `$1`, `$2` and so on */
export type Ask = (statement: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** Queries whose answers show one moment, by the names of their answers. They share their parameters. */
export type Reading<Part extends string> = Readonly<Record<Part, string>>;

/** Asks a database for all parts at once. */
export type Read = <Part extends string>(
  reading: Reading<Part>,
  values: readonly SqlValue[],
) => Promise<Readonly<Record<Part, readonly SqlRow[]>>>;
