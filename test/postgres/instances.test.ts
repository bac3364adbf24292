import { describe, expect, it } from 'vitest';
import {
  fakeClock,
  openTestService,
  type OpenTestService,
  type TestAnswer,
  type TestRequest,
} from '../support/service.ts';
import { ownSchema, queryDatabase } from '../support/postgres.ts';
import { controlOf, expectSound } from '../support/service-controls.ts';
import type { ServiceSettings } from '../../src/service/service-settings.ts';

const BALANCE = '/api/v1/user/balance';
const WITHDRAW = '/api/v1/withdraw/create';

interface Instances {
  readonly all: readonly OpenTestService[];
  readonly one: OpenTestService;
  readonly other: OpenTestService;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly database: string;
  readonly schema: string;
}

/** Asks the instances in turn, all at once. */
function askInTurn(
  all: readonly OpenTestService[],
  count: number,
  path: string,
  request?: TestRequest,
): Promise<TestAnswer[]> {
  const asked: Promise<TestAnswer>[] = [];
  while (asked.length < count) for (const service of all) asked.push(service.request(path, request));
  return Promise.all(asked.slice(0, count));
}

/** Three instances on one database, that start at once. */
async function openInstances(settings: ServiceSettings = {}): Promise<Instances> {
  const place = ownSchema();
  const clock = fakeClock();
  const options = { ...place, cache: false, payments: 4, withdraws: 4, ...settings };
  const opening = [openTestService(options, clock), openTestService(options, clock), openTestService(options, clock)];
  const [one, other, third] = await Promise.all(opening);
  if (one === undefined || other === undefined || third === undefined) throw new Error('no instances');
  return { all: [one, other, third], one, other, clock, ...place };
}

async function availableOf(service: OpenTestService, account = 'demo'): Promise<number> {
  const answer = await service.request(`/mock/account?account=${account}`, { key: null });
  return Number(answer.json.data.availableCentavos);
}

describe('instances that start at once', () => {
  it('fill the database once, and know the same keys', async () => {
    const { all, one, other } = await openInstances();
    for (const { keys } of all) expect(keys).toEqual(one.keys);
    const pages = await Promise.all(all.map((service) => service.request('/api/v1/payment/list')));
    for (const { json } of pages) expect(json.data.pagination.total).toBe(4);
    await expectSound(other);
  });

  it('refuse another seed, and a schema of a newer version or of another program', async () => {
    const { database, schema } = await openInstances({ seed: 5 });
    await expect(openTestService({ database, schema, seed: 6 })).rejects.toMatchObject({ code: 'seed_differs' });
    await queryDatabase(database, 'UPDATE pix_schema SET version = 99', schema);
    await expect(openTestService({ database, schema })).rejects.toMatchObject({ code: 'database_newer' });
    await queryDatabase(database, "UPDATE pix_schema SET program = 'another', version = 1", schema);
    await expect(openTestService({ database, schema })).rejects.toMatchObject({ code: 'database_foreign' });
  });
});

