import { drawnText } from './pdf-text.ts';

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
