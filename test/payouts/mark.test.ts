import { expect, it } from 'vitest';
import {
  markedDescription,
  MARKED_DESCRIPTION_LENGTH_MAXIMUM,
  markIn,
  randomWord,
  unusedMark,
  withoutMarks,
} from '../../src/payouts/rules/mark.ts';

const MARK = '#px7k2m9qh';

it.each<[string | null | undefined, string | undefined, string]>([
  [undefined, undefined, ''],
  [null, undefined, ''],
  ['Folha', undefined, 'Folha'],
  [MARK, MARK, ''],
  [`Folha ${MARK}`, MARK, 'Folha'],
  [`Folha, ${MARK}.`, MARK, 'Folha,.'],
  [`#px2222222 Folha ${MARK}`, MARK, ' Folha'],
  // One letter less or more, or one that no mark has.
  ['#px7k2m9q', undefined, '#px7k2m9q'],
  ['#px7k2m9qhz', undefined, '#px7k2m9qhz'],
  ['#px7k2m9qh0', undefined, '#px7k2m9qh0'],
  ...['0', '1', 'i', 'l', 'o', 'Z'].map((letter): [string, undefined, string] => {
    const text = `#px7k2m9q${letter}`;
    return [text, undefined, text];
  }),
])('the mark of "%s" is %s, without which it is "%s"', (description, mark, without) => {
  expect([markIn(description), withoutMarks(description ?? '')]).toEqual([mark, without]);
});

it.each([
  ['Folha', MARK, `Folha ${MARK}`],
  ['', MARK, MARK],
  [undefined, MARK, MARK],
  ['Folha', null, 'Folha'],
  [undefined, null, undefined],
])('the description "%s" is sent with the mark %s', (description, mark, sent) => {
  expect(markedDescription(description, mark)).toBe(sent);
});

it('the longest description with a mark has what the service allows', () => {
  expect(markedDescription('x'.repeat(MARKED_DESCRIPTION_LENGTH_MAXIMUM), MARK)).toHaveLength(140);
});

it('a word has each of its letters as often', () => {
  let at = -0.5;
  expect(randomWord(31, () => (at += 1) / 31)).toBe('23456789abcdefghjkmnpqrstuvwxyz');
});

it('a mark is one that this journal has not given, and no other one has', () => {
  const [given, foreign] = ['#px2222222', '#px3333333'];
  let letters = 0;
  const random = () => (Math.floor(letters++ / 7) + 0.5) / 31;
  const journal = {
    payoutOfMark: (mark: string) => (mark === given ? {} : undefined),
    isForeign: (mark: string) => mark === foreign,
  };
  expect(unusedMark(journal, { random })).toBe('#px4444444');
});
