import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { unexplained, type HistoryOperation } from './linearizability.ts';

const START = 100;

type Span = readonly [called: number, answered: number | undefined];

function read(seen: number, [called, answered]: Span): HistoryOperation<number> {
  const step = (balance: number) => (balance === seen ? balance : undefined);
  return { name: `read ${seen}`, called, answered, step };
}

function pay(amount: number, [called, answered]: Span): HistoryOperation<number> {
  const step = (balance: number) => (balance >= amount ? balance - amount : undefined);
  return { name: `pay ${amount}`, called, answered, step };
}

function refusal(amount: number, [called, answered]: Span): HistoryOperation<number> {
  const step = (balance: number) => (balance < amount ? balance : undefined);
  return { name: `refuse ${amount}`, called, answered, step };
}

/** Tries every order of every choice of the operations with an open outcome. */
function isInSomeOrder(state: number, rest: readonly HistoryOperation<number>[]): boolean {
  if (rest.every(({ answered }) => answered === undefined)) return true;
  return rest.some((operation) => {
    const others = rest.filter((other) => other !== operation);
    if (others.some(({ answered }) => answered !== undefined && answered < operation.called)) return false;
    const next = operation.step(state);
    return next !== undefined && isInSomeOrder(next, others);
  });
}

it.each([
  [
    'when a read overlaps a payment, and shows the balance before or after it',
    [read(100, [2, 3]), pay(40, [1, 4]), read(60, [5, 6])],
  ],
  ['when an open payment happened later', [pay(40, [1, undefined]), read(100, [2, 3]), read(60, [4, 5])]],
  ['when an open payment never happened', [pay(40, [1, undefined]), read(100, [2, 3]), read(100, [4, 5])]],
  ['when a refusal overlaps the payment that took the money', [refusal(80, [1, 4]), pay(40, [2, 3])]],
])('a history is in order %s', (_, history) => expect(unexplained(START, history)).toBeUndefined());

describe('a history is out of order', () => {
  it.each([
    ['when a read shows an old balance', [pay(40, [1, 2]), read(100, [3, 4])]],
    ['when a balance that was seen is gone', [pay(40, [1, 6]), read(60, [2, 3]), read(100, [4, 5])]],
    ['when money is spent twice', [pay(80, [1, 3]), pay(80, [2, 4])]],
    ['when a payment got lost', [pay(40, [1, 3]), pay(30, [2, 4]), read(60, [5, 6])]],
    ['when an open payment happened before its request', [read(60, [1, 2]), pay(40, [3, undefined])]],
    ['when an open payment happened twice', [pay(40, [1, undefined]), read(60, [2, 3]), read(20, [4, 5])]],
    ['when a payment was refused although there was money', [refusal(80, [1, 2]), pay(40, [3, 4])]],
  ])('%s', (_, history) => expect(unexplained(START, history)).toBeDefined());

  it('and names the operation that no order explains', () => {
    const history = [pay(40, [1, 2]), read(60, [3, 4]), read(100, [5, 6])];
    expect(unexplained(START, history)).toEqual({ order: ['pay 40', 'read 60'], stuckAt: 'read 100' });
  });
});

it('agrees with trying every order, for small random histories', () => {
  const random = seededRandom(7);
  const whole = (below: number) => Math.floor(random() * below);
  let inOrder = 0;
  for (let count = 0; count < 500; count += 1) {
    const history = Array.from({ length: 5 }, () => {
      const called = random();
      const span: Span = [called, whole(6) === 0 ? undefined : called + random() / 2];
      const operation = [pay, read, refusal][whole(3)]!;
      return operation(20 * (1 + whole(4)), span);
    });
    const expected = isInSomeOrder(START, history);
    expect(unexplained(START, history) === undefined).toBe(expected);
    if (expected) inOrder += 1;
  }
  expect(inOrder).toBeGreaterThan(25);
  expect(inOrder).toBeLessThan(475);
});
