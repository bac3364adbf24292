import { atAccount } from './accounts.ts';
import { carryOutDue } from './due.ts';
import { activatePayment, OPEN_STATUSES } from './payments.ts';
import { Refusal } from './refusal.ts';
import type { Payment } from './wallet-entries.ts';
import type { Wallet } from './wallet.ts';

interface LookedUpPayment {
  readonly payment: Payment;
  /** Whether this look-up changed the status. */
  readonly statusUpdated: boolean;
}

/**
 * A look-up asks the processor for the current status: a PENDING payment has been registered and becomes ACTIVE, an
 * expired one becomes FAILED.
 *
 * @throws {Refusal} `not_found`
 */
export async function lookUpPayment(wallet: Wallet, accountId: string, id: string): Promise<LookedUpPayment> {
  const stored = await wallet.store.payment(accountId, id);
  if (stored === undefined) throw notFound();
  if (!OPEN_STATUSES.some((status) => status === stored.status)) return { payment: stored, statusUpdated: false };

  return wallet.store.transaction(
    async (transaction) => {
      const now = wallet.circumstances();
      const before = await transaction.payments.find(id);
      await carryOutDue(transaction, now.at);
      const found = await transaction.payments.find(id);
      if (before === undefined || found === undefined) throw notFound();
      const { at } = await atAccount(transaction, now, accountId);
      const payment = found.status === 'PENDING' ? await activatePayment(transaction, at, accountId, id) : found;
      return { payment, statusUpdated: payment.status !== before.status };
    },
    [accountId],
  );
}

function notFound(): Refusal {
  return new Refusal('not_found', 'There is no such payment');
}
