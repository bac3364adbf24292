import { isStorable, type PgRow, type PgValue } from '../../../sql/postgres/connection.ts';
import { ConnectionLostError, PostgresUnavailableError, sqlStateOf } from '../../../sql/postgres/errors.ts';
import type { PgPool } from '../../../sql/postgres/pool.ts';
import { isDiskFull } from '../../../sql/sqlite/damage.ts';
import { StoreUnavailable } from '../../wallet/refusal.ts';
import { BatchError } from './batch.ts';
import { prepared } from '../../../sql/postgres/prepared.ts';
import type { ConnectionLimits } from '../../../sql/postgres/database-url.ts';

/*
 * How long one end waits for the other. A session whose instance is frozen in the middle of a transaction ends sooner than
 * others give up waiting for its locks. docs/integrate/postgresql.md states the sum.
 */

export const DECISION: ConnectionLimits = { connectMs: 5_000, lockMs: 6_000, idleMs: 4_000, answerMs: 8_000 };
/** Statements that stand alone. */
export const STATEMENT: ConnectionLimits = { connectMs: 5_000, lockMs: 5_000, idleMs: 4_000, answerMs: 8_000 };
/** What reads or replaces everything: single statements take long. */
export const EVERYTHING: ConnectionLimits = { connectMs: 5_000, lockMs: 6_000, idleMs: 30_000, answerMs: 600_000 };

/** A start: another instance may be filling the database, which takes minutes. */
export const START: ConnectionLimits = { connectMs: 30_000, lockMs: 0, idleMs: 60_000, answerMs: 3_600_000 };

/** How long a decision waits for the one before it. */
export const TURN_MS = 8_000;
/** How long a decision may be under way before the instance calls itself not ready. */
export const READY_WITHIN_MS = 3_000;

/** Asks a statement that stands alone. */
type AskAlone = (statement: string, values?: readonly PgValue[]) => Promise<readonly PgRow[]>;

/** A database that can't be reached is a store that is not available. */
export interface StoreConnections {
  /** A text that can't be stored is not found. */
  readonly read: AskAlone;
  /** For what does not concern money: it may have happened although the connection was lost. */
  readonly change: AskAlone;
}

export function storeConnections(pool: PgPool): StoreConnections {
  return {
    async read(statement, values) {
      if (values?.every(isStorable) === false) return [];
      return available(async () => (await pool.read(prepared(statement), values)).rows);
    },
    change: (statement, values) => available(async () => (await pool.query(prepared(statement), values)).rows),
  };
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
