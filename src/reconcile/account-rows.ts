import { postedMs, type AccountEntry } from '../account/entry.ts';
import { withoutMarks } from '../payouts/rules/mark.ts';
import { localDay } from './books/day.ts';
import type { HereRow } from './row.ts';

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
    identifiers: { reference: correlationID, endToEndId, id },
    pixKey,
    text: [pixKey, withoutMarks(description ?? '')].filter((part) => (part ?? '') !== '').join(' - '),
    isWithin,
    fee,
  };
}
