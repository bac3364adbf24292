import { expect, it, vi } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { expectSound } from '../support/service-controls.ts';
import { openTestService, type OpenTestService } from '../support/service.ts';

const WITHDRAW = '/api/v1/withdraw/create';

async function openBehindProxy() {
  const { database, schema } = ownSchema();
  const proxy = await cuttingProxy(database);
  const service = await openTestService({ database: proxy.url, schema, cache: false, payments: 0, withdraws: 0 });
  return { service, proxy };
}

async function countOf(service: OpenTestService): Promise<number> {
  const { json } = await service.request('/api/v1/withdraw/list?limit=100');
  return Number(json.data.pagination.total);
}

it('a COMMIT whose answer is lost is an outcome that is not known: 500, and each withdrawal exists once or not', async () => {
  const { database, schema } = ownSchema();
  const proxy = await cuttingProxy(database);
  const onError = vi.fn();
  const none = { payments: 0, withdraws: 0 };
  const service = await openTestService({ database: proxy.url, schema, cache: false, ...none, onError });
  let [stored, unknown] = [0, 0];
  for (const moment of ['after', 'before'] as const) {
    const cut = proxy.cutNextCommit(moment);
    // One commit may have all five, or some.
    const group = Array.from({ length: 5 }, () => service.request(WITHDRAW, { json: { amount: 20 } }));
    const statuses = (await Promise.all(group)).map(({ status }) => status);
    await cut;
    const lost = statuses.filter((status) => status === 500).length;
    expect(statuses.filter((status) => status === 200)).toHaveLength(5 - lost);
    expect(lost).toBeGreaterThan(0);
    stored += moment === 'after' ? 5 : 5 - lost;
    unknown += lost;
    expect(await countOf(service)).toBe(stored);
  }
  expect(onError.mock.calls.map(([{ name }]) => name)).toEqual(Array(unknown).fill('UnknownOutcomeError'));
  await expectSound(service);
});

it('without a database it answers 503 with Retry-After, does nothing, and continues when it is back', async () => {
  const { service, proxy } = await openBehindProxy();
  proxy.close();
  const refused = await service.request(WITHDRAW, { json: { amount: 20 } });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
  expect((await service.request('/api/v1/user/balance')).status).toBe(503);
  expect((await service.request('/mock/inbox')).status).toBe(503);
  const pages = await Promise.all(['/healthz', '/readyz'].map((path) => service.request(path)));
  expect(pages.map(({ status }) => status)).toEqual([200, 503]);
  proxy.open();
  expect((await service.request('/readyz')).status).toBe(200);
  expect(await countOf(service)).toBe(0);
  expect((await service.request(WITHDRAW, { json: { amount: 20 } })).status).toBe(200);
  await expectSound(service);
});

it('a full disk is a database that cannot be used: 503 with Retry-After, and nothing is done', async () => {
  const { database, schema } = ownSchema();
  const service = await openTestService({ database, schema, cache: false, payments: 0, withdraws: 0 });
  const change = (sql: string) => queryDatabase(database, sql, schema);
  await change(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  await change('CREATE TRIGGER full_disk BEFORE INSERT ON withdrawals EXECUTE FUNCTION full_disk()');
  const refused = await service.request(WITHDRAW, { json: { amount: 20 } });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1']);
  await change('DROP TRIGGER full_disk ON withdrawals');
  expect(await countOf(service)).toBe(0);
  expect((await service.request(WITHDRAW, { json: { amount: 20 } })).status).toBe(200);
  await expectSound(service);
});
