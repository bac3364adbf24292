/** What XML 1.0 cannot contain, not even escaped. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** Excel reads `_x0041_` as the character with that number; this is how it writes the underscore of such a text. */
const READ_AS_CHARACTER = /_(?=x[\da-f]{4}_)/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as the content or an attribute of an element, without what XML has no place for. */
export function xmlText(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** Text of a cell, which Excel reads with escapes of its own. */
export function cellText(text: string): string {
  return xmlText(text.replaceAll(READ_AS_CHARACTER, '_x005F_'));
}

/** What a program reads of a cell that holds such escapes. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
