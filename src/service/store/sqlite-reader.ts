import { DISPUTE_STATUSES } from '../../contract/account.ts';
import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase } from '../../sqlite/driver.ts';
import { textOf } from '../../sqlite/row.ts';
import type { TransactionKind } from '../wallet/identifiers.ts';
import type { CalendarDay } from '../wallet/sao-paulo-calendar.ts';
import { addTotals, type Payment, type Withdrawal } from '../wallet/transactions.ts';
import type { AccountHolding, LimitUse, WalletStore } from '../wallet/wallet-store.ts';
import { auditor } from './audit.ts';
import { deepPages } from './deep-pages.ts';
import {
  LISTED_PAYMENT_COLUMNS,
  LISTED_WITHDRAWAL_COLUMNS,
  listedPaymentOf,
  listedWithdrawalOf,
} from './listed-rows.ts';
import { accountOf, centavosOf, digestPrefix, keyOf, paymentOf, totalsOf, withdrawalOf } from './rows.ts';
import { administrationReader } from './sqlite-administration.ts';
import { disputeReader } from './sqlite-disputes.ts';
import { dueReader, type DueReader } from './sqlite-due.ts';
import { outboxReader } from './sqlite-verification.ts';

/** What is read from the database, at once. */
export type SqliteReader = {
  readonly [Name in Exclude<keyof WalletStore, 'transaction'>]: (
    ...parameters: Parameters<WalletStore[Name]>
  ) => Awaited<ReturnType<WalletStore[Name]>>;
} & {
  limitUse(accountId: string, calendarDay: CalendarDay): LimitUse;
  findPayment(id: string): Payment | undefined;
  findWithdrawal(id: string): Withdrawal | undefined;
  hasPendingWithdrawal(accountId: string): boolean;
  nextDue: DueReader['nextDue'];
};

export function sqliteReader(database: SqlDatabase): SqliteReader {
  const account = database.prepare('SELECT * FROM accounts WHERE id = ?');
  const keys = database.prepare('SELECT * FROM api_keys WHERE digest_prefix = ?');
  const keysOfAccount = database.prepare('SELECT * FROM api_keys WHERE account = ? ORDER BY created_at, id');
  const payment = database.prepare('SELECT * FROM payments WHERE id = ?');
  const withdrawal = database.prepare('SELECT * FROM withdrawals WHERE id = ?');
  const ledger = database.prepare('SELECT part, balance FROM ledger_accounts WHERE owner = ?');
  const use = database.prepare('SELECT used FROM limit_use WHERE account = ? AND period = ?');
  const totals = database.prepare('SELECT * FROM status_totals WHERE account = ? AND kind = ?');
  const administration = administrationReader(database);
  const disputes = disputeReader(database);
  const paymentPages = deepPages(database, {
    table: 'payments',
    kind: 'payment',
    columns: LISTED_PAYMENT_COLUMNS,
  });
  const withdrawalPages = deepPages(database, {
    table: 'withdrawals',
    kind: 'withdrawal',
    columns: LISTED_WITHDRAWAL_COLUMNS,
  });

  function totalsByStatus<Status extends string>(
    accountId: string,
    kind: TransactionKind | 'dispute',
    known: readonly Status[],
  ) {
    return totalsOf(totals.all(accountId, kind), known);
  }

  function usedIn(accountId: string, period: string): Centavos {
    const row = use.get(accountId, period);
    return row === undefined ? centavos(0) : centavosOf(row, 'used');
  }

  function limitUse(accountId: string, { day, month }: CalendarDay): LimitUse {
    return { dayCentavos: usedIn(accountId, day), monthCentavos: usedIn(accountId, month) };
  }

  function findAccount(id: string) {
    const row = account.get(id);
    return row === undefined ? undefined : accountOf(row);
  }

  function ledgerBalances(accountId: string) {
    const balances = new Map(ledger.all(accountId).map((row) => [textOf(row, 'part'), centavosOf(row, 'balance')]));
    const balanceOf = (part: string) => balances.get(part) ?? centavos(0);
    return { available: balanceOf('available'), in_transit: balanceOf('in_transit'), blocked: balanceOf('blocked') };
  }

  function findHolding(accountId: string): AccountHolding | undefined {
    const found = findAccount(accountId);
    return found && { account: found, ledger: ledgerBalances(accountId) };
  }

  function findPayment(id: string): Payment | undefined {
    const row = payment.get(id);
    return row === undefined ? undefined : paymentOf(row);
  }

  function findWithdrawal(id: string): Withdrawal | undefined {
    const row = withdrawal.get(id);
    return row === undefined ? undefined : withdrawalOf(row);
  }

  return {
    ...dueReader(database),
    limitUse,
    findPayment,
    findWithdrawal,
    hasPendingWithdrawal: (accountId) =>
      addTotals(totalsByStatus(accountId, 'withdrawal', WITHDRAWAL_STATUSES), 'PENDING').count > 0,
    account: findAccount,
    holding: findHolding,
    keysLike: (digest) => keys.all(digestPrefix(digest)).map(keyOf),
    keysOf: (accountId) => keysOfAccount.all(accountId).map(keyOf),
    payment: (accountId, id) => owned(accountId, findPayment(id)),
    withdrawal: (accountId, id) => owned(accountId, findWithdrawal(id)),
    paymentPage(accountId, page) {
      return paymentPages(accountId, page, totalsByStatus(accountId, 'payment', PAYMENT_STATUSES), listedPaymentOf);
    },
    withdrawalPage(accountId, page) {
      const totalsNow = totalsByStatus(accountId, 'withdrawal', WITHDRAWAL_STATUSES);
      return withdrawalPages(accountId, page, totalsNow, listedWithdrawalOf);
    },
    overview(accountId, calendarDay) {
      const holding = findHolding(accountId);
      if (holding === undefined) return undefined;
      return {
        ...holding,
        disputes: totalsByStatus(accountId, 'dispute', DISPUTE_STATUSES),
        payments: totalsByStatus(accountId, 'payment', PAYMENT_STATUSES),
        limitUse: limitUse(accountId, calendarDay),
      };
    },
    accountPage(page) {
      const { items, total } = administration.accountIds(page);
      return { items: items.flatMap((id) => findHolding(id) ?? []), total };
    },
    transactionPage: (page) => administration.transactionPage(page),
    disputePage: (page) => ({ items: disputes(page), total: administration.disputeCount(page.status) }),
    codeMessages: outboxReader(database),
    audit: auditor(database),
  };
}

/** Ids are unique, but nobody is to learn that one of another account is there. */
function owned<Row extends { readonly accountId: string }>(accountId: string, row: Row | undefined): Row | undefined {
  return row?.accountId === accountId ? row : undefined;
}
