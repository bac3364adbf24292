import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';

/** A day never changes within a quarter of an hour, so sums by quarter avoid a million rows in JavaScript. */
export const QUARTER_MS = 900_000;

/**
 * Compares what the limits have counted with the withdrawals.
 *
 * @param withdrawn `account`, `quarter` and `used`, of both stores
 * @param used `account`, `period` and `used`
 */
export function limitUseViolations(withdrawn: readonly SqlRow[], used: readonly SqlRow[]): string[] {
  const counted = new Map<string, number>();
  for (const row of withdrawn) {
    const { day, month } = calendarDayOf(integerOf(row, 'quarter') * QUARTER_MS);
    for (const period of [day, month]) {
      const key = `${textOf(row, 'account')} in ${period}`;
      counted.set(key, (counted.get(key) ?? 0) + integerOf(row, 'used'));
    }
  }
  const kept = new Map(
    used.map((row) => [`${textOf(row, 'account')} in ${textOf(row, 'period')}`, integerOf(row, 'used')]),
  );
  return [...new Set([...counted.keys(), ...kept.keys()])]
    .filter((key) => counted.get(key) !== kept.get(key))
    .map((key) => `${key}: ${kept.get(key) ?? 0} is kept, ${counted.get(key) ?? 0} counted`);
}