describe('what all instances see alike', () => {
  it('admits exactly ten requests of a key in a second, whichever instance is asked', async () => {
    const { all, clock } = await openInstances({ rateLimit: true });
    const burst = async () => (await askInTurn(all, 45, BALANCE)).filter(({ status }) => status === 200).length;
    expect(await burst()).toBe(10);
    expect(await burst()).toBe(0);
    clock.advance(999);
    expect(await burst()).toBe(0);
    clock.advance(1);
    expect(await burst()).toBe(10);
  });

  it('repeats a list with the same age', async () => {
    const { one, other, clock } = await openInstances({ cache: true });
    const first = await one.request('/api/v1/payment/list');
    expect(first.headers.get('X-Cache')).toBe('MISS');
    clock.advance(7_000);
    await one.request('/api/v1/payment/create', { json: { value: 10 } });
    const second = await other.request('/api/v1/payment/list');
    expect([second.headers.get('X-Cache'), second.headers.get('Age'), second.text]).toEqual(['HIT', '7', first.text]);
    clock.advance(60_000);
    expect((await other.request('/api/v1/payment/list')).json.data.pagination.total).toBe(5);
  });

  it('refuses a revoked key at once, and knows a new one', async () => {
    const { one, other } = await openInstances();
    const order = { name: 'extra', permissions: ['read:balance'] };
    const { id, key } = (await one.request('/api/v1/user/api-key/create', { json: order })).json.data;
    expect((await other.request(BALANCE, { key })).status).toBe(200);
    await one.request(`/api/v1/user/api-key/${id}`, { method: 'DELETE' });
    expect((await other.request(BALANCE, { key })).status).toBe(401);
  });

  it('numbers accounts and codes once', async () => {
    const { all } = await openInstances();
    const person = { name: 'Ana', email: 'ana@example.com', taxId: '52998224725' };
    const registered = await askInTurn(all, 12, '/api/v1/user/register', { key: null, json: person });
    expect(registered.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(new Set(registered.map((answer) => answer.json.data.account.id)).size).toBe(12);
  });

  it('redeems a verification code once, and counts wrong ones together', async () => {
    const { all, one, other } = await openInstances();
    await controlOf(one, 'account', { transferSecurity: true });
    await one.request('/api/v1/user/security/request-transfer-code', { json: { amount: 20 } });
    const [message] = ((await controlOf(other, 'inbox')) as { messages: { code: string }[] }).messages;
    const orders = await Promise.all(
      all.map((service) => service.request(WITHDRAW, { json: { amount: 20, verificationCode: message?.code } })),
    );
    expect(orders.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await expectSound(one);
  });

  it('moves the clock for all, and carries out what is due once', async () => {
    const { all, one, other } = await openInstances();
    await controlOf(one, 'account', { instant: false, settleAfterMs: 60_000 });
    const { id } = (await one.request(WITHDRAW, { json: { amount: 20 } })).json.data;
    await controlOf(other, 'clock/advance', { durationMs: 60_000 });
    const seen = await Promise.all(all.map((service) => service.request(`/api/v1/withdraw/get/${id}`)));
    for (const { json } of seen) expect(json.data.status).toBe('COMPLETED');
    expect(new Set(seen.map(({ headers }) => headers.get('Date'))).size).toBe(1);
    await expectSound(one);
  });

  it('lets a fault fire as often as planned, and logs every request', async () => {
    const { all, one, other } = await openInstances();
    await controlOf(one, 'faults', { on: `GET ${BALANCE}`, fault: 'status-500', times: 4 });
    const statuses = (await askInTurn(all, 15, BALANCE)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 500)).toHaveLength(4);
    const { faults } = (await controlOf(other, 'faults')) as { faults: unknown[] };
    expect(faults).toMatchObject([{ id: 'fault-1', matched: 15, fired: 4 }]);
    const { requests } = (await controlOf(other, 'requests')) as { requests: { number: number }[] };
    expect(requests.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it('forgets everything with a reset or a restored snapshot of another instance', async () => {
    const { one, other, clock } = await openInstances({ rateLimit: true, cache: true, seed: 3 });
    const snapshot = await (await one.send('/mock/snapshot', {})).arrayBuffer();
    const before = await availableOf(one);
    await other.request('/api/v1/payment/list');
    await controlOf(other, 'deposit', { amountCentavos: 5_000 });
    await controlOf(other, 'clock/advance', { durationMs: 86_400_000 });
    expect(await availableOf(one)).toBeGreaterThan(before);
    await one.send('/mock/restore', {
      method: 'POST',
      body: snapshot,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    expect(await availableOf(other)).toBe(before);
    const list = await other.request('/api/v1/payment/list');
    expect([list.headers.get('X-Cache'), list.json.data.pagination.total]).toEqual(['MISS', 4]);
    expect(list.headers.get('Date')).toBe(new Date(clock.now()).toUTCString());
    await controlOf(one, 'deposit', { amountCentavos: 5_000 });
    await controlOf(one, 'reset');
    expect(await availableOf(other)).toBe(before);
    await expectSound(other);
  });

  it('takes the keys of a restored snapshot of another service', async () => {
    const { one, other } = await openInstances({ seed: 3 });
    const foreign = await openTestService({ ...ownSchema(), seed: 8, cache: false });
    const snapshot = await (await foreign.send('/mock/snapshot', {})).arrayBuffer();
    const headers = { 'Content-Type': 'application/octet-stream' };
    await one.send('/mock/restore', { method: 'POST', body: snapshot, headers });
    expect((await other.request(BALANCE)).status).toBe(401);
    const created = await other.request(WITHDRAW, { key: foreign.keyOf(), json: { amount: 10 } });
    const expected = await foreign.request(WITHDRAW, { json: { amount: 10 } });
    expect(created.json.data.id).toBe(expected.json.data.id);
  });
});

describe('money', () => {
  it('is spent once, however many instances are asked at once', async () => {
    const { all, one, other } = await openInstances();
    const available = await availableOf(one);
    const amount = Math.floor(available / 40) / 100;
    const limits = { dailyLimitCentavos: 1e9, monthlyLimitCentavos: 1e9, perTransactionLimitCentavos: 1e9 };
    await controlOf(one, 'account', { ...limits, feeCentavos: 0 });
    const answers = await askInTurn(all, 60, WITHDRAW, { json: { amount } });
    const paid = answers.filter((answer) => answer.status === 200);
    expect(paid).toHaveLength(40);
    expect(new Set(paid.map((answer) => answer.json.data.id)).size).toBe(40);
    expect(await availableOf(other)).toBe(available - 40 * Math.round(amount * 100));
    await expectSound(one);
  });

  it('counts one withdrawal at a time, and limits, over all instances', async () => {
    const { all, one } = await openInstances({ withdraws: 0 });
    await controlOf(one, 'account', { instant: false, oneAtATime: true });
    const answers = await Promise.all(all.map((service) => service.request(WITHDRAW, { json: { amount: 20 } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await expectSound(one);
  });

  it('is protected by the database itself', async () => {
    const { one, database, schema } = await openInstances();
    await one.request(WITHDRAW, { json: { amount: 20 } });
    const attempt = (sql: string) => queryDatabase(database, sql, schema);
    await expect(attempt('UPDATE transfers SET available = 0')).rejects.toThrow('check constraint');
    await expect(attempt("UPDATE withdrawals SET status = 'PENDING'")).rejects.toThrow('check constraint');
    await expect(attempt('UPDATE withdrawals SET value = value + 1')).rejects.toThrow('check constraint');
    await expect(attempt('UPDATE account_state SET available = available + 1')).rejects.toThrow('check constraint');
    await expect(
      attempt(
        "UPDATE account_state SET available = -1, settlement = settlement + available + 1 WHERE account = 'demo'",
      ),
    ).rejects.toThrow('check constraint');
    await expect(attempt("DELETE FROM accounts WHERE id = 'other'")).rejects.toThrow('foreign key');
    await expectSound(one);
  });

  it('is found wrong by verify, after a change behind the service', async () => {
    const { other, database, schema } = await openInstances();
    await queryDatabase(
      database,
      "UPDATE account_state SET available = available + 1, settlement = settlement - 1 WHERE account = 'demo'",
      schema,
    );
    const { holds } = (await controlOf(other, 'verify')) as { holds: boolean };
    expect(holds).toBe(false);
  });
});
