const DATE = /^(?:(\d{4})[-/.](\d\d)[-/.](\d\d)|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d))(?:[ T].*)?$/;
/** `20260714`, as Caixa writes it. */
const DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** The local day of a moment: `2026-07-14`. */
export function localDay(moment: number): string {
  const local = new Date(moment);
  return dayText(local.getFullYear(), local.getMonth() + 1, local.getDate());
}

/** The beginning of a local day, or of one some days later. Epoch milliseconds. */
export function startOf(day: string, later = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

/** The day in a text: the year first, or the day first, as in Brazil. A time with its zone is of the local day. */
export function readDay(text: string): string | undefined {
  const trimmed = text.trim();
  if (WITH_ZONE.test(trimmed)) {
    const moment = Date.parse(trimmed.replace(' ', 'T'));
    return Number.isNaN(moment) ? undefined : localDay(moment);
  }
  const [whole, year, month, day, dayFirst, monthSecond, yearLast = ''] =
    DATE.exec(trimmed) ?? DIGITS.exec(trimmed) ?? [];
  if (whole === undefined) return undefined;
  return year === undefined
    ? realDay(Number(yearLast.length === 2 ? `20${yearLast}` : yearLast), Number(monthSecond), Number(dayFirst))
    : realDay(Number(year), Number(month), Number(day));
}

/** Undefined for the 31st of a short month. */
export function realDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? dayText(year, month, day) : undefined;
}

function dayText(year: number, month: number, day: number): string {
  const [two, other] = [month, day].map((part) => String(part).padStart(2, '0'));
  return `${String(year).padStart(4, '0')}-${two}-${other}`;
}
