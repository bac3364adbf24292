import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '../../src/contract/payment.ts';
import { openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

const LIST = '/api/v1/payment/list';
/** Longer than a block of any size but the largest, with statuses spread over it. */
const PAYMENTS = 1_500;

interface Page {
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  readonly pagination: object;
}

describe('a page far down a list', () => {
  it('contains the rows of the list at that offset, for any status', async () => {
    const dataFile = dataFilePath();
    const { request, close } = await openTestService({ payments: PAYMENTS, withdraws: 0, cache: false, dataFile });
    const pageOf = async (query: string) => {
      const { data }: { data: Page } = (await request(`${LIST}?${query}`)).json;
      return data;
    };

    const all: Page['payments'][number][] = [];
    while (all.length < PAYMENTS) all.push(...(await pageOf(`limit=100&offset=${all.length}`)).payments);
    expect(new Set(all.map(({ id }) => id)).size).toBe(PAYMENTS);

    const query = fc.record({
      status: fc.option(fc.constantFrom(...PAYMENT_STATUSES), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 100 }),
      offset: fc.oneof(fc.integer({ min: 0, max: PAYMENTS + 50 }), fc.constantFrom(255, 256, 257, 511, 512, 1_000_000)),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ status, limit, offset }) => {
        const wanted = all.filter((payment) => payment.status === (status ?? payment.status));
        const filter = status === undefined ? '' : `&status=${status}`;
        const { payments, pagination } = await pageOf(`limit=${limit}&offset=${offset}${filter}`);
        expect(payments).toEqual(wanted.slice(offset, offset + limit));
        expect(pagination).toEqual({
          total: wanted.length,
          limit,
          offset,
          hasMore: offset + payments.length < wanted.length,
        });
      }),
    );
    await close();
    expect(await brokenRules(dataFile)).toEqual([]);
  });
});
