import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `90s`, `5m`, `2h`, `3d` in milliseconds; undefined for anything else. */
export function parseDuration(typed: string): number | undefined {
  const [, length, unit] = /^(\d{1,9})(ms|[smhd])$/.exec(typed.trim()) ?? [];
  return length === undefined || unit === undefined ? undefined : Number(length) * (UNIT_MS[unit] ?? 0);
}

/** A parser of durations up to `maximumMs` for the option or argument `flag`. @returns milliseconds */
export function duration(flag: string, maximumMs: number, text: Catalogue) {
  return (typed: string): number => {
    const durationMs = parseDuration(typed);
    if (durationMs !== undefined && durationMs <= maximumMs) return durationMs;
    throw usageError('invalid_duration', text.usage.invalidDuration(flag, typed));
  };
}
