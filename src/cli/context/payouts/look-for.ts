import { duration } from '../../input/duration.ts';
import type { Screen } from '../screen.ts';

/** A later response would be no response. */
const LONGEST_MS = 86_400_000;

/**
 * How long to look for a lost response, from `--look-for`. Milliseconds.
 *
 * @throws CommandError invalid_duration
 */
export function lookForOf({ lookFor }: { readonly lookFor?: string }, { text }: Screen): number | undefined {
  return lookFor === undefined ? undefined : duration('--look-for', LONGEST_MS, text)(lookFor);
}
