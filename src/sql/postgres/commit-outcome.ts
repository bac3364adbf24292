import { randomUUID } from 'node:crypto';
import type { PgConnection } from './connection.ts';

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

/**
 * A transaction that leaves a row when it is committed, and nothing otherwise.
 *
 * @param session its `pg_backend_pid()` and `pg_current_xact_id()`
 */
export function recordedTransaction(...session: readonly [backend: number, transaction: string]) {
  const id = randomUUID();
  return {
    /** To be sent within the transaction, before its COMMIT. */
    recordOf: (connection: string) => ({ ...RECORD, values: [connection, id] }),
    /** When this finds no row, `isCommitted` finds one if it was committed. */
    endSession: { text: END_SESSION, values: session },
    isCommitted: { text: IS_COMMITTED, values: [id] },
  };
}
export type RecordedTransaction = ReturnType<typeof recordedTransaction>;

/** Deletes what connections of long ago have left. */
export async function sweepCommitRecords(connection: PgConnection): Promise<void> {
  await connection.run(SWEEP);
}
