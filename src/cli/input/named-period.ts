import { plainWords } from './plain-words.ts';

/** A day or a month of the local time zone, up to the beginning of the next one. Milliseconds since 1970. */
export interface Period {
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

/**
 * A day or a month in the words of either language: `hoje`, `yesterday`, `2026-07`, `07/2026`, `julho`, `july 2026`.
 *
 * @returns undefined for anything else
 */
export function readNamedPeriod(typed: string, now: number): Period | undefined {
  return readNamedDay(typed, now) ?? readMonth(typed, now);
}

/** `today`, `ontem`. */
export function readNamedDay(typed: string, now: number): Period | undefined {
  const name = plainWords(typed);
  const daysBefore = Object.hasOwn(NAMED_DAYS, name) ? NAMED_DAYS[name] : undefined;
  return daysBefore === undefined ? undefined : dayOf(now, daysBefore);
}

/** A month without a day. If the year is missing too, it is the latest such month that has begun. */
export function readMonth(typed: string, now: number): Period | undefined {
  const words = plainWords(typed);
  const today = new Date(now);
  const monthsBefore = NAMED_MONTHS[words];
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
