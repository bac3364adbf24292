import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/**
 * The id of a payment or a withdrawal. Texts that no service would use are refused; `.` and `..` would change the path
 * of the URL.
 */
export function readId(typed: string, text: Catalogue): string {
  const id = typed.trim();
  if (id === '' || id.length > 200 || /^\.{1,2}$|[\s\p{Cc}]/u.test(id)) {
    throw usageError('invalid_id', text.usage.invalidId);
  }
  return id;
}

/** Whether a text names a run of payouts, or one payment of `pix withdraw create`. */
export function isRunId(typed: string): boolean {
  return /^r-\d{8}-[\da-z]{4}$/.test(typed);
}
