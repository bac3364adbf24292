import { stripVTControlCharacters } from 'node:util';

/** Text of which every code unit takes one column: ASCII and the precomposed letters of Latin, Greek and Cyrillic. */
const NARROW =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0556\u2010-\u2027\u2030-\u2044\u20a0-\u20bf\u2500-\u25fc]*$/;

/** What East Asian terminals give two columns (Unicode's East Asian Width W and F), and pictures. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;

/** What takes no column by itself: marks upon letters, joiners and other invisible signs of formatting. */
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** The columns that a text of one line takes on a terminal, colours aside. */
export function textWidth(text: string): number {
  const visible = text.includes('\u001b') ? stripVTControlCharacters(text) : text;
  if (NARROW.test(visible)) return visible.length;
  let width = 0;
  for (const { segment } of graphemes(visible)) width += graphemeWidth(segment);
  return width;
}

/** A text without colours in at most that many columns: what is beyond is cut, at the end of a whole character, for a `…`. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Fills up with spaces: behind the text, or before it. A text that is wider stays as it is. */
export function padToWidth(text: string, columns: number, side: 'behind' | 'before' = 'behind'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'behind' ? text + spaces : spaces + text;
}

/** Texts of one column of lines, filled up so that all of them end alike. */
export function alignedRight(texts: readonly string[]): string[] {
  const width = Math.max(...texts.map(textWidth));
  return texts.map((text) => padToWidth(text, width, 'before'));
}

/** Half of an amount would be read as another, and half of a command be pasted and run. */
const WHOLE = /R\$ |(?<=: |")pix(?: [^\s";,]*[^\s";,.])+/g;
/** A sign for private use, which no text has: it holds the place of a space at which no line ends. */
const FIRM_SPACE = '\ue001';

/** A text in lines of at most that many columns, broken between words; a word that is longer has a line of its own. */
export function wrapToWidth(text: string, columns: number): string[] {
  if (textWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  const words = text.replace(WHOLE, (whole) => whole.replaceAll(' ', FIRM_SPACE)).split(' ');
  for (const word of words.map((firm) => firm.replaceAll(FIRM_SPACE, ' '))) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || textWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line ?? ''];
}
