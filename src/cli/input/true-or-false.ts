import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** A reader of `true` and `false`, for the option that `flag` names. */
export function trueOrFalse(flag: string, text: Catalogue) {
  return (typed: string): boolean => {
    const word = typed.trim().toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
    throw usageError('invalid_value', text.usage.unknownValue(flag, typed, ['true', 'false'], undefined));
  };
}
