import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVICE_SCHEMA } from '../../src/service/store/sqlite/schema.ts';
import { MergedPages, type EntryPageRequest } from '../../src/service/store/sqlite/merged-pages.ts';
import type { SqlDatabase, SqlValue } from '../../src/sqlite/driver.ts';
import { openDatabase } from '../../src/sqlite/open.ts';
import { openTestService } from '../support/service.ts';
import { dataFilePath, queryDataFile } from './data-file.ts';

/** Longer than the smaller block. */
const HISTORY = { payments: 700, withdraws: 400 };

/** A history with many simultaneous events on two accounts. */
async function fillDataFile(history = HISTORY): Promise<string> {
  const dataFile = dataFilePath();
  const { request, keyOf, close } = await openTestService({ ...history, dataFile });
  for (let index = 0; index < 6; index += 1) {
    const key = keyOf(index % 2 === 0 ? 'demo' : 'other');
    await request('/api/v1/withdraw/create', { key, json: { amount: 10 } });
    await request('/api/v1/payment/create', { key, json: { value: 10 } });
  }
  await close();
  return dataFile;
}

interface Listed {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
}

describe('a page of the payments and withdrawals of all accounts, or of one', () => {
  it('contains the rows of the tables at that offset, newest first, for any query', async () => {
    const dataFile = await fillDataFile();
    const rows = await queryDataFile(
      dataFile,
      `SELECT id, account, status FROM (
         SELECT id, account, status, created_at FROM payments UNION ALL
         SELECT id, account, status, created_at FROM withdrawals
       ) ORDER BY created_at DESC, id DESC`,
    );
    const { request, keyOf } = await openTestService({ dataFile });
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
      { numRuns: 150 },
    );
  });

  it('takes about as many steps at any offset of a long history as in a short one', async () => {
    const [short, long] = [
      await stepsIn(await fillDataFile({ payments: 20, withdraws: 10 })),
      await stepsIn(await fillDataFile()),
    ];
    for (const filter of [{}, { accountId: 'demo' }, { status: 'COMPLETED' }] as const) {
      const most = long({ ...filter, limit: 50, offset: 600 });
      expect(most).toBeLessThan(2 * short({ ...filter, limit: 50, offset: 0 }));
      expect(long({ ...filter, limit: 50, offset: 0 })).toBeLessThan(2 * short({ ...filter, limit: 50, offset: 0 }));
    }
  });
});

/** Counts the statements and rows of a page, and checks that none scans a table. */
async function stepsIn(dataFile: string) {
  const database = await openDatabase(dataFile, SERVICE_SCHEMA);
  let steps = 0;
  const counting: SqlDatabase = {
    ...database,
    prepare(sql) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      expect(plan.filter(({ detail }) => /SCAN (payments|withdrawals)/.test(String(detail)))).toEqual([]);
      expect(sql).not.toMatch(/OFFSET/);
      const statement = database.prepare(sql);
      return {
        run: () => expect.unreachable('a page writes nothing'),
        get(...parameters: SqlValue[]) {
          steps += 1;
          return statement.get(...parameters);
        },
        all(...parameters: SqlValue[]) {
          const rows = statement.all(...parameters);
          steps += 1 + rows.length;
          return rows;
        },
      };
    },
  };
  const pages = new MergedPages(counting);
  return (request: EntryPageRequest) => {
    steps = 0;
    expect(pages.page(request).items).not.toEqual([]);
    return steps;
  };
}
