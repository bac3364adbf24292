import { closePeriod, type BalanceNote, type NotedSpan } from '../account/balance-notes.ts';
import { type AccountEntry, postedMs } from '../account/entry.ts';
import { sumCentavos, negative, type Centavos } from '../pix/centavos.ts';
import { localDay, startOf } from './books/typed-values.ts';
import type { StatedBalance, StatedRows } from './books/stated-row.ts';
import { withoutMarks } from '../payouts/rules/mark.ts';
import type { HereRow } from './row.ts';

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
    const known = balancesOn(account, day)?.map((held) => (hasLedgerSigns ? negative(held) : held));
    const isKnown = isOffline ? localDay(asOf) > day : localDay(asOf) >= day;
    const stated = { line, day, text, stated: amount };
    if (known?.includes(amount) === true) {
      if (isRow) rows.leftOut.push({ line, form: 'balance', day, amount, text });
    } else if (known !== undefined && isKnown) rows.addWrongSum({ ...stated, expected: known.at(-1) }, 'sum');
    else if (isRow) rows.addWrongSum(stated, 'unproven_balance');
    else uncompared.push(balance);
  }
  return uncompared;
}

/**
 * The last balance until a day that the rows of the file come to, where the account had another one: all rows of the period
 * may be matched, and the difference is of an earlier time.
 */
export function otherEnd(rows: StatedRows, { account, asOf, hasLedgerSigns }: Known, until: string) {
  const before = rows.stated.filter(({ day }) => day <= until);
  const last = before.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const stated = before.filter(({ day }) => day === last);
  const known = last < localDay(asOf) ? balancesOn(account, last) : undefined;
  const held = known?.map((balance) => (hasLedgerSigns ? negative(balance) : balance));
  const end = stated.at(-1);
  if (end === undefined || held === undefined || stated.some(({ amount }) => held.includes(amount))) return undefined;
  const { line, day, text, amount } = end;
  return { line, day, text, stated: amount, expected: held.at(-1) };
}

/** The balances of a day, after each of its entries. A file may state any of them. */
function balancesOn(account: KnownAccount, day: string): readonly Centavos[] | undefined {
  const [first, ...later] = account.notes();
  if (first === undefined) return undefined;
  const span = { from: startOf(day), before: startOf(day, 1) };
  const { opening, closing } = closePeriod(span, [first, ...later], (moment) => account.sumBefore(moment));
  const balances = [opening.balance];
  let balance = opening.balance;
  for (const { netAmount } of account.entries(span)) {
    balance = sumCentavos(balance, netAmount);
    balances.push(balance);
  }
  return [...balances, closing.balance];
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
