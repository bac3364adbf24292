/** A typed part of a Pix key. */
export interface KeyPart {
  /** Matches the canonical keys that may be meant. */
  readonly pattern: RegExp;
  /** Characters that all of these keys contain, in lower case. */
  readonly shown: string;
}

const MASKED = /[*•]|(?:^|[^\p{L}])[x#]{2,}/iu;
/** A masked document or phone number: digits, masking characters, and separators between groups. */
const MASKED_NUMBER = /^[\d*•x#.\-/()+\s]+$/i;
const NUMBER = /^[\d.\-/()+\s]+$/;
/** Digits of a CPF, the shortest number that is a whole key. */
const WHOLE_NUMBER_LENGTH = 11;
/** With fewer known characters, too many keys would match. */
const SHOWN_MINIMUM = 3;
const PHONE_END_LENGTH_MINIMUM = 4;
const PART_LENGTH_MINIMUM = 6;

/**
 * Reads a part of a Pix key: `***.982.247-**`, `m***@example.com`, the last digits of a phone number, six characters or
 * more of any other key.
 *
 * @returns undefined for a text that is no part of a key
 */
export function readKeyPart(typed: string): KeyPart | undefined {
  const text = typed.trim().toLowerCase();
  if (MASKED.test(text)) return MASKED_NUMBER.test(text) ? maskedNumber(text) : maskedText(text);
  if (NUMBER.test(text)) return partOfNumber(text.replaceAll(/\D/g, ''));
  const isPartOfRandomKey = /^[\da-f-]+$/.test(text) && text.length >= PART_LENGTH_MINIMUM && /\d/.test(text);
  return isPartOfRandomKey ? { pattern: new RegExp(text), shown: text } : undefined;
}

function maskedNumber(text: string): KeyPart | undefined {
  const digits = text.replaceAll(/[.\-/()+\s]/g, '').replaceAll(/\D/g, '.');
  if (digits.replaceAll('.', '').length < SHOWN_MINIMUM) return undefined;
  // Documents contain points, phone numbers do not.
  const country = text.includes('.') ? '' : String.raw`(?:\+?55)?`;
  const pattern = new RegExp(digits.length < WHOLE_NUMBER_LENGTH ? digits : `^${country}${digits}$`);
  return { pattern, shown: longest(digits.split('.')) };
}

function maskedText(text: string): KeyPart | undefined {
  const shown = text.split(/[*•]+/);
  if (/\s/.test(text) || longest(shown).length < SHOWN_MINIMUM) return undefined;
  return { pattern: new RegExp(`^${shown.map(escaped).join('.*')}$`, 'i'), shown: longest(shown) };
}

/** A few digits are the end of a phone number. They are not searched in random keys, most of which would match. */
function partOfNumber(digits: string): KeyPart | undefined {
  if (digits.length < PHONE_END_LENGTH_MINIMUM) return undefined;
  const isLong = digits.length >= PART_LENGTH_MINIMUM;
  return {
    pattern: new RegExp(isLong ? String.raw`^[\dA-Z+]*${digits}` : String.raw`^\+\d*${digits}$`),
    shown: digits,
  };
}

function longest(parts: readonly string[]): string {
  return parts.reduce((one, other) => (other.length > one.length ? other : one), '');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
