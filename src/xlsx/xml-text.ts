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
