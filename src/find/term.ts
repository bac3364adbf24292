import { withoutAccents } from '../pix/accents.ts';
import { parseTypedAmount } from '../pix/amount-text.ts';
import { pastedId } from '../pix/pasted-id.ts';
import { parsePixKey } from '../pix/pix-key.ts';
import type { SearchedStatuses } from './wallet-entry.ts';

/** What a text means as a status; undefined for any other text. */
export type StatusReader = (text: string) => SearchedStatuses | undefined;

/** The beginning and the end of an id, with anything between; with an empty end, a text within the id. */
interface IdPart {
  readonly head: string;
  readonly tail: string;
}

const ID_LENGTH_MAXIMUM = 200;
const NO_IDENTIFIER = /^\.{0,2}$|[\s\p{Cc}]/u;
/** Shorter parts would match many ids. */
const ID_PART_LENGTH_MINIMUM = 6;
/** Fewer letters may be the end of several ids, and more follow digits. */
const TRANSFER_END = /^[a-z]{8,11}$/i;
const ABBREVIATED = /^([^\s…]+)(?:…|\.{3})([^\s…]+)$/;

export type Term = ReturnType<typeof readTerm>;

export function readTerm(text: string, readStatuses: StatusReader) {
  const ids = idsOf(text);
  return {
    // As they are requested.
    ids,
    // As they are compared.
    identifiers: ids.map((id) => id.toLowerCase()),
    idPart: idPartOf(text.toLowerCase()),
    // In canonical form. Eleven digits can be a CPF and a mobile number.
    pixKeys: pixKeysOf(text),
    keyPart: readKeyPart(text),
    amountCentavos: amountOf(text),
    // With a digit, the end of an end-to-end id is an `idPart`.
    transferEnd: TRANSFER_END.test(text) ? text.toLowerCase() : undefined,
    statuses: readStatuses(text),
    words: foldWords(text),
  };
}

/** The text itself first, unless no service would use it as an id: without hyphens, it may be an id of another kind. */
function idsOf(text: string): readonly string[] {
  const isId = text.length <= ID_LENGTH_MAXIMUM && !NO_IDENTIFIER.test(text);
  return [isId ? text : undefined, pastedId(text)].filter((id) => id !== undefined);
}

/** Removes case, accents and repeated spaces. */
export function foldWords(text: string): string {
  return withoutAccents(text).toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Whether a folded text contains these words. A number must match whole: 50 is not in 1500. */
export function hasWords(text: string, words: string): boolean {
  if (words === '') return false;
  for (let index = text.indexOf(words); index >= 0; index = text.indexOf(words, index + 1)) {
    const next = text.charAt(index + words.length);
    const isCut = /\d\d/.test(text.charAt(index - 1) + words.charAt(0)) || /\d\d/.test(words.slice(-1) + next);
    if (!isCut) return true;
  }
  return false;
}

/** @param identifier in lower case */
export function hasIdPart(identifier: string, { head, tail }: IdPart): boolean {
  if (tail === '') return identifier.includes(head);
  return identifier.length > head.length + tail.length && identifier.startsWith(head) && identifier.endsWith(tail);
}

/** Reads a shortened id as tables show it (`0190a6c5…8394`), too. @param text in lower case */
export function idPartOf(text: string): IdPart | undefined {
  const [, head = '', tail = ''] = ABBREVIATED.exec(text) ?? [];
  if (head !== '') return { head, tail };
  if (text.length < ID_PART_LENGTH_MINIMUM || !/^[\da-z._:/-]+$/.test(text)) return undefined;
  // A word is no id, but one id in two thousand ends with eight letters.
  if (!/\d/.test(text) && !/^[a-f]{8}$/.test(text)) return undefined;
  return { head: text, tail: '' };
}

function pixKeysOf(text: string): readonly string[] {
  const parsed = parsePixKey(text);
  if (parsed.ok) return [parsed.key];
  if (parsed.reason === 'ambiguous') return parsed.readings.map(({ key }) => key);
  // A service may have stored a key with wrong check digits.
  return parsed.wellFormed === undefined ? [] : [parsed.wellFormed.key];
}

const CURRENCY = /\s*(?:reais|real|brl)$|^brl\s*/gi;

/** A space between groups of digits, as in `1 234,56`. */
const GROUP_SPACE = /(?<=\d)\s(?=\d{3}(?!\d))/g;
/** As statements have it: rows have no sign. */
const SIGN = /^([-+\u2212]\s*)?(R\$\s*)?([-+\u2212]\s*)?(?=\d)/i;

/** `1.234` is read as thousands, because no amount has three decimals. */
export function amountOf(text: string): number | undefined {
  const digits = text.replaceAll(CURRENCY, '').replaceAll(GROUP_SPACE, '');
  const amount = parseTypedAmount(digits.replace(SIGN, ''));
  if (amount.ok) return amount.amountCentavos;
  return amount.reason === 'ambiguous' ? amount.readingsCentavos[0] : undefined;
}

interface KeyPart {
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
function readKeyPart(typed: string): KeyPart | undefined {
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
