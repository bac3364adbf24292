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
  const transactions = {
    ofAll: database.prepare(transactionsQuery('')),
    ofAllWithStatus: database.prepare(transactionsQuery('WHERE status = $status')),
    ofAccount: database.prepare(transactionsQuery('WHERE account = $account', 'sequence')),
    ofAccountWithStatus: database.prepare(
      transactionsQuery('WHERE account = $account AND status = $status', 'sequence'),
    ),
  };
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
      const page = [limit + offset, limit, offset] as const;
      const rows =
        accountId === undefined
          ? status === undefined
            ? transactions.ofAll.all(...page)
            : transactions.ofAllWithStatus.all(...page, status)
          : status === undefined
            ? transactions.ofAccount.all(...page, accountId)
            : transactions.ofAccountWithStatus.all(...page, accountId, status);
      return { items: rows.map(transactionOf), total: countOf(counted.get(accountId ?? null, status ?? null)) };
    },
    disputeCount: (status: string | undefined) => countOf(disputeCount.get(status ?? null)),
  };
}

/** Merges the two newest stretches that can reach into the page. @param order a column that an index sorts by */
function transactionsQuery(where: string, order = 'created_at'): string {
  const condition = where.replace('$account', '?4').replace('$status', where.includes('$account') ? '?5' : '?4');
  const stretch = (kind: TransactionKind) => `
    SELECT * FROM (
      SELECT '${kind}' AS kind, id, account, value, fee, status, description, created_at
      FROM ${kind}s ${condition} ORDER BY ${order} DESC, id DESC LIMIT ?1)`;
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
