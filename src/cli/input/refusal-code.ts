import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

const CODES = Object.keys(REFUSAL_CODES);

function isRefusalCode(word: string): word is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, word);
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
  const word = typed.trim().toUpperCase();
  const other = others.find((known) => known === word);
  if (other !== undefined) return other;
  if (isRefusalCode(word)) return word;
  const known = [...others, ...CODES];
  throw usageError('invalid_refusal_code', text.usage.unknownValue(flag, typed, known, closestWord(word, known)));
}
