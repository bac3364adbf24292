import type { JournalReads } from './journal-reads.ts';
import type { PayoutRecord } from './records.ts';

const ROWS_AT_ONCE = 200;

/** The payouts of a run that may be sent at once: each comes once, and again when it is given back. */
export interface PlannedRows {
  next(): PayoutRecord | undefined;
  hasMore(): boolean;
  /** It is planned again. */
  giveBack(payout: PayoutRecord): void;
}

export function plannedRows(journal: Pick<JournalReads, 'payouts'>, runId: string): PlannedRows {
  const givenBack: PayoutRecord[] = [];
  let waiting: PayoutRecord[] = [];
  let after = 0;

  function hasMore(): boolean {
    if (givenBack.length > 0) return true;
    if (waiting.length === 0) {
      const filter = { states: ['planned'], isRefused: false, after, maximum: ROWS_AT_ONCE } as const;
      waiting = [...journal.payouts(runId, filter)];
      after = waiting.at(-1)?.row ?? after;
    }
    return waiting.length > 0;
  }

  return {
    hasMore,
    next: () => (hasMore() ? (givenBack.shift() ?? waiting.shift()) : undefined),
    giveBack(payout) {
      givenBack.push(payout);
    },
  };
}
