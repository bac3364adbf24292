import { price } from '../wallet/fees.ts';
import type { Account } from '../wallet/account.ts';
import type { Identify } from '../wallet/identifiers.ts';
import { activatePayment, completePayment, createPayment, failPayment } from '../wallet/payments.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { WalletTransaction } from '../wallet/wallet-transaction.ts';
import { createWithdrawal, failWithdrawal, settleWithdrawal } from '../wallet/withdrawals.ts';
import { pastDays, type HistoryPlan, type PastPayment, type PastWithdrawal } from './history.ts';

/**
 * Charges that are open when the history ends can be paid for this long, so that a demonstration shows every status.
 */
const STAYS_OPEN_MS = 3 * 86_400_000;

export interface HistoryStep {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The change of the available balance. */
  readonly changeCentavos: number;
  /** Applies the event, with the wallet's clock at its time. */
  take(transaction: WalletTransaction, identify: Identify): Promise<void>;
}

/** All events in order of time. */
export function* historySteps(plan: HistoryPlan, account: Account): Generator<HistoryStep> {
  const openUntil = plan.today + STAYS_OPEN_MS;
  for (const { payments, withdrawals } of pastDays(plan)) {
    const steps = [
      ...payments.flatMap((past) => paymentSteps(account, past, openUntil)),
      ...withdrawals.flatMap((past) => withdrawalSteps(account, past)),
    ];
    yield* steps.sort((one, other) => one.at - other.at);
  }
}

function paymentSteps({ id: accountId, plan }: Account, past: PastPayment, openUntil: number): HistoryStep[] {
  const { createdAt, activatedAt, movedAt, status, ...order } = past;
  const { netCentavos } = price(order.amountCentavos, plan.transactionFeeCentavos, order.coverFee);
  let id = '';
  const create: HistoryStep = {
    at: createdAt,
    changeCentavos: 0,
    async take(transaction, identify) {
      const circumstances = { at: createdAt, identify };
      ({ id } = await createPayment(transaction, circumstances, {
        ...order,
        accountId,
        validForMs: openUntil - createdAt,
      }));
    },
  };
  const activate: HistoryStep = {
    at: activatedAt,
    changeCentavos: 0,
    async take(transaction) {
      await activatePayment(transaction, activatedAt, accountId, id);
    },
  };
  const end: HistoryStep = {
    at: movedAt,
    changeCentavos: status === 'COMPLETED' ? netCentavos : 0,
    async take(transaction) {
      const move = status === 'COMPLETED' ? completePayment : failPayment;
      await move(transaction, movedAt, accountId, id);
    },
  };
  const isFinal = status === 'COMPLETED' || status === 'FAILED';
  return [create, ...(status === 'PENDING' ? [] : [activate]), ...(isFinal ? [end] : [])];
}

function withdrawalSteps({ id: accountId, plan }: Account, past: PastWithdrawal): HistoryStep[] {
  const { createdAt, movedAt, outcome, ...order } = past;
  const { valueCentavos } = price(order.amountCentavos, plan.transactionFeeCentavos, order.coverFee);
  const settlesInstantly = outcome === 'instant';
  let id = '';
  const create: HistoryStep = {
    at: createdAt,
    changeCentavos: 0 - valueCentavos,
    async take(transaction, identify) {
      const circumstances = { at: createdAt, identify };
      const outcome = await createWithdrawal(transaction, circumstances, { ...order, accountId, settlesInstantly });
      if (outcome instanceof Refusal) throw outcome;
      ({ id } = outcome);
    },
  };
  if (outcome === 'instant' || outcome === 'pending') return [create];
  const end: HistoryStep = {
    at: movedAt,
    changeCentavos: outcome === 'settled' ? 0 : valueCentavos,
    async take(transaction) {
      if (outcome === 'settled') await settleWithdrawal(transaction, movedAt, accountId, id);
      else await failWithdrawal(transaction, movedAt, accountId, id, outcome);
    },
  };
  return [create, end];
}
