import { usageError, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** The error for a required value when no terminal is attached for a question. */
export function missingOption(flag: string, text: Catalogue): CommandError {
  return usageError('missing_option', text.usage.missingOption(flag));
}
