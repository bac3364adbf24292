import { dayIn } from '../../payouts/policy-day.ts';
import { dayAfter, HOLIDAYS_END, lastBusinessDay } from '../../pix/bank-holidays.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { plainWords } from '../../pix/accents.ts';

/** Days after today. */
const NAMED_DAYS = new Map([
  ['today', 0],
  ['hoje', 0],
  ['tomorrow', 1],
  ['amanha', 1],
]);
const LAST_OF_MONTH = /^(last[ -]business[ -]day|ultimo[ -]dia[ -]util)$/;

/**
 * A day such as `2026-12-05`, `05/12/2026`, `tomorrow` or `last-business-day`, which is that of the next month once it has
 * passed.
 *
 * @param today in Brasília
 * @throws CommandError invalid_date, holidays_unknown
 */
export function readPaymentDay(flag: string, typed: string, today: string, text: Catalogue): string {
  const words = plainWords(typed);
  const days = NAMED_DAYS.get(words);
  if (days !== undefined) return dayAfter(today, days);
  if (LAST_OF_MONTH.test(words)) return lastOfMonth(today, text);
  const day = dayIn(words);
  if (day !== undefined) return day;
  throw usageError('invalid_date', text.payouts.schedule.invalidDay(flag, typed));
}

function lastOfMonth(today: string, text: Catalogue): string {
  const last = lastBusinessDay(today);
  const found = last < today ? lastBusinessDay(dayAfter(`${today.slice(0, 7)}-28`, 4)) : last;
  if (found <= HOLIDAYS_END) return found;
  throw usageError('holidays_unknown', text.payouts.schedule.holidaysUnknown(HOLIDAYS_END));
}
