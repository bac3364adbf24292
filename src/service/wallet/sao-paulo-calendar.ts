/** Limits are counted by days and months of America/Sao_Paulo, independent of the machine's time zone. */
export interface CalendarDay {
  /** `2026-07-14` */
  readonly day: string;
  /** `2026-07` */
  readonly month: string;
}

const MINUTE_MS = 60_000;
/** Offsets of the time zone database change only at quarters of an hour, so a quarter belongs to one day. */
const QUARTER_MS = 15 * MINUTE_MS;

const localTime = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

let latest: { quarter: number; calendarDay: CalendarDay } | undefined;

/** The day of an instant (epoch milliseconds). Formatting is slow, so the last result is cached. */
export function calendarDayOf(at: number): CalendarDay {
  const quarter = Math.floor(at / QUARTER_MS);
  if (latest?.quarter !== quarter) {
    const { year = '', month = '', day = '' } = partsOf(at);
    latest = { quarter, calendarDay: { day: `${year}-${month}-${day}`, month: `${year}-${month}` } };
  }
  return latest.calendarDay;
}

/** The instant (epoch milliseconds) at which the day of `at` began. */
export function startOfDay(at: number): number {
  const { hour, minute } = partsOf(at);
  return Math.floor(at / MINUTE_MS) * MINUTE_MS - (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
}

function partsOf(at: number): Readonly<Record<string, string>> {
  return Object.fromEntries(localTime.formatToParts(at).map(({ type, value }) => [type, value]));
}
