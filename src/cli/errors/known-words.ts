import type { Catalogue } from '../text/translate.ts';
import { usageError, type CommandError } from './command-error.ts';

/** Letters. */
const BEGINNING_MINIMUM = 3;

/** The word that was probably meant: at most two letters changed, added or left out, or only its beginning typed. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, slips: slipsBetween(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, slips }) => slips <= 2 && slips < word.length)
    .sort((one, other) => one.slips - other.slips);
  if (best !== undefined || typed.length < BEGINNING_MINIMUM) return best?.word;
  return words.find((word) => word.toLowerCase().startsWith(typed.toLowerCase()));
}

/** One of these words, in any case. @throws CommandError (usage) with this code */
export function oneOf<Word extends string>(
  words: readonly Word[],
  typed: string,
  flag: string,
  code: string,
  text: Catalogue,
): Word {
  const wanted = typed.trim().toLowerCase();
  const word = words.find((known) => known.toLowerCase() === wanted);
  if (word !== undefined) return word;
  throw unknownWord(words, typed, flag, code, text);
}

/** The error for a word that is none of these. */
export function unknownWord(
  words: readonly string[],
  typed: string,
  flag: string,
  code: string,
  { usage }: Catalogue,
): CommandError {
  return usageError(code, usage.unknownValue(flag, typed, words, closestWord(typed.trim(), words)));
}

function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [fromIndex, letter] of Array.from(from).entries()) {
    const next = [fromIndex + 1];
    for (const [toIndex, other] of Array.from(to).entries()) {
      const changed = (row[toIndex] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[toIndex + 1] ?? 0) + 1, (next[toIndex] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
