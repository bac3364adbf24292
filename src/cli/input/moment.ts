import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { parseDuration } from './option-values.ts';
import { plainWords } from '../../pix/accents.ts';

/** How far the service's clock may be ahead of ours, at the most. */
const CLOCKS_APART_MS = 86_400_000;

/** A span of time: from `from` on, and before `before`. Milliseconds since 1970; undefined is unbounded. */
export interface TimeSpan {
  readonly from: number | undefined;
  readonly before: number | undefined;
}

export interface SpanFlags {
  readonly since?: string;
  readonly until?: string;
  /** Replaces both. */
  readonly month?: string;
}

/**
 * Whether the moment in `--until` belongs to the span: in lists it does; in exports it does not, so that the next span
 * can begin there.
 */
type UntilRule = 'included' | 'excluded';

/**
 * Reads `--since` and `--until`: a local day (all of it) or a local time, in both formats of lists (`2026-07-14`,
 * `14/07/2026 09:30`); a day or a month by name (`ontem`, `2026-07`); a time of RFC 3339 (itself included); or an age
 * (`90m`, `24h`, `7d`). `--month` replaces both.
 *
 * @param untilRule `excluded`: only a day or a month in `--until` includes itself
 */
export function readTimeSpan(
  flags: SpanFlags,
  now: number,
  text: Catalogue,
  untilRule: UntilRule = 'included',
): TimeSpan {
  if (flags.month !== undefined) return monthSpan(flags.month, now, text);
  const { since, until } = flags;
  const start = since === undefined ? undefined : readMoment('--since', since, now, text);
  const from = start?.from;
  // A moment may be one of the service's clock, which may be ahead.
  if (from !== undefined) assertBegun({ from: start?.isWhole === true ? from : from - CLOCKS_APART_MS }, now, text);
  const end = until === undefined ? undefined : readMoment('--until', until, now, text);
  const before = untilRule === 'excluded' && end?.isWhole === false ? end.from : end?.before;
  if (from !== undefined && before !== undefined && before <= from) {
    throw usageError('invalid_date', text.usage.emptySpan(since ?? '', until ?? ''));
  }
  return { from, before };
}

/**
 * A day or a month that has begun, or a moment in the past: `--at 2026-07-31`. Epoch milliseconds; a moment ends where it
 * begins.
 */
export function readPast(flag: string, typed: string, now: number, text: Catalogue) {
  const moment = readMoment(flag, typed, now, text);
  assertBegun(moment, now, text);
  return { from: moment.from, end: moment.isWhole ? moment.before : moment.from };
}

/** An export of what has not begun, as a day of a mistyped year, would be empty, and verified complete. */
function assertBegun({ from }: Pick<Period, 'from'>, now: number, text: Catalogue): void {
  if (from > now) throw usageError('invalid_date', text.usage.notYet);
}

interface Moment extends Period {
  /** A day or a month, which ends where the next one begins. */
  readonly isWhole: boolean;
}

function monthSpan(typed: string, now: number, text: Catalogue): TimeSpan {
  const month = readMonth(typed, now);
  if (month === undefined) throw usageError('invalid_date', text.usage.invalidMonth(typed));
  assertBegun(month, now, text);
  return month;
}

/** @param flag the option that it was typed for */
export function readMoment(flag: string, typed: string, now: number, text: Catalogue): Moment {
  const agoMs = parseDuration(typed);
  if (agoMs !== undefined) return instant(now - agoMs);

  const local = readLocal(typed);
  if (local !== undefined) return local;
  const period = readNamedDay(typed, now) ?? readMonth(typed, now);
  if (period !== undefined) return { ...period, isWhole: true };
  if (/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(typed)) {
    const moment = Date.parse(typed.replace(' ', 'T').toUpperCase());
    if (!Number.isNaN(moment)) return instant(moment);
  }
  throw usageError('invalid_date', text.usage.invalidDate(flag, typed));
}

