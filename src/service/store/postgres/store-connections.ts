import { isStorable } from '../../../postgres/connection.ts';
import type { PgRow, PgStatement, PgValue } from '../../../postgres/connection.ts';
import { ConnectionLostError, PostgresUnavailableError, sqlStateOf } from '../../../postgres/errors.ts';
import type { PgPool } from '../../../postgres/pool.ts';
import { isDiskFull } from '../../../sqlite/damage.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';
import { BatchError } from './batch.ts';

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
    const cause = error instanceof BatchError ? error.cause : error;
    if (cause instanceof Error && isPassing(cause)) throw new StoreUnavailable(cause.message, { cause: error });
    throw error;
  }
}

/**
 * A state of the database that passes, and in which a statement does nothing: no connection, a full disk or too many
 * connections (class 53), a conflict (40), a wait that became too long (55P03, 57014).
 */
function isPassing(error: Error): boolean {
  const isAway = error instanceof PostgresUnavailableError || error instanceof ConnectionLostError;
  return isAway || isDiskFull(error) || /^(40|53|55P03|57014)/.test(sqlStateOf(error) ?? '');
}
