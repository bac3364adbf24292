import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import { CUSTOMER_PARTS, customerLedgerAccount } from '../ledger/accounts.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import { accountValues, behaviourValues, digestPrefix, keyOf } from './rows.ts';

type AccountWrites = Pick<
  WalletTransaction,
  'insertAccount' | 'updateAccount' | 'takeAccountNumber' | 'insertKey' | 'takeKeyNumber' | 'key' | 'deleteKey'
>;

/** Accounts and their keys. */
export function accountWriter(database: SqlDatabase): AccountWrites {
  const insertAccount = database.prepare(`
    INSERT INTO accounts (id, name, email, tax_id, phone, city, pix_key, pix_key_type, charge_key, administrator,
      created_at, blocked, settles_instantly, settle_after_ms, settle_as, transfer_security, one_at_a_time, daily_limit,
      monthly_limit, transaction_limit, plan_name, plan_fee)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertLedgerAccount = database.prepare(
    'INSERT INTO ledger_accounts (id, owner, part, minimum) VALUES (?, ?, ?, 0)',
  );
  const updateAccount = database.prepare(`
    UPDATE accounts SET blocked = ?, settles_instantly = ?, settle_after_ms = ?, settle_as = ?, transfer_security = ?,
      one_at_a_time = ?, daily_limit = ?, monthly_limit = ?, transaction_limit = ?, plan_name = ?, plan_fee = ?
    WHERE id = ?`);
  const takeAccountNumber = database.prepare(
    'UPDATE service_state SET account_count = account_count + 1 RETURNING account_count AS number',
  );
  const insertKey = database.prepare(`
    INSERT INTO api_keys (id, account, name, digest_prefix, digest, masked, permissions, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const takeKeyNumber = database.prepare(
    'UPDATE accounts SET key_count = key_count + 1 WHERE id = ? RETURNING key_count AS number',
  );
  const key = database.prepare('SELECT * FROM api_keys WHERE id = ? AND account = ?');
  const deleteKey = database.prepare('DELETE FROM api_keys WHERE id = ?');

  return {
    insertAccount(account) {
      insertAccount.run(...accountValues(account));
      for (const part of CUSTOMER_PARTS) {
        insertLedgerAccount.run(customerLedgerAccount(part, account.id), account.id, part);
      }
      return Promise.resolve();
    },
    updateAccount(account) {
      updateAccount.run(...behaviourValues(account), account.id);
      return Promise.resolve();
    },
    takeAccountNumber: () => Promise.resolve(numberOf(takeAccountNumber.get())),
    insertKey({ id, accountId, name, digest, masked, permissions, createdAt }) {
      insertKey.run(id, accountId, name, digestPrefix(digest), digest, masked, permissions.join(' '), createdAt);
      return Promise.resolve();
    },
    takeKeyNumber: (accountId) => Promise.resolve(numberOf(takeKeyNumber.get(accountId))),
    key(accountId, id) {
      const row = key.get(id, accountId);
      return Promise.resolve(row === undefined ? undefined : keyOf(row));
    },
    deleteKey(id) {
      deleteKey.run(id);
      return Promise.resolve();
    },
  };
}

function numberOf(row: SqlRow | undefined): number {
  if (row === undefined) throw new Error('there is nothing to number');
  return integerOf(row, 'number');
}
