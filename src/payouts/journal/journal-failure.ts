import { ConnectionLostError, StatementError } from '../../postgres/errors.ts';
import { isLocked } from '../../sqlite/damage.ts';
import { DatabaseOpenError } from '../../sqlite/open-error.ts';
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

/** Whether another process has locked the journal's file. */
export function isInUse(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isInUse);
  return error instanceof DatabaseOpenError ? error.reason === 'locked' : isLocked(error);
}
