import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centavosFromJsonReais,
  formatReaisPlain,
  jsonReaisFromCentavos,
  parseTypedAmount,
} from '../../src/pix/amount-text.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { grouped } from '../support/grouped.ts';
import vectors from './vectors/amounts.json' with { type: 'json' };

/** Above 2^46 reais, a float is less precise than two decimals. */
const FLOAT_EXACT_MAXIMUM_CENTAVOS = 2 ** 46 * 100;

const anyAmount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(centavos);
const payableAmount = fc.integer({ min: 1, max: FLOAT_EXACT_MAXIMUM_CENTAVOS }).map(centavos);

describe('an amount as people type it', () => {
  test.each(Object.entries(vectors.typed.accept))('%j is %i centavos', (text, amountCentavos) => {
    expect(parseTypedAmount(text)).toEqual({ ok: true, amountCentavos });
  });

  test.each(vectors.typed.refuse)('%j is refused', (text) => expect(parseTypedAmount(text).ok).toBe(false));

  const REFUSED = {
    empty: ['', ' \u00a0', 'R$ '],
    not_a_number: [
      ...['abc', '-', '- R$', '(5,00)', '10,', ',5', '1.2.3', '1.234.567.89', '12.345.6789', '0x10', 'NaN', 'Infinity'],
      ...['１０', 'R$ R$ 5', '5 R$', '5R$', '10-5', 'x1e3', '1e3x'],
    ],
    sign: ['-5', '+5', '\u22125', '–5', '-R$ 5', 'R$ -5'],
    exponent: ['1e3', '1,23E+10'],
    too_many_decimals: ['0.123', '1234.567', '10,5555', '1.234,567'],
    too_large: ['90071992547409.92', '9'.repeat(400)],
  };
  test.each(grouped(REFUSED))('%j is refused as %s', (text, reason) => {
    expect(parseTypedAmount(text)).toEqual({ ok: false, reason });
  });

  test.each([
    ['1.234', [123_400, 123]],
    ['1,234', [123_400, 123]],
    ['R$ 10.555', [1_055_500, 1_055]],
    ['999,000', [99_900_000, 99_900]],
  ])('%j is ambiguous, with both readings', (text, readingsCentavos) => {
    expect(parseTypedAmount(text)).toEqual({ ok: false, reason: 'ambiguous', readingsCentavos });
  });

  test.each([
    ['0', 0],
    ['007', 700],
    ['r$5', 500],
    ['1.234,5', 123_450],
    ['1.234.567', 123_456_700],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['90.071.992.547.409,91', Number.MAX_SAFE_INTEGER],
  ])('%j is accepted', (text, amountCentavos) => expect(parseTypedAmount(text)).toEqual({ ok: true, amountCentavos }));

  test('is read back from every way of writing it', () => {
    fc.assert(
      fc.property(anyAmount, (amountCentavos) => {
        const plain = formatReaisPlain(amountCentavos);
        const [whole = '', decimals = ''] = plain.split('.');
        const groupedBy = (separator: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
        const ways = [
          plain,
          `${whole},${decimals}`,
          `${groupedBy('.')},${decimals}`,
          `R$ ${groupedBy(',')}.${decimals}`,
        ];
        for (const way of ways) expect(parseTypedAmount(way)).toEqual({ ok: true, amountCentavos });
      }),
    );
  });

  test('never throws, and reads every accepted text digit by digit', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+eER$ \u00a0')) }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const amount = parseTypedAmount(text);
        if (!amount.ok) return;
        const typedDigits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
        expect(String(amount.amountCentavos)).toMatch(new RegExp(`^${typedDigits}0{0,2}$`));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount in a JSON body', () => {
  test.each(Object.entries(vectors.jsonReais.accept))('%s is %i centavos, as number and as text', (json, expected) => {
    expect(centavosFromJsonReais(Number(json))).toBe(expected);
    expect(centavosFromJsonReais(json)).toBe(expected);
    expect(centavosFromJsonReais(json.replace('.', ','))).toBe(expected);
  });

  test.each(vectors.jsonReais.refuse)('%s is refused, as number and as text', (json) => {
    expect([centavosFromJsonReais(Number(json)), centavosFromJsonReais(json)]).toEqual([undefined, undefined]);
  });

  test.each(['', ' 5', '5 ', '+5', '5.', '.5', '1e2', '1.234,56', '0.00', '0x10', 'NaN', '٣', '9'.repeat(20)])(
    'the text %j is refused',
    (text) => expect(centavosFromJsonReais(text)).toBeUndefined(),
  );

  test.each([NaN, Infinity, -Infinity, 0, -0, 1e-7, 1e21, 0.001, 2 ** 53])('the number %d is refused', (number) => {
    expect(centavosFromJsonReais(number)).toBeUndefined();
  });

  test('every amount that a float represents survives being sent and received', () => {
    fc.assert(
      fc.property(payableAmount, (amount) => {
        const json = JSON.stringify({ amount: jsonReaisFromCentavos(amount) });
        expect(centavosFromJsonReais((JSON.parse(json) as { amount: number }).amount)).toBe(amount);
        expect(json).not.toMatch(/e|\d\.\d{3}/);
      }),
    );
  });

  test('an amount that shares its float with another is not sent', () => {
    const shared = [9_007_199_254_740_990, 9_007_199_254_740_991].map(centavos);
    const [first, second] = shared.map((amount) => Number(formatReaisPlain(amount)));
    expect(first).toBe(second);
    expect(() => shared.map(jsonReaisFromCentavos)).toThrow(/^no JSON number stands for /);
  });
});

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [-5, '-0.05'],
  [123_456, '1234.56'],
  [-123_456, '-1234.56'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('%i centavos in plain reais: %s', (amount, text) => expect(formatReaisPlain(centavos(amount))).toBe(text));
