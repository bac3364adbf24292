import { expect, test } from 'vitest';
import { describeRefusal, refusalCodeIn, REFUSAL_CODES } from '../../src/pix/refusal-codes.ts';

test('contain every code with which the network rejects a transfer', () => {
  const codes = ['AB03', 'AC03', 'AC06', 'AC07', 'AG03', 'AM02', 'BE01', 'DS04', 'DUPL', 'ED05', 'FRAD', 'RR04'];
  expect(Object.keys(REFUSAL_CODES)).toEqual(codes);
});

test('a reason begins with its code', () => {
  expect(describeRefusal('AC03')).toBe('AC03: The account of the recipient does not exist');
});

test.each([
  ['AC03', 'AC03'],
  [' AC03: no such account\nat this bank', 'AC03'],
  ['DUPL-2', 'DUPL'],
  ['AC033', undefined],
  ['no AC03', undefined],
  ['toString', undefined],
  ['', undefined],
])('"%s" begins with the code %s', (reason, code) => expect(refusalCodeIn(reason)).toBe(code));
