import pg from 'pg';
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

it('a COMMIT whose answer is lost is answered as what it was: each withdrawal exists once', async () => {
  const { service, proxy } = await openBehindProxy();
  let acknowledged = 0;
  for (const moment of ['after', 'before', 'after', 'before', 'after'] as const) {
    const cut = proxy.cutNextCommit(moment);
    const group = Array.from({ length: 5 }, () => service.request(WITHDRAW, { json: { amount: 20 } }));
    const statuses = (await Promise.all(group)).map(({ status }) => status);
    await cut;
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    acknowledged += statuses.length;
  }
  expect(proxy.cuts).toBe(5);
  expect(await countOf(service)).toBe(acknowledged);
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

type Query = (this: pg.Client, statement: { readonly text: string }) => Promise<unknown>;

/** As if the connection were closed while the statement is sent: it was carried out, or was not. */
function breakNextCommit(wasCarriedOut: boolean): void {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  let isBroken = false;
  vi.spyOn(driver, 'query').mockImplementation(async function (this: pg.Client, statement) {
    if (isBroken || statement.text !== 'COMMIT') return query.call(this, statement);
    isBroken = true;
    if (wasCarriedOut) await query.call(this, statement);
    await this.end();
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  });
}

it.each([true, false])(
  'an error of the socket is a lost connection, and the COMMIT is asked about (%s)',
  async (done) => {
    const { service } = await openBehindProxy();
    breakNextCommit(done);
    expect((await service.request(WITHDRAW, { json: { amount: 20 } })).status).toBe(200);
    expect(await countOf(service)).toBe(1);
    await expectSound(service);
  },
);

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
