import type { Withdrawal } from '../../../client/answers.ts';
import type { Journal } from '../../journal/journal.ts';
import { epochMsOf, type PayoutRecord, isUnsought } from '../../journal/records.ts';
import { OPEN_STATES, type PayoutState } from '../../payout-state.ts';
import type { Payout } from '../../payout.ts';
import { markIn } from '../mark.ts';
import { seenCodeOf } from '../../seen-code.ts';
import { compareKeys } from '../../../pix/pix-key.ts';

const UNSETTLED_STATES: readonly PayoutState[] = [...OPEN_STATES, 'planned', 'duplicate'];

/** A payment of the journal, or a withdrawal that was made by hand or by another program. */
export interface SentPayment {
  /** When it was sent, or when a person decided that it was. Milliseconds since the epoch; null if unknown. */
  readonly sentAt: number | null;
  readonly withdrawalId: string | undefined;
  /** Undefined for a withdrawal that was made without this journal. */
  readonly payout: PayoutRecord | undefined;
}

export function sentPaymentOf(payout: PayoutRecord): SentPayment {
  return { sentAt: latestSentAtOf(payout), withdrawalId: payout.withdrawal?.id, payout };
}

/** Of one payment, and an earlier one that it may repeat, or whose reference it may have rewritten. */
export function repetitionCode(
  { reference, pixKey, amountCentavos }: Pick<Payout, 'reference' | 'pixKey' | 'amountCentavos'>,
  { payout, withdrawalId }: Pick<SentPayment, 'payout' | 'withdrawalId'>,
): string {
  return seenCodeOf(reference, pixKey, amountCentavos, payout?.runId, payout?.row ?? withdrawalId);
}

export function sentAtOf({ intendedAt, changedAt }: PayoutRecord): number {
  return intendedAt ?? changedAt;
}

/** By the later of our clock and the service's: ours may have been behind, and the payment would look old. */
export function latestSentAtOf(payout: PayoutRecord): number {
  return Math.max(sentAtOf(payout), payout.withdrawal?.createdAt ?? payout.servedBefore ?? 0);
}

/** A payment of unknown time may be recent. */
export function wasSentSince({ sentAt }: SentPayment, sinceMs: number): boolean {
  return sentAt === null || sentAt >= sinceMs;
}

/** Sorts oldest first; payments of unknown time count as the newest. */
export function bySentAt(one: SentPayment, other: SentPayment): number {
  return (one.sentAt ?? Number.MAX_SAFE_INTEGER) - (other.sentAt ?? Number.MAX_SAFE_INTEGER);
}

/** Whether its run has yet to send it, or to find out whether it was made, or a copy of its request. */
export function isUnsettled({ payout }: SentPayment): boolean {
  return payout !== undefined && (UNSETTLED_STATES.includes(payout.state) || isUnsought(payout));
}

/** The withdrawals of a page that no payout of the journal claims, by their id or its mark. */
export function madeElsewhere(
  rows: readonly Withdrawal[],
  journal: Pick<Journal, 'claimantOf' | 'payoutOfMark'>,
): readonly Withdrawal[] {
  return rows.filter(({ id, description, pixKey }) => {
    if (journal.claimantOf(id) !== undefined) return false;
    const mark = markIn(description);
    if (mark === undefined) return true;
    const owner = journal.payoutOfMark(mark);
    // A person may have said that another journal's payments are others: one that is equal contradicts that. And a service
    // may swap descriptions.
    return owner === undefined || owner.withdrawal !== null || compareKeys(pixKey, owner) !== 'same';
  });
}

/** The withdrawals with the key and amount of an order, whose fee may have been added on top, or not. */
export function withdrawalsLike(
  order: Pick<Payout, 'pixKey' | 'pixKeyType' | 'amountCentavos'>,
  rows: readonly Withdrawal[],
): readonly SentPayment[] {
  return rows
    .filter(({ status, value, metadata, pixKey }) => {
      if (status === 'FAILED') return false;
      const arrives = metadata?.sent ?? value - (metadata?.fee ?? 0);
      return [value, arrives].includes(order.amountCentavos) && compareKeys(pixKey, order) === 'same';
    })
    .map(({ id, createdAt }) => ({ sentAt: epochMsOf(createdAt), withdrawalId: id, payout: undefined }));
}

/** When a run last sent something, or was staged if it never did. Milliseconds since the epoch. */
export function lastSentAt(journal: Pick<Journal, 'run' | 'lastSentAt'>, runId: string): number {
  return journal.lastSentAt(runId) ?? journal.run(runId).createdAt;
}
