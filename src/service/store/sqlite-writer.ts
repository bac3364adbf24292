import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import type { LedgerAccount } from '../ledger/accounts.ts';
import { FloorReachedError, mayMakeDebt, type Entry } from '../ledger/transfer.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import { centavosOf, paymentOf, paymentValues, withdrawalOf, withdrawalValues } from './rows.ts';
import { accountWriter } from './sqlite-accounts.ts';
import { disputeWriter } from './sqlite-disputes.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { codeWriter } from './sqlite-verification.ts';

/** The writes of the wallet. They have to run inside a transaction, where their caller keeps them together. */
export function sqliteWriter(database: SqlDatabase, reader: SqliteReader): WalletTransaction {
  const takeSequence = {
    payment: database.prepare(
      'UPDATE accounts SET payment_count = payment_count + 1 WHERE id = ? RETURNING payment_count AS sequence',
    ),
    withdrawal: database.prepare(
      'UPDATE accounts SET withdrawal_count = withdrawal_count + 1 WHERE id = ? RETURNING withdrawal_count AS sequence',
    ),
  };
  const insertPayment = database.prepare(`
    INSERT INTO payments (account, sequence, id, correlation_id, transaction_id, value, fee, net, status, description,
      br_code, expires_at, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const movePayment = database.prepare(`
    UPDATE payments SET status = ?, updated_at = ?
    WHERE id = ? AND account = ? AND status IN (?, ?) RETURNING *`);
  const insertWithdrawal = database.prepare(`
    INSERT INTO withdrawals (account, sequence, id, correlation_id, transaction_id, value, fee, sent, status,
      description, pix_key, pix_key_type, settles_at, settles_as, completed_at, failed_at, failure_reason, created_at,
      updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const completeWithdrawal = database.prepare(`
    UPDATE withdrawals SET status = 'COMPLETED', completed_at = ?1, updated_at = ?1
    WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
  const failWithdrawal = database.prepare(`
    UPDATE withdrawals SET status = 'FAILED', failed_at = ?1, updated_at = ?1, failure_reason = ?4
    WHERE id = ?2 AND account = ?3 AND status = 'PENDING' RETURNING *`);
  const useLimit = database.prepare(`
    INSERT INTO limit_use (account, period, used) SELECT ?1, ?2, ?3 WHERE ?3 <= ?4
    ON CONFLICT DO UPDATE SET used = used + excluded.used WHERE used + excluded.used <= ?4`);
  const giveBackLimit = database.prepare('UPDATE limit_use SET used = used - ? WHERE account = ? AND period = ?');
  const saveClock = database.prepare('UPDATE service_state SET clock_ahead_ms = ?');
  const insertTransfer = database.prepare(
    'INSERT INTO transfers (kind, reference, created_at) VALUES (?, ?, ?) RETURNING number',
  );
  const insertEntries = entryWriter(database);
  const addToBalance = database.prepare(`
    UPDATE ledger_accounts SET balance = balance + ?1, debt = min(debt, max(0, coalesce(minimum, 0) - balance - ?1))
    WHERE id = ?2 AND (?1 > 0 OR minimum IS NULL OR balance + ?1 >= minimum)`);
  const addDebt = database.prepare(`
    UPDATE ledger_accounts SET balance = balance + ?1, debt = max(debt, minimum - balance - ?1) WHERE id = ?2`);
  const ledgerBalance = database.prepare('SELECT balance FROM ledger_accounts WHERE id = ?');

  function book({ ledgerAccount, amountCentavos }: Entry, makesDebt: boolean): void {
    const statement = makesDebt && amountCentavos < 0 ? addDebt : addToBalance;
    if (Number(statement.run(amountCentavos, ledgerAccount).changes) === 1) return;
    throw new FloorReachedError(ledgerAccount, balanceOf(ledgerAccount));
  }

  function balanceOf(ledgerAccount: LedgerAccount) {
    const row = ledgerBalance.get(ledgerAccount);
    if (row === undefined) throw new Error(`there is no ledger account ${ledgerAccount}`);
    return centavosOf(row, 'balance');
  }

  function applied(changes: number | bigint, wanted = 1): Promise<void> {
    if (Number(changes) !== wanted) throw new Error(`rows should have changed: ${wanted}, not ${changes}`);
    return Promise.resolve();
  }

  return {
    ...accountWriter(database),
    ...disputeWriter(database),
    ...codeWriter(database),
    account: (id) => Promise.resolve(reader.account(id)),
    holding: (accountId) => Promise.resolve(reader.holding(accountId)),
    findPayment: (id) => Promise.resolve(reader.findPayment(id)),
    findWithdrawal: (id) => Promise.resolve(reader.findWithdrawal(id)),
    hasPendingWithdrawal: (accountId) => Promise.resolve(reader.hasPendingWithdrawal(accountId)),
    nextDue: (now) => Promise.resolve(reader.nextDue(now)),
    saveClock: (aheadMs) => applied(saveClock.run(aheadMs).changes),
    limitUse: (accountId, calendarDay) => Promise.resolve(reader.limitUse(accountId, calendarDay)),
    takeSequence(accountId, kind) {
      const row = takeSequence[kind].get(accountId);
      if (row === undefined) throw new Error(`there is no account ${accountId}`);
      return Promise.resolve(integerOf(row, 'sequence'));
    },
    insertPayment(payment) {
      return applied(insertPayment.run(...paymentValues(payment)).changes);
    },
    movePayment(accountId, id, { from, to, at }) {
      const row = movePayment.get(to, at, id, accountId, from[0], from[1] ?? from[0]);
      return Promise.resolve(row === undefined ? undefined : paymentOf(row));
    },
    insertWithdrawal(withdrawal) {
      return applied(insertWithdrawal.run(...withdrawalValues(withdrawal)).changes);
    },
    moveWithdrawal(accountId, id, move) {
      const row =
        move.to === 'COMPLETED'
          ? completeWithdrawal.get(move.at, id, accountId)
          : failWithdrawal.get(move.at, id, accountId, move.failureReason);
      return Promise.resolve(row === undefined ? undefined : withdrawalOf(row));
    },
    useLimit(accountId, period, valueCentavos, maximumCentavos) {
      const { changes } = useLimit.run(accountId, period, valueCentavos, maximumCentavos);
      return Promise.resolve(Number(changes) === 1);
    },
    giveBackLimit: (accountId, period, valueCentavos) =>
      applied(giveBackLimit.run(valueCentavos, accountId, period).changes),
    post(transfer, at) {
      const { kind, reference, entries } = transfer;
      const makesDebt = mayMakeDebt(transfer);
      for (const entry of entries) book(entry, makesDebt);
      const row = insertTransfer.get(kind, reference, at);
      if (row === undefined) throw new Error('the transfer was not written');
      return applied(insertEntries(integerOf(row, 'number'), entries), entries.length);
    },
  };
}

/** All entries of a transfer in one statement. */
function entryWriter(database: SqlDatabase) {
  const statements = new Map<number, ReturnType<SqlDatabase['prepare']>>();

  function insertion(length: number) {
    const rows = Array.from({ length }, () => '(?, ?, ?)').join(', ');
    const statement = database.prepare(`INSERT INTO entries (transfer, ledger_account, amount) VALUES ${rows}`);
    statements.set(length, statement);
    return statement;
  }

  return (transfer: number, entries: readonly Entry[]) => {
    const statement = statements.get(entries.length) ?? insertion(entries.length);
    const values = entries.flatMap(({ ledgerAccount, amountCentavos }) => [transfer, ledgerAccount, amountCentavos]);
    return statement.run(...values).changes;
  };
}
