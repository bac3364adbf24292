/** Limits are counted by days and months of America/Sao_Paulo, independent of the machine's time zone. */
export interface CalendarDay {
  /** `2026-07-14` */
  readonly day: string;
  /** `2026-07` */
  readonly month: string;
}

const MINUTE_MS = 60_000;
/** Offsets of the time zone database change only at quarters of an hour, so a quarter belongs to one day. */
const QUARTER_MS = 900_000;

/** `2026-07-14 09:30` */
const localTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

let latest: { quarter: number; calendarDay: CalendarDay } | undefined;

/** The day of an instant (epoch milliseconds). Formatting is slow, so the last result is cached. */
export function calendarDayOf(at: number): CalendarDay {
  const quarter = Math.floor(at / QUARTER_MS);
  if (latest?.quarter !== quarter) {
    const day = localTime.format(at).slice(0, 10);
    latest = { quarter, calendarDay: { day, month: day.slice(0, 7) } };
  }
  return latest.calendarDay;
}

/** The instant (epoch milliseconds) at which the day of `at` began. */
export function startOfDay(at: number): number {
  return at - (at % MINUTE_MS) - Date.parse(`1970-01-01T${localTime.format(at).slice(-5)}Z`);
}
