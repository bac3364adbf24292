import { expect, it } from 'vitest';
import { SeenCode, seenCodeOf } from '../../src/payouts/seen-code.ts';

it('facts that were seen have a code, which differs for any others, and nothing has none', () => {
  const code = new SeenCode();
  expect(code.value()).toBeUndefined();
  code.add('a', 7, null);
  expect([code.value(), code.value()]).toEqual(Array.from({ length: 2 }, () => seenCodeOf('a', 7, undefined)));
  code.add('b');
  const others = [
    code.value(),
    ...[
      ['a', 7, null],
      ['a7', null],
      ['a', '7', null],
      ['a', null, 7],
    ].map((facts) => seenCodeOf(...facts)),
  ];
  expect([new Set(others).size, others.every((other) => /^[0-9a-f]{6}$/.test(other ?? ''))]).toEqual([5, true]);
});
