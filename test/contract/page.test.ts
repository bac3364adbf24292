import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';

const { query: payments } = operations.listPayments;
const { query: withdrawals } = operations.listWithdrawals;

describe.each([
  { name: 'payments', schema: payments },
  { name: 'withdrawals', schema: withdrawals },
])('the query of a list of $name', ({ schema }) => {
  test('requests fifty from the newest by default', () => {
    expect(schema.parse({})).toEqual({ limit: 50, offset: 0 });
  });

  test('is text in the URL', () => {
    expect(schema.parse({ status: 'FAILED', limit: '100', offset: '1000000' })).toEqual({
      status: 'FAILED',
      limit: 100,
      offset: 1_000_000,
    });
    expect(schema.parse({ limit: '1' })).toMatchObject({ limit: 1 });
  });

  test('omits unknown parameters', () => {
    expect(schema.parse({ cursor: 'abc' })).toEqual({ limit: 50, offset: 0 });
  });

  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '10.5'],
    ['limit', '1e1'],
    ['limit', ' 10'],
    ['limit', ''],
    ['limit', 'ten'],
    ['limit', '٣'],
    ['offset', '-1'],
    ['offset', '0.5'],
    ['offset', ''],
    ['offset', '9'.repeat(16)],
    ['status', 'completed'],
    ['status', 'PAID'],
    ['status', ''],
  ])('refuses %s=%s by name', (name, value) => {
    const issues = schema.safeParse({ [name]: value }).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([name]);
  });
});

test('each list has its own statuses', () => {
  const accepted = (schema: typeof payments | typeof withdrawals) =>
    ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'].filter((status) => schema.safeParse({ status }).success);
  expect(accepted(payments)).toEqual(['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED']);
  expect(accepted(withdrawals)).toEqual(['PENDING', 'COMPLETED', 'FAILED']);
});
