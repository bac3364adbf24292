import { usageError, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** For what would be asked for at a terminal. */
export function missingOption(flag: string, text: Catalogue): CommandError {
  return usageError('missing_option', text.usage.missingOption(flag));
}
