import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../contract/limits.ts';

/** Digits and small letters without those that are taken for another: no 0 and o, no 1, i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const MARK_LETTERS = 7;

const MARK = /#px[2-9a-hjkmnp-z]{7}(?![0-9a-z])/g;

/** What a mark takes of a description, its space included. */
const MARK_LENGTH = '#px'.length + MARK_LETTERS + 1;

/** The longest description to which a mark can be added. */
export const MARKED_DESCRIPTION_LENGTH_MAXIMUM = DESCRIPTION_CHARACTERS_MAXIMUM - MARK_LENGTH;

/** @param random numbers from 0 up to, but not including, 1 */
export function randomWord(length: number, random: () => number): string {
  return Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)] ?? '').join('');
}

/**
 * A new mark, such as `#px7k2m9qh`: one of 27 thousand million, so that a person's eye and a search find one withdrawal
 * by it. The journal takes none twice.
 */
export function newMark(random: () => number): string {
  return `#px${randomWord(MARK_LETTERS, random)}`;
}

/** What the service is told. The mark comes last: people read the beginning. */
export function markedDescription(description: string | undefined, mark: string | null): string | undefined {
  if (mark === null) return description;
  return description === undefined || description === '' ? mark : `${description} ${mark}`;
}

/**
 * The mark of a description. Of several the last: one before it was copied from an earlier withdrawal.
 */
export function markIn(description: string | null | undefined): string | undefined {
  return description?.match(MARK)?.at(-1);
}
