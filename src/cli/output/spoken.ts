import type { Catalogue } from '../text/translate.ts';

/** A text for a screen reader: a sign is its word, and a picture of blocks, which says nothing that a number does not, is left out. */
export function spoken(text: string, { done, nothing }: Catalogue['settings']['spoken']): string {
  return text
    .replaceAll('✓', done)
    .replaceAll('—', nothing)
    .replaceAll(/[█░▀▄]+ ?|→ /gu, '');
}
