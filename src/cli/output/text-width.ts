import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

/** Text with one column per code unit: ASCII and the precomposed letters of Latin, Greek and Cyrillic. */
const NARROW =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0556\u2010-\u2027\u2030-\u2044\u20a0-\u20bf\u2500-\u25fc]*$/;

/** Emoji whose single characters would be narrow: with a selector or a keycap, and flags. */
const PICTURE = /^(?:\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\u20e3)/u;

/** Voiced marks of half-width katakana are part of the preceding letter, but take a column of their own. */
const HALF_WIDTH_MARK = /[\uff9e\uff9f]/g;

/** Characters without a column: combining marks, joiners and other invisible formatting. */
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  if (PICTURE.test(grapheme)) return 2;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0) + (grapheme.slice(1).match(HALF_WIDTH_MARK)?.length ?? 0);
}

/** The columns of a line on a terminal, without colours. */
export function textWidth(text: string): number {
  const visible = text.includes('\u001b') ? stripVTControlCharacters(text) : text;
  if (NARROW.test(visible)) return visible.length;
  let width = 0;
  for (const { segment } of graphemes(visible)) width += graphemeWidth(segment);
  return width;
}

/** Cuts a text without colours to at most this many columns: at the end of a whole character, with `…` at the end. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitting = '';
  let width = 1;
  for (const { segment } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) break;
    fitting += segment;
  }
  return `${fitting.trimEnd()}…`;
}

/** The lines that a terminal of this width shows these lines on. */
export function shownLines(lines: readonly string[], columns = Infinity): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)), 0);
}

/** Pads with spaces after or before the text. A wider text stays unchanged. */
export function padToWidth(text: string, columns: number, side: 'behind' | 'before' = 'behind'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'behind' ? text + spaces : spaces + text;
}

/** Pads texts of one column on the left, to the width of the longest. */
export function alignedRight(texts: readonly string[]): string[] {
  const width = Math.max(...texts.map(textWidth));
  return texts.map((text) => padToWidth(text, width, 'before'));
}

/** Never broken: a part of an amount would be read as another amount, and a part of a command might be run. */
const WHOLE = /R\$ |(?<=: |")(?:printf .*\| )?pix(?: [^\s";,]*[^\s";,.])+/g;
/** A private-use character, which no text contains, for a space without a line break. */
const FIRM_SPACE = '\ue001';

/** Wraps a text to at most this many columns, between words; a longer word has its own line. */
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

/** These lines, wrapped between words; each ends with a line break. */
export function wrappedLines(lines: readonly string[], columns = Infinity, paint = (line: string) => line): string {
  return lines
    .flatMap((line) => wrapToWidth(line, columns))
    .map((line) => `${paint(line)}\n`)
    .join('');
}

/**
 * Characters that move the cursor, change colours, hide, reorder or are not seen: controls, and marks of direction and of
 * format. One of them joins emoji, and is needed for nothing else.
 */
const HIDDEN = String.raw`(?!\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\u2028\u2029]`;
const CONTROLS = new RegExp(HIDDEN, 'gu');
const LINE_BREAKS_AND_TABS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const CONTROLS_WITHIN_LINES = new RegExp(String.raw`(?![\t\n\r])${HIDDEN}`, 'gu');

/** Text from outside as one safe line: a description must not control the terminal. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS_AND_TABS, ' ').replace(CONTROLS, '');
}

/** Removes controls except line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS_WITHIN_LINES, '');
}

/** JSON escapes only C0 controls; the others must be escaped before they reach a terminal. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS_WITHIN_LINES, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Says each line of a text, without empty ones. */
export function sayLines(lines: string, say: (line: string) => void): void {
  for (const line of lines.split('\n')) if (line !== '') say(line);
}

/** A word of a command that a person pastes into a shell: on Windows, of `cmd`, which knows no apostrophes, or PowerShell. */
export function shellWord(text: string): string {
  if (process.platform === 'win32') return /^[\w./\\:=@+-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
  return /^[\w./:=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
