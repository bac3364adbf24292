import { withoutControls, singleLine } from './text-width.ts';
import { formatMoment } from './dates.ts';
import type { Field, FieldKind } from './fields.ts';
import { decimalReais } from '../../pix/reais-text.ts';
import type { DateFormat, ColumnStyle, SheetCell } from '../../xlsx/sheet-form.ts';
import type { Language } from '../text/translate.ts';

/** A value in machine formats: whole centavos, RFC 3339 times, empty for null, JSON for objects and arrays. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return withoutControls(value);
  return JSON.stringify(value);
}

/** One record of RFC 4180, with its line break. */
export function csvRecord(values: readonly unknown[], delimiter = ','): string {
  const cells = values.map((value) => {
    // A return alone lets a description write over its row on a screen, and ends a row for some readers.
    const text = plainText(value).replaceAll(/\r(?!\n)/g, '\n');
    return /["\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(delimiter)}\r\n`;
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One tab-separated line. Tabs, line breaks and backslashes within a cell are written `\t` `\n` `\r` `\\`. */
export function tsvRecord(values: readonly unknown[]): string {
  const cells = values.map((value) =>
    plainText(value).replace(/[\\\t\n\r]/g, (character) => TSV_ESCAPES[character] ?? character),
  );
  return `${cells.join('\t')}\n`;
}

/** Without it, Excel reads UTF-8 as Windows-1252. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Text that a spreadsheet would run as a formula, including the wide forms of East Asian keyboards. */
const FORMULA = /^[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** Text that it would read as a number, dropping leading zeros and rounding long ones to 1,23E+10. */
const NUMBER = /^\s*\d[\d.,]*(e[+-]?\d+)?\s*$/i;

const MONTH =
  '(jan(eiro|uary)?|fev(ereiro)?|feb(ruary)?|mar(ço|co|ch)?|abr(il)?|apr(il)?|mai(o)?|may|jun(ho|e)?|jul(ho|y)?|ago(sto)?|aug(ust)?|sep(tember)?|set(embro)?|oct(ober)?|out(ubro)?|nov(embro|ember)?|dez(embro)?|dec(ember)?)';
const CURRENCY = '(R\\$|US\\$|BRL|USD|EUR|[$€£¥%])';

/** Text that it would read as a date, a time, a fraction, an amount, a truth value or an error. */
const CONVERTED: readonly RegExp[] = [
  /^\s*\d{1,4}\s*[/.-]\s*\d{1,4}(\s*[/.-]\s*\d{1,4})?(\s+\d{1,2}(:\d{1,2})*(\s*[ap]m?)?)?\s*$/i,
  /^\s*\d+\s+\d+\/\d+\s*$/,
  /^\s*\d{1,4}:\d{1,2}(:\d{1,2}([.,]\d+)?)?(\s*[ap]m?)?\s*$/i,
  /^\s*\(\s*\d[\d.,]*\s*\)\s*$/,
  new RegExp(`^[\\s(]*${CURRENCY}[\\s(-]*\\d[\\d.,]*[\\s)]*$`, 'i'),
  new RegExp(`^[\\s(]*\\d[\\d.,]*\\s*${CURRENCY}[\\s)]*$`, 'i'),
  new RegExp(`^(?=.*\\d)\\s*(\\d{1,4}[\\s/.-]*(de\\s+)?)?${MONTH}\\.?([\\s/.,-]*(de\\s+)?\\d{1,4}){0,2}\\s*$`, 'i'),
  /^\s*(true|false|verdadeiro|falso)\s*$/i,
  /^\s*#(n\/[ad]|div\/0!|ref!|value!|valor!|name\?|nome\?|null!|nulo!|n[uú]m!)\s*$/i,
];

/** A record for Excel in Brazil, with its line break: cells separated by `;`, without line breaks in them. */
export function excelBrRecord(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[";]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(';')}\r\n`;
}

/**
 * A value as a cell: money in reais with a decimal comma and nothing else (otherwise Excel would not sum it), times in
 * the local time zone, codes translated, and text protected from being converted.
 *
 * @param words translations of statuses and the like
 */
export function excelBrCell({ kind }: Field, value: unknown, words: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money' && typeof value === 'number') return decimalReais(value, ',');
  if (typeof value !== 'string') return harmlessText(JSON.stringify(value));
  if (kind === 'time' && !Number.isNaN(Date.parse(value))) return formatMoment(value, 'pt-BR');
  if (kind === 'day') return singleLine(value);
  if (kind === 'status' && Object.hasOwn(words, value)) return words[value] ?? '';
  return harmlessText(value);
}

/** Text that a spreadsheet neither runs nor converts: it is prefixed with an apostrophe. */
export function harmlessText(text: string): string {
  const line = singleLine(text);
  return [FORMULA, NUMBER, ...CONVERTED].some((form) => form.test(line)) ? `'${line}` : line;
}

/** A number that may appear in other files, such as a phone number. */
const PLAIN_NUMBER = /^[+-]?\d[\d.,]*$/;

/** Text that a spreadsheet does not run; numbers stay unchanged. */
export function formulaFree(text: string): string {
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** How the values of a field are shown in a workbook. */
export function columnStyleOf(kind: FieldKind): ColumnStyle {
  if (kind === 'money' || kind === 'count') return kind;
  if (kind === 'ordinal') return 'count';
  return kind === 'time' || kind === 'minute' ? 'moment' : 'text';
}

/**
 * A value as a cell of a workbook: money and numbers that can be summed up, moments by which it can be sorted, words
 * of the API in those of people, and text that stays text whatever it looks like.
 *
 * @param words for statuses and the like
 */
export function xlsxCell(
  { kind }: Pick<Field, 'kind'>,
  value: unknown,
  words: Readonly<Record<string, string>>,
): SheetCell {
  if (value === null || value === undefined || value === '') return undefined;
  const style = columnStyleOf(kind);
  if (typeof value === 'number' && style === 'money') return { number: decimalReais(value, '.') };
  if (typeof value === 'number' && style === 'count') return { number: String(value) };
  if (typeof value !== 'string') return withoutControls(JSON.stringify(value));
  const moment = style === 'moment' ? Date.parse(value) : NaN;
  if (!Number.isNaN(moment)) return { moment };
  return kind === 'status' && Object.hasOwn(words, value) ? words[value] : withoutControls(value);
}

export function dateFormatOf(language: Language): DateFormat {
  return language === 'pt-BR' ? 'dd/mm/yyyy hh:mm:ss' : 'yyyy-mm-dd hh:mm:ss';
}
