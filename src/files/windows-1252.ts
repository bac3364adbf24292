/** The characters 0x80 to 0x9f of Windows-1252; the five undefined ones stay controls. */
const EXTRAS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A text in Windows-1252, a byte for each character. @returns undefined where a character has none */
export function toWindows1252(text: string): Buffer | undefined {
  const bytes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x80 || (code > 0x9f && code < 0x100) ? code : 0x80 + EXTRAS.indexOf(character);
  });
  return bytes.some((byte) => byte === 0x7f) ? undefined : Buffer.from(bytes);
}

/** Not with TextDecoder: some releases of Node 22 and 23 decode Windows-1252 as ISO 8859-1. */
export function fromWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => EXTRAS.charAt(character.charCodeAt(0) - 0x80));
}
