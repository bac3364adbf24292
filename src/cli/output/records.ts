import { withoutControls } from './control-characters.ts';

/** A value in machine formats: whole centavos, RFC 3339 times, empty for null, JSON for objects and arrays. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return withoutControls(value);
  return JSON.stringify(value);
}

/** One record of RFC 4180, with its line break. */
export function csvRecord(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    const text = plainText(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}

const TSV_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One tab-separated line. Tabs, line breaks and backslashes within a cell are written `\t` `\n` `\r` `\\`. */
export function tsvRecord(values: readonly unknown[]): string {
  const cells = values.map((value) =>
    plainText(value).replace(/[\\\t\n\r]/g, (character) => TSV_ESCAPES[character] ?? character),
  );
  return `${cells.join('\t')}\n`;
}
