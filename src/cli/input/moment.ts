import { usageError } from '../command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { parseDuration } from './duration.ts';

/** A span of time: from `from` on, and before `before`. Milliseconds since 1970; undefined is unbounded. */
export interface TimeSpan {
  readonly from: number | undefined;
  readonly before: number | undefined;
}

interface SpanFlags {
  readonly since?: string;
  readonly until?: string;
}

/**
 * Reads `--since` and `--until`: a local day (`2026-07-14`: all of it), a moment of RFC 3339 (itself included), or how
 * long ago (`90m`, `24h`, `7d`).
 */
export function readTimeSpan({ since, until }: SpanFlags, now: number, text: Catalogue): TimeSpan {
  const from = since === undefined ? undefined : readMoment('--since', since, now, text).from;
  const before = until === undefined ? undefined : readMoment('--until', until, now, text).before;
  if (from !== undefined && before !== undefined && before <= from) {
    throw usageError('invalid_date', text.usage.emptySpan(since ?? '', until ?? ''));
  }
  return { from, before };
}

function readMoment(flag: string, typed: string, now: number, text: Catalogue): { from: number; before: number } {
  const agoMs = parseDuration(typed);
  if (agoMs !== undefined) return instant(now - agoMs);

  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const start = new Date(Number(year), Number(month) - 1, Number(day));
    const isReal = start.getMonth() === Number(month) - 1 && start.getDate() === Number(day);
    const next = new Date(Number(year), Number(month) - 1, Number(day) + 1);
    if (isReal) return { from: start.getTime(), before: next.getTime() };
  }
  if (/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(typed)) {
    const moment = Date.parse(typed.replace(' ', 'T').toUpperCase());
    if (!Number.isNaN(moment)) return instant(moment);
  }
  throw usageError('invalid_date', text.usage.invalidDate(flag, typed));
}

function instant(moment: number): { from: number; before: number } {
  return { from: moment, before: moment + 1 };
}
