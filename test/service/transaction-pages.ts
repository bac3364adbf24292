import fc from 'fast-check';
import { expect } from 'vitest';
import type { OpenTestService } from '../support/service.ts';

/** The payments and withdrawals of all accounts, in the order of the pages. */
export const ALL_TRANSACTIONS = `SELECT id, account, status FROM (
    SELECT id, account, status, created_at FROM payments UNION ALL
    SELECT id, account, status, created_at FROM withdrawals
  ) AS entries ORDER BY created_at DESC, id DESC`;

interface Listed {
  readonly id: string;
}

/** Gives two accounts payments and withdrawals that were created at the same time. */
export async function addSimultaneous({ request, keyOf }: Pick<OpenTestService, 'request' | 'keyOf'>): Promise<void> {
  for (let index = 0; index < 6; index += 1) {
    const key = keyOf(index % 2 === 0 ? 'demo' : 'other');
    await request('/api/v1/withdraw/create', { key, json: { amount: 10 } });
    await request('/api/v1/payment/create', { key, json: { value: 10 } });
  }
}

/** Compares pages at offsets of all sizes with the rows of the tables. @param rows of {@link ALL_TRANSACTIONS} */
export async function expectPagesOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  { request, keyOf }: Pick<OpenTestService, 'request' | 'keyOf'>,
  numRuns = 150,
): Promise<void> {
  const query = fc.record({
    accountId: fc.option(fc.constantFrom('demo', 'other', 'admin', 'nobody'), { nil: undefined }),
    status: fc.option(fc.constantFrom('PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 100 }),
    offset: fc.oneof(fc.integer({ min: 0, max: rows.length + 10 }), fc.integer({ min: 0, max: 15 })),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ accountId, status, limit, offset }) => {
      const search = new URLSearchParams({ limit: String(limit), offset: String(offset) });
      if (accountId !== undefined) search.set('accountId', accountId);
      if (status !== undefined) search.set('status', status);
      const path = `/api/v1/admin/transaction/list?${search.toString()}`;
      const { data } = (await request(path, { key: keyOf('admin') })).json;
      const wanted = rows.filter(
        (row) => row['account'] === (accountId ?? row['account']) && row['status'] === (status ?? row['status']),
      );
      expect(data.transactions.map(({ id }: Listed) => id)).toEqual(
        wanted.slice(offset, offset + limit).map(({ id }) => id),
      );
      expect(data.pagination.total).toBe(wanted.length);
    }),
    { numRuns },
  );
}
