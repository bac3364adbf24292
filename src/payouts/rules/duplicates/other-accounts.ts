import { centavos, sumCentavos, type Centavos } from '../../../pix/centavos.ts';
import type { JournalReads } from '../../journal/journal-reads.ts';
import { groupTally, sumOfTallies, type PayoutRecord } from '../../journal/records.ts';
import type { Payout } from '../../payout.ts';
import { REPEATABLE_MS } from '../../payout-state.ts';
import { lastSentAt, latestSentAtOf } from './sent-payment.ts';

/** Payments that another account of the journal has made, or may have made: the wrong profile may be active. */
export interface PaidElsewhere {
  /** The newest run of that account with some of them. */
  readonly runId: string;
  /** When it sent last. Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly payouts: number;
  readonly amountCentavos: Centavos;
}

export class ElsewhereTally {
  readonly #journal: JournalReads;
  readonly #account: number;
  readonly #sinceMs: number;
  #newest: PayoutRecord | undefined;
  #payouts = 0;
  #amountCentavos = centavos(0);

  constructor(journal: JournalReads, account: number, nowMs: number) {
    this.#journal = journal;
    this.#account = account;
    this.#sinceMs = nowMs - REPEATABLE_MS;
  }

  add({ amountCentavos }: Pick<Payout, 'amountCentavos'>, holder: PayoutRecord): void {
    this.#payouts += 1;
    this.#amountCentavos = sumCentavos(this.#amountCentavos, amountCentavos);
    if (this.#newest === undefined || latestSentAtOf(holder) >= latestSentAtOf(this.#newest)) this.#newest = holder;
  }

  /** What was counted, or what a run of the same file has paid. */
  result(digest: string): PaidElsewhere | undefined {
    for (const { id } of this.#journal.runsElsewhere(digest, this.#account)) {
      const tally = this.#journal.tally(id);
      const { payouts, amountCentavos } = sumOfTallies(
        (['paid', 'pending', 'open'] as const).map((group) => groupTally(tally, group)),
      );
      const sentAt = lastSentAt(this.#journal, id);
      if (payouts > 0 && sentAt >= this.#sinceMs) return { runId: id, sentAt, payouts, amountCentavos };
    }
    if (this.#newest === undefined) return undefined;
    const { runId } = this.#newest;
    return {
      runId,
      sentAt: latestSentAtOf(this.#newest),
      payouts: this.#payouts,
      amountCentavos: this.#amountCentavos,
    };
  }
}
