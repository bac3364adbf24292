import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';

/** A statement for either database. Its parameters are `$1`, `$2` and so on. */
export interface Statement {
  /** Prepared once for each connection. */
  readonly name: string;
  readonly text: string;
}

/** Asks a database. */
export type Ask = (statement: Statement, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
