import type { Withdrawal } from '../../client/answers.ts';
import type { Journal } from '../journal/journal.ts';
import { mayBe, mayBeDespiteFee, type MarksSeen } from './look.ts';
import { markIn } from '../rules/mark.ts';
import { OTHER_MARK } from '../payout-state.ts';
import type { PayoutRecord } from '../journal/records.ts';
import type { RunEvent } from './run-events.ts';

/**
 * Checks the marks on all withdrawals that are read during a run: whether marks are returned at all, whether one of
 * ours is on a second withdrawal, and whether a claimed withdrawal has another mark.
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
      // Copied by hand, or given to another withdrawal by the service: such a mark proves nothing about its payout.
      if (!mayBe(row, owner)) this.#areHidden = true;
      // A service that charges the fee otherwise does so for a gateway's copy as well.
      if (mayBeDespiteFee(row, owner)) this.#raiseAlarm(row, owner);
    }
    this.#seeClaimed(row, mark);
  }

  /** A mark on another withdrawal than the one its payout claims is an alarm. */
  #raiseAlarm({ id, status }: Withdrawal, payout: PayoutRecord): void {
    const { withdrawal, secondWithdrawalId } = payout;
    if (withdrawal?.id === id || secondWithdrawalId === id || status === 'FAILED') return;
    if (withdrawal === null && !this.#isTakenForUnpaid(payout)) return;
    this.alarm(payout, id);
  }

  /** @param isForeign the withdrawal was made by another journal, by hand, or by another program */
  alarm(payout: PayoutRecord, withdrawalId: string, isForeign = false): void {
    this.#journal.steps.storeSecond(payout, withdrawalId);
    this.#onEvent({ type: 'second_withdrawal', payout: this.#journal.payout(payout), withdrawalId, isForeign });
  }

  /**
   * Whether it may be paid, or has been, once more elsewhere. A payout that is still looked for finds its withdrawal by
   * itself.
   */
  #isTakenForUnpaid(payout: PayoutRecord): boolean {
    if (payout.state === 'resolved_unpaid') return true;
    return payout.state === 'refused' && this.#journal.holderOfPayout(payout) !== undefined;
  }

  /**
   * A claimed withdrawal that was made for a mark and is returned without it shows that marks are hidden. With another
   * mark, it may not belong to its payout. A withdrawal that a person has named need not be ours.
   */
  #seeClaimed({ id }: Withdrawal, mark: string | undefined): void {
    const claimant = this.#journal.claimantOf(id);
    if (claimant === undefined || claimant.mark === null || claimant.resolvedBy !== null) return;
    if (mark !== undefined && this.#journal.marksOf(claimant).includes(mark)) return;
    this.#areHidden = true;
    const isCopied = mark === undefined || claimant.description?.includes(mark) === true;
    if (isCopied || claimant.withdrawal?.id !== id || claimant.code === OTHER_MARK) return;
    this.#journal.steps.storeOtherMark(claimant, mark);
    this.#onEvent({ type: 'other_mark', payout: this.#journal.payout(claimant), withdrawalId: id });
  }
}
