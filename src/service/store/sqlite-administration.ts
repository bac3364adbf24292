import type { AccountStatus } from '../../contract/account.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../contract/payment.ts';
import type { SqlDatabase, SqlRow } from '../../sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { TransactionKind } from '../wallet/identifiers.ts';
import type { AnyTransaction, Page, PageRequest } from '../wallet/wallet-store.ts';
import { centavosOf } from './rows.ts';

type TransactionPageRequest = PageRequest<PaymentStatus> & { readonly accountId?: string | undefined };

const KINDS: readonly TransactionKind[] = ['payment', 'withdrawal'];

/** What an administrator sees of all accounts, newest first. */
export function administrationReader(database: SqlDatabase) {
  const accounts = database.prepare(
    'SELECT id FROM accounts WHERE blocked IN (?, ?) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
  );
  const accountCount = database.prepare('SELECT count(*) AS count FROM accounts WHERE blocked IN (?, ?)');
  const counted = database.prepare(`
    SELECT coalesce(sum(count), 0) AS count FROM status_totals
    WHERE kind IN ('payment', 'withdrawal') AND account = coalesce(?1, account) AND status = coalesce(?2, status)`);
  const disputeCount = database.prepare(`
    SELECT coalesce(sum(count), 0) AS count FROM status_totals WHERE kind = 'dispute' AND status = coalesce(?, status)`);

  return {
    accountIds({ status, limit, offset }: PageRequest<AccountStatus>): Page<string> {
      const blocked = status === undefined ? [0, 1] : status === 'BLOCKED' ? [1, 1] : [0, 0];
      const rows = accounts.all(...blocked, limit, offset);
      return { items: rows.map((row) => textOf(row, 'id')), total: countOf(accountCount.get(...blocked)) };
    },
    transactionPage({ accountId, status, limit, offset }: TransactionPageRequest): Page<AnyTransaction> {
      // Seldom asked for, and in four forms: a statement for the one that is wanted.
      const page = database.prepare(transactionsQuery(accountId !== undefined, status !== undefined));
      const [account, only] = [accountId ?? null, status ?? null];
      const items = page.all(limit + offset, limit, offset, account, only).map(transactionOf);
      return { items, total: countOf(counted.get(account, only)) };
    },
    disputeCount: (status: string | undefined) => countOf(disputeCount.get(status ?? null)),
  };
}

/** Merges the two newest stretches that can reach into the page. Each is read in the order of an index. */
function transactionsQuery(isOfAccount: boolean, hasStatus: boolean): string {
  const account = isOfAccount ? 'account = ?4' : '?4 IS NULL';
  const status = hasStatus ? 'status = ?5' : '?5 IS NULL';
  const stretch = (kind: TransactionKind) => `
    SELECT * FROM (
      SELECT '${kind}' AS kind, id, account, value, fee, status, description, created_at
      FROM ${kind}s WHERE ${account} AND ${status}
      ORDER BY ${isOfAccount ? 'sequence' : 'created_at'} DESC, id DESC LIMIT ?1)`;
  return `${KINDS.map(stretch).join(' UNION ALL ')} ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3`;
}

function transactionOf(row: SqlRow): AnyTransaction {
  return {
    kind: wordOf(row, 'kind', KINDS),
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    status: wordOf(row, 'status', PAYMENT_STATUSES),
    description: textOf(row, 'description'),
    createdAt: integerOf(row, 'created_at'),
  };
}

function countOf(row: SqlRow | undefined): number {
  return row === undefined ? 0 : integerOf(row, 'count');
}
