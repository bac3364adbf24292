import { withoutAccents } from '../../pix/accents.ts';

/** Prepares typed text for comparison: lower case, without accents, with single spaces. */
export function plainWords(typed: string): string {
  return withoutAccents(typed.trim().toLowerCase()).replaceAll(/\s+/g, ' ');
}
