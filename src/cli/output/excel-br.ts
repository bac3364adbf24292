import { singleLine } from './control-characters.ts';
import { formatMoment } from './dates.ts';
import type { Field } from './fields.ts';
import { decimalReais } from './money.ts';

/** Without it Excel takes UTF-8 for Windows-1252. */
export const BYTE_ORDER_MARK = '\ufeff';

/** What a spreadsheet would run as a formula, in the wide forms of East Asian keyboards too. */
const FORMULA = /^[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** What it would read as a number: leading zeros are eaten, and long ones rounded to 1,23E+10. */
const NUMBER = /^\s*\d[\d.,]*(e[+-]?\d+)?\s*$/i;

/** One record as Excel in Brazil reads it, with its line break: `;` between the cells. They hold no line breaks. */
export function excelBrRecord(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[";]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(';')}\r\n`;
}

/**
 * A value as a cell: money in reais with a decimal comma and nothing else (else it would not be summed), times in the
 * local time zone, words of the API in those of people, text so that a spreadsheet leaves it as it is.
 *
 * @param words for statuses and the like
 */
export function excelBrCell({ kind }: Field, value: unknown, words: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money' && typeof value === 'number') return decimalReais(value, ',');
  if (typeof value !== 'string') return harmlessText(JSON.stringify(value));
  if (kind === 'time' && !Number.isNaN(Date.parse(value))) return formatMoment(value, 'pt-BR');
  if (kind === 'status' && Object.hasOwn(words, value)) return words[value] ?? '';
  return harmlessText(value);
}

/** Text that a spreadsheet neither runs nor reads as a number; an apostrophe in front is its own mark for that. */
export function harmlessText(text: string): string {
  const line = singleLine(text);
  return FORMULA.test(line) || NUMBER.test(line) ? `'${line}` : line;
}

/** A number as it may stand in a file that no spreadsheet is meant for, such as a phone number. */
const PLAIN_NUMBER = /^[+-]?\d[\d.,]*$/;

/** Text that a spreadsheet does not run; what it may read as a number stays as it is. */
export function formulaFree(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
