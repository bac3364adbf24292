import type { Withdrawal } from '../../../client/answers.ts';
import type { Journal } from '../../journal/journal.ts';
import type { PayoutRecord } from '../../journal/records.ts';
import { SETTLED_AFTER_MS, isOpen } from '../../payout-state.ts';
import type { Payout } from '../../payout.ts';
import {
  bySentAt,
  isUnsettled,
  sentPaymentOf,
  wasSentSince,
  withdrawalsLike,
  type SentPayment,
} from './sent-payment.ts';
import type { EarlierPayment } from './verdict.ts';

/** Less than a day: what is due every day is due again. */
const RECENT_MS = 20 * 3_600_000;

/** A payment of the same amount to the same key, which a new one may repeat by mistake. */
export interface LikePayment extends SentPayment {
  /** Whether the new payment needs consent of its own. */
  readonly needsConsent: boolean;
  /** Whether it was made from another account of the journal. */
  readonly isElsewhere?: boolean;
  /** It has failed, and until then a copy of its request may be processed. Milliseconds since the epoch. */
  readonly failedUntilMs?: number | undefined;
}

type Order = Pick<Payout, 'reference' | 'pixKey' | 'pixKeyType' | 'amountCentavos'>;

/** What an order is compared with. */
interface Compared {
  /** What the journal knows. */
  readonly earlier: EarlierPayment | undefined;
  /** The newest withdrawals of the account, which may have been made by hand or by another program. */
  readonly rows: readonly Withdrawal[];
  readonly journal: Pick<Journal, 'claimantOf'>;
  readonly nowMs: number;
}

/** The newest of the payments like an order. */
export function newestLike(order: Order, { earlier, rows, journal, nowMs }: Compared): LikePayment | undefined {
  const sent = earlier?.earlier;
  const known = sent && { ...likeOf(order, sent, nowMs), failedUntilMs: failureUntilOf(sent, rows) };
  const unclaimed = rows.filter(({ id }) => journal.claimantOf(id) === undefined);
  const unknown = newestLikeIn(order, unclaimed, nowMs);
  if (known === undefined || isUnsettled(known)) return known ?? unknown;
  return unknown !== undefined && bySentAt(known, unknown) < 0 ? unknown : known;
}

/** Those of which something may come: a payment that has failed does not hide the ones before it. */
export function withoutFailed(
  alike: readonly SentPayment[],
  rows: readonly Withdrawal[],
  nowMs: number,
): readonly SentPayment[] {
  return alike.filter((sent) => (failureUntilOf(sent, rows) ?? nowMs) >= nowMs);
}

/** A payment with the reference of an order that another account of the journal has made: the wrong profile may be active. */
export function likeElsewhere(payout: PayoutRecord): LikePayment {
  return { ...sentPaymentOf(payout), needsConsent: true, isElsewhere: true };
}

/**
 * From when on nothing can come of a failed payment any more: a gateway may have repeated its request, whose copy is still
 * to be processed. Undefined unless it has failed, which the journal learns only when its status is asked for.
 */
function failureUntilOf({ sentAt, withdrawalId }: SentPayment, rows: readonly Withdrawal[]): number | undefined {
  const hasFailed = rows.some(({ id, status }) => id === withdrawalId && status === 'FAILED');
  return hasFailed && sentAt !== null ? sentAt + SETTLED_AFTER_MS : undefined;
}

/**
 * Two references distinguish two payments, but not while the outcome of the first is unknown: after a lost response, it
 * may be tried again under another one.
 */
function likeOf(order: Order, sent: SentPayment, nowMs: number): LikePayment {
  const isRecent = wasSentSince(sent, nowMs - RECENT_MS) || isUnsettled(sent);
  const { payout } = sent;
  const references = [order.reference, payout?.reference].filter((reference) => reference !== undefined);
  const isDistinguished = new Set(references).size === 2 && payout !== undefined && !isOpen(payout);
  return { ...sent, needsConsent: isRecent && !isDistinguished };
}

/** The newest of the recent withdrawals of a page that are like an order. */
function newestLikeIn(order: Order, rows: readonly Withdrawal[], nowMs: number): LikePayment | undefined {
  const newest = withdrawalsLike(order, rows).toSorted(bySentAt).at(-1);
  const like = newest && likeOf(order, newest, nowMs);
  return like?.needsConsent === true ? like : undefined;
}
