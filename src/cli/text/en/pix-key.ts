import { failure } from '../../errors/command-error.ts';
import type { PixKeyType } from '../../../pix/pix-key.ts';
import type { KeyTypeTexts, PixKeyTexts } from '../shapes.ts';

export const KEY_REASONS: PixKeyTexts = {
  empty: 'it is empty',
  unrecognised: 'it looks like none of CPF, CNPJ, e-mail, phone number or random key',
  malformed: 'its format is invalid',
  wrong_length: 'it has the wrong number of digits',
  lost_leading_zeros: 'it seems to have lost its leading zeros',
  scientific_notation: 'a spreadsheet has rounded it (scientific notation)',
  repeated_digit: 'all of its digits are the same',
  wrong_check_digits: 'its check digits do not match: a typing error?',
  foreign_number: 'it is not a Brazilian number',
  area_code_missing: 'it lacks the area code',
  unknown_area_code: 'there is no such area code',
  landline: 'it is a landline, and only mobile numbers are Pix keys',
  ninth_digit_missing: 'a mobile number has nine digits and begins with 9',
  not_a_mobile: 'it is not a mobile number',
  too_long: 'it is longer than 77 characters',
  domain_without_dot: 'the part after the @ is not a domain',
};

/** Each type of key, as people call it. */
export const KEY_TYPES: KeyTypeTexts = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'e-mail',
  PHONE: 'phone',
  RANDOM: 'random key',
};

export const pixKey = {
  types: KEY_TYPES,
  refused: (typed: string, reason: keyof PixKeyTexts, type: PixKeyType | undefined) =>
    failure(
      `invalid Pix key${type === undefined ? '' : ` of type ${KEY_TYPES[type]}`} "${typed}": ${KEY_REASONS[reason]}`,
      'ask the recipient for the key again; nothing was sent',
    ),
  ambiguous: (typed: string, types: readonly PixKeyType[]) =>
    failure(
      `"${typed}" may be a key of type ${types.map((type) => KEY_TYPES[type]).join(' or ')}`,
      `say which: ${types.map((type) => `--pix-key-type ${type}`).join(' or ')}`,
    ),
  suggestion: (type: PixKeyType, key: string) => `did you mean ${key} (${KEY_TYPES[type]})?`,
  insist: 'if the key is correct, use --force-key',
  recipient: "The recipient's Pix key",
  which: (typed: string) => `What type of key is ${typed}?`,
  whichRecipient: 'To whom?',
  anotherKey: 'another key',
};
