import { maskKey } from '../../contract/mask-key.ts';

export { maskKey };

/** `text` with every occurrence of the keys masked. */
export function redact(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, key) => redacted.replaceAll(key, () => maskKey(key)), text);
}

/** Percent-encoded characters of those that a key may hold. */
const ENCODED_CHARACTER = /%(2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi;

/** An address with every occurrence of the keys masked, percent-encoded ones too; it is shown decoded then. */
export function redactUrl(url: string, keys: readonly string[]): string {
  const decoded = url.replaceAll(ENCODED_CHARACTER, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const redacted = redact(decoded, keys);
  return redacted === decoded ? url : redacted;
}

// Control and format characters (terminal escapes, overrides of the writing direction) and line separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** One line of `text` from elsewhere which a terminal can show: no escape sequence, no line break survives. */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}
