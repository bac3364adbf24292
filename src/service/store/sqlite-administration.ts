import type { AccountStatus } from '../../contract/account.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf, textOf } from '../../sqlite/row.ts';
import type { Page, PageRequest } from '../wallet/wallet-store.ts';
import { mergedPages } from './merged-pages.ts';

/** What an administrator sees of all accounts, newest first. */
export function administrationReader(database: SqlDatabase) {
  const accounts = database.prepare(
    'SELECT id FROM accounts WHERE blocked IN (?, ?) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
  );
  const accountCount = database.prepare('SELECT count(*) AS count FROM accounts WHERE blocked IN (?, ?)');
  const disputeCount = database.prepare(`
    SELECT coalesce(sum(count), 0) AS count FROM status_totals WHERE kind = 'dispute' AND status = coalesce(?, status)`);

  return {
    accountIds({ status, limit, offset }: PageRequest<AccountStatus>): Page<string> {
      const blocked = status === undefined ? [0, 1] : status === 'BLOCKED' ? [1, 1] : [0, 0];
      const rows = accounts.all(...blocked, limit, offset);
      return { items: rows.map((row) => textOf(row, 'id')), total: countOf(accountCount.get(...blocked)) };
    },
    transactionPage: mergedPages(database),
    disputeCount: (status: string | undefined) => countOf(disputeCount.get(status ?? null)),
  };
}

function countOf(row: SqlRow | undefined): number {
  return row === undefined ? 0 : integerOf(row, 'count');
}
