import { MARK } from '../find/question.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from '../pix/fictitious-names.ts';
import { withoutAccents } from '../pix/accents.ts';
import { isCanonicalPixKey, parsePixKey, PIX_KEY_TYPES, type PixKey, type PixKeyType } from '../pix/pix-key.ts';
import { REFUSAL_CODES } from '../pix/refusal-codes.ts';
import { completeCnpj, completeCpf } from '../pix/tax-id.ts';
import { createHmac } from 'node:crypto';

/** What stands for the keys, documents, names and texts of an account. The same always stands for the same. */
export interface Fakes {
  /** @param type of the key, where it is known */
  readonly pixKey: (key: string, type?: PixKeyType) => PixKey;
  readonly taxId: (taxId: string) => string;
  readonly name: (name: string) => string;
  /** A mark of a payout stays: it identifies a payment, and no person. */
  readonly description: (description: string) => string;
  readonly failureReason: (reason: string) => string;
}

/** With `--keep-names`: everything stands for itself. */
export const NO_FAKES: Fakes = {
  pixKey: (key, type) => ({ type: type ?? typeOf(key), key }),
  taxId: (taxId) => taxId,
  name: (name) => name,
  description: (description) => description,
  failureReason: (reason) => reason,
};

/** @param secret stays on this machine: without it, a fake cannot be traced back by trying all CPFs */
export function fakesOf(secret: string): Fakes {
  const word = (kind: string, text: string, digits: number) =>
    keyed(secret, `${kind} ${text}`).toString(16).padStart(16, '0').slice(0, digits);
  const digits = (tweak: string, number: string) =>
    permute(secret, tweak, BigInt(number), 10n ** BigInt(number.length))
      .toString()
      .padStart(number.length, '0');
  const cpf = (number: string) => likeBefore(number, completeCpf, (base) => digits('cpf', base));
  const cnpj = (number: string) =>
    likeBefore(number, completeCnpj, (base) => (/^\d+$/.test(base) ? digits('cnpj', base) : letters(secret, base)));

  const fakeName = (name: string) => {
    const folded = foldName(name);
    const number = keyed(secret, `name ${folded}`);
    const [given, family] = [GIVEN_NAMES, FAMILY_NAMES].map(
      (names, index) => names[Number((number >> BigInt(8 * index)) % BigInt(names.length))] ?? '',
    );
    return folded === '' ? name : `${given} ${family} ${syllables(number >> 16n)}`;
  };
  const KEYS: Readonly<Record<PixKeyType, (key: string) => string>> = {
    CPF: cpf,
    CNPJ: cnpj,
    // The area code is that of a million people.
    PHONE: (key) => key.slice(0, -8) + digits(`phone ${key.slice(0, -8)}`, key.slice(-8)),
    EMAIL: (key) =>
      `${withoutAccents(fakeName(key)).toLowerCase().replaceAll(' ', '.')}.${word('email', key, 8)}@example.com`,
    RANDOM: (key) => {
      const hex = word('random', key, 16) + word('random 2', key, 16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
  return {
    pixKey(key, givenType) {
      const type = givenType ?? typeOf(key);
      return { type, key: isCanonicalPixKey(type, key) ? KEYS[type](key) : KEYS.RANDOM(key) };
    },
    taxId(taxId) {
      const plain = taxId.replaceAll(/[\s./-]/g, '').toUpperCase();
      if (isCanonicalPixKey('CPF', plain)) return cpf(plain);
      return isCanonicalPixKey('CNPJ', plain) ? cnpj(plain) : word('tax id', plain, 11);
    },
    name: fakeName,
    description(description) {
      const plain = description.replaceAll(MARK, '').trim();
      const marks = [...description.matchAll(MARK)].map(([mark]) => mark.trim());
      return [...(plain === '' ? [] : [`Texto ${word('description', plain, 12)}`]), ...marks].join(' ');
    },
    failureReason: (reason) => (isOfNetwork(reason) ? reason : `Motivo ${word('reason', reason, 12)}`),
  };
}

/** A reason in the words of the Central Bank contains no name. */
function isOfNetwork(reason: string): boolean {
  return Object.entries(REFUSAL_CODES).some(([code, meaning]) => reason === code || reason === `${code}: ${meaning}`);
}

function typeOf(key: string): PixKeyType {
  const parsed = parsePixKey(key);
  if (parsed.ok && parsed.key === key) return parsed.type;
  return PIX_KEY_TYPES.find((type) => isCanonicalPixKey(type, key)) ?? 'RANDOM';
}

/** Right check digits stay right, and wrong ones as wrong as they were: two numbers never become the same. */
function likeBefore(number: string, complete: (base: string) => string, replaced: (base: string) => string): string {
  const [base, check] = [number.slice(0, -2), Number(number.slice(-2))];
  // Numbers of one digit alone are never issued.
  if (isOneDigit(base)) return number;
  let fake = replaced(base);
  while (isOneDigit(fake)) fake = replaced(fake);
  const difference = check - Number(complete(base).slice(-2));
  const right = complete(fake);
  return fake + String((Number(right.slice(-2)) + difference + 100) % 100).padStart(2, '0');
}

function isOneDigit(base: string): boolean {
  return /^(.)\1*$/.test(base);
}

/** Capital letters and digits, of which at least one is a letter. */
function letters(secret: string, base: string): string {
  const size = 36n ** BigInt(base.length);
  let number = base.split('').reduce((sum, letter) => sum * 36n + BigInt(Number.parseInt(letter, 36)), 0n);
  for (;;) {
    number = permute(secret, 'cnpj letters', number, size);
    const fake = number.toString(36).toUpperCase().padStart(base.length, '0');
    if (/[A-Z]/.test(fake)) return fake;
  }
}

function foldName(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A family name that no one has, so that two people never have the same fake: of four syllables. */
function syllables(number: bigint): string {
  const consonants = 'bcdfglmnprstvz';
  let [name, rest] = ['', number];
  for (let index = 0; index < 4; index += 1) {
    name += consonants.charAt(Number(rest % 14n)) + 'aeiou'.charAt(Number((rest / 14n) % 5n));
    rest /= 70n;
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const ROUNDS = 8;

/**
 * Replaces a number below `size` by another one below it, which cannot be computed without the secret: a permutation, so
 * two numbers are never replaced by the same one. A balanced Feistel network, which is walked until the result is in range.
 *
 * @param tweak another permutation for each
 */
function permute(secret: string, tweak: string, number: bigint, size: bigint): bigint {
  const bits = BigInt(Math.ceil((size - 1n).toString(2).length / 2));
  const mask = (1n << bits) - 1n;
  let replaced = number;
  do {
    let [left, right] = [replaced >> bits, replaced & mask];
    for (let round = 0; round < ROUNDS; round += 1) {
      [left, right] = [right, left ^ (keyed(secret, `${tweak} ${size} ${round} ${right}`) & mask)];
    }
    replaced = (left << bits) | right;
  } while (replaced >= size);
  return replaced;
}

/** 64 bits that follow from the secret and a text. */
function keyed(secret: string, text: string): bigint {
  return createHmac('sha256', secret).update(text).digest().readBigUInt64BE();
}
