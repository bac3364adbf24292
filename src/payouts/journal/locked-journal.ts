import type { Journal } from './journal.ts';
import { PayoutError } from '../payout-error.ts';
import type { RunLock } from './run-lock.ts';

/**
 * The journal for work on a run under its lock. Somebody may remove the file of the lock, and another process then take
 * it: from that moment no intent is written any more, so that nothing leaves.
 *
 * Its methods also throw {@link PayoutError} `lock_lost`.
 */
export function lockedJournal(journal: Journal, lock: RunLock): Journal {
  const lost = (cause?: unknown) =>
    new PayoutError(`the lock of the run ${lock.runId} is gone`, { code: 'lock_lost', runId: lock.runId, cause });
  return {
    ...journal,
    intend(place, intent) {
      if (!lock.isOurs()) throw lost();
      return journal.intend(place, intent);
    },
    change(place, from, change) {
      try {
        journal.change(place, from, change);
      } catch (error) {
        // The other process has moved the payout meanwhile.
        if (isIllegal(error) && !lock.isOurs()) throw lost(error);
        throw error;
      }
    },
  };
}

/** Whether work on a run has ended since its lock was lost. */
export function isLockLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isLockLost);
  return error instanceof PayoutError && error.code === 'lock_lost';
}

function isIllegal(error: unknown): boolean {
  return error instanceof PayoutError && error.code === 'illegal_transition';
}
