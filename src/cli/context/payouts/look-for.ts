import { duration } from '../../input/duration.ts';
import type { Screen } from '../screen.ts';

/** Answers that come later than that are none. */
const LONGEST_MS = 86_400_000;

/**
 * How long a lost answer is looked for, where `--look-for` says so. Milliseconds.
 *
 * @throws CommandError invalid_duration
 */
export function lookForOf({ lookFor }: { readonly lookFor?: string }, { text }: Screen): number | undefined {
  return lookFor === undefined ? undefined : duration('--look-for', LONGEST_MS, text)(lookFor);
}
