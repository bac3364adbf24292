import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgConnection, PgResult } from './connection.ts';
import type { PostgresAddress } from './database-url.ts';
import { ConnectionLostError, PostgresUnavailableError } from './errors.ts';
import { openConnection } from './pool.ts';

/** What became of a transaction whose COMMIT was not answered. */
export type CommitOutcome = 'committed' | 'aborted';

/**
 * A table of each connection's last transaction. The number of a transaction is no proof by itself: a server that
 * crashes before anything of a transaction is on its disk gives the number to another one.
 */
export const COMMIT_RECORDS = `CREATE TABLE commit_records (
    connection uuid PRIMARY KEY,
    transaction uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50);`;

const RECORD = {
  name: 'record commit',
  text: `INSERT INTO commit_records (connection, transaction) VALUES ($1, $2)
    ON CONFLICT (connection) DO UPDATE SET transaction = excluded.transaction, at = now()`,
};
const SWEEP = "DELETE FROM commit_records WHERE at < now() - interval '1 day'";

/**
 * Ends a session that is still at work on a transaction: the server may not notice for hours that the other end is gone,
 * and the session keeps its locks. One that waits for its standby has committed already.
 */
const END_SESSION = `SELECT CASE WHEN wait_event IS DISTINCT FROM 'SyncRep' THEN pg_terminate_backend(pid) END
  FROM pg_stat_activity WHERE pid = $1 AND backend_xid = $2::text::xid8::xid`;
const IS_COMMITTED = 'SELECT 1 FROM commit_records WHERE transaction = $1';

const PAUSE_MS = 50;
const LIMITS = { connectMs: 5_000, lockMs: 5_000, idleMs: 5_000, answerMs: 5_000 };

/** A transaction that leaves a row when it is committed, and nothing otherwise. */
export class RecordedTransaction {
  readonly #id = randomUUID();
  #session: readonly [backend: number, transaction: string] = [0, ''];

  /** @param session its `pg_backend_pid()` and `pg_current_xact_id()` */
  runsIn(...session: readonly [backend: number, transaction: string]): void {
    this.#session = session;
  }

  /** To be sent within the transaction, before its COMMIT. */
  record(connection: PgConnection): Promise<PgResult> {
    return connection.query(RECORD, [connection.id, this.#id]);
  }

  /** The statement of {@link record}, for a connection of another kind. */
  recordOf(connection: string) {
    return { ...RECORD, values: [connection, this.#id] };
  }

  /**
   * What {@link outcome} asks, for a connection of another kind: when `endSession` finds no row, `isCommitted` finds one
   * if it was committed.
   */
  get questions() {
    return {
      endSession: { text: END_SESSION, values: [...this.#session] },
      isCommitted: { text: IS_COMMITTED, values: [this.#id] },
    };
  }

  /**
   * Asks the server what became of it, until that is decided: a server that has just lost a client may still be at work
   * on it, and a server that restarts can't be reached for a while.
   *
   * @returns undefined when it is not known within `patienceMs`
   */
  async outcome(address: PostgresAddress, patienceMs: number): Promise<CommitOutcome | undefined> {
    const until = performance.now() + patienceMs;
    do {
      const outcome = await this.#ask(address);
      if (outcome !== undefined) return outcome;
      await sleep(PAUSE_MS);
    } while (performance.now() < until);
    return undefined;
  }

  /** @returns undefined when it is under way, or the server can't be asked */
  async #ask(address: PostgresAddress): Promise<CommitOutcome | undefined> {
    try {
      const connection = await openConnection(address, LIMITS);
      try {
        const { rows: underWay } = await connection.query(END_SESSION, this.#session);
        if (underWay.length > 0) return undefined;
        // Its session has ended, so what is there now is all that will be.
        const { rows } = await connection.query(IS_COMMITTED, [this.#id]);
        return rows.length > 0 ? 'committed' : 'aborted';
      } finally {
        await connection.close();
      }
    } catch (error) {
      if (error instanceof PostgresUnavailableError || error instanceof ConnectionLostError) return undefined;
      throw error;
    }
  }
}

/** Deletes what connections of long ago have left. */
export async function sweepCommitRecords(connection: PgConnection): Promise<void> {
  await connection.run(SWEEP);
}
