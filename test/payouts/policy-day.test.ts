import { expect, it } from 'vitest';
import { brasiliaTime, dayIn, dayOf, startOf, startOfDay } from '../../src/payouts/policy-day.ts';
import { linesIn, rowsIn } from '../support/grouped.ts';

it.each(
  rowsIn(`
    2026-12-05;2026-12-05 | 5/12/2026;2026-12-05 | 05.12.26;2026-12-05 | 15-1-26;2026-01-15 | 31/10/2026;2026-10-31
    29/02/2028;2028-02-29
  `),
)('a day that is written %s', (text, day) => expect(dayIn(text)).toBe(day));

it.each([
  '',
  ...linesIn(`
    29/02/2026 | 12/13/2026 | 2026-12-32 | 0/1/1900 | 5/12/1926 | 1926-12-05 | 5/12.2026 | 5/12/026 | 5/12/20260
    005/12/2026 | x5/12/2026 | 5/12/2026x | 2026-12-5 | 2026-2-05 | 12026-12-05 | 2026-12-055 | x2026-12-05
    2026-12-05T00:00
  `),
])('no day is written "%s"', (text) => expect(dayIn(text)).toBeUndefined());

it.each([
  ['before midnight in Brasília', Date.UTC(2026, 10, 21, 2, 59, 59, 999), '2026-11-20', '20112026', '235959'],
  ['at midnight', Date.UTC(2026, 10, 21, 3), '2026-11-21', '21112026', '000000'],
  ['after midnight', Date.UTC(2026, 10, 21, 4, 5, 6), '2026-11-21', '21112026', '010506'],
  ['of a clock that was never set', Date.UTC(1969, 11, 30, 12), '1969-12-30', '30121969', '090000'],
])('the day of a moment %s', (_, atMs, day, date, time) => {
  expect(dayOf(atMs)).toBe(day);
  expect(startOfDay(atMs)).toBe(startOf(day));
  expect(startOf(day)).toBe(Date.parse(`${day}T03:00:00Z`));
  expect(brasiliaTime(atMs)).toEqual({ date, time });
});
