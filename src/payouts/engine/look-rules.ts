import type { JournalReads } from '../journal/journal-reads.ts';
import { mayBe, type LookRules } from './look.ts';
import { markIn } from '../rules/mark.ts';

/** What the journal knows about the withdrawals in a look. */
export function lookRules(journal: JournalReads): LookRules {
  return {
    isClaimed: (id) => journal.claimantOf(id) !== undefined,
    isSecondOfAnother: (id, { runId, row }) => {
      const owner = journal.ownerOfSecond(id);
      return owner !== undefined && !(owner.runId === runId && owner.row === row);
    },
    isMarkedForAnother: (row) => {
      const owner = journal.payoutOfMark(markIn(row.description) ?? '');
      if (owner === undefined || owner.withdrawal !== null) return false;
      return mayBe(row, owner);
    },
    wasSeenBefore: (id, payout) => journal.wasSeenBefore(id, payout),
  };
}
