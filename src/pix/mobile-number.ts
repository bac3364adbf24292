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

export interface MobileNumberReading {
  /** E.164, `+5511987654321`, unless there is a flaw. */
  readonly key: string;
  readonly flaw?: MobileNumberFlaw;
}

const PUNCTUATION = /[\s.\-()\u2010-\u2015]/g;

/** The 67 area codes of Brazil. Source: ANATEL, Plano Geral de Códigos Nacionais. */
const AREA_CODES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 ' +
    '65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/** Reads a typed mobile number: with or without +55, brackets, spaces, and the trunk prefix 0. */
export function readMobileNumber(typed: string): MobileNumberReading {
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
