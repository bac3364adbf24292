import { readCnpj, readCpf, type TaxIdFlaw } from './tax-id.ts';

/** The types of Pix keys, as the API names them. */
export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
/** The type of a Pix key. */
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** A Pix key of a known type. */
export interface PixKey {
  /** Its type. */
  readonly type: PixKeyType;
  /** In canonical form: digits without punctuation, `+55…`, lower case. */
  readonly key: string;
}

/** Why a typed text is not accepted as a Pix key. `unrecognised`: it has the form of no type. */
export type PixKeyRefusal = 'empty' | 'unrecognised' | KeyFlaw;

/** A typed Pix key in its canonical form, or why it is not one. */
export type ParsedPixKey = ReadPixKey | AmbiguousPixKey | RefusedPixKey;

/** A key that can be read in one way. */
export interface ReadPixKey extends PixKey {
  /** It is a key. */
  readonly ok: true;
}

/** A text that is a key of more than one type. */
export interface AmbiguousPixKey {
  /** It cannot be used as it is. */
  readonly ok: false;
  /** Always `ambiguous`. */
  readonly reason: 'ambiguous';
  /** All types that the text may have; each is accepted when its type is given. */
  readonly readings: readonly PixKey[];
}

/** A text that is no key. */
export interface RefusedPixKey {
  /** It is not a key. */
  readonly ok: false;
  /** Why. */
  readonly reason: PixKeyRefusal;
  /** The type that the text was checked as. */
  readonly type?: PixKeyType;
  /** The key in canonical form, when only a check digit or an area code is wrong. */
  readonly wellFormed?: PixKey;
  /** The key that was probably meant; never use it without asking. */
  readonly suggestion?: PixKey;
}

/** What is wrong with a typed key. */
export type KeyFlaw = TaxIdFlaw | MobileNumberFlaw | 'too_long' | 'domain_without_dot';

interface KeyReading {
  readonly key: string;
  readonly flaw?: KeyFlaw;
  readonly suggestion?: string;
}

/** The length of the longest e-mail address. Source: BCB, API DICT 2.12.1. */
export const PIX_KEY_CHARACTERS_MAXIMUM = 77;

/** Forms of the keys in the Central Bank's directory. Source: BCB, API DICT 2.12.1. */
const CANONICAL_FORMS: Readonly<Record<PixKeyType, RegExp>> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[\dA-Z]{12}\d{2}$/,
  EMAIL:
    /^(?=.{1,77}$)[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
  PHONE: /^\+55[1-9]\d{9,10}$/,
  RANDOM: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

const READERS: Readonly<Record<PixKeyType, (typed: string) => KeyReading>> = {
  CPF: readCpf,
  CNPJ: readCnpj,
  EMAIL: readEmail,
  PHONE: readMobileNumber,
  RANDOM: readRandomKey,
};

/**
 * Whether `key` has the canonical form of its type, which the directory and services accept. Check digits and area
 * codes are not part of the form; {@link parsePixKey} checks them.
 */
export function isCanonicalPixKey(type: PixKeyType, key: string): boolean {
  return CANONICAL_FORMS[type].test(key);
}

/**
 * Reads a typed or pasted Pix key into its canonical form, strictly: check digits must be right, and a phone number
 * must be a Brazilian mobile. Never throws.
 *
 * @param type if it is known; otherwise it is detected where it is certain. Eleven digits may be a CPF and a mobile
 *   number at once: `ambiguous`.
 */
export function parsePixKey(typed: string, type?: PixKeyType): ParsedPixKey {
  const text = typed.replaceAll(/\p{Cf}/gu, '').trim();
  if (text === '') return { ok: false, reason: 'empty' };
  const candidates = (type === undefined ? possibleTypes(text) : [type]).map((candidate) => judge(candidate, text));

  const [first, ...others] = candidates.filter((candidate) => candidate.ok);
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    return { ok: false, reason: 'ambiguous', readings: [first, ...others].map(({ type, key }) => ({ type, key })) };
  }
  const refusals = candidates.filter((candidate) => !candidate.ok);
  return refusals.find((refusal) => 'suggestion' in refusal) ?? refusals[0] ?? { ok: false, reason: 'unrecognised' };
}

function judge(type: PixKeyType, text: string) {
  const { key, flaw, suggestion } = READERS[type](text);
  if (flaw === undefined) return { ok: true as const, type, key };
  return {
    ok: false as const,
    reason: flaw,
    type,
    ...(isCanonicalPixKey(type, key) && { wellFormed: { type, key } }),
    ...(suggestion !== undefined && { suggestion: { type, key: suggestion } }),
  };
}

