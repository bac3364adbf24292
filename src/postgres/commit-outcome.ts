import { setTimeout as sleep } from 'node:timers/promises';
import { textIn } from './connection.ts';
import type { PostgresAddress } from './database-url.ts';
import { ConnectionLostError, PostgresUnavailableError } from './errors.ts';
import { openConnection } from './pool.ts';

/** What became of a transaction whose COMMIT was not answered. */
export type CommitOutcome = 'committed' | 'aborted';

const PAUSE_MS = 50;

const END_SESSION = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = $1::text::xid8::xid';

/**
 * Asks the server what became of a transaction, until it is decided: a server that has just lost a client may still be
 * at work on it, and a server that restarts can't be reached for a while.
 *
 * @param transaction its `pg_current_xact_id()`
 * @returns undefined when it is not known within `patienceMs`
 */
export async function commitOutcome(
  address: PostgresAddress,
  transaction: string,
  patienceMs: number,
): Promise<CommitOutcome | undefined> {
  const until = performance.now() + patienceMs;
  do {
    const status = await statusOf(address, transaction);
    if (status === 'committed' || status === 'aborted') return status;
    await sleep(PAUSE_MS);
  } while (performance.now() < until);
  return undefined;
}

async function statusOf(address: PostgresAddress, transaction: string): Promise<string | undefined> {
  try {
    const connection = await openConnection(address);
    try {
      const answer = await connection.query('SELECT pg_xact_status($1::text::xid8) AS status', [transaction]);
      const status = textIn(answer, 'status');
      // The server may not notice for hours that the other end is gone, and the session keeps its locks.
      if (status === 'in progress') await connection.query(END_SESSION, [transaction]);
      return status;
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof PostgresUnavailableError || error instanceof ConnectionLostError) return undefined;
    throw error;
  }
}
