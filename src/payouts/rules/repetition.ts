import type { Journal } from '../journal/journal.ts';
import type { Payable } from './payable.ts';

/** Whether a run of the same file has come to its end: running the file again would send nothing. */
export function isRunToItsEnd(journal: Pick<Journal, 'isFinished'>, runId: string, left: Payable): boolean {
  return left.totals.payouts === 0 && journal.isFinished(runId);
}

/** When a run sent something last, or was staged when it never did. Milliseconds since the epoch. */
export function lastSentAt(journal: Pick<Journal, 'run' | 'lastIntentAt'>, runId: string): number {
  return journal.lastIntentAt(runId) ?? journal.run(runId).createdAt;
}