/** The types that a text may have, judged only by its form, the most likely first. */
function possibleTypes(text: string): readonly PixKeyType[] {
  if (text.includes('@')) return ['EMAIL'];
  if (text.startsWith('+') || text.includes('(')) return ['PHONE'];
  const compact = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (/^[\da-f]{32}$/i.test(compact)) return ['RANDOM'];
  if (/^\d+$/.test(compact)) return possibleTypesOfDigits(text, compact);
  if (/^cpf\d{11}$/i.test(compact)) return ['CPF'];
  return /^cnpj[\da-z]{12}\d{2}$/i.test(compact) || isWrittenAsCnpj(text) ? ['CNPJ'] : [];
}

/** With its name, a CPF or a mobile number is as long as a CNPJ, which may have letters: `Cel 11 98765-4321`. */
function isWrittenAsCnpj(text: string): boolean {
  const isGrouped =
    /^[\da-z]{2}[\s.]?[\da-z]{3}[\s.]?[\da-z]{3}[\s/\u2010-\u2015-]?[\da-z]{4}[\s\u2010-\u2015-]?\d{2}$/i.test(text);
  return isGrouped && !/^(?:cel|tel|pix)\d{11}$/i.test(text);
}

function possibleTypesOfDigits(text: string, digits: string): readonly PixKeyType[] {
  switch (digits.length) {
    case 8:
    case 9:
    case 10:
      return ['PHONE', 'CPF'];
    case 11:
      return possibleTypesOfElevenDigits(text);
    case 12:
    case 13:
      return /^(?:0|55)/.test(digits) ? ['PHONE', 'CNPJ'] : ['CNPJ'];
    case 14:
      return ['CNPJ'];
    case 15:
      return digits.startsWith('0055') ? ['PHONE'] : [];
    default:
      return [];
  }
}

/** Punctuation distinguishes 123.456.789-01 from 11 91234-5678; bare digits may be either. */
function possibleTypesOfElevenDigits(text: string): readonly PixKeyType[] {
  const isGroupedAsCpf = /^\d{3}\D?\d{3}\D?\d{3}\D?\d{2}$/.test(text);
  const isGroupedAsMobile = /^\d{2}\D*9\D?\d{4}\D?\d{4}$/.test(text);
  if (isGroupedAsCpf === isGroupedAsMobile) return ['CPF', 'PHONE'];
  return isGroupedAsCpf ? ['CPF'] : ['PHONE'];
}

function readEmail(typed: string): KeyReading {
  // Only A to Z: toLowerCase turns the Kelvin sign into a k, and so one address into another.
  const key = typed.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (key.length > PIX_KEY_CHARACTERS_MAXIMUM) return { key, flaw: 'too_long' };
  if (!CANONICAL_FORMS.EMAIL.test(key)) return { key, flaw: 'malformed' };
  return /@.*\./.test(key) ? { key } : { key, flaw: 'domain_without_dot' };
}

function readRandomKey(typed: string): KeyReading {
  const digits = typed.toLowerCase().replaceAll(/[\s\-\u2010-\u2015]/g, '');
  const key = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return CANONICAL_FORMS.RANDOM.test(key) ? { key } : { key, flaw: 'malformed' };
}

const HIDDEN = '***';
const SHOWN = 4;

/**
 * A Pix key as a receipt shows it: its owner recognises it, and others cannot use it. A CNPJ is public, and stays.
 *
 * @param type one of the API's; an unknown one hides all but both ends
 */
export function maskPixKey(key: string, type: string | null | undefined): string {
  switch (type) {
    case 'CPF':
      return maskTaxId(key);
    case 'CNPJ':
      return key;
    case 'EMAIL':
      return key.replace(/^(.{0,2}).*(?=@)/u, `$1${HIDDEN}`);
    default:
      return key.length <= 2 * SHOWN ? HIDDEN : key.slice(0, SHOWN) + HIDDEN + key.slice(-SHOWN);
  }
}

/** A CPF without its first three and last two digits, as banks print it. A CNPJ stays. */
export function maskTaxId(taxId: string): string {
  return taxId.replace(/^\d{3}\D?(\d{3})\D?(\d{3})\D?\d{2}$/, `${HIDDEN}.$1.$2-**`);
}

/** Masking characters; in an e-mail address an asterisk is a valid character. */
const HIDING = /[*•…]/u;

