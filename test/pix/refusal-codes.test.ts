import { expect, test } from 'vitest';
import { describeRefusal, REFUSAL_CODES } from '../../src/pix/refusal-codes.ts';

test('contain every code with which the network rejects a transfer', () => {
  const codes = ['AB03', 'AC03', 'AC06', 'AC07', 'AG03', 'AM02', 'BE01', 'DS04', 'DUPL', 'ED05', 'FRAD', 'RR04'];
  expect(Object.keys(REFUSAL_CODES)).toEqual(codes);
});

test('a reason begins with its code', () => {
  expect(describeRefusal('AC03')).toBe('AC03: The account of the recipient does not exist');
});
