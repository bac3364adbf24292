import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf } from '../../sqlite/row.ts';
import { CUSTOMER_PARTS, customerLedgerAccount } from '../ledger/accounts.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import type { Directly } from './held-changes.ts';
import { accountValues, behaviourValues, digestPrefix, keyOf } from './rows.ts';

type AccountWrites = Pick<
  WalletTransaction,
  'insertAccount' | 'updateAccount' | 'takeAccountNumber' | 'insertKey' | 'takeKeyNumber' | 'key' | 'deleteKey'
>;

interface AccountWriterParts {
  readonly directly: Directly;
  /** Told of each account that is written. */
  readonly changed: (id: string) => void;
  /** Told before a key is written or deleted. */
  readonly keysChanged: () => void;
}

/** Accounts and their keys. */
export function accountWriter(
  database: SqlDatabase,
  { directly, changed, keysChanged }: AccountWriterParts,
): AccountWrites {
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
    insertAccount: (account) =>
      directly(() => {
        insertAccount.run(...accountValues(account));
        for (const part of CUSTOMER_PARTS) {
          insertLedgerAccount.run(customerLedgerAccount(part, account.id), account.id, part);
        }
        changed(account.id);
      }),
    updateAccount: (account) =>
      directly(() => {
        updateAccount.run(...behaviourValues(account), account.id);
        changed(account.id);
      }),
    takeAccountNumber: () => directly(() => numberOf(takeAccountNumber.get())),
    insertKey: ({ id, accountId, name, digest, masked, permissions, createdAt }) =>
      directly(() => {
        keysChanged();
        insertKey.run(id, accountId, name, digestPrefix(digest), digest, masked, permissions.join(' '), createdAt);
      }),
    takeKeyNumber: (accountId) => directly(() => numberOf(takeKeyNumber.get(accountId))),
    key: (accountId, id) =>
      directly(() => {
        const row = key.get(id, accountId);
        return row === undefined ? undefined : keyOf(row);
      }),
    deleteKey: (id) =>
      directly(() => {
        keysChanged();
        deleteKey.run(id);
      }),
  };
}

function numberOf(row: SqlRow | undefined): number {
  if (row === undefined) throw new Error('there is nothing to number');
  return integerOf(row, 'number');
}
