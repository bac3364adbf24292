import { widthOfCode, winAnsiCode } from './helvetica.ts';

/** A text as the standard fonts can draw it. */
export interface DrawnText {
  /** Codes of WinAnsiEncoding. */
  readonly codes: readonly number[];
  /** Some characters are drawn as their Unicode numbers, because the fonts lack them. */
  readonly isRewritten: boolean;
}

/** A character that the fonts lack is drawn as its Unicode number, `[U+0151]`, and never left out. */
export function drawnText(text: string): DrawnText {
  const codes: number[] = [];
  let isRewritten = false;
  for (const character of text.normalize('NFC')) {
    const code = winAnsiCode(character);
    if (code !== undefined) {
      codes.push(code);
      continue;
    }
    isRewritten = true;
    for (const letter of numberOf(character)) codes.push(letter.charCodeAt(0));
  }
  return { codes, isRewritten };
}

/** The width of a text in points. */
export function widthOfText(text: string, size: number, isBold: boolean): number {
  return drawnText(text).codes.reduce((sum, code) => sum + widthOfCode(code, isBold), 0) * (size / 1_000);
}

/** Lines that are no wider than `width` points, broken between words where that is possible. */
export function wrapText(text: string, { size, isBold, width }: TextForm): readonly string[] {
  const fits = (line: string) => widthOfText(line, size, isBold) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && !fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

interface TextForm {
  readonly size: number;
  readonly isBold: boolean;
  readonly width: number;
}

function numberOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
