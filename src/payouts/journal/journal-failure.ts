import { ConnectionLostError, sqlStateOf, StatementError } from '../../sql/postgres/errors.ts';
import { isLocked } from '../../sql/sqlite/damage.ts';
import { DatabaseOpenError } from '../../sql/sqlite/open-error.ts';
import { StampError } from './stamp.ts';

/** Whether the connection to the database of a journal was lost. */
export function isConnectionLost(error: unknown): error is Error {
  return error instanceof ConnectionLostError;
}

/** An error of the database, or of the stamp beside it: the disk is full or missing, or the connection was lost. */
export function isJournalFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isJournalFailure);
  const isKnown = error instanceof StampError || error instanceof StatementError || isConnectionLost(error);
  // SQLite's drivers have no class of their own for errors: a number of SQLite's is what they have in common.
  return isKnown || (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number');
}

/** `lock_not_available` */
const LOCK_TIMEOUT = '55P03';

/** Whether another process has locked the journal. */
export function isInUse(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isInUse);
  if (error instanceof DatabaseOpenError) return error.reason === 'locked';
  return sqlStateOf(error) === LOCK_TIMEOUT || isLocked(error);
}
