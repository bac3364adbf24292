import { OPEN_STATUSES } from '../wallet/payments.ts';
import type { Payment } from '../wallet/wallet-entries.ts';
import type { PaymentMove, PaymentRecords, WalletTransaction } from '../wallet/wallet-transaction.ts';

/** Maximum number of young payments in memory. */
const YOUNG_MAXIMUM = 1_000;

/**
 * Writes long histories in half the time: a payment stays in memory while it is young and is mostly written once, in
 * its final status. The rules and the ledger are those of every other writer.
 */
export class HistoryWriter implements PaymentRecords {
  readonly #stored: PaymentRecords;
  readonly #young = new Map<string, Payment>();

  constructor(stored: PaymentRecords) {
    this.#stored = stored;
  }

  /** Runs work that writes a history in order of time. */
  static async write(
    transaction: WalletTransaction,
    work: (transaction: WalletTransaction) => Promise<void>,
  ): Promise<void> {
    const payments = new HistoryWriter(transaction.payments);
    await work({ ...transaction, payments });
    await payments.#writeWhile(() => true);
  }

  async insert(payment: Payment): Promise<void> {
    const isCrowded = this.#young.size >= YOUNG_MAXIMUM;
    await this.#writeWhile(({ status }) => isCrowded || !OPEN_STATUSES.some((open) => open === status));
    this.#young.set(payment.id, payment);
  }

  find(id: string): Promise<Payment | undefined> {
    const young = this.#young.get(id);
    return young === undefined ? this.#stored.find(id) : Promise.resolve(young);
  }

  async move(accountId: string, id: string, move: PaymentMove): Promise<Payment | undefined> {
    const payment = this.#young.get(id);
    if (payment === undefined) return this.#stored.move(accountId, id, move);
    const isLegal = payment.accountId === accountId && move.from.some((status) => status === payment.status);
    if (!isLegal) return undefined;
    const moved: Payment = { ...payment, status: move.to, updatedAt: move.at };
    this.#young.set(id, moved);
    return moved;
  }

  /** Writes payments in order, up to the first that is still young. */
  async #writeWhile(isOld: (payment: Payment) => boolean): Promise<void> {
    for (const payment of this.#young.values()) {
      if (!isOld(payment)) return;
      await this.#stored.insert(payment);
      this.#young.delete(payment.id);
    }
  }
}
