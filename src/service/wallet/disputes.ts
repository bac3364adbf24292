import { transferOf } from '../ledger/ledger.ts';
import type { DisputeStatus } from '../../contract/account.ts';
import { atAccount } from './accounts.ts';
import type { Circumstances, Dispute } from './wallet-entries.ts';
import { found, Refusal } from './refusal.ts';
import type { WalletTransaction } from './wallet-store.ts';

/**
 * Blocks the amount of a payment, even if it was spent: the available balance may become negative.
 *
 * @throws {Refusal} `not_found`, or `invalid_transition` unless the payment is COMPLETED and was never disputed
 */
export async function openDispute(
  transaction: WalletTransaction,
  circumstances: Pick<Circumstances, 'at' | 'disputeId'>,
  paymentId: string,
): Promise<Dispute> {
  const payment = found(await transaction.payments.find(paymentId), 'payment');
  if (payment.status !== 'COMPLETED') {
    throw new Refusal('invalid_transition', 'Only a COMPLETED payment can be disputed');
  }
  if ((await transaction.disputes.findByPayment(paymentId)) !== undefined) {
    throw new Refusal('invalid_transition', 'The payment was disputed before');
  }
  const { accountId, valueCentavos } = payment;
  const { at, disputeId } = await atAccount(transaction, circumstances, accountId);
  const dispute: Dispute = {
    id: disputeId(paymentId),
    accountId,
    paymentId,
    valueCentavos,
    status: 'OPEN',
    createdAt: at,
    updatedAt: at,
  };
  await transaction.disputes.insert(dispute);
  await moveMoney(transaction, 'dispute_opened', dispute, 'available', 'blocked');
  return dispute;
}

/**
 * ACCEPTED: the money is returned to the payer. REFUSED: it is available again.
 *
 * @throws {Refusal} `not_found`, or `invalid_transition` when the dispute is not OPEN
 */
export async function endDispute(
  transaction: WalletTransaction,
  now: Pick<Circumstances, 'at'>,
  id: string,
  outcome: Exclude<DisputeStatus, 'OPEN'>,
): Promise<Dispute> {
  const { accountId } = found(await transaction.disputes.find(id), 'dispute');
  const { at } = await atAccount(transaction, now, accountId);
  const dispute = await transaction.disputes.move(id, outcome, at);
  if (dispute === undefined) throw new Refusal('invalid_transition', 'Only an OPEN dispute can be accepted or refused');
  if (outcome === 'ACCEPTED') await moveMoney(transaction, 'dispute_accepted', dispute, 'blocked', 'settlement');
  else await moveMoney(transaction, 'dispute_refused', dispute, 'blocked', 'available');
  return dispute;
}

async function moveMoney(
  transaction: WalletTransaction,
  kind: 'dispute_opened' | 'dispute_accepted' | 'dispute_refused',
  { id, accountId, valueCentavos, updatedAt }: Dispute,
  from: 'available' | 'blocked',
  to: 'available' | 'blocked' | 'settlement',
): Promise<void> {
  const moved = { [from]: 0 - valueCentavos, [to]: valueCentavos };
  await transaction.ledger.post(transferOf(kind, id, accountId, moved), updatedAt);
}
