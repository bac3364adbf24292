import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { centavos, type Centavos } from '../../pix/centavos.ts';
import type { SqlDatabase } from '../../sqlite/driver.ts';
import { textOf } from '../../sqlite/row.ts';
import type { TransactionKind } from '../wallet/identifiers.ts';
import type { CalendarDay } from '../wallet/sao-paulo-calendar.ts';
import type { LimitUse, WalletStore } from '../wallet/wallet-store.ts';
import { deepPages } from './deep-pages.ts';
import { accountOf, centavosOf, digestPrefix, keyOf, paymentOf, totalsOf, withdrawalOf } from './rows.ts';

/** What is read from the database, at once. */
export type SqliteReader = {
  readonly [Name in Exclude<keyof WalletStore, 'transaction'>]: (
    ...parameters: Parameters<WalletStore[Name]>
  ) => Awaited<ReturnType<WalletStore[Name]>>;
} & { limitUse(accountId: string, calendarDay: CalendarDay): LimitUse };

export function sqliteReader(database: SqlDatabase): SqliteReader {
  const account = database.prepare('SELECT * FROM accounts WHERE id = ?');
  const keys = database.prepare('SELECT * FROM api_keys WHERE digest_prefix = ?');
  const payment = database.prepare('SELECT * FROM payments WHERE id = ? AND account = ?');
  const withdrawal = database.prepare('SELECT * FROM withdrawals WHERE id = ? AND account = ?');
  const ledger = database.prepare('SELECT part, balance FROM ledger_accounts WHERE owner = ?');
  const use = database.prepare('SELECT used FROM limit_use WHERE account = ? AND period = ?');
  const totals = database.prepare('SELECT * FROM status_totals WHERE account = ? AND kind = ?');
  const paymentPages = deepPages(database, { table: 'payments', kind: 'payment' });
  const withdrawalPages = deepPages(database, { table: 'withdrawals', kind: 'withdrawal' });

  function totalsByStatus<Status extends string>(accountId: string, kind: TransactionKind, known: readonly Status[]) {
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

  return {
    limitUse,
    account: findAccount,
    keysLike: (digest) => keys.all(digestPrefix(digest)).map(keyOf),
    payment(accountId, id) {
      const row = payment.get(id, accountId);
      return row === undefined ? undefined : paymentOf(row);
    },
    withdrawal(accountId, id) {
      const row = withdrawal.get(id, accountId);
      return row === undefined ? undefined : withdrawalOf(row);
    },
    paymentPage(accountId, page) {
      return paymentPages(accountId, page, totalsByStatus(accountId, 'payment', PAYMENT_STATUSES), paymentOf);
    },
    withdrawalPage(accountId, page) {
      const totalsNow = totalsByStatus(accountId, 'withdrawal', WITHDRAWAL_STATUSES);
      return withdrawalPages(accountId, page, totalsNow, withdrawalOf);
    },
    overview(accountId, calendarDay) {
      const found = findAccount(accountId);
      if (found === undefined) return undefined;
      return {
        account: found,
        ledger: ledgerBalances(accountId),
        payments: totalsByStatus(accountId, 'payment', PAYMENT_STATUSES),
        limitUse: limitUse(accountId, calendarDay),
      };
    },
  };
}
