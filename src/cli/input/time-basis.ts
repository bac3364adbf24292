import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** The time by which a row belongs to a day: when it was created, or when it changed the balance. */
const TIME_BASES = ['created', 'settled'] as const;
export type TimeBasis = (typeof TIME_BASES)[number];

/** Reads `--by`. @throws CommandError (usage) */
export function readTimeBasis(typed: string | undefined, text: Catalogue): TimeBasis {
  if (typed === undefined) return 'created';
  const basis = TIME_BASES.find((known) => known === typed.toLowerCase());
  if (basis !== undefined) return basis;
  throw usageError('invalid_value', text.usage.unknownValue('--by', typed, TIME_BASES, closestWord(typed, TIME_BASES)));
}
