import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../contract/withdrawal.ts';
import type { SqlDatabase, SqlStatement, SqlValue } from '../../../sql/sqlite/driver.ts';
import type { ListedWithdrawal, Withdrawal } from '../../wallet/wallet-entries.ts';
import type { PageRequest, EntryPage } from '../../wallet/wallet-store.ts';
import type { WithdrawalMove, WithdrawalRecords } from '../../wallet/wallet-transaction.ts';
import { DeepPages } from './deep-pages.ts';
import { listedWithdrawalOf, withdrawalOf } from '../entry-rows.ts';
import type { PendingChanges } from './pending-changes.ts';
import { commonValues, LISTED_COLUMNS } from '../rows.ts';
import type { Counted, StatusCounts } from './status-counts.ts';

export class WithdrawalTable implements WithdrawalRecords {
  readonly #pending: PendingChanges;
  readonly #counts: StatusCounts;
  readonly #byId: SqlStatement;
  readonly #insert: SqlStatement;
  readonly #complete: SqlStatement;
  readonly #fail: SqlStatement;
  readonly #pages: DeepPages<ListedWithdrawal>;

  constructor(database: SqlDatabase, pending: PendingChanges, counts: StatusCounts) {
    this.#pending = pending;
    this.#counts = counts;
    this.#byId = database.prepare('SELECT * FROM withdrawals WHERE id = ?');
    this.#insert = database.prepare(`
      INSERT INTO withdrawals (account, sequence, id, correlation_id, transaction_id, value, fee, sent, status,
        description, pix_key, pix_key_type, settles_at, settles_as, completed_at, failed_at, failure_reason, created_at,
        updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#complete = database.prepare(`
      UPDATE withdrawals SET status = 'COMPLETED', completed_at = ?1, updated_at = ?1
      WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
    this.#fail = database.prepare(`
      UPDATE withdrawals SET status = 'FAILED', failed_at = ?1, updated_at = ?1, failure_reason = ?4
      WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
    this.#pages = new DeepPages(database, {
      kind: 'withdrawal',
      columns: `${LISTED_COLUMNS}, sent, pix_key, pix_key_type`,
      read: listedWithdrawalOf,
    });
  }

  insert(withdrawal: Withdrawal): Promise<void> {
    this.#counts.add('withdrawal', counted(withdrawal));
    this.#pending.insert(() => this.#insert.run(...withdrawalValues(withdrawal)));
    return Promise.resolve();
  }

  find(id: string): Promise<Withdrawal | undefined> {
    return this.#pending.directly(() => this.read(id));
  }

  hasPending(accountId: string): Promise<boolean> {
    return Promise.resolve(this.#counts.countOf(accountId, 'withdrawal', 'PENDING') > 0);
  }

  move(accountId: string, id: string, move: WithdrawalMove): Promise<Withdrawal | undefined> {
    return this.#pending.directly(() => {
      const row =
        move.to === 'COMPLETED'
          ? this.#complete.get(move.at, id, accountId)
          : this.#fail.get(move.at, id, accountId, move.failureReason);
      if (row === undefined) return undefined;
      const moved = withdrawalOf(row);
      this.#counts.move('withdrawal', counted(moved), 'PENDING');
      return moved;
    });
  }

  read(id: string): Withdrawal | undefined {
    const row = this.#byId.get(id);
    return row && withdrawalOf(row);
  }

  page(accountId: string, page: PageRequest<WithdrawalStatus>): EntryPage<ListedWithdrawal, WithdrawalStatus> {
    const totals = this.#counts.readTotals(accountId, 'withdrawal', WITHDRAWAL_STATUSES);
    return this.#pages.page(accountId, page, totals);
  }
}

function counted(withdrawal: Withdrawal): Counted {
  const { accountId, status, sequence, valueCentavos, feeCentavos, sentCentavos: netCentavos, updatedAt } = withdrawal;
  return { accountId, status, sequence, valueCentavos, feeCentavos, netCentavos, updatedAt };
}

/** In the order of the columns in the INSERT statement. */
function withdrawalValues(withdrawal: Withdrawal): SqlValue[] {
  return [
    ...commonValues(withdrawal),
    withdrawal.sentCentavos,
    withdrawal.status,
    withdrawal.description,
    withdrawal.recipient.key,
    withdrawal.recipient.type,
    withdrawal.dueSettlement?.at ?? null,
    withdrawal.dueSettlement?.as ?? null,
    withdrawal.completedAt,
    withdrawal.failedAt,
    withdrawal.failureReason,
    withdrawal.createdAt,
    withdrawal.updatedAt,
  ];
}
