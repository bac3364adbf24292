import type { JournalReads } from './journal-reads.ts';
import type { PayoutRecord } from './records.ts';

const ROWS_AT_ONCE = 200;

/** The payouts of a run that are to be sent: each comes once, and again when it is given back. */
export interface PlannedRows {
  next(): PayoutRecord | undefined;
  /** It is planned again. */
  giveBack(payout: PayoutRecord): void;
}

export function plannedRows(journal: Pick<JournalReads, 'payouts'>, runId: string): PlannedRows {
  const givenBack: PayoutRecord[] = [];
  let waiting: PayoutRecord[] = [];
  let after = 0;

  return {
    next() {
      if (givenBack.length > 0) return givenBack.shift();
      if (waiting.length === 0) {
        waiting = [...journal.payouts(runId, { states: ['planned'], after, maximum: ROWS_AT_ONCE })];
        after = waiting.at(-1)?.row ?? after;
      }
      return waiting.shift();
    },
    giveBack(payout) {
      givenBack.push(payout);
    },
  };
}
