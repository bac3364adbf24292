import { calendarDay } from '../pix/calendar-day.ts';
import { readCnpj, readCpf } from '../pix/tax-id.ts';
import { toWindows1252 } from '../files/windows-1252.ts';
import type { Content, Field, RecordLayout } from './layout.ts';

export interface RecordLine {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * What should be in a field: what the layout says, a printable text, a CPF or CNPJ, a key of the stated form, or the sum of
 * amounts that can be read.
 */
export type Expected = Exclude<Content, 'any'> | 'printable' | 'tax_id' | 'key' | 'readable_amounts';

/** A field that is not as the layout says. */
export interface Deviation extends Pick<Field, 'name' | 'from' | 'to'> {
  readonly line: number;
  readonly value: string;
  readonly expected: Expected;
}

/** The lines of a file, of which each is to be a record. */
export function linesOf(text: string): RecordLine[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  // Editors and mail programs add empty lines; programs of mainframes end a file as DOS did.
  while (/^[\s\u001a]*$/.test(lines.at(-1) ?? '.')) lines.pop();
  return lines.map((line, index) => ({
    line: index + 1,
    text: index === lines.length - 1 ? line.replace(/\r?\u001a$/, '') : line,
  }));
}

const UNPRINTABLE = /[\p{Cc}\p{Cs}\ufffd]/u;

export function rawOf({ text }: Pick<RecordLine, 'text'>, { from, to }: Field): string {
  return text.slice(from - 1, to);
}

export function textOf(record: Pick<RecordLine, 'text'>, field: Field): string {
  return rawOf(record, field).trimEnd();
}

export function deviation(record: RecordLine, field: Field, expected: Expected): Deviation {
  const { name, from, to } = field;
  return { line: record.line, name, from, to, value: textOf(record, field), expected };
}

/** All fields of a record that are not as its layout says. */
export function deviationsOf(record: RecordLine, layout: RecordLayout): Deviation[] {
  return Object.values(layout).flatMap((field) => {
    const raw = rawOf(record, field);
    // A return repeats the field, in the encoding that banks and ERPs read: a byte for each column.
    if (UNPRINTABLE.test(raw) || toWindows1252(raw) === undefined) return [deviation(record, field, 'printable')];
    const { content } = field;
    return content === 'any' || isAsStated(raw, content) ? [] : [deviation(record, field, content)];
  });
}

function isAsStated(raw: string, content: Exclude<Content, 'any'>): boolean {
  switch (content) {
    case 'digits':
      return /^\d+$/.test(raw);
    case 'text':
      return /^ *$|^\S/.test(raw);
    case 'required':
      return /^\S/.test(raw);
    case 'blank':
      return /^ *$/.test(raw);
    case 'empty':
      return /^ *$|^0+ *$/.test(raw);
    case 'date':
      return dayOf(raw) !== undefined;
    case 'time':
      return /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(raw);
    default:
      return content.includes(raw);
  }
}

/** A day written as DDMMAAAA, as `2026-07-14`; undefined when the calendar has none. */
export function dayOf(raw: string): string | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(raw) ?? [];
  return calendarDay(year, month, day);
}

/** A CPF or CNPJ with right check digits; undefined where type and number disagree. */
export function taxIdOf(record: RecordLine, { taxIdType, taxId }: RecordLayout<'taxIdType' | 'taxId'>) {
  const number = rawOf(record, taxId);
  if (rawOf(record, taxIdType) === '1') {
    const cpf = number.slice(3);
    return number.startsWith('000') && readCpf(cpf).flaw === undefined ? { type: 'CPF' as const, key: cpf } : undefined;
  }
  const { key, flaw } = readCnpj(number);
  return flaw === undefined && key === number ? { type: 'CNPJ' as const, key } : undefined;
}

/** Whether a text begins as files of CNAB 240 do: with a bank, lote 0000 and type 0, in a line without separators. */
export function isCnab240(opening: string): boolean {
  return /^\d{3}00000[^;,|\p{Cc}]{60}/u.test(opening);
}

/** A number is written with zeros before it, a text with blanks behind it. */
type Written = string | number;

/** A record with other content in some fields. @throws {RangeError} when one is too long */
export function withFields(
  text: string,
  layout: RecordLayout,
  values: Readonly<Record<string, Written | undefined>>,
): string {
  return Object.entries(values).reduce((line, [key, value]) => {
    const field = layout[key];
    if (field === undefined || value === undefined) return line;
    return line.slice(0, field.from - 1) + padded(value, field) + line.slice(field.to);
  }, text);
}

/** A record of its own: what the layout fixes, these fields, and zeros or blanks. */
export function recordOf(layout: RecordLayout, values: Readonly<Record<string, Written | undefined>>): string {
  const fields = Object.values(layout).map((field) => padded(emptyOf(field), field));
  return withFields(fields.join(''), layout, values);
}

function emptyOf({ content }: Field): Written {
  if (content === 'digits' || content === 'empty') return 0;
  return typeof content === 'string' ? '' : (content[0] ?? '');
}

function padded(value: Written, { name, from, to }: Field): string {
  const length = to - from + 1;
  const text = typeof value === 'number' ? String(value).padStart(length, '0') : value.padEnd(length);
  if (text.length > length) throw new RangeError(`${name} has ${length} columns: ${text}`);
  return text;
}
