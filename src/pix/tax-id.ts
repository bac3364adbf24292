/** What is wrong with a typed CPF or CNPJ. */
export type TaxIdFlaw =
  'malformed' | 'wrong_length' | 'lost_leading_zeros' | 'scientific_notation' | 'repeated_digit' | 'wrong_check_digits';

/** A typed CPF or CNPJ. */
export interface TaxIdReading {
  /** Without punctuation, in capitals; in canonical form unless there is a flaw. */
  readonly key: string;
  /** What is wrong with it. */
  readonly flaw?: TaxIdFlaw;
  /** For `lost_leading_zeros`: the number with its zeros. */
  readonly suggestion?: string;
}

const PUNCTUATION = /[\s.:\-/\u2010-\u2015]/g;
const SPREADSHEET_NOTATION = /^\d[.,]\d+e\+?\d+$/i;

/** Spreadsheets drop leading zeros. More than two are so rare that a shorter number must be something else. */
const LOST_ZEROS_MAXIMUM = 2;

interface TaxIdKind {
  /** People paste it with the number. */
  readonly name: string;
  readonly length: number;
  readonly alphabet: RegExp;
  /** The weight of a digit in the check sum; index 0 is next to the check digit. */
  readonly weightAt: (index: number) => number;
}

const CPF: TaxIdKind = { name: 'CPF', length: 11, alphabet: /^\d+$/, weightAt: (index) => index + 2 };
const CNPJ: TaxIdKind = { name: 'CNPJ', length: 14, alphabet: /^[\dA-Z]+$/, weightAt: (index) => (index % 8) + 2 };

/** Reads a typed CPF. */
export function readCpf(typed: string): TaxIdReading {
  return readTaxId(typed, CPF);
}

/** Reads a typed CNPJ, alphanumeric ones too. Source: Instrução Normativa RFB 2.229/2024. */
export function readCnpj(typed: string): TaxIdReading {
  return readTaxId(typed, CNPJ);
}

/** The CPF that begins with nine digits. */
export function completeCpf(base: string): string {
  return complete(base, CPF);
}

/** The CNPJ that begins with twelve digits or capital letters. */
export function completeCnpj(base: string): string {
  return complete(base, CNPJ);
}

function complete(base: string, { weightAt }: Pick<TaxIdKind, 'weightAt'>): string {
  const first = checkDigit(base, weightAt);
  return base + first + checkDigit(base + first, weightAt);
}

function readTaxId(typed: string, kind: TaxIdKind): TaxIdReading {
  if (SPREADSHEET_NOTATION.test(typed)) return { key: typed, flaw: 'scientific_notation' };
  // Only a to z: toUpperCase turns letters such as the dotless i into ASCII ones, and so one key into another.
  const compact = typed.replaceAll(PUNCTUATION, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  const isNamed = compact.startsWith(kind.name) && compact.length === kind.name.length + kind.length;
  const key = isNamed ? compact.slice(kind.name.length) : compact;
  if (!kind.alphabet.test(key)) return { key, flaw: 'malformed' };
  if (key.length !== kind.length) {
    const suggestion = key.padStart(kind.length, '0');
    const isLikely = suggestion.length - key.length <= LOST_ZEROS_MAXIMUM && findFlaw(suggestion, kind) === undefined;
    return isLikely ? { key, flaw: 'lost_leading_zeros', suggestion } : { key, flaw: 'wrong_length' };
  }
  const flaw = findFlaw(key, kind);
  return flaw === undefined ? { key } : { key, flaw };
}

function findFlaw(key: string, { length, weightAt }: TaxIdKind): TaxIdFlaw | undefined {
  if (key.length !== length) return 'wrong_length';
  if (!/\d\d$/.test(key)) return 'malformed';
  // The check digits of 11111111111 are right, but such numbers are never issued.
  if (/^(.)\1+$/.test(key)) return 'repeated_digit';
  return key === complete(key.slice(0, -2), { weightAt }) ? undefined : 'wrong_check_digits';
}

/** Modulo 11, as defined by Receita Federal. */
function checkDigit(characters: string, weightAt: TaxIdKind['weightAt']): string {
  let sum = 0;
  for (let index = 0; index < characters.length; index += 1) {
    sum += (characters.charCodeAt(index) - 48) * weightAt(characters.length - 1 - index);
  }
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
