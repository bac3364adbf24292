import type { SqlRow } from './sqlite/driver.ts';

function mismatch(row: SqlRow | undefined, column: string, expected: string): TypeError {
  return new TypeError(`column ${column} should hold ${expected}, but holds ${typeof row?.[column]}`);
}

/** @throws {TypeError} when the row or the column is missing, or has another type: the query and its reader disagree. */
export function integerOf(row: SqlRow | undefined, column: string): number {
  const value = row?.[column];
  if (!Number.isSafeInteger(value) || typeof value !== 'number') throw mismatch(row, column, 'an integer');
  return value;
}

/** @throws {TypeError} likewise. */
export function nullableIntegerOf(row: SqlRow | undefined, column: string): number | null {
  return row?.[column] === null ? null : integerOf(row, column);
}

/** @throws {TypeError} likewise. */
export function textOf(row: SqlRow | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw mismatch(row, column, 'text');
  return value;
}

/** @throws {TypeError} likewise. */
export function nullableTextOf(row: SqlRow | undefined, column: string): string | null {
  return row?.[column] === null ? null : textOf(row, column);
}

/** @throws {TypeError} likewise. */
export function bytesOf(row: SqlRow | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw mismatch(row, column, 'bytes');
  return value;
}

/** One of a closed set of words. @throws {TypeError} likewise. */
export function wordOf<Word extends string>(row: SqlRow | undefined, column: string, words: readonly Word[]): Word {
  const value = row?.[column];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw mismatch(row, column, `one of ${words.join(', ')}`);
  return word;
}
