import { closePeriod, type BalanceNote, type NotedSpan } from '../account/balance-notes.ts';
import { type AccountEntry, postedMs } from '../account/entry.ts';
import { negative, subtractCentavos, sumCentavos, sumOf, type Centavos } from '../pix/centavos.ts';
import { localDay, startOf } from './books/typed-values.ts';
import type { StatedBalance, StatedRows } from './books/stated-row.ts';
import { withoutMarks } from '../payouts/rules/mark.ts';
import type { Finding } from './reconcile.ts';
import type { HereRow, LedgerRow, UnreadRow } from './row.ts';

interface KnownAccount {
  /** Oldest first. */
  notes(): readonly BalanceNote[];
  sumBefore(moment: number): Centavos;
  entries(span: { readonly from: number; readonly before: number }): Iterable<AccountEntry>;
}

interface Known {
  readonly account: KnownAccount;
  /** The lists were read at this moment. Epoch milliseconds. */
  readonly asOf: number;
  /** Whether they may lack what the file has of that day. */
  readonly isOffline: boolean;
  readonly hasLedgerSigns: boolean;
}

/**
 * Compares the balances that nothing in the file proves with those that the account had on their day.
 *
 * @returns those that cannot be compared, and have not the form of a row
 */
export function settleBalances(rows: StatedRows, { account, asOf, isOffline, hasLedgerSigns }: Known): StatedBalance[] {
  const uncompared: StatedBalance[] = [];
  for (const balance of rows.balances) {
    const { line, day, amount, text, isRow } = balance;
    const { held, isSure } = balancesOn(account, day, hasLedgerSigns);
    const isKnown = isSure && (isOffline ? localDay(asOf) > day : localDay(asOf) >= day);
    const stated = { line, day, text, stated: amount };
    if (held.includes(amount)) {
      if (isRow) rows.leftOut.push({ line, form: 'balance', day, amount, text });
    } else if (isKnown) rows.addWrongSum({ ...stated, expected: held.at(-1) }, 'sum');
    else if (isRow) rows.addWrongSum(stated, 'unproven_balance');
    else uncompared.push(balance);
  }
  return uncompared;
}

/**
 * The last balance until a day that the rows of the file come to: all rows of the period may be matched, and the
 * account may have had another one, by a difference of an earlier time.
 *
 * @returns tells, by the findings, of another balance in the account: what was decided about rows may explain it
 */
export function lastBalance(rows: StatedRows, { account, asOf, hasLedgerSigns }: Known, until: string) {
  const today = localDay(asOf);
  const before = rows.stated.filter(({ day }) => day <= until && day < today);
  const last = before.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const stated = before.filter(({ day }) => day === last);
  const end = stated.at(-1);
  if (end === undefined) return () => undefined;
  const { held, isSure } = balancesOn(account, last, hasLedgerSigns);
  return (findings: readonly Finding[]): Omit<UnreadRow, 'key' | 'flaw'> | undefined => {
    const sumOfRows = (list: readonly (LedgerRow | undefined)[]) =>
      sumOf([...new Set(list)].flatMap((row) => (row !== undefined && row.day <= last ? row.amount : [])));
    const [here, there] = [sumOfRows(findings.map((one) => one.here)), sumOfRows(findings.map((one) => one.there))];
    const decided = hasLedgerSigns ? subtractCentavos(here, there) : subtractCentavos(there, here);
    const expected = held.map((balance) => sumCentavos(balance, decided));
    // What the service took before the first sync, or months before the one that noted it, is in the account's, too.
    const known = new Set([...held, ...expected]);
    if (!isSure || stated.some(({ amount }) => known.has(amount))) return undefined;
    const { line, day, text, amount } = end;
    return { line, day, text, stated: amount, expected: expected.at(-1) };
  };
}

/** The balances of a day, after each of its entries: a file may state any of them. `isSure`: it had no others. */
function balancesOn(account: KnownAccount, day: string, hasLedgerSigns: boolean) {
  const [first, ...later] = account.notes();
  if (first === undefined) return { held: [], isSure: false };
  const span = { from: startOf(day), before: startOf(day, 1) };
  const period = closePeriod(span, [first, ...later], (moment) => account.sumBefore(moment));
  const balances = [period.opening.balance];
  let { balance } = period.opening;
  for (const { netAmount } of account.entries(span)) {
    balance = sumCentavos(balance, netAmount);
    balances.push(balance);
  }
  balances.push(period.closing.balance);
  return { held: hasLedgerSigns ? balances.map(negative) : balances, isSure: period.undatedDisputes === undefined };
}

/** Rows of neighbouring days are read, too: what a file has on the other side of the month's end is found there. */
export const NEIGHBOUR_DAYS = 10;

/** An entry as it is compared. @param isWithin whether it was posted in the period */
export function hereRow(entry: AccountEntry, isWithin: boolean): HereRow {
  const { id, type, netAmount, correlationID, endToEndId, pixKey, description, fee } = entry;
  return {
    key: type === 'RETURN' ? `${id}-return` : id,
    day: localDay(postedMs(entry)),
    amount: netAmount,
    // A withdrawal and its return share their names: the direction tells them apart.
    // A dispute is named by the note of this index that shows it.
    identifiers: { reference: correlationID, endToEndId, id: type === 'DISPUTE' ? null : id },
    pixKey,
    text: [pixKey, withoutMarks(description ?? '')].filter((part) => (part ?? '') !== '').join(' - '),
    isWithin,
    fee,
  };
}

/** A change of the balance that no entry explains: the file has to contain it, too. */
export function gapRow(
  { to, difference }: Pick<NotedSpan, 'to' | 'difference'>,
  text: string,
  isWithin: boolean,
): HereRow {
  return {
    key: `gap-${new Date(to).toISOString()}`,
    day: localDay(to),
    amount: difference,
    identifiers: { reference: null, endToEndId: null, id: null },
    pixKey: null,
    text,
    isWithin,
    fee: null,
  };
}
