import type { JournalReads } from './journal-reads.ts';
import type { PayoutRecord } from './records.ts';

const ROWS_AT_ONCE = 200;

/** The payouts of a run that may be sent: each is returned once, and again after it was given back. */
export class PlannedRows {
  readonly #journal: Pick<JournalReads, 'payouts'>;
  readonly #runId: string;
  readonly #givenBack: PayoutRecord[] = [];
  #waiting: PayoutRecord[] = [];
  #after = 0;

  constructor(journal: Pick<JournalReads, 'payouts'>, runId: string) {
    this.#journal = journal;
    this.#runId = runId;
  }

  hasMore(): boolean {
    if (this.#givenBack.length > 0) return true;
    if (this.#waiting.length === 0) {
      const filter = { states: ['planned'], isRefused: false, after: this.#after, maximum: ROWS_AT_ONCE } as const;
      this.#waiting = [...this.#journal.payouts(this.#runId, filter)];
      this.#after = this.#waiting.at(-1)?.row ?? this.#after;
    }
    return this.#waiting.length > 0;
  }

  next(): PayoutRecord | undefined {
    return this.hasMore() ? (this.#givenBack.shift() ?? this.#waiting.shift()) : undefined;
  }

  /** Returns a payout that is planned again. */
  giveBack(payout: PayoutRecord): void {
    this.#givenBack.push(payout);
  }
}