/**
 * Whether a key as others write it is this one. They may write it with punctuation or in capitals. A key with masked
 * digits is `unclear`.
 */
export function compareKeys(
  answered: string | null | undefined,
  { pixKey, pixKeyType }: { readonly pixKey: string; readonly pixKeyType: PixKeyType },
): 'same' | 'other' | 'unclear' {
  if (answered === pixKey) return 'same';
  const key = keyAnswered(answered, pixKeyType);
  if (key === undefined) return 'unclear';
  return key === pixKey ? 'same' : 'other';
}

/** The key of a type that others may mean by what they write; undefined if it may be any. */
function keyAnswered(answered: string | null | undefined, type: PixKeyType): string | undefined {
  if (answered === null || answered === undefined || HIDING.test(answered)) return undefined;
  if (isCanonicalPixKey(type, answered)) return answered;
  const parsed = parsePixKey(answered, type);
  return parsed.ok ? parsed.key : 'wellFormed' in parsed ? parsed.wellFormed.key : undefined;
}

/** Many rows by their keys: comparing each with each of many payments takes a time that grows with the square. */
export class RowsByKey<Row extends { readonly pixKey?: string | null | undefined }> {
  readonly #rows: readonly Row[];
  readonly #ofType = new Map<PixKeyType, ReadonlyMap<Row['pixKey'], readonly Row[]>>();

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  /** Those whose key is not another one, by {@link compareKeys}. */
  of({ pixKey, pixKeyType }: { readonly pixKey: string; readonly pixKeyType: PixKeyType }): readonly Row[] {
    const byKey = this.#ofType.get(pixKeyType) ?? this.#group(pixKeyType);
    this.#ofType.set(pixKeyType, byKey);
    return [...(byKey.get(pixKey) ?? []), ...(byKey.get(undefined) ?? [])];
  }

  #group(type: PixKeyType): ReadonlyMap<Row['pixKey'], readonly Row[]> {
    const groups = new Map<Row['pixKey'], Row[]>();
    for (const row of this.#rows) {
      const key = keyAnswered(row.pixKey, type);
      // What is written may be the key as it stands, even if it means another one.
      const names = key === undefined ? [key] : new Set([key, row.pixKey]);
      for (const name of names) {
        const group = groups.get(name) ?? [];
        group.push(row);
        groups.set(name, group);
      }
    }
    return groups;
  }
}

/** What is wrong with a typed Brazilian mobile number. */
export type MobileNumberFlaw =
  | 'malformed'
  | 'wrong_length'
  | 'foreign_number'
  | 'area_code_missing'
  | 'unknown_area_code'
  | 'landline'
  | 'ninth_digit_missing'
  | 'not_a_mobile';

const PUNCTUATION = /[\s.\-()\u2010-\u2015]/g;

/** The 67 area codes of Brazil. Source: ANATEL, Plano Geral de Códigos Nacionais. */
const AREA_CODES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 ' +
    '65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/**
 * Reads a typed mobile number: with or without +55, brackets, spaces, and the trunk prefix 0. Its key is E.164,
 * `+5511987654321`, unless there is a flaw.
 */
function readMobileNumber(typed: string): KeyReading {
  const compact = typed.replaceAll(PUNCTUATION, '');
  if (!/^\+?\d+$/.test(compact)) return { key: compact, flaw: 'malformed' };
  if (compact.startsWith('+') && !compact.startsWith('+55')) return { key: compact, flaw: 'foreign_number' };

  const national = nationalNumber(compact);
  const key = `+55${national}`;
  const subscriber = national.slice(2);
  if (national.length === 8 || national.length === 9) return { key: national, flaw: 'area_code_missing' };
  if (national.length !== 10 && national.length !== 11) return { key: national, flaw: 'wrong_length' };
  if (!AREA_CODES.has(national.slice(0, 2))) return { key, flaw: 'unknown_area_code' };
  if (subscriber.length === 8) return { key, flaw: /^[2-5]/.test(subscriber) ? 'landline' : 'ninth_digit_missing' };
  return subscriber.startsWith('9') ? { key } : { key, flaw: 'not_a_mobile' };
}

/**
 * Area code and subscriber. 55 is an area code, too, so it is read as the country code only before more than eleven
 * digits.
 */
function nationalNumber(compact: string): string {
  const digits = compact.replace(/^\+|^00(?=55)/, '');
  const isInternational = digits.startsWith('55') && (digits !== compact || digits.length > 11);
  return (isInternational ? digits.slice(2) : digits).replace(/^0/, '');
}
