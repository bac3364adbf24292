import { expect, it } from 'vitest';
import { PagePlan } from '../../src/lists/page-plan.ts';

/** Totals, one answer after the other; behind a slash, the page size that the service applied. */
const GROWING = [10, 14, ...Array.from({ length: 23 }, (_, index) => 20 + index * 6 - (index % 3))];

/** `limit@offset` of a request for the numbers 100 to 109, in order and varied, with the smallest and the greatest draw. */
it.each([
  ['an empty list', [0], 100, '100@0', '10@0', '100@0'],
  ['a list that stays', [1000, 1000, 1000], 100, '100@890', '10@890', '100@800'],
  ['a list that grows now and then', [1000, 1000, 1007, 1005, 1007], 93, '100@897', '17@897', '100@814'],
  ['a list that grows faster than a page', [1000, 1200], 20, '100@1090', '100@1098', '100@1098'],
  ['a list that always grows', GROWING, 96, '100@45', '14@45', '100@0'],
  ['a service with small pages', [1000, '1000/40'], 40, '40@890', '10@890', '40@860'],
  ['a service with pages of one row', ['1000/1'], 1, '1@890', '1@899', '1@899'],
  ['a service with large pages', ['1000/500'], 100, '100@890', '10@890', '100@800'],
])('plans the pages of %s', (_, answers, useful, inOrder, least, most) => {
  let draw = 0;
  const [[total = 0, size] = [], ...later] = answers.map((answer) => String(answer).split('/').map(Number));
  const plan = new PagePlan(total, size, () => draw);
  for (const [now, pageSizeMaximum] of later) plan.learn({ total: now!, pageSizeMaximum, totalBefore: plan.total });
  const request = (isVaried: boolean) => {
    const { limit, offset } = plan.requestFor({ from: 100, to: 110 }, { isVaried });
    return `${limit}@${offset}`;
  };
  const [first, smallest] = [request(false), request(true)];
  draw = 1 - Number.EPSILON;
  expect([plan.usefulRows(), first, smallest, request(true)]).toEqual([useful, inOrder, least, most]);
});
