import {
  PAGE,
  writePdf,
  type Color,
  type PdfPage,
  type PlacedBar,
  type PlacedText,
  drawnText,
  widthOfText,
  wrapText,
} from '../../../pdf/write-pdf.ts';
import type { Receipt, Verdict } from './receipt.ts';

const MARGIN = 56;
const WIDTH = PAGE.width - 2 * MARGIN;
const LABEL_WIDTH = 170;
const SIZE = 10;
const LEADING = 1.45;
const BLACK: Color = [0.07, 0.07, 0.07];
const GREY: Color = [0.33, 0.33, 0.33];
const ACCENTS: Readonly<Record<Verdict, Color>> = { paid: [0.08, 0.42, 0.26], pending: [0.7, 0.1, 0.1] };

/** Whether a receipt has characters that its PDF shows as their numbers. */
export function isRewrittenInPdf({ title, amount, lines, remark }: Receipt): boolean {
  return [title, amount, remark, ...lines.flat()].some((text) => drawnText(text).isRewritten);
}

/**
 * A receipt as a PDF. One for an unpaid withdrawal says so above and below, and its amount is struck through.
 *
 * @param rewrittenRemark explains the numbers of characters that the fonts lack
 */
export function receiptPdf(receipt: Receipt, rewrittenRemark: string): Uint8Array {
  const { verdict, language, title, amount, lines } = receipt;
  const isPaid = verdict === 'paid';
  const accent = ACCENTS[verdict];
  const sheet = new Sheet();
  const banner = () => {
    sheet.bar(isPaid ? 1.5 : 4, accent);
    sheet.paragraph(title, { size: 16, isBold: true, color: accent });
  };
  banner();
  sheet.paragraph(amount, { size: 24, isBold: true, color: BLACK, isStruck: !isPaid });
  sheet.gap(8);
  for (const [label, value] of lines) sheet.labelled(label, value);
  sheet.gap(8);
  sheet.paragraph(receipt.remark, { size: SIZE, isBold: false, color: GREY });
  if (isRewrittenInPdf(receipt)) sheet.paragraph(rewrittenRemark, { size: SIZE, isBold: false, color: GREY });
  if (!isPaid) banner();
  return writePdf({ title, language, pages: sheet.pages });
}

interface TextStyle {
  readonly size: number;
  readonly isBold: boolean;
  readonly color: Color;
  readonly isStruck?: boolean;
}

/** Writes from top to bottom, on as many pages as that takes. */
class Sheet {
  readonly #pages: { texts: PlacedText[]; bars: PlacedBar[] }[] = [{ texts: [], bars: [] }];
  #y = PAGE.height - MARGIN;

  get pages(): readonly PdfPage[] {
    return this.#pages;
  }

  gap(points: number): void {
    this.#y -= points;
  }

  bar(height: number, color: Color): void {
    const page = this.#room(height + SIZE);
    page.bars.push({ x: MARGIN, y: this.#y, width: WIDTH, height, color });
    this.#y -= SIZE;
  }

  paragraph(text: string, style: TextStyle): void {
    const { size, isBold, color, isStruck = false } = style;
    for (const line of wrapText(text, { size, isBold, width: WIDTH })) {
      const page = this.#down(size);
      page.texts.push({ text: line, x: MARGIN, y: this.#y, size, isBold, color });
      const width = Math.ceil(widthOfText(line, size, isBold));
      if (isStruck) page.bars.push({ x: MARGIN, y: this.#y + Math.round(size / 3), width, height: 1, color });
    }
    this.gap(size / 2);
  }

  labelled(label: string, value: string): void {
    const style = { size: SIZE, isBold: false };
    const labels = wrapText(label, { ...style, width: LABEL_WIDTH - SIZE });
    const values = wrapText(value, { ...style, width: WIDTH - LABEL_WIDTH });
    for (let index = 0; index < Math.max(labels.length, values.length); index += 1) {
      const page = this.#down(SIZE);
      const [labelLine = '', valueLine = ''] = [labels[index], values[index]];
      if (labelLine !== '') page.texts.push({ ...style, text: labelLine, x: MARGIN, y: this.#y, color: GREY });
      if (valueLine !== '') {
        page.texts.push({ ...style, text: valueLine, x: MARGIN + LABEL_WIDTH, y: this.#y, color: BLACK });
      }
    }
    this.gap(3);
  }

  /** The page for a line of this size, with the position moved to its base. */
  #down(size: number) {
    const page = this.#room(size * LEADING);
    this.#y = Math.round(this.#y - size * LEADING);
    return page;
  }

  #room(points: number) {
    const page = this.#pages.at(-1);
    if (page !== undefined && this.#y - points >= MARGIN) return page;
    const next = { texts: [], bars: [] };
    this.#pages.push(next);
    this.#y = PAGE.height - MARGIN;
    return next;
  }
}
