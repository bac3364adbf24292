import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

const CODES = Object.keys(REFUSAL_CODES);

function isRefusalCode(word: string): word is RefusalCode {
  return Object.hasOwn(REFUSAL_CODES, word);
}

/**
 * A refusal code of the Pix network, in any case, after the option that `flag` names.
 *
 * @param others words that may stand there, too
 * @throws CommandError naming those that there are
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
