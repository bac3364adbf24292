import { atAccount } from './accounts.ts';
import { carryOutDue } from './due.ts';
import type { Circumstances } from './identifiers.ts';
import { Refusal } from './refusal.ts';
import type { WalletStore } from './wallet-store.ts';
import type { WalletTransaction } from './wallet-transaction.ts';

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
