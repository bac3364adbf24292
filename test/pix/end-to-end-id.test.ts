import { expect, it } from 'vitest';
import { parseEndToEndId } from '../../src/pix/end-to-end-id.ts';

const minute = Date.UTC(2026, 6, 14, 15, 7);

it('reads the minute in which a transfer was made, or returned', () => {
  const time = { fromMs: minute, toMs: minute };
  expect(parseEndToEndId('E9999900420260714150700aBcDeFgH1')).toEqual(time);
  expect(parseEndToEndId('D9999900420260714150700aBcDeFgH1')).toEqual(time);
});

it.each([
  ['E99999004202607141507', minute, minute],
  ['E9999900420260714150', Date.UTC(2026, 6, 14, 15), Date.UTC(2026, 6, 14, 15, 59)],
  ['E999990042026071423', Date.UTC(2026, 6, 14, 23), Date.UTC(2026, 6, 14, 23, 59)],
  ['E99999004202607142', Date.UTC(2026, 6, 14), Date.UTC(2026, 6, 14, 23, 59)],
  ['e9999900420260714', Date.UTC(2026, 6, 14), Date.UTC(2026, 6, 14, 23, 59)],
])('reads as much of it as the beginning %s contains', (text, fromMs, toMs) => {
  expect(parseEndToEndId(text)).toEqual({ fromMs, toMs });
});

it.each([
  ['too short', 'E999990042026071'],
  ['too long', 'E9999900420260714150700aBcDeFgH12'],
  ['after something else', 'xE9999900420260714150700aBcDeFgH1'],
  ['of another beginning', 'X9999900420260714150700aBcDeFgH1'],
  ['of a day that is none', 'E9999900420260230150700aBcDeFgH1'],
  ['of an hour that is none', 'E9999900420260714250700aBcDeFgH1'],
  ['with a dash in it', 'E99999004202607141507-0aBcDeFgH1'],
])('refuses a text that is %s', (_flaw, text) => expect(parseEndToEndId(text)).toBeUndefined());
