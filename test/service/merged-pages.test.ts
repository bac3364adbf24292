import { describe, expect, it } from 'vitest';
import { SERVICE_SCHEMA } from '../../src/service/store/sqlite/schema.ts';
import type { EntryPageRequest } from '../../src/service/store/records.ts';
import { mergedPage } from '../../src/service/store/sqlite/merged-pages.ts';
import { SqliteStatements } from '../../src/service/store/sqlite/statements.ts';
import type { SqlDatabase, SqlValue } from '../../src/sql/sqlite/driver.ts';
import { openDatabase } from '../../src/sql/sqlite/open.ts';
import { openTestService } from '../support/service.ts';
import { dataFilePath, queryDataFile } from './data-file.ts';
import { addSimultaneous, ALL_TRANSACTIONS, expectPagesOf } from './transaction-pages.ts';

/** Longer than the smaller block. */
const HISTORY = { payments: 700, withdraws: 400 };

/** A history with many simultaneous events on two accounts. */
async function fillDataFile(history = HISTORY): Promise<string> {
  const dataFile = dataFilePath();
  const service = await openTestService({ ...history, dataFile });
  await addSimultaneous(service);
  await service.close();
  return dataFile;
}

describe('a page of the payments and withdrawals of all accounts, or of one', () => {
  it('contains the rows of the tables at that offset, newest first, for any query', async () => {
    const dataFile = await fillDataFile();
    const rows = await queryDataFile(dataFile, ALL_TRANSACTIONS);
    await expectPagesOf(rows, await openTestService({ dataFile }));
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
  const statements = new SqliteStatements(counting);
  return (request: EntryPageRequest) => {
    steps = 0;
    expect(mergedPage(statements, request).items).not.toEqual([]);
    return steps;
  };
}
