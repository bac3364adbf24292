import type { Catalogue } from '../text/translate.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365.25 * DAY_MS;
const MONTH_MS = YEAR_MS / 12;

/** Each unit is used up to two of the next: `47 h` is more precise than `1 d`. */
const UNITS = [
  { name: 'minutes', unitMs: MINUTE_MS, belowMs: 2 * HOUR_MS },
  { name: 'hours', unitMs: HOUR_MS, belowMs: 2 * DAY_MS },
  { name: 'days', unitMs: DAY_MS, belowMs: 2 * MONTH_MS },
  { name: 'months', unitMs: MONTH_MS, belowMs: 2 * YEAR_MS },
  { name: 'years', unitMs: YEAR_MS, belowMs: Infinity },
] as const;

/** `3 h ago`, `in 3 h` or `now`; undefined for an invalid time. */
export function formatRelative(timestamp: string, now: number, { lists }: Catalogue): string | undefined {
  const passedMs = now - Date.parse(timestamp);
  if (Number.isNaN(passedMs)) return undefined;
  const spanMs = Math.abs(passedMs);
  if (spanMs < MINUTE_MS) return lists.ages.now;
  const { name, unitMs } = UNITS.find(({ belowMs }) => spanMs < belowMs) ?? UNITS[4];
  const length = lists.ages[name](Math.floor(spanMs / unitMs));
  return passedMs < 0 ? lists.ahead(length) : lists.ago(length);
}
