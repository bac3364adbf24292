import { calendarDay } from '../pix/calendar-day.ts';

const DAY_MS = 86_400_000;
/** Days of caps and warnings are those of Brasília, on every machine. It has had no summer time since 2019. */
const BRASILIA_MS = -3 * 3_600_000;

/** Midnight in Brasília. */
export function startOfDay(nowMs: number): number {
  const local = nowMs + BRASILIA_MS;
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - BRASILIA_MS;
}

/** The day and the time in Brasília, as DDMMAAAA and HHMMSS. */
export function brasiliaTime(atMs: number): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = new Date(atMs + BRASILIA_MS).toISOString().split(/[T.]/);
  return { date: date.split('-').toReversed().join(''), time: time.replaceAll(':', '') };
}

/** The day in Brasília: `2026-12-05`. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs + BRASILIA_MS).toISOString().slice(0, 10);
}

/** Midnight in Brasília of a day such as `2026-12-05`. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - BRASILIA_MS;
}

/**
 * A day of this century as people write it in Brazil, `2026-12-05`, `5/12/2026` or `05.12.26`, in the first form; undefined
 * for anything else, such as the day 0 of a spreadsheet.
 */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [, first, , second, third = ''] = /^(\d\d?)([/.-])(\d\d?)\2(\d{4}|\d\d)$/.exec(text) ?? [];
  const yearLast = third.length === 2 ? `20${third}` : third;
  const found = year === undefined ? calendarDay(yearLast, second, first) : calendarDay(year, month, day);
  return found?.startsWith('20') === true ? found : undefined;
}
