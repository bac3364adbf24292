const LETTERS = 26;
const CODE_OF_A = 65;

/** The letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const first = Math.floor(column / LETTERS) - 1;
  const last = String.fromCharCode(CODE_OF_A + (column % LETTERS));
  return first < 0 ? last : columnLetters(first) + last;
}

/** The position of `C7` or `$C$7`: columns from 0, rows from 1; undefined unless the text is the name of a cell. */
export function cellPosition(name: string): { readonly column: number; readonly row: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const column =
    Array.from(letters).reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - CODE_OF_A + 1, 0) - 1;
  return { column, row: Number(digits) };
}

/** `C7`, for the column with index 2 in row 7. */
export function cellName(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}

/** What XML 1.0 cannot contain, not even escaped. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** Excel reads `_x0041_` as a character code; in a text that contains it, the underscore becomes `_x005F_`. */
const READ_AS_CHARACTER = /_(?=x[\da-f]{4}_)/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or an attribute, and removes the characters that XML cannot contain. */
export function xmlText(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** Escapes text for a cell: Excel has additional escapes there. */
export function cellText(text: string): string {
  return xmlText(text.replaceAll(READ_AS_CHARACTER, '_x005F_'));
}

/** Decodes the text of a cell with such escapes. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
