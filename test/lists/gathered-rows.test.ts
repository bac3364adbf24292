import { expect, it } from 'vitest';
import { GatheredRows } from '../../src/lists/row-reader.ts';

/** Answers for the numbers from 3 to 7, each a first number and ids, oldest first. */
it.each([
  ['nothing', [], '', [], '3-7'],
  ['all of them', ['3 a b c d e'], 'abcde', [true], 'none'],
  ['more on either side', ['1 x y a b c d e z'], 'abcde', [true], 'none'],
  ['the first ones', ['3 a b c'], 'abc', [true], '5-7'],
  ['the last ones', ['5 c d e'], 'cde', [true], '3-5'],
  ['both ends', ['3 a b', '6 d e'], 'abde', [true, true], '4-6'],
  ['the middle', ['4 b c d'], 'bcd', [true], '3-7'],
  ['answers side by side', ['3 a b', '5 c d e'], 'abcde', [true, true], '4-5'],
  ['answers that overlap by one row', ['3 a b c', '5 c d e'], 'abcde', [true, true], 'none'],
  ['the same answer twice', ['3 a b c', '3 a b c'], 'abc', [true, false], '5-7'],
  ['none of them', ['8 f g'], '', [false], '3-7'],
  ['answers that contradict each other', ['3 a b c', '5 x d e'], '', [true, false], 'contradicted 3-7'],
  ['contradictions, and a whole answer', ['3 a b c', '5 x d e', '3 a b c d e'], 'abcde', [true, false, true], 'none'],
])('gathers %s', (_, answers, ids, areNew, missing) => {
  const gathered = new GatheredRows<{ readonly id: string }>({ from: 3, to: 8 });
  const added = answers.map((answer) => {
    const [first, ...answered] = answer.split(' ');
    const rows = answered.map((id, index) => ({ number: Number(first) + index, row: { id }, readAt: 0 }));
    return gathered.add(rows.toReversed());
  });
  const { from, to } = gathered.missing() ?? {};
  const range = from === undefined || to === undefined ? 'none' : `${from}-${to - 1}`;
  expect(
    gathered
      .ascending()
      .map(({ row }) => row.id)
      .join(''),
  ).toBe(ids);
  expect(added).toEqual(areNew);
  expect(gathered.isContradicted() ? `contradicted ${range}` : range).toBe(missing);
});
