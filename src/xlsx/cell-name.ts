const LETTERS = 26;
const CODE_OF_A = 65;

/** The letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const first = Math.floor(column / LETTERS) - 1;
  const last = String.fromCharCode(CODE_OF_A + (column % LETTERS));
  return first < 0 ? last : columnLetters(first) + last;
}

/** `C7`, for the column with index 2 in row 7. */
export function cellName(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}
