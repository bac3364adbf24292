/** A day in the form `2026-07-14`; undefined where the calendar has none, as on the 31st of a short month. */
export function calendarDay(year = '', month = '', day = ''): string | undefined {
  const found = [year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${found}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(found) ? found : undefined;
}
