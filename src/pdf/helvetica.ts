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

/** What WinAnsiEncoding has between ASCII and Latin-1, from 128. Controls are codes without a character. */
const EXTRAS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const EXTRAS_CODE = 128;

/** The code of a character in WinAnsiEncoding; undefined where Helvetica has none. */
export function winAnsiCode(character: string): number | undefined {
  const extra = EXTRAS.indexOf(character);
  const code = extra >= 0 ? EXTRAS_CODE + extra : character.codePointAt(0);
  const isExtraCode = code !== undefined && code >= EXTRAS_CODE && code < EXTRAS_CODE + EXTRAS.length;
  if (code === undefined || (isExtraCode && extra < 0)) return undefined;
  return (REGULAR[code - FIRST_CODE] ?? 0) > 0 ? code : undefined;
}

/** How wide a character is, in thousandths of the size. */
export function widthOfCode(code: number, isBold: boolean): number {
  return (isBold ? BOLD : REGULAR)[code - FIRST_CODE] ?? 0;
}

function widths(table: string): readonly number[] {
  return table.trim().split(/\s+/).map(Number);
}
