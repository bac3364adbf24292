import type { Journal } from '../journal/journal.ts';
import type { BatchTotals } from '../files/batch-summary.ts';

/** Whether a run of the same file is complete: running the file again would send nothing. */
export function isRunToItsEnd(
  journal: Pick<Journal, 'isFinished'>,
  runId: string,
  left: { readonly totals: Pick<BatchTotals, 'payouts'> },
): boolean {
  return left.totals.payouts === 0 && journal.isFinished(runId);
}

/** When a run last sent something, or was staged if it never did. Milliseconds since the epoch. */
export function lastSentAt(journal: Pick<Journal, 'run' | 'lastIntentAt'>, runId: string): number {
  return journal.lastIntentAt(runId) ?? journal.run(runId).createdAt;
}
