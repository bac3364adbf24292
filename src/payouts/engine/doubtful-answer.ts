import type { CreatedWithdrawal } from '../../client/client.ts';
import { contradicts } from './creation-outcome.ts';
import type { JournalReads } from '../journal/journal-reads.ts';
import { isOlderThanIntent } from './look.ts';
import type { PayoutRecord } from '../journal/records.ts';

/** Why an answer of success is not taken for the withdrawal of this payout; only looking tells then. */
type Doubt = 'answer_contradicts' | 'withdrawal_claimed' | 'answer_outdated';

export function doubtOf(
  answer: CreatedWithdrawal,
  payout: PayoutRecord,
  { journal, coverFee }: { journal: JournalReads; coverFee: boolean },
): Doubt | undefined {
  if (contradicts(answer, payout, coverFee)) return 'answer_contradicts';
  if ((journal.claimantOf(answer.id) ?? journal.ownerOfSecond(answer.id)) !== undefined) return 'withdrawal_claimed';
  const isOld = isOlderThanIntent(answer.createdAt, payout) || journal.wasSeenBefore(answer.id, payout);
  return isOld ? 'answer_outdated' : undefined;
}
