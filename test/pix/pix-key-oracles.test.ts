import { cnpj, cpf } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { PhoneNumberType, PhoneNumberUtil } from 'google-libphonenumber';
import { isCNPJ, isCPF, isPhone } from 'validation-br';
import { describe, expect, test } from 'vitest';
import { parsePixKey } from '../../src/pix/pix-key.ts';

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: length, maxLength: length });
const digitsAndLetters = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
    minLength: length,
    maxLength: length,
  });

/** A valid key, or one with a character changed or two neighbours swapped, as typing errors do. */
function withSlips(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(valid, fc.nat(), fc.constantFrom('none', 'change', 'swap'), digits(1))
    .map(([key, at, slip, digit]) => {
      const place = at % (key.length - 1);
      if (slip === 'change') return key.slice(0, place) + digit + key.slice(place + 1);
      if (slip === 'swap')
        return key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
      return key;
    });
}

describe('CPF', () => {
  /** cpf-cnpj-validator refuses this one as a made-up sequence, but Receita Federal may have issued it. */
  const REFUSED_WRONGLY_BY_VALIDATOR = '12345678909';

  const valid = digits(9).map((base) => {
    const first = cpf.verifierDigit(base);
    return `${base}${first}${cpf.verifierDigit(`${base}${first}`)}`;
  });

  test('agrees with validation-br and cpf-cnpj-validator', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(withSlips(valid), digits(11)), (key) => {
        const isOurs = parsePixKey(key, 'CPF').ok;
        accepted += isOurs ? 1 : 0;
        expect(isOurs).toBe(isCPF(key));
        if (key !== REFUSED_WRONGLY_BY_VALIDATOR) expect(isOurs).toBe(cpf.isValid(key));
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test('accepts the valid sequence that one oracle refuses', () => {
    expect(parsePixKey(REFUSED_WRONGLY_BY_VALIDATOR, 'CPF').ok).toBe(true);
    expect(cpf.isValid(REFUSED_WRONGLY_BY_VALIDATOR)).toBe(false);
  });

  test.each(Array.from('0123456789', (digit) => digit.repeat(11)))('%s is refused by all', (key) => {
    expect([parsePixKey(key, 'CPF').ok, isCPF(key), cpf.isValid(key)]).toEqual([false, false, false]);
  });
});

describe('CNPJ', () => {
  const valid = fc.oneof(digits(12), digitsAndLetters(12)).map((base) => {
    const first = cnpj.verifierDigit(base);
    return `${base}${first}${cnpj.verifierDigit(`${base}${first}`)}`;
  });

  test('agrees with validation-br and cpf-cnpj-validator, alphanumeric ones too', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(withSlips(valid), digits(14), digitsAndLetters(14)), (key) => {
        const isOurs = parsePixKey(key, 'CNPJ').ok;
        accepted += isOurs ? 1 : 0;
        expect(isOurs).toBe(isCNPJ(key));
        expect(isOurs).toBe(cnpj.isValid(key));
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('mobile numbers', () => {
  const phoneNumbers = PhoneNumberUtil.getInstance();
  const areaCodes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

  function isMobileForLibphonenumber(e164: string): boolean {
    const number = phoneNumbers.parse(e164);
    return phoneNumbers.isValidNumber(number) && phoneNumbers.getNumberType(number) === PhoneNumberType.MOBILE;
  }

  test('have the area codes of both oracles, 67 of them', () => {
    const accepted = areaCodes.filter((code) => parsePixKey(`+55${code}987654321`, 'PHONE').ok);
    expect(accepted).toHaveLength(67);
    expect(accepted).toEqual(areaCodes.filter((code) => isPhone(`+55${code}987654321`)));
    expect(accepted).toEqual(areaCodes.filter((code) => isMobileForLibphonenumber(`+55${code}987654321`)));
  });

  test('are what google-libphonenumber says', () => {
    /** libphonenumber accepts eight digits from 7 (formerly trunked radio) as mobile; a Pix key has nine, from 9. */
    const isTrunkedRadio = (national: string) => national.length === 10 && national.charAt(2) === '7';
    const nationals = fc.oneof(
      digits(10),
      digits(11),
      fc.tuple(fc.constantFrom('11', '21', '85'), digits(8)).map(([area, rest]) => `${area}9${rest}`),
    );
    let accepted = 0;
    fc.assert(
      fc.property(nationals, (national) => {
        fc.pre(!national.startsWith('0') && !isTrunkedRadio(national));
        const isOurs = parsePixKey(`+55${national}`, 'PHONE').ok;
        accepted += isOurs ? 1 : 0;
        expect(isOurs).toBe(isMobileForLibphonenumber(`+55${national}`));
        // validation-br accepts landlines as Pix keys; every mobile number must be accepted by both.
        if (isOurs) expect(isPhone(national)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
