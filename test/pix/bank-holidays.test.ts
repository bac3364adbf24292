import { expect, it } from 'vitest';
import { HOLIDAYS_END, isBusinessDay, lastBusinessDay, nextBusinessDay } from '../../src/pix/bank-holidays.ts';

const DAY_MS = 86_400_000;
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];

/** By Oudin (1940), from the golden number and the moon. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const k = Math.floor((century - 17) / 25);
  let moon = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30;
  moon -= Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return Date.UTC(year, 2, 28 + moon - weekday);
}

it('the holidays that are listed are those of the calendar, on every day until their end', () => {
  const end = Date.parse(HOLIDAYS_END);
  const days = Array.from({ length: (end - Date.UTC(2026, 0, 1)) / DAY_MS + 1 }, (_, index) =>
    Date.UTC(2026, 0, 1 + index),
  );
  expect(days.length).toBe(3_652);
  const wrong = days.filter((day) => {
    const text = new Date(day).toISOString().slice(0, 10);
    const fromEaster = (day - easterOf(Number(text.slice(0, 4)))) / DAY_MS;
    const isHoliday = FIXED.includes(text.slice(5)) || [-48, -47, -2, 60].includes(fromEaster);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    return isBusinessDay(text) === (isHoliday || isWeekend);
  });
  expect(wrong).toEqual([]);
});

it.each([
  ['2026-02-13', '2026-02-18', '2026-02-27'],
  ['2026-12-24', '2026-12-28', '2026-12-31'],
  ['2026-11-19', '2026-11-23', '2026-11-30'],
  ['2027-05-26', '2027-05-28', '2027-05-31'],
  ['2036-01-01', '2036-01-02', '2036-01-31'],
])('after %s comes %s, and its month ends on %s', (day, next, last) => {
  expect([nextBusinessDay(day), lastBusinessDay(day)]).toEqual([next, last]);
});
