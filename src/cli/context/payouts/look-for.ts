import { duration } from '../../input/duration.ts';
import type { Screen } from '../screen.ts';

/** The longest time: a response that arrives later counts as lost. */
const LONGEST_MS = 86_400_000;

/**
 * How long to look for a lost response, from `--look-for`. Milliseconds.
 *
 * @throws CommandError invalid_duration
 */
export function lookForOf({ lookFor }: { readonly lookFor?: string }, { text }: Screen): number | undefined {
  return lookFor === undefined ? undefined : duration('--look-for', LONGEST_MS, text)(lookFor);
}
