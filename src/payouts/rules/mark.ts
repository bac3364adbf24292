import type { Clock } from '../../client/clock.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../contract/limits.ts';

/** Digits and small letters that cannot be confused: no 0 and o, no 1, i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const MARK_LETTERS = 7;

const MARK = /#px[2-9a-hjkmnp-z]{7}(?![0-9a-z])/g;

const MARK_IN_TEXT = new RegExp(` ?${MARK.source}`, 'g');

/** The part of a description that a mark takes, including its space. */
const MARK_LENGTH = '#px'.length + MARK_LETTERS + 1;

/** The longest description that a mark can be added to. */
export const MARKED_DESCRIPTION_LENGTH_MAXIMUM = DESCRIPTION_CHARACTERS_MAXIMUM - MARK_LENGTH;

/** @param random numbers from 0 up to, but not including, 1 */
export function randomWord(length: number, random: () => number): string {
  return Array.from({ length }, () => ALPHABET.charAt(Math.floor(random() * ALPHABET.length))).join('');
}

/**
 * A mark that the journal has not seen, such as `#px7k2m9qh`: one of 27 thousand million, so that people and searches find
 * one withdrawal by it. The journal accepts none twice.
 */
export function unusedMark(
  journal: { payoutOfMark(mark: string): unknown; isForeign(mark: string): boolean },
  clock: Pick<Clock, 'random'>,
): string {
  for (;;) {
    const mark = `#px${randomWord(MARK_LETTERS, () => clock.random())}`;
    if (journal.payoutOfMark(mark) === undefined && !journal.isForeign(mark)) return mark;
  }
}

/** The description that is sent. The mark comes last, because people read the beginning. */
export function markedDescription(description: string | undefined, mark: string | null): string | undefined {
  if (mark === null) return description;
  return description === undefined || description === '' ? mark : `${description} ${mark}`;
}

/** The description as it was written: a mark says nothing to a person. */
export function withoutMarks(description: string): string {
  return description.replaceAll(MARK_IN_TEXT, '');
}

/** The mark of a description. Of several the last: an earlier one was copied from another withdrawal. */
export function markIn(description: string | null | undefined): string | undefined {
  return description?.match(MARK)?.at(-1);
}
