import type { Journal } from '../../journal/journal.ts';
import type { PayoutRecord } from '../../journal/records.ts';
import { holderKind } from './verdict.ts';

/** A row, and the payout that has its reference. */
interface TakenRow {
  readonly payout: PayoutRecord;
  readonly holder: PayoutRecord;
}

export interface NotSentRows {
  readonly paid: number;
  readonly open: readonly TakenRow[];
  readonly other: readonly TakenRow[];
  /** Rows whose reference has become free in the meantime. */
  readonly free: number;
}

/** The rows of a run that were not sent because their reference was taken, grouped by the payout that has it. */
export function rowsTakenElsewhere(journal: Pick<Journal, 'payouts' | 'holderOfPayout'>, runId: string): NotSentRows {
  const [open, other]: [TakenRow[], TakenRow[]] = [[], []];
  let [paid, free] = [0, 0];
  for (const payout of journal.payouts(runId, { states: ['duplicate'] })) {
    const holder = journal.holderOfPayout(payout);
    if (holder === undefined) free += 1;
    else if (holderKind(payout, holder) === 'paid') paid += 1;
    else (holderKind(payout, holder) === 'open' ? open : other).push({ payout, holder });
  }
  return { paid, open, other, free };
}
