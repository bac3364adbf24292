import { DISPUTE_STATUSES, type DisputeStatus } from '../../../contract/account.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { SqlDatabase, SqlRow } from '../../../sql/sqlite/driver.ts';
import type { Dispute, StatusTotals } from '../../wallet/wallet-entries.ts';
import type { Page, PageRequest } from '../../wallet/wallet-store.ts';
import type { DisputeRecords } from '../../wallet/wallet-transaction.ts';
import { disputeOf } from '../entry-rows.ts';
import type { PendingChanges } from './pending-changes.ts';
import { countOf } from '../rows.ts';
import type { Counted, StatusCounts } from './status-counts.ts';

export class DisputeTable implements DisputeRecords {
  readonly #pending: PendingChanges;
  readonly #counts: StatusCounts;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: SqlDatabase, pending: PendingChanges, counts: StatusCounts) {
    this.#pending = pending;
    this.#counts = counts;
    this.#statements = statementsOf(database);
  }

  insert(dispute: Dispute): Promise<void> {
    return this.#pending.directly(() => {
      const { accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt } = dispute;
      this.#statements.insert.run(accountId, id, paymentId, valueCentavos, status, createdAt, updatedAt);
      this.#counts.add('dispute', counted(dispute));
    });
  }

  find(id: string): Promise<Dispute | undefined> {
    return this.#pending.directly(() => foundIn(this.#statements.byId.get(id)));
  }

  findByPayment(paymentId: string): Promise<Dispute | undefined> {
    return this.#pending.directly(() => foundIn(this.#statements.byPayment.get(paymentId)));
  }

  move(id: string, to: Exclude<DisputeStatus, 'OPEN'>, at: number): Promise<Dispute | undefined> {
    return this.#pending.directly(() => {
      const moved = foundIn(this.#statements.move.get(to, at, id));
      if (moved !== undefined) this.#counts.move('dispute', counted(moved), 'OPEN');
      return moved;
    });
  }

  readTotals(accountId: string): StatusTotals<DisputeStatus>[] {
    return this.#counts.readTotals(accountId, 'dispute', DISPUTE_STATUSES);
  }

  /** Of any account, newest first. */
  page({ status, limit, offset }: PageRequest<DisputeStatus>): Page<Dispute> {
    const { page, pageWithStatus, count } = this.#statements;
    const rows = status === undefined ? page.all(limit, offset) : pageWithStatus.all(status, limit, offset);
    return { items: rows.map(disputeOf), total: countOf(count.get(status ?? null)) };
  }
}

function statementsOf(database: SqlDatabase) {
  return {
    insert: database.prepare(`
      INSERT INTO disputes (account, id, payment, value, status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    byId: database.prepare('SELECT * FROM disputes WHERE id = ?'),
    byPayment: database.prepare('SELECT * FROM disputes WHERE payment = ?'),
    move: database.prepare(
      "UPDATE disputes SET status = ?, updated_at = ? WHERE id = ? AND status = 'OPEN' RETURNING *",
    ),
    page: database.prepare('SELECT * FROM disputes ORDER BY number DESC LIMIT ? OFFSET ?'),
    pageWithStatus: database.prepare('SELECT * FROM disputes WHERE status = ? ORDER BY number DESC LIMIT ? OFFSET ?'),
    count: database.prepare(`
      SELECT coalesce(sum(count), 0) AS count FROM status_totals
      WHERE kind = 'dispute' AND status = coalesce(?, status)`),
  };
}

function counted(dispute: Dispute): Counted {
  return { ...dispute, feeCentavos: centavos(0), netCentavos: dispute.valueCentavos };
}

function foundIn(row: SqlRow | undefined): Dispute | undefined {
  return row && disputeOf(row);
}
