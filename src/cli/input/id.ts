import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** The id of a payment or a withdrawal: some text, and none that no service would give. `.` and `..` lead elsewhere in a URL. */
export function readId(typed: string, text: Catalogue): string {
  const id = typed.trim();
  if (id === '' || id.length > 200 || /^\.{1,2}$|[\s\p{Cc}]/u.test(id)) {
    throw usageError('invalid_id', text.usage.invalidId);
  }
  return id;
}
