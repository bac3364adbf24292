import { isStorable } from '../../../postgres/connection.ts';
import type { PgRow, PgStatement, PgValue } from '../../../postgres/connection.ts';
import { ConnectionLostError, PostgresUnavailableError } from '../../../postgres/errors.ts';
import type { PgPool } from '../../../postgres/pool.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';

/** Statements that stand alone. A database that can't be reached is a store that is not available. */
export class StoreConnections {
  readonly #pool: PgPool;

  constructor(pool: PgPool) {
    this.#pool = pool;
  }

  /** A text that can't be stored is not found. */
  read(statement: PgStatement, values?: readonly PgValue[]): Promise<readonly PgRow[]> {
    if (values?.every(isStorable) === false) return Promise.resolve([]);
    return available(async () => (await this.#pool.read(statement, values)).rows);
  }

  /** For what does not concern money: it may have happened although the connection was lost. */
  change(statement: PgStatement, values?: readonly PgValue[]): Promise<readonly PgRow[]> {
    return available(async () => (await this.#pool.query(statement, values)).rows);
  }
}

/** @throws {StoreUnavailable} */
export async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PostgresUnavailableError || error instanceof ConnectionLostError) {
      throw new StoreUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}
