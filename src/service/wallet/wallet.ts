import { carryOutDue } from './due.ts';
import type { Circumstances } from './identifiers.ts';
import { Refusal } from './refusal.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

/** What the operations work with. */
export interface Wallet {
  readonly store: WalletStore;
  readonly circumstances: () => Circumstances;
}

/**
 * Decides something, once all that is due by now has happened. A refusal that the work throws undoes all that it has
 * written; one that it returns keeps it.
 *
 * @throws {Refusal} either
 */
export async function decide<T>(
  { store, circumstances }: Wallet,
  work: (transaction: WalletTransaction, circumstances: Circumstances) => Promise<T | Refusal>,
): Promise<T> {
  const outcome = await store.transaction(async (transaction) => {
    const now = circumstances();
    await carryOutDue(transaction, now.at);
    return work(transaction, now);
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** What is stored, once all that is due by now has happened. */
export async function upToDate({ store, circumstances }: Wallet): Promise<WalletStore> {
  if (await store.isDue(circumstances().at)) {
    await store.transaction((transaction) => carryOutDue(transaction, circumstances().at));
  }
  return store;
}
