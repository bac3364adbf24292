import { toWindows1252 } from '../files/windows-1252.ts';

/** Red, green and blue, each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** A text on a page. Points, from the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly color: Color;
}

/** A filled rectangle. */
export interface PlacedBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: Color;
}

export interface PdfPage {
  readonly texts: readonly PlacedText[];
  readonly bars: readonly PlacedBar[];
}

export interface PdfDocument {
  readonly title: string;
  /** Such as `pt-BR`. */
  readonly language: string;
  readonly pages: readonly PdfPage[];
}

/** A4, in points. */
export const PAGE = { width: 595, height: 842 };

const FONT = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Numbers of the objects that every document has; pages follow. */
const OBJECT = { catalog: 1, pages: 2, regular: 3, bold: 4, facts: 5, firstPage: 6 };

/** Widths of the characters 32 to 255 of WinAnsiEncoding, in thousandths of the size; 0: not in the encoding. From Adobe's metrics. */
const REGULAR = widths(`
  278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278
  556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556
  1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778
  667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556
  333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556
  556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0
  556 0 222 556 333 1000 556 556 333 1000 667 333 1000 0 611 0
  0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500 500
  278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333
  400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611
  667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278
  722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
  556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278
  556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500
`);

const BOLD = widths(`
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278
  556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611
  975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778
  667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556
  333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611
  611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0
  556 0 278 556 500 1000 556 556 333 1000 667 333 1000 0 611 0
  0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500 556
  278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 333
  400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611
  722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278
  722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611
  556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278
  611 611 611 611 611 611 611 584 611 611 611 611 611 556 611 556
`);

const FIRST_CODE = 32;

/** The bytes of a PDF file. The same document has the same bytes. */
export function writePdf({ title, language, pages }: PdfDocument): Uint8Array {
  const kids = pages.map((_page, index) => `${OBJECT.firstPage + 2 * index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages ${OBJECT.pages} 0 R /Lang (${escaped(drawnText(language).codes)})` +
      ' /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] /MediaBox [0 0 ${PAGE.width} ${PAGE.height}]` +
      ` /Resources << /Font << /F1 ${OBJECT.regular} 0 R /F2 ${OBJECT.bold} 0 R >> >> >>`,
    FONT('Helvetica'),
    FONT('Helvetica-Bold'),
    `<< /Title ${utf16(title)} /Producer (pix) >>`,
    ...pages.flatMap((page, index) => {
      const content = contentOf(page);
      return [
        `<< /Type /Page /Parent ${OBJECT.pages} 0 R /Contents ${OBJECT.firstPage + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return Buffer.from(fileOf(objects), 'latin1');
}

/** The second line are bytes above 127: programs that move files treat it as binary. */
const HEAD = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';

function fileOf(objects: readonly string[]): string {
  let file = HEAD;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return (
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
    `trailer\n<< /Size ${size} /Root ${OBJECT.catalog} 0 R /Info ${OBJECT.facts} 0 R >>\n` +
    `startxref\n${file.length}\n%%EOF\n`
  );
}

function contentOf({ texts, bars }: PdfPage): string {
  const drawnBars = bars.map(
    ({ x, y, width, height, color }) => `${color.join(' ')} rg ${x} ${y} ${width} ${height} re f`,
  );
  return [...drawnBars, ...texts.map(textOperators)].join('\n');
}

/** A rewritten text carries the original, which readers copy, search and read aloud. */
function textOperators({ text, x, y, size, isBold, color }: PlacedText): string {
  const { codes, isRewritten } = drawnText(text);
  const shown = `(${escaped(codes)}) Tj`;
  const span = isRewritten ? `/Span << /ActualText ${utf16(text)} >> BDC ${shown} EMC` : shown;
  return `BT ${color.join(' ')} rg /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td ${span} ET`;
}

function escaped(codes: readonly number[]): string {
  return String.fromCharCode(...codes).replace(/[\\()]/g, (character) => `\\${character}`);
}

function utf16(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

/**
 * A text as the standard fonts can draw it, in codes of WinAnsiEncoding. A character that the fonts lack is drawn as its
 * Unicode number, `[U+0151]`, and never left out: then the text is rewritten.
 */
export function drawnText(text: string) {
  const codes: number[] = [];
  let isRewritten = false;
  for (const character of text.normalize('NFC')) {
    const code = winAnsiCode(character);
    if (code !== undefined) {
      codes.push(code);
      continue;
    }
    isRewritten = true;
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    for (const letter of `[U+${number}]`) codes.push(letter.charCodeAt(0));
  }
  return { codes, isRewritten };
}

/** The width of a text in points. */
export function widthOfText(text: string, size: number, isBold: boolean): number {
  const ofFont = isBold ? BOLD : REGULAR;
  return drawnText(text).codes.reduce((sum, code) => sum + (ofFont[code - FIRST_CODE] ?? 0), 0) * (size / 1_000);
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

type TextForm = Pick<PlacedText, 'size' | 'isBold'> & { readonly width: number };

/** The code of a character in WinAnsiEncoding, which is Windows-1252; undefined where Helvetica has none. */
function winAnsiCode(character: string): number | undefined {
  const code = toWindows1252(character)?.[0];
  return code !== undefined && (REGULAR[code - FIRST_CODE] ?? 0) > 0 ? code : undefined;
}

function widths(table: string): readonly number[] {
  return table.trim().split(/\s+/).map(Number);
}
