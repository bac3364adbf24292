import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** A parser of whole numbers from `minimum` to `maximum` (Infinity: no maximum) for the option `flag`. */
export function wholeNumber(flag: string, minimum: number, maximum: number, text: Catalogue) {
  return (typed: string): number => {
    const number = /^\d{1,15}$/.test(typed) ? Number(typed) : undefined;
    if (number === undefined || number < minimum || number > maximum) {
      throw usageError('invalid_number', text.usage.invalidNumber(flag, typed, minimum, maximum));
    }
    return number;
  };
}

const TIMEOUT_SECONDS_MAXIMUM = 3_600;

/** `--timeout`, typed in seconds. @returns milliseconds */
export function timeout(text: Catalogue) {
  return (typed: string): number => {
    const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(typed) ? Number(typed) : 0;
    if (seconds <= 0 || seconds > TIMEOUT_SECONDS_MAXIMUM) {
      throw usageError('invalid_number', text.usage.invalidNumber('--timeout', typed, 0.001, TIMEOUT_SECONDS_MAXIMUM));
    }
    return Math.ceil(seconds * 1_000);
  };
}
