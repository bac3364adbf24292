import { maskKey } from '../../contract/mask-key.ts';

export { maskKey };

/** `text` with every occurrence of the keys masked. */
export function redact(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, key) => redacted.replaceAll(key, () => maskKey(key)), text);
}

/** Percent-encoded characters that a key may contain. */
const ENCODED_CHARACTER = /%(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi;

/** An address with every occurrence of the keys masked, also percent-encoded ones; it is then shown decoded. */
export function redactUrl(url: string, keys: readonly string[]): string {
  const decoded = url.replaceAll(ENCODED_CHARACTER, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const redacted = redact(decoded, keys);
  return redacted === decoded ? url : redacted;
}

// Control and format characters (terminal escapes, overrides of the writing direction) and line separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** External text as one line that is safe on a terminal: without escape sequences and line breaks. */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}
