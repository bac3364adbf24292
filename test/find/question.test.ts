import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdentified, matchEntry, readQuestion } from '../../src/find/question.ts';
import type { WalletEntry } from '../../src/find/wallet-entry.ts';

const matched = (typed: string, fields: object) =>
  matchEntry({ id: 'x-1', ...fields } satisfies WalletEntry, readQuestion(typed));

describe('what a text may mean', () => {
  it.each([
    ['1.234', { value: 123_400 }, ['value']],
    ['1.234', { value: 123 }, []],
    ['10', { value: 1_000 }, ['value']],
    ['R$ 1.234,56', { value: 123_456, netValue: 123_456 }, ['value', 'netValue']],
    ['-10', { value: 1_000 }, []],
    // Eleven digits that are a CPF and a mobile number at once.
    ['11912345684', { pixKey: '11912345684' }, ['pixKey']],
    ['11912345684', { pixKey: '+5511912345684' }, ['pixKey']],
    ['12.ABC.345/01DE-35', { pixKey: '12ABC34501DE35' }, ['pixKey']],
    // A key that is stored with wrong check digits, or as no form allows.
    ['111.444.777-00', { pixKey: '11144477700' }, ['pixKey']],
    ['chave-antiga', { pixKey: 'Chave-Antiga' }, ['pixKey']],
    ['50', { description: 'Mesa 50' }, ['description']],
    ['50', { description: 'Mesa 150, 501' }, []],
    ['mesa 5', { description: 'MESA 50' }, []],
    ['sa', { description: 'São Paulo' }, ['description']],
    ['sao  paulo', { description: 'a SÃO\tPaulo' }, ['description']],
    ['X-1', {}, ['id']],
    ['\u200bx-1 ', {}, ['id']],
    ['x', {}, []],
  ])('%j is in %j as %j', (typed, fields, expected) => {
    expect(matched(typed, fields)).toEqual(expected);
  });

  it('is one transaction only where an id of its own says so', () => {
    expect(isIdentified(['description', 'correlationID'])).toBe(true);
    expect(isIdentified(['pixKey', 'value', 'netValue', 'sent', 'metadata.sent', 'description'])).toBe(false);
  });

  it.each([
    ['aB3dE6gH9jK2mN5pQ8sT1vW4y', true],
    ['0190a6c5f7e87b3c9d2e4f5061728394', false],
    ['0190a6c5-f7e8-7b3c-9d2e-4f5061728394', false],
    ['E9999900420260714150700aBcDeFgH1', false],
    ['12345678901234567890', false],
    ['pagamentodoalmocodeontem', false],
  ])('%s may be the id of a charge: %s', (typed, expected) => {
    expect(readQuestion(typed).isChargeId).toBe(expected);
  });
});

it('finds every description by any part of itself that cuts no number, in any case', () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Zçãéõ]{1,8}$/), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (parts, one, other) => {
      const description = parts.join(' ');
      const [from, to] = [one % description.length, other % description.length].toSorted((low, high) => low - high);
      const part = description.slice(from, (to ?? 0) + 1);
      fc.pre(part.trim() !== '');
      expect(matched(part.toUpperCase(), { description })).toContain('description');
    }),
  );
});