const LOCAL = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)\/(\d\d?)\/(\d{4}))(?: +(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A day, a minute or a second of the local time zone, from its beginning to its end. */
function readLocal(typed: string): Moment | undefined {
  const groups = LOCAL.exec(typed.trim());
  if (groups === null) return undefined;
  const part = (index: number) => Number(groups[index] ?? 0);
  const [year, month, day] = groups[1] === undefined ? [part(6), part(5), part(4)] : [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(7), part(8), part(9)];
  const start = new Date(year, month - 1, day, hour, minute, second);
  const isReal = start.getMonth() === month - 1 && start.getDate() === day && minute < 60 && second < 60 && hour < 24;
  if (!isReal) return undefined;
  const from = start.getTime();
  if (groups[7] === undefined) return { from, before: new Date(year, month - 1, day + 1).getTime(), isWhole: true };
  return { from, before: from + (groups[9] === undefined ? 60_000 : 1_000), isWhole: false };
}

/**
 * A day or a month among other words: `ontem`, `14/07`, `14/07/26`, `14-07-2026`, `2026-07`. Names of months are treated as words
 * there, and numbers with a separator are a day only if it exists.
 */
export function readDay(word: string, now: number): Period | undefined {
  if (/^\d{4}-\d\d$|^\d\d\/\d{4}$/.test(word)) return readMonth(word, now);
  const typed = word.replace(/^(\d\d?)[.-](\d\d?)[.-](\d{4})$/, '$1/$2/$3').replace(/^\d\d?\/\d\d?\/(?=\d\d$)/, '$&20');
  if (!/^\d\d\/\d\d$/.test(word)) return readNamedDay(typed, now) ?? readLocal(typed);
  const year = new Date(now).getFullYear();
  const thisYear = readLocal(`${word}/${year}`);
  return thisYear === undefined || thisYear.from <= now ? thisYear : readLocal(`${word}/${year - 1}`);
}

const DAY_SHAPE = /^(?:\d\d?\/\d\d?\/\d{4}|\d{4}-\d\d-\d\d|(?:29|3[01])\/(?:0[1-9]|1[0-2]))$/;

/**
 * Whether a word can only be meant as a day, and that day does not exist: `31/09`, `2026-02-30`. Invoices and instalments
 * are numbered like the beginning of a day or like a month: `45/2026`, `13/24`, `2026-13`.
 */
export function isMissingDay(word: string, now: number): boolean {
  return DAY_SHAPE.test(word) && readDay(word, now) === undefined;
}

function instant(moment: number): Moment {
  return { from: moment, before: moment + 1, isWhole: false };
}

/** A day or a month of the local time zone, up to the beginning of the next one. Milliseconds since 1970. */
interface Period {
  readonly from: number;
  readonly before: number;
}

/** Days before today. */
const NAMED_DAYS: Readonly<Record<string, number>> = {
  today: 0,
  hoje: 0,
  yesterday: 1,
  ontem: 1,
  anteontem: 2,
};

/** Months before this one. */
const NAMED_MONTHS: Readonly<Record<string, number>> = {
  'this month': 0,
  'este mes': 0,
  'last month': 1,
  'mes passado': 1,
};

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'janeiro'],
  ['february', 'feb', 'fevereiro', 'fev'],
  ['march', 'mar', 'marco'],
  ['april', 'apr', 'abril', 'abr'],
  ['may', 'maio', 'mai'],
  ['june', 'jun', 'junho'],
  ['july', 'jul', 'julho'],
  ['august', 'aug', 'agosto', 'ago'],
  ['september', 'sep', 'sept', 'setembro', 'set'],
  ['october', 'oct', 'outubro', 'out'],
  ['november', 'nov', 'novembro'],
  ['december', 'dec', 'dezembro', 'dez'],
];

/** A day in the words of either language: `hoje`, `yesterday`. */
function readNamedDay(typed: string, now: number): Period | undefined {
  const name = plainWords(typed);
  const daysBefore = Object.hasOwn(NAMED_DAYS, name) ? NAMED_DAYS[name] : undefined;
  return daysBefore === undefined ? undefined : dayOf(now, daysBefore);
}

/** A month without a day: `2026-07`, `07/2026`, `julho`, `july 2026`. If the year is missing too, it is the latest such month that has begun. */
function readMonth(typed: string, now: number): Period | undefined {
  const words = plainWords(typed);
  const today = new Date(now);
  const monthsBefore = Object.hasOwn(NAMED_MONTHS, words) ? NAMED_MONTHS[words] : undefined;
  if (monthsBefore !== undefined) return monthOf(today.getFullYear(), today.getMonth() - monthsBefore);
  const [, yearFirst, monthSecond, monthFirst, yearSecond] = /^(?:(\d{4})-(\d\d)|(\d\d)\/(\d{4}))$/.exec(words) ?? [];
  const [month, year] = [monthSecond ?? monthFirst, yearFirst ?? yearSecond];
  if (month !== undefined) {
    const isReal = Number(month) >= 1 && Number(month) <= 12;
    return isReal ? monthOf(Number(year), Number(month) - 1) : undefined;
  }
  const [, name = '', namedYear] = /^([a-z]+)(?:(?: de |[ /])(\d{4}))?$/.exec(words) ?? [];
  const index = MONTHS.findIndex((names) => names.includes(name));
  if (index === -1) return undefined;
  const lastYear = index > today.getMonth() ? today.getFullYear() - 1 : today.getFullYear();
  return monthOf(namedYear === undefined ? lastYear : Number(namedYear), index);
}

function dayOf(now: number, daysBefore: number): Period {
  const today = new Date(now);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate() - daysBefore];
  return { from: new Date(year, month, day).getTime(), before: new Date(year, month, day + 1).getTime() };
}

function monthOf(year: number, month: number): Period {
  return { from: new Date(year, month, 1).getTime(), before: new Date(year, month + 1, 1).getTime() };
}
