import { usageError, type CommandError } from '../errors/command-error.ts';
import { oneOf } from '../errors/known-words.ts';
import type { Catalogue } from '../text/translate.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../contract/limits.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import { pastedId } from '../../pix/pasted-id.ts';
import { DURATION_UNITS, formatDuration } from '../output/dates.ts';

const UNIT_MS: Readonly<Record<string, number>> = DURATION_UNITS;

/** `500ms`, `90s`, `5m`, `2h`, `3d` in milliseconds; undefined for anything else. */
export function parseDuration(typed: string): number | undefined {
  const [, length, unit] = /^(\d{1,9})(ms|[smhd])$/.exec(typed.trim()) ?? [];
  return length === undefined || unit === undefined ? undefined : Number(length) * (UNIT_MS[unit] ?? 0);
}

/** A duration up to `maximumMs` for the option or argument `flag`. @returns milliseconds */
export function readDuration(typed: string, flag: string, maximumMs: number, text: Catalogue): number {
  const durationMs = parseDuration(typed);
  if (durationMs !== undefined && durationMs <= maximumMs) return durationMs;
  throw usageError('invalid_duration', text.usage.invalidDuration(flag, typed, formatDuration(maximumMs)));
}

/** @param maximum lower if something is appended */
export function readDescription(
  typed: string | undefined,
  text: Catalogue,
  maximum = DESCRIPTION_CHARACTERS_MAXIMUM,
): string | undefined {
  const description = typed?.trim();
  if (description === undefined || description === '') return undefined;
  if (description.length > maximum) {
    throw usageError('invalid_description', text.usage.longDescription(description.length, maximum));
  }
  if (/\p{Cc}/u.test(description)) throw usageError('invalid_description', text.usage.controlsInDescription);
  return description;
}

/**
 * The id of a payment or a withdrawal. Texts that no service would use are refused; `.` and `..` would change the path
 * of the URL.
 */
export function readId(typed: string, text: Catalogue): string {
  const trimmed = typed.trim();
  const id = /\s/.test(trimmed) ? (pastedId(trimmed) ?? trimmed) : trimmed;
  if (id === '' || id.length > 200 || /^\.{1,2}$|[\s\p{Cc}]/u.test(id)) {
    throw usageError('invalid_id', text.usage.invalidId);
  }
  return id;
}

/** Whether a text names a run of payouts, or one payment of `pix withdraw create`. */
export function isRunId(typed: string): boolean {
  return /^r-\d{8}-[\da-z]{4}$/.test(typed);
}

/** The error for a required value when no terminal is attached for a question. */
export function missingOption(flag: string, text: Catalogue): CommandError {
  return usageError('missing_option', text.usage.missingOption(flag));
}

/**
 * Parses a refusal code of the Pix network, in any case, for the option `flag`.
 *
 * @param others further words that are allowed
 * @throws CommandError listing the codes
 */
export function readRefusalCode<Other extends string = never>(
  flag: string,
  typed: string,
  text: Catalogue,
  others: readonly Other[] = [],
): RefusalCode | Other {
  const codes = Object.keys(REFUSAL_CODES) as RefusalCode[];
  return oneOf([...others, ...codes], typed, flag, 'invalid_refusal_code', text);
}
