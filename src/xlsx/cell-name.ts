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
