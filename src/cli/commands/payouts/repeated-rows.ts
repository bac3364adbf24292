import type { Journal } from '../../../payouts/journal/journal.ts';
import { nameOfPayout } from '../../../payouts/journal/journal-reads.ts';
import { type PayoutRecord, type RunRecord, unpaidPayouts } from '../../../payouts/journal/records.ts';

/** The run that has paid a row since, or may have; undefined where none is known. */
interface UnpaidRow {
  readonly payout: PayoutRecord;
  readonly otherRun: string | undefined;
}

/** The certainly unpaid rows of a run. */
export function* unpaidRows(journal: Journal, { id, account }: RunRecord): Generator<UnpaidRow> {
  // One payment repeats one row.
  const repeating = new Set<string>();
  for (const payout of unpaidPayouts(journal, id)) {
    const other =
      journal.holderOfPayout(payout) ??
      journal.deniedHolderOfPayout(payout, 0) ??
      journal.alike(payout, account).find((paid) => mayRepeat(paid, payout) && !repeating.has(nameOfPayout(paid)));
    if (other !== undefined) repeating.add(nameOfPayout(other));
    yield { payout, otherRun: other?.runId };
  }
}

/** Whether a payment to the same key, of the same amount, may be a row sent again: with references, those tell. */
function mayRepeat(paid: PayoutRecord, row: PayoutRecord): boolean {
  const isUnnamed = paid.reference === undefined || row.reference === undefined;
  return isUnnamed && paid.runId !== row.runId && sentAt(paid) >= sentAt(row);
}

function sentAt({ intendedAt, changedAt }: PayoutRecord): number {
  return intendedAt ?? changedAt;
}
