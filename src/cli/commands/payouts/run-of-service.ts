import { PayoutError } from '../../../payouts/payout-error.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import type { OpenJournal } from '../../context/payouts/open-payouts.ts';

/** @throws PayoutError run_unknown, or other_origin: payments sent to one service are never looked for at another */
export function runOfThisService({ journal, origin }: OpenJournal, runId: string): RunRecord {
  const record = journal.run(runId);
  if (record.origin === origin) return record;
  throw new PayoutError(`the run ${runId} belongs to ${record.origin}`, { code: 'other_origin', runId });
}
