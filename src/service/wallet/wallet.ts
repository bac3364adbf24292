import { atAccount } from './accounts.ts';
import type { Circumstances } from './wallet-entries.ts';
import { found, Refusal } from './refusal.ts';
import type { WalletStore, WalletTransaction } from './wallet-store.ts';
import { movePayment, OPEN_STATUSES } from './payments.ts';
import { endWithdrawal } from './withdrawals.ts';

export interface Wallet {
  readonly store: WalletStore;
  readonly circumstances: () => Circumstances;
}

/**
 * Runs a decision after all events that are due. A refusal that the work throws undoes its writes; a refusal that it
 * returns is committed with them.
 *
 * @param accounts those that the work is known to need, at most one: it is not started twice then, and decides at the
 *   time of that account
 * @throws {Refusal} either
 */
export async function decide<T>(
  { store, circumstances }: Wallet,
  accounts: readonly [] | readonly [string],
  work: (transaction: WalletTransaction, circumstances: Circumstances) => Promise<T | Refusal>,
): Promise<T> {
  const outcome = await store.transaction(async (transaction) => {
    const now = circumstances();
    await carryOutDue(transaction, now.at);
    const [accountId] = accounts;
    return work(transaction, accountId === undefined ? now : await atAccount(transaction, now, accountId));
  }, accounts);
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** The store, after all events that are due. */
export async function upToDate({ store, circumstances }: Wallet): Promise<WalletStore> {
  if (await store.isDue(circumstances().at)) {
    await store.transaction((transaction) => carryOutDue(transaction, circumstances().at), 'due');
  }
  return store;
}

/** Processes all events that were due by `now`, in order and each at its own time. */
export async function carryOutDue(transaction: WalletTransaction, now: number): Promise<void> {
  for (;;) {
    const due = await transaction.schedule.next(now);
    if (due === undefined) return;
    const { at, accountId, id } = due;
    if (due.kind === 'expiry') await movePayment(transaction, at, accountId, id, 'FAILED');
    else await endWithdrawal(transaction, at, accountId, id, due.as);
  }
}

/**
 * A look-up asks the processor for the current status: a PENDING payment has been registered and becomes ACTIVE, an
 * expired one becomes FAILED.
 *
 * @returns it, and whether this look-up changed its status
 * @throws {Refusal} `not_found`
 */
export async function lookUpPayment(wallet: Wallet, accountId: string, id: string) {
  const stored = found(await wallet.store.payment(accountId, id), 'payment');
  if (!OPEN_STATUSES.some((status) => status === stored.status)) return { payment: stored, statusUpdated: false };

  return wallet.store.transaction(
    async (transaction) => {
      const now = wallet.circumstances();
      const before = found(await transaction.payments.find(id), 'payment');
      await carryOutDue(transaction, now.at);
      const present = found(await transaction.payments.find(id), 'payment');
      const { at } = await atAccount(transaction, now, accountId);
      const isNew = present.status === 'PENDING';
      const payment = isNew ? await movePayment(transaction, at, accountId, id, 'ACTIVE') : present;
      return { payment, statusUpdated: payment.status !== before.status };
    },
    [accountId],
  );
}
