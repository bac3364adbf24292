import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { loadDriver, type SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

const WITHDRAW = '/api/v1/withdraw/create';
const CREATE = '/api/v1/payment/create';

/** Every database that is opened from now on. */
async function openedDatabases(): Promise<readonly SqlDatabase[]> {
  const { DatabaseSync } = await loadDriver();
  const opened: SqlDatabase[] = [];
  const driver = {
    DatabaseSync: new Proxy(DatabaseSync, {
      construct(actual, [location]: [string]) {
        const database = new actual(location);
        opened.push(database);
        return database;
      },
    }),
  };
  const present = process.getBuiltinModule.bind(process);
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) =>
    name === 'node:sqlite' ? driver : present(name),
  );
  return opened;
}

/** A service on a data file, whose disk has no more room, or has room again. */
async function onSmallDisk() {
  const dataFile = dataFilePath();
  const databases = await openedDatabases();
  const service = await openTestService({ dataFile, cache: false, payments: 0, withdraws: 0 });
  const [database] = databases;
  const limit = (pages: number) => database?.exec(`PRAGMA max_page_count = ${pages}`);
  return { dataFile, service, limit };
}

/** More than the pages that are there have room for. */
function payments(service: Awaited<ReturnType<typeof onSmallDisk>>['service']) {
  return Promise.all(
    Array.from({ length: 200 }, () =>
      service.request(CREATE, { json: { value: 20, description: randomUUID().repeat(3) } }),
    ),
  );
}

it('a full disk is a store that is not available: 503 with Retry-After, nothing is done, and it continues', async () => {
  const { dataFile, service, limit } = await onSmallDisk();
  limit(1);
  const refused = await payments(service);
  const told = refused.map(
    ({ status, headers }) => `${status} ${headers.get('Retry-After')} ${headers.get('X-RateLimit-Limit')}`,
  );
  expect([...new Set(told)]).toEqual(['503 1 1000000']);
  expect((await service.request('/api/v1/payment/list')).json.data.pagination.total).toBe(0);
  limit(1_000_000);
  expect((await payments(service)).map(({ status }) => status)).toEqual(Array(200).fill(200));
  expect((await service.request(WITHDRAW, { json: { amount: 20 } })).status).toBe(200);
  await service.close();
  expect(await brokenRules(dataFile)).toEqual([]);
});
