import { expect, it } from 'vitest';
import { parseEndToEndId } from '../../src/pix/end-to-end-id.ts';

it('tells who sent a transfer, or returned it, and in which minute', () => {
  const minuteMs = Date.UTC(2026, 6, 14, 15, 7);
  expect(parseEndToEndId('E9999900420260714150700aBcDeFgH1')).toEqual({ ispb: '99999004', minuteMs });
  expect(parseEndToEndId('D9999900420260714150700aBcDeFgH1')).toEqual({ ispb: '99999004', minuteMs });
});

it.each([
  ['too short', 'E9999900420260714150700aBcDeFgH'],
  ['too long', 'E9999900420260714150700aBcDeFgH12'],
  ['of another beginning', 'X9999900420260714150700aBcDeFgH1'],
  ['of a day that is none', 'E9999900420260230150700aBcDeFgH1'],
  ['of an hour that is none', 'E9999900420260714250700aBcDeFgH1'],
  ['with a dash in it', 'E99999004202607141507-0aBcDeFgH1'],
])('takes no text that is %s', (_flaw, text) => {
  expect(parseEndToEndId(text)).toBeUndefined();
});
