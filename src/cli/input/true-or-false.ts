import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** `true` or `false`, for the option `flag`. */
export function trueOrFalse(typed: string, flag: string, text: Catalogue): boolean {
  const word = typed.trim().toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw usageError('invalid_value', text.usage.unknownValue(flag, typed, ['true', 'false'], undefined));
}
