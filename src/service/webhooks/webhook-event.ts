import { createHash } from 'node:crypto';
import { disputeFields } from '../http/administration-answers.ts';
import { isoTime, lookedUpPayment, lookedUpWithdrawal } from '../http/answers.ts';
import type { Change, Moved } from '../wallet/change-feed.ts';

/** A change of status, as it is reported to webhooks. */
export interface WebhookEvent {
  readonly id: string;
  /** `payment.completed`, `withdrawal.failed`, `dispute.opened` and so on. */
  readonly type: string;
  readonly account: string;
  /** The payment or the withdrawal; for a dispute, the disputed payment. */
  readonly transaction: string;
  readonly body: string;
}

export function webhookEventOf(change: Change & Moved): WebhookEvent {
  const { kind, account, status, at } = change;
  const type = `${kind}.${status === 'OPEN' ? 'opened' : status.toLowerCase()}`;
  // The same for the same change: receivers recognise by it what they have had.
  const digest = createHash('sha256').update(`${change.id} ${type} ${at}`).digest('hex');
  const id = `evt_${digest.slice(0, 24)}`;
  const transaction = kind === 'dispute' ? change.record.paymentId : change.id;
  const body = JSON.stringify({ id, type, createdAt: isoTime(at), account, data: dataOf(change) });
  return { id, type, account, transaction, body };
}

/** What the API would have answered then. */
function dataOf(moved: Moved) {
  if (moved.kind === 'payment') return lookedUpPayment(moved.record);
  return moved.kind === 'withdrawal' ? lookedUpWithdrawal(moved.record) : disputeFields(moved.record);
}
