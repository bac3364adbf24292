import { parseTypedAmount } from '../pix/amount-text.ts';
import { parseEndToEndId } from '../pix/end-to-end-id.ts';
import { parsePixKey } from '../pix/pix-key.ts';
import { IDENTIFIER_PATHS, traitsOf } from './index/traits.ts';
import type { WalletEntry } from './wallet-entry.ts';

/** All that a typed text may mean. */
export interface Question {
  readonly typed: string;
  /** In lower case; undefined for a text that no service would give as an id. */
  readonly identifier: string | undefined;
  /** In canonical form. Eleven digits can be a CPF and a mobile number. */
  readonly pixKeys: readonly string[];
  readonly amountCentavos: number | undefined;
  /** As {@link foldText} leaves them. */
  readonly words: string;
  /** The minute in an end-to-end id, milliseconds since the epoch. */
  readonly transferMinuteMs: number | undefined;
  /** Whether it has the form that the Central Bank gives the id of a charge: then only a look-up may tell it. */
  readonly isChargeId: boolean;
}

const ID_LENGTH_MAXIMUM = 200;
/** Source: BCB, Manual BR Code: up to 25 of a static charge, 26 to 35 of a dynamic one. Shorter ones pass for words. */
const CHARGE_ID = /^(?=.*\d)(?=.*[a-z])[\da-z]{20,35}$/i;
const BARE_UUID = /^[\da-f]{32}$/i;

export function readQuestion(typed: string): Question {
  const text = typed.replaceAll(/\p{Cf}/gu, '').trim();
  const endToEndId = parseEndToEndId(text);
  return {
    typed: text,
    identifier: isIdentifier(text) ? text.toLowerCase() : undefined,
    pixKeys: pixKeysOf(text),
    amountCentavos: amountOf(text),
    words: foldText(text),
    transferMinuteMs: endToEndId?.minuteMs,
    isChargeId: endToEndId === undefined && CHARGE_ID.test(text) && !BARE_UUID.test(text),
  };
}

/** What it is that a question is about in a payment or withdrawal: paths of fields, identifiers first. Empty when it is not. */
export function matchEntry(entry: WalletEntry, question: Question): string[] {
  const { identifiers, pixKey, amounts, texts } = traitsOf(entry);
  const { identifier, pixKeys, amountCentavos, words } = question;
  const pathsOf = <Value>(traits: readonly (readonly [path: string, value: Value])[], wanted: Value) =>
    traits.filter(([, value]) => value === wanted).map(([path]) => path);
  const matched = [
    ...(identifier === undefined ? [] : pathsOf(identifiers, identifier)),
    ...(pixKey !== undefined && (pixKeys.includes(pixKey) || pixKey === identifier) ? ['pixKey'] : []),
    ...(amountCentavos === undefined ? [] : pathsOf(amounts, amountCentavos)),
    ...texts.filter(([, text]) => hasWords(foldText(text), words)).map(([path]) => path),
  ];
  return [...new Set(matched)];
}

/** Whether it is the one payment or withdrawal that was asked for: by an id of its own, not by what others may share. */
export function isIdentified(matched: readonly string[]): boolean {
  return matched.some((path) => IDENTIFIER_PATHS.includes(path));
}

/** Case and accents aside, with single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** A number is found whole: 50 is not in 1500. */
function hasWords(text: string, words: string): boolean {
  if (words === '') return false;
  for (let index = text.indexOf(words); index >= 0; index = text.indexOf(words, index + 1)) {
    const end = index + words.length;
    const isCut = areDigits(text.charAt(index - 1), words.charAt(0)) || areDigits(words.slice(-1), text.charAt(end));
    if (!isCut) return true;
  }
  return false;
}

function areDigits(...characters: readonly string[]): boolean {
  return characters.every((character) => /^\d$/.test(character));
}

function isIdentifier(text: string): boolean {
  return text !== '' && text.length <= ID_LENGTH_MAXIMUM && !/^\.{1,2}$|[\s\p{Cc}]/u.test(text);
}

function pixKeysOf(text: string): readonly string[] {
  const parsed = parsePixKey(text);
  if (parsed.ok) return [parsed.key];
  if (parsed.reason === 'ambiguous') return parsed.readings.map(({ key }) => key);
  // A service may hold a key whose check digits are wrong.
  return parsed.wellFormed === undefined ? [] : [parsed.wellFormed.key];
}

/** `1.234` is taken for thousands: of an amount with three decimals there is none to be found. */
function amountOf(text: string): number | undefined {
  const amount = parseTypedAmount(text);
  if (amount.ok) return amount.amountCentavos;
  return amount.reason === 'ambiguous' ? amount.readingsCentavos[0] : undefined;
}
