import type { Field, RecordLayout } from './layout.ts';

/** A number is written with zeros before it, a text with blanks behind it. */
export type Written = string | number;

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
