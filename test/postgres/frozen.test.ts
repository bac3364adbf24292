import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startPostgres, type TestServer } from '../support/postgres-server.ts';
import { queryDatabase } from '../support/postgres.ts';
import { eventually } from '../support/hang.ts';
import { ask, BOUND_MS, makeRich, spawnInstance, type SpawnedInstance } from './spawned-instance.ts';
import { PROGRAM } from '../support/pix-process.ts';

const WITHDRAW = '/api/v1/withdraw/create';

let server: TestServer;
let one: SpawnedInstance;
let other: SpawnedInstance;

beforeAll(async () => {
  server = await startPostgres(true);
  one = await spawnInstance(PROGRAM, server.url);
  other = await spawnInstance(PROGRAM, server.url);
  await makeRich(one);
});

afterAll(async () => {
  await Promise.all([one.kill(), other.kill()]);
  await server.stop();
});

const readinessIs = (status: number) => eventually(async () => expect((await ask(one, '/readyz')).status).toBe(status));

function pay(instance: SpawnedInstance) {
  return ask(instance, WITHDRAW, { amount: 10 });
}

it('a frozen database is answered for within the bound: 503 with Retry-After and not ready, and it continues when it is back', async () => {
  expect((await pay(one)).status).toBe(200);
  server.freeze();
  const startedAt = performance.now();
  const statuses = await Promise.all([pay(one), ask(one, '/api/v1/user/balance'), ask(one, '/readyz'), pay(one)]);
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
  expect(statuses.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  server.thaw();
  await readinessIs(200);
  expect((await pay(one)).status).toBe(200);
  expect((await ask(one, '/mock/verify')).body.data).toMatchObject({ holds: true });
});

/** Has the lock of the account `demo`, as a decision has it. */
async function lockAccount(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=pix' });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("BEGIN; SELECT 1 FROM account_state WHERE account = 'demo' FOR NO KEY UPDATE");
  return { release: () => client.query('COMMIT') };
}

async function someoneWaits(url: string): Promise<void> {
  const waiting =
    "SELECT count(*) AS waiting FROM pg_stat_activity WHERE application_name = 'pix' AND wait_event_type = 'Lock'";
  await eventually(async () => expect(await queryDatabase(url, waiting)).toEqual([{ waiting: '1' }]));
}

it('a lock that another session keeps is waited for within the bound; meanwhile the instance is not ready', async () => {
  const lock = await lockAccount(server.url);
  const paying = pay(one);
  await readinessIs(503);
  expect((await paying).status).toBe(503);
  await lock.release();
  expect((await pay(one)).status).toBe(200);
  await readinessIs(200);
});

it('an instance that is frozen with its locks stops the others for seconds, and then loses them', async () => {
  const lock = await lockAccount(server.url);
  const paying = pay(one).then(
    ({ status }) => status,
    () => undefined,
  );
  await someoneWaits(server.url);
  one.freeze();
  // Its session has the lock now, and waits for a COMMIT that does not come.
  await lock.release();
  const [payment, advance] = await Promise.all([pay(other), ask(other, '/mock/clock/advance', { durationMs: 1 })]);
  expect([200, 503]).toContain(payment.status);
  expect([200, 503]).toContain(advance.status);
  expect((await pay(other)).status).toBe(200);
  one.thaw();
  // 500 where the answer to the COMMIT was lost.
  expect([200, 500, 503, undefined]).toContain(await paying);
  expect((await pay(one)).status).toBe(200);
  expect((await ask(other, '/mock/verify')).body.data).toMatchObject({ holds: true });
});

/** More than the buffers of a connection take. */
const LARGE_STATE = `INSERT INTO verification_codes
  (number, account, digest, amount, cover_fee, created_at, expires_at, email, code)
  SELECT 1000 + n, 'demo', sha256('x'), 1, 0, 0, 1, repeat('x', 1000000), '1' FROM generate_series(1, 40) AS n`;

it('a snapshot that is not read keeps no one waiting: neither a decision nor an advance nor a reset', async () => {
  await queryDatabase(server.url, LARGE_STATE, 'pix');
  const { hostname, port, host } = new URL(one.url);
  const reader = connect(Number(port), hostname);
  onTestFinished(() => void reader.destroy());
  reader.write(`GET /mock/snapshot HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(reader, 'readable');
  expect((await ask(other, '/mock/clock/advance', { durationMs: 1 })).status).toBe(200);
  expect((await pay(other)).status).toBe(200);
  expect((await ask(other, '/mock/reset', {})).status).toBe(200);
});
