/** The last day whose holidays are known here. */
export const HOLIDAYS_END = '2035-12-31';

/** National holidays of every year, as month and day. Banks are closed on them (Febraban). */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];

/** By year: Monday and Tuesday of Carnival, Good Friday, Corpus Christi. */
const MOVABLE: Readonly<Record<string, readonly string[]>> = {
  2026: ['02-16', '02-17', '04-03', '06-04'],
  2027: ['02-08', '02-09', '03-26', '05-27'],
  2028: ['02-28', '02-29', '04-14', '06-15'],
  2029: ['02-12', '02-13', '03-30', '05-31'],
  2030: ['03-04', '03-05', '04-19', '06-20'],
  2031: ['02-24', '02-25', '04-11', '06-12'],
  2032: ['02-09', '02-10', '03-26', '05-27'],
  2033: ['02-28', '03-01', '04-15', '06-16'],
  2034: ['02-20', '02-21', '04-07', '06-08'],
  2035: ['02-05', '02-06', '03-23', '05-24'],
};

/** Whether banks work on a day such as `2026-12-04`: Pix itself works every day. After {@link HOLIDAYS_END}, only weekends are known. */
export function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  const [year, date] = [day.slice(0, 4), day.slice(5)];
  return weekday !== 0 && weekday !== 6 && !FIXED.includes(date) && MOVABLE[year]?.includes(date) !== true;
}

/** The first business day after a day. */
export function nextBusinessDay(day: string): string {
  const next = dayAfter(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

/** The last business day of the month of a day. */
export function lastBusinessDay(day: string): string {
  const first = new Date(`${day.slice(0, 7)}-01`);
  let last = dayAfter(new Date(first.setUTCMonth(first.getUTCMonth() + 1)).toISOString(), -1);
  while (!isBusinessDay(last)) last = dayAfter(last, -1);
  return last;
}

/** Some days later, or before. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
