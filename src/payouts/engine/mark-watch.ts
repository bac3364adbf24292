import type { Withdrawal } from '../../client/client.ts';
import type { Journal } from '../journal/journal.ts';
import type { MarksSeen } from './look.ts';
import { markIn } from './mark.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { RunEvent } from './run-events.ts';

/**
 * Watches the marks on all withdrawals that are read while a run is worked on: whether they come back at all, and whether
 * one of ours stands on a withdrawal that is one too many.
 */
export class MarkWatch {
  readonly #journal: Journal;
  readonly #onEvent: (event: RunEvent) => void;
  #areShown = false;
  #areHidden = false;

  constructor({ journal, onEvent }: { readonly journal: Journal; readonly onEvent: (event: RunEvent) => void }) {
    this.#journal = journal;
    this.#onEvent = onEvent;
  }

  seen(): MarksSeen {
    return { areShown: this.#areShown, areHidden: this.#areHidden };
  }

  see(row: Withdrawal): void {
    const mark = markIn(row.description);
    const owner = mark === undefined ? undefined : this.#journal.payoutOfMark(mark);
    if (owner !== undefined) {
      this.#areShown = true;
      this.#raiseAlarm(row, owner);
    }
    if (!this.#areHidden) this.#areHidden = this.#lacksItsMark(row, mark);
  }

  /** A mark on a withdrawal other than the one that its payout claims is an alarm. */
  #raiseAlarm({ id, status }: Withdrawal, { withdrawal, secondWithdrawalId, ...place }: PayoutRecord): void {
    if (withdrawal === null || withdrawal.id === id || secondWithdrawalId === id || status === 'FAILED') return;
    this.#journal.keepSecond(place, id);
    this.#onEvent({ type: 'second_withdrawal', payout: this.#journal.payout(place), withdrawalId: id });
  }

  /** Whether it was made for a mark and is told without it. What a person named need not be ours. */
  #lacksItsMark({ id }: Withdrawal, mark: string | undefined): boolean {
    const claimant = this.#journal.claimantOf(id);
    if (claimant === undefined || claimant.mark === null || claimant.resolvedBy !== null) return false;
    return mark === undefined || !this.#journal.marksOf(claimant).includes(mark);
  }
}
