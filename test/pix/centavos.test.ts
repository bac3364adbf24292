import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavos, subtractCentavos, sumCentavos } from '../../src/pix/centavos.ts';

describe('centavos', () => {
  test.each([0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('%i is an amount', (value) => {
    expect(centavos(value)).toBe(value);
  });

  test.each([0.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('%d is none', (value) => {
    expect(() => centavos(value)).toThrow(`not a whole number of centavos: ${value}`);
  });

  test('are never minus zero', () => {
    expect([centavos(-0), subtractCentavos(centavos(-0), centavos(0)), sumCentavos()]).toEqual([0, 0, 0]);
  });

  test('have exact sums and differences, or none', () => {
    const amount = fc.maxSafeInteger().map(centavos);
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        expectExact(() => sumCentavos(left, right), BigInt(left) + BigInt(right));
        expectExact(() => subtractCentavos(left, right), BigInt(left) - BigInt(right));
      }),
    );
  });
});

function expectExact(compute: () => number, exact: bigint): void {
  if (Number.isSafeInteger(Number(exact))) expect(BigInt(compute())).toBe(exact);
  else expect(compute).toThrow(RangeError);
}
