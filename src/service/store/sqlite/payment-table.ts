import { PAYMENT_STATUSES, type PaymentStatus } from '../../../contract/payment.ts';
import type { SqlDatabase, SqlStatement, SqlValue } from '../../../sql/sqlite/driver.ts';
import type { ListedPayment, Payment, StatusTotals } from '../../wallet/wallet-entries.ts';
import type { PageRequest, EntryPage } from '../../wallet/wallet-store.ts';
import type { PaymentMove, PaymentRecords } from '../../wallet/wallet-transaction.ts';
import { DeepPages } from './deep-pages.ts';
import { listedPaymentOf, paymentOf } from '../entry-rows.ts';
import type { PendingChanges } from './pending-changes.ts';
import { commonValues, LISTED_COLUMNS } from '../rows.ts';
import type { StatusCounts } from './status-counts.ts';

export class PaymentTable implements PaymentRecords {
  readonly #pending: PendingChanges;
  readonly #counts: StatusCounts;
  readonly #byId: SqlStatement;
  readonly #insert: SqlStatement;
  readonly #move: SqlStatement;
  readonly #pages: DeepPages<ListedPayment>;

  constructor(database: SqlDatabase, pending: PendingChanges, counts: StatusCounts) {
    this.#pending = pending;
    this.#counts = counts;
    this.#byId = database.prepare('SELECT * FROM payments WHERE id = ?');
    this.#insert = database.prepare(`
      INSERT INTO payments (account, sequence, id, correlation_id, transaction_id, value, fee, net, status, description,
        br_code, expires_at, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#move = database.prepare('UPDATE payments SET status = ?, updated_at = ? WHERE id = ? AND status = ?');
    this.#pages = new DeepPages(database, {
      kind: 'payment',
      columns: `${LISTED_COLUMNS}, net`,
      read: listedPaymentOf,
    });
  }

  insert(payment: Payment): Promise<void> {
    this.#counts.add('payment', payment);
    this.#pending.insert(() => this.#insert.run(...paymentValues(payment)));
    return Promise.resolve();
  }

  find(id: string): Promise<Payment | undefined> {
    return this.#pending.directly(() => this.read(id));
  }

  move(accountId: string, id: string, { from, to, at }: PaymentMove): Promise<Payment | undefined> {
    return this.#pending.directly(() => {
      const payment = this.read(id);
      if (payment?.accountId !== accountId || !from.some((status) => status === payment.status)) return undefined;
      const { changes } = this.#move.run(to, at, id, payment.status);
      if (Number(changes) !== 1) throw new Error(`payment ${id} is no longer ${payment.status}`);
      const moved: Payment = { ...payment, status: to, updatedAt: at };
      this.#counts.move('payment', moved, payment.status);
      return moved;
    });
  }

  read(id: string): Payment | undefined {
    const row = this.#byId.get(id);
    return row && paymentOf(row);
  }

  readTotals(accountId: string): StatusTotals<PaymentStatus>[] {
    return this.#counts.readTotals(accountId, 'payment', PAYMENT_STATUSES);
  }

  page(accountId: string, page: PageRequest<PaymentStatus>): EntryPage<ListedPayment, PaymentStatus> {
    return this.#pages.page(accountId, page, this.readTotals(accountId));
  }
}

/** In the order of the columns in the INSERT statement. */
function paymentValues(payment: Payment): SqlValue[] {
  return [
    ...commonValues(payment),
    payment.netCentavos,
    payment.status,
    payment.description,
    payment.brCode,
    payment.expiresAt,
    payment.createdAt,
    payment.updatedAt,
  ];
}
