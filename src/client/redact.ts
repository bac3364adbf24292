import { maskKey } from '../contract/mask-key.ts';

export { maskKey };

/** `text` with every occurrence of the keys masked. */
export function redact(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, key) => redacted.replaceAll(key, () => maskKey(key)), text);
}

// Control and format characters (terminal escapes, overrides of the writing direction) and line separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** One line of `text` from elsewhere which a terminal can show: no escape sequence, no line break survives. */
export function printableLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').trim();
}
