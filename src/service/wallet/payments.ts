import { writeBrCode } from '../../pix/br-code.ts';
import type { PaymentStatus } from '../../contract/payment.ts';
import { transferOf } from '../ledger/ledger.ts';
import { costOf, type OrderedAmount } from './fees.ts';
import type { Creation, Payment } from './wallet-entries.ts';
import { found, Refusal } from './refusal.ts';
import type { WalletTransaction } from './wallet-store.ts';

const DAY_MS = 86_400_000;

/** The states in which a payment may still be paid. */
export const OPEN_STATUSES = ['PENDING', 'ACTIVE'] as const satisfies readonly PaymentStatus[];

interface PaymentOrder extends OrderedAmount {
  readonly accountId: string;
  readonly description: string;
}

/**
 * Creates a charge. No money moves until it is paid.
 *
 * @throws {Refusal} `validation_failed`, `below_minimum` or `account_blocked`, whichever is found first in this order
 */
export async function createPayment(
  transaction: WalletTransaction,
  { at, identify }: Creation,
  order: PaymentOrder,
): Promise<Payment> {
  const account = found(await transaction.accounts.find(order.accountId), 'account');
  const cost = costOf('payment', order, account.plan);
  if (account.blocked) throw new Refusal('account_blocked', 'The account is blocked: it can receive no payments');

  const sequence = transaction.accounts.takeSequence(account.id, 'payment');
  const ids = identify('payment', account.id, sequence, at);
  const payment: Payment = {
    ...ids,
    accountId: account.id,
    sequence,
    ...cost,
    status: 'PENDING',
    description: order.description,
    brCode: writeBrCode({
      key: account.chargeKey,
      merchantName: account.name,
      merchantCity: account.city,
      amountCentavos: cost.valueCentavos,
      transactionId: ids.transactionId,
    }),
    expiresAt: at + DAY_MS,
    createdAt: at,
    updatedAt: at,
  };
  await transaction.payments.insert(payment);
  return payment;
}

/** From which statuses a payment comes to each, and what is said otherwise. COMPLETED and FAILED are final. */
const MOVES = {
  ACTIVE: { from: ['PENDING'], refusal: 'Only a PENDING payment can become ACTIVE' },
  COMPLETED: { from: OPEN_STATUSES, refusal: 'A payment that is COMPLETED or FAILED stays so' },
  FAILED: { from: OPEN_STATUSES, refusal: 'A payment that is COMPLETED or FAILED stays so' },
} as const;

/**
 * ACTIVE: its QR code can be paid. COMPLETED: the payer has paid, and the net value is credited. FAILED: it expired or was
 * rejected.
 *
 * @throws {Refusal} `invalid_transition` when its status does not allow it
 */
export async function movePayment(
  transaction: WalletTransaction,
  at: number,
  accountId: string,
  id: string,
  to: keyof typeof MOVES,
): Promise<Payment> {
  const { from, refusal } = MOVES[to];
  const payment = await transaction.payments.move(accountId, id, { from, to, at });
  if (payment === undefined) throw new Refusal('invalid_transition', refusal);
  if (to === 'COMPLETED') {
    const { valueCentavos, netCentavos, feeCentavos } = payment;
    const moved = { settlement: 0 - valueCentavos, available: netCentavos, fees: feeCentavos };
    await transaction.ledger.post(transferOf('payment_received', id, accountId, moved), at);
  }
  return payment;
}
