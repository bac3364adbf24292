import { markIn } from '../../../src/payouts/rules/mark.ts';

/** How lists return a description. */
type Alteration = (description: string) => string | null;

/** Contains a mark as a word of its own, and not one after other words. */
const CUT_LENGTH = 12;

const ascii = (text: string) => text.normalize('NFD').replace(/[^ -~]/g, '');

/** Changes that services make or might make. Most preserve some marks, in short or simple descriptions. */
export const ALTERATIONS = {
  kept: (text) => text,
  none: () => null,
  empty: () => '',
  generic: () => 'Pix enviado',
  capitals: (text) => text.toUpperCase(),
  cut: (text) => text.slice(0, CUT_LENGTH),
  'cut with an ellipsis': (text) => (text.length > CUT_LENGTH ? `${text.slice(0, CUT_LENGTH - 1)}…` : text),
  'without accents, cut': (text) => ascii(text).slice(0, CUT_LENGTH),
  'a prefix, cut': (text) => `PIX - ${text}`.slice(0, CUT_LENGTH + 6),
  'HTML escaped, cut': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('#', '&#35;')
      .slice(0, 2 * CUT_LENGTH),
  'spaces squeezed, cut': (text) => text.replace(/\s+/g, '').slice(0, CUT_LENGTH + 2),
  'signs taken out': (text) => text.replace(/[^\p{L}\p{N} ]/gu, ''),
  'left out where it is not ASCII': (text) => (ascii(text) === text ? text : null),
  'generic where it is long': (text) => (text.length > 2 * CUT_LENGTH ? 'Pix enviado' : text),
  'the last word left out': (text) => text.replace(/(?<=\S)\s\S+$/, ''),
  'long words hidden': (text) => text.replace(/\S{10}/g, '**********'),
} as const satisfies Readonly<Record<string, Alteration>>;
export type AlterationName = keyof typeof ALTERATIONS;

/** Whether the list shows the mark that a withdrawal was made for. */
export function showsMark(description: string, alteration: AlterationName): boolean {
  const mark = markIn(description);
  const shown: Alteration = ALTERATIONS[alteration];
  return mark !== undefined && markIn(shown(description)) === mark;
}
