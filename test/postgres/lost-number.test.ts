import { expect, it, onTestFinished } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { queryDatabase } from '../support/postgres.ts';
import { openTestService } from '../support/service.ts';

const OTHER_TRANSACTIONS = 50;

const TIMEOUT_MS = 60_000;

it(
  'a batch that a crash has undone is not taken for the later transaction that has its number',
  async () => {
    const server = await startPostgres(true);
    onTestFinished(() => server.stop());
    const proxy = await cuttingProxy(server.url);
    const service = await openTestService({ database: proxy.url, cache: false, payments: 0, withdraws: 0 });
    const cut = proxy.cutNextCommit('before');
    const created = service.request('/api/v1/withdraw/create', { json: { amount: 20 } });
    await cut;
    proxy.close();
    // Nothing of the batch is on the disk, so the server gives its number again.
    await server.restart();
    await queryDatabase(server.url, 'CREATE TABLE others (number int)');
    for (let count = 0; count < OTHER_TRANSACTIONS; count += 1) {
      await queryDatabase(server.url, 'INSERT INTO others VALUES (1)');
    }
    proxy.open();
    const { status, json } = await created;
    const { withdraws } = (await service.request('/api/v1/withdraw/list')).json.data;
    // Tried again, or given up because the caller has waited for too long: what was acknowledged is there.
    const acknowledged = status === 200 ? [json.data.id] : [];
    expect([200, 503]).toContain(status);
    expect(withdraws.map(({ id }: { id: string }) => id)).toEqual(acknowledged);
  },
  TIMEOUT_MS,
);
