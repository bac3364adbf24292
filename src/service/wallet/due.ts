import { failPayment } from './payments.ts';
import type { WalletTransaction } from './wallet-transaction.ts';
import { failWithdrawal, settleWithdrawal } from './withdrawals.ts';

/** Processes all events that were due by `now`, in order and each at its own time. */
export async function carryOutDue(transaction: WalletTransaction, now: number): Promise<void> {
  for (;;) {
    const due = await transaction.schedule.next(now);
    if (due === undefined) return;
    const { at, accountId, id } = due;
    if (due.kind === 'expiry') await failPayment(transaction, at, accountId, id);
    else if (due.as === 'COMPLETED') await settleWithdrawal(transaction, at, accountId, id);
    else await failWithdrawal(transaction, at, accountId, id, due.as);
  }
}
