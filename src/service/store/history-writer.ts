import type { Account } from '../wallet/account.ts';
import { OPEN_STATUSES } from '../wallet/payments.ts';
import type { Payment } from '../wallet/transactions.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';

/** So many payments are held before they are written. */
const HELD_MAXIMUM = 1_000;

interface HistoryWriter {
  /** Takes a history in the order of time. */
  readonly transaction: WalletTransaction;
  /** Writes what is still held. */
  readonly finish: () => Promise<void>;
}

/**
 * Writes long histories in half the time: a payment is held back while it is young, and mostly written once, as what
 * became of it, with its statuses on the way never stored. The rules and the ledger are those of every other writer.
 */
export function historyWriter(writer: WalletTransaction): HistoryWriter {
  const held = new Map<string, Payment>();
  const accounts = new Map<string, Account | undefined>();

  /** In their order, up to the first that is still young. */
  async function write(isOld: (payment: Payment) => boolean): Promise<void> {
    for (const payment of held.values()) {
      if (!isOld(payment)) return;
      await writer.insertPayment(payment);
      held.delete(payment.id);
    }
  }

  return {
    finish: () => write(() => true),
    transaction: {
      ...writer,
      async account(id) {
        if (!accounts.has(id)) accounts.set(id, await writer.account(id));
        return accounts.get(id);
      },
      insertAccount(account) {
        accounts.clear();
        return writer.insertAccount(account);
      },
      async insertPayment(payment) {
        const isCrowded = held.size >= HELD_MAXIMUM;
        await write(({ status }) => isCrowded || !OPEN_STATUSES.some((open) => open === status));
        held.set(payment.id, payment);
      },
      async movePayment(accountId, id, move) {
        const payment = held.get(id);
        if (payment === undefined) return writer.movePayment(accountId, id, move);
        const isLegal = payment.accountId === accountId && move.from.some((status) => status === payment.status);
        if (!isLegal) return undefined;
        const moved: Payment = { ...payment, status: move.to, updatedAt: move.at };
        held.set(id, moved);
        return moved;
      },
    },
  };
}
