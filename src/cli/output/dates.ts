import type { Language, Catalogue } from '../text/translate.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** A time (RFC 3339, or epoch milliseconds) as it is here (`TZ`): `2026-07-14 09:31:05`, or `14/07/2026 09:31:05`. */
export function formatMoment(time: string | number, language: Language): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return String(time);
  return `${formatDay(moment, language)} ${formatTime(moment)}`;
}

/** The same without the seconds: `2026-07-14 09:31`. */
export function formatMinute(time: string | number, language: Language): string {
  const text = formatMoment(time, language);
  return text === time ? text : text.slice(0, -':00'.length);
}

/** For machine formats: RFC 3339, UTC. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** With the offset from UTC, for readers elsewhere: `2026-07-14 09:31:05 (UTC-03:00)`. */
export function formatZonedMoment(time: string | number, language: Language): string {
  const text = formatMoment(time, language);
  return text === time ? text : `${text} (${offsetAt(new Date(time))})`;
}

/** The time zone of this machine: `America/Sao_Paulo`; its offset where it has no name, as with `TZ=BRT3`. */
export function zoneName(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [undefined, 'Etc/Unknown'].includes(zone) ? offsetAt(new Date()) : zone;
}

function offsetAt(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/** A local day: `2026-07-14`, or `14/07/2026`. */
export function formatDay(moment: Date, language: Language): string {
  const [year, month, day] = [String(moment.getFullYear()), two(moment.getMonth() + 1), two(moment.getDate())];
  return language === 'pt-BR' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}

/** A day as it is in JSON (`2026-07-14`); anything else is unchanged. */
export function formatIsoDay(day: string, language: Language): string {
  return language === 'pt-BR' ? day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1') : day;
}

/** The local time of day: `09:31:05`. */
export function formatTime(moment: Date): string {
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
}

/** The units that options accept. */
export const DURATION_UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** In the largest unit without a fraction, in the format that options accept: `90s`, `2h`, `1500ms`. */
export function formatDuration(durationMs: number): string {
  const units = Object.entries(DURATION_UNITS);
  const [unit, unitMs] = units.find(([, length]) => durationMs > 0 && durationMs % length === 0) ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}

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

/** `47 h`: of a minute or more, without what is less than its unit. */
export function formatSpan(spanMs: number, { labels }: Catalogue): string {
  const { name, unitMs } = UNITS.find(({ belowMs }) => spanMs < belowMs) ?? UNITS[4];
  return labels.ages[name](Math.floor(spanMs / unitMs));
}

/** `3 h ago`, `in 3 h` or `now`; undefined for an invalid time. */
export function formatRelative(time: string | number, now: number, text: Catalogue): string | undefined {
  const { lists, labels } = text;
  const passedMs = now - new Date(time).getTime();
  if (Number.isNaN(passedMs)) return undefined;
  const spanMs = Math.abs(passedMs);
  if (spanMs < MINUTE_MS) return labels.ages.now;
  const length = formatSpan(spanMs, text);
  return passedMs < 0 ? lists.ahead(length) : lists.ago(length);
}
