import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '../../src/contract/payment.ts';
import { openTestService, type OpenTestService } from '../support/service.ts';
import { drawsOfStore } from '../support/postgres.ts';

const PAYMENTS = '/api/v1/payment/list';
const TRANSACTIONS = '/api/v1/admin/transaction/list';
const HISTORY = { payments: 700, withdraws: 300, cache: false };

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly accountId?: string;
}

const status = fc.option(fc.constantFrom(...PAYMENT_STATUSES), { nil: undefined });
const limit = fc.integer({ min: 1, max: 100 });
const offset = fc.oneof(
  fc.integer({ min: 0, max: 1_050 }),
  fc.integer({ min: 0, max: 15 }),
  fc.constantFrom(255, 256, 1_000_000),
);

/** @param key of the account that asks */
function pagesOf({ request }: Pick<OpenTestService, 'request'>, path: string, key: string) {
  const pageOf = async (query: Readonly<Record<string, string | number | undefined>>) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    const { data } = (await request(`${path}?${search.toString()}`, { key })).json;
    return { rows: (data.payments ?? data.transactions) as readonly Listed[], pagination: data.pagination };
  };
  const readAll = async () => {
    const all: Listed[] = [];
    for (let total = 1; all.length < total;) {
      const { rows, pagination } = await pageOf({ limit: 100, offset: all.length });
      all.push(...rows);
      total = pagination.total;
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    return all;
  };
  return { pageOf, readAll };
}

describe('a page far down a list', () => {
  it('contains the rows of the list at that offset, for any status', async () => {
    const service = await openTestService(HISTORY);
    const { pageOf, readAll } = pagesOf(service, PAYMENTS, service.keyOf());
    const all = await readAll();
    expect(all).toHaveLength(HISTORY.payments);

    await fc.assert(
      fc.asyncProperty(fc.record({ status, limit, offset }), async (query) => {
        const wanted = all.filter((payment) => payment.status === (query.status ?? payment.status));
        const { rows, pagination } = await pageOf(query);
        const { limit: most, offset: from } = query;
        expect(rows).toEqual(wanted.slice(from, from + most));
        const hasMore = from + rows.length < wanted.length;
        expect(pagination).toEqual({ total: wanted.length, limit: most, offset: from, hasMore });
      }),
      drawsOfStore(25),
    );
  });

  it('of all accounts contains payments and withdrawals, newest first, for any account and status', async () => {
    const service = await openTestService(HISTORY);
    // Created at the same time, on two accounts.
    for (const account of ['demo', 'other', 'demo', 'other']) {
      const key = service.keyOf(account);
      await service.request('/api/v1/withdraw/create', { key, json: { amount: 10 } });
      await service.request('/api/v1/payment/create', { key, json: { value: 10 } });
    }
    const { pageOf, readAll } = pagesOf(service, TRANSACTIONS, service.keyOf('admin'));
    const all = await readAll();
    expect(all.length).toBeGreaterThan(HISTORY.payments + HISTORY.withdraws);
    const place = ({ createdAt, id }: Listed) => `${createdAt} ${id}`;
    expect(all.map(place)).toEqual(all.map(place).toSorted().toReversed());

    const accountId = fc.option(fc.constantFrom('demo', 'other', 'admin', 'unknown'), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.record({ accountId, status, limit, offset }), async (query) => {
        const wanted = all.filter(
          (row) => row.accountId === (query.accountId ?? row.accountId) && row.status === (query.status ?? row.status),
        );
        const { rows, pagination } = await pageOf(query);
        expect(rows).toEqual(wanted.slice(query.offset, query.offset + query.limit));
        expect(pagination.total).toBe(wanted.length);
      }),
      drawsOfStore(25),
    );
  });
});
