import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { openTestService, startTestService, type OpenTestService } from '../support/service.ts';
import type {} from '../support/postgres.ts';
import { brokenRules, dataFilePath, editDataFile } from './data-file.ts';

const CREATE = '/api/v1/withdraw/create';
const DAY_MS = 86_400_000;

/** The tests of data files are run once, not on PostgreSQL again. */
const hasServer = inject('postgresUrl') !== undefined;
const STORES: [name: string, dataFile: () => string | undefined][] = hasServer
  ? [['on PostgreSQL', () => undefined]]
  : [
      ['in memory', () => undefined],
      ['in a file', dataFilePath],
    ];
const inFiles = it.skipIf(hasServer);

type Service = Pick<OpenTestService, 'request' | 'keyOf'>;

/** Everything that can be read of it. */
async function everything({ request, keyOf }: Service): Promise<string[]> {
  const texts: string[] = [];
  for (const account of ['demo', 'other']) {
    for (const path of ['/api/v1/payment/list?limit=100', '/api/v1/withdraw/list?limit=100', '/api/v1/user/balance']) {
      texts.push((await request(path, { key: keyOf(account) })).text);
    }
  }
  return [...texts, (await request('/mock/account', { key: null })).text];
}

async function verdictOf({ request }: Service): Promise<unknown> {
  const { data } = (await request('/mock/verify', { key: null })).json;
  return data.holds;
}

function useControl({ request }: Service, control: string, json: object = {}) {
  return request(`/mock/${control}`, { key: null, json });
}

/** Through the app, because converting binary bodies to text would damage them. */
async function snapshotOf(service: OpenTestService): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await service.send('/mock/snapshot', {});
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/octet-stream']);
  return new Uint8Array(await answer.arrayBuffer());
}

async function restore(service: OpenTestService, snapshot: Uint8Array<ArrayBuffer>) {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const answer = await service.send('/mock/restore', { method: 'POST', headers, body: snapshot });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}

describe('a snapshot', () => {
  it.each(STORES)('of a service %s restores everything, including its time', async (_, dataFile) => {
    const service = await openTestService({ dataFile: dataFile(), cache: false });
    await useControl(service, 'clock/advance', { durationMs: 2 * DAY_MS });
    await useControl(service, 'account', { instant: false, feeCentavos: 99 });
    await service.request(CREATE, { json: { amount: 10 } });
    const before = await everything(service);
    const snapshot = await snapshotOf(service);

    await useControl(service, 'clock/advance', { durationMs: 5 * DAY_MS });
    await useControl(service, 'account', { feeCentavos: 0 });
    const { id } = (await service.request(CREATE, { json: { amount: 20 } })).json.data;
    expect(await everything(service)).not.toEqual(before);

    expect(await restore(service, snapshot)).toEqual({
      status: 200,
      json: { success: true, data: { bytes: snapshot.byteLength } },
    });
    expect(await everything(service)).toEqual(before);
    expect((await service.request(`/api/v1/withdraw/get/${id}`)).status).toBe(404);
    expect(await verdictOf(service)).toBe(true);
    const again = (await service.request(CREATE, { json: { amount: 20 } })).json.data;
    expect([again.id, again.createdAt]).toEqual([id, new Date(service.clock.now() + 2 * DAY_MS).toISOString()]);
    expect((await useControl(service, 'withdraw/settle', { id })).status).toBe(200);
    expect(await verdictOf(service)).toBe(true);
  });

  inFiles('stays restored after a restart, with every rule of the tables', async () => {
    const dataFile = dataFilePath();
    const service = await openTestService({ dataFile, cache: false });
    const before = await everything(service);
    const snapshot = await snapshotOf(service);
    await service.request(CREATE, { json: { amount: 20 } });
    await restore(service, snapshot);
    await service.close();
    expect(await brokenRules(dataFile)).toEqual([]);
    await expect(editDataFile(dataFile, 'DELETE FROM accounts')).rejects.toThrow('FOREIGN KEY');
    const after = await openTestService({ dataFile, cache: false });
    expect(await everything(after)).toEqual(before);
  });

  it('works on another service, with its keys', async () => {
    const one = await openTestService({ seed: 7, payments: 10, cache: false });
    const other = await openTestService({ seed: 8, payments: 20, cache: false });
    await restore(other, await snapshotOf(one));
    expect((await other.request('/api/v1/user/balance', { key: other.keyOf() })).status).toBe(401);
    const moved = { request: other.request, keyOf: one.keyOf };
    expect(await everything(moved)).toEqual(await everything(one));
    const created = await other.request(CREATE, { key: one.keyOf(), json: { amount: 10 } });
    expect(created.json.data.id).toBe((await one.request(CREATE, { json: { amount: 10 } })).json.data.id);
  });

  inFiles('is consistent while requests arrive', async () => {
    const service = await startTestService({ dataFile: dataFilePath() });
    const acknowledged: string[] = [];
    let isLoaded = true;
    const load = Array.from({ length: 8 }, async () => {
      while (isLoaded) acknowledged.push((await service.request(CREATE, { json: { amount: 5 } })).json.data.id);
    });
    for (let taken = 0; taken < 3; taken += 1) {
      const before = [...acknowledged];
      const file = dataFilePath();
      writeFileSync(file, Buffer.from(await (await fetch(`${service.url}/mock/snapshot`)).arrayBuffer()));
      expect(await brokenRules(file)).toEqual([]);
      const copy = await openTestService({ dataFile: file, cache: false });
      for (const id of before) expect((await copy.request(`/api/v1/withdraw/get/${id}`)).status).toBe(200);
      await copy.close();
    }
    isLoaded = false;
    await Promise.all(load);
    expect(acknowledged.length).toBeGreaterThan(0);
  });

  inFiles('is refused when it is invalid, damaged or of a newer version, and then changes nothing', async () => {
    const service = await openTestService({ dataFile: dataFilePath(), cache: false });
    const before = await everything(service);
    const refusedAs = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { status, json } = await restore(service, bytes);
      expect([status, json.code, await everything(service)]).toEqual([400, 'validation_failed', before]);
      return String(json.message);
    };
    const edited = async (sql: string) => {
      const file = dataFilePath();
      writeFileSync(file, await snapshotOf(service));
      await editDataFile(file, sql);
      return new Uint8Array(readFileSync(file));
    };

    expect(await refusedAs(new TextEncoder().encode('no data file at all'))).toMatch(/it is no data file/);
    expect(await refusedAs(new Uint8Array())).toMatch(/it holds nothing/);
    const damaged = await snapshotOf(service);
    damaged.fill(0xa5, damaged.byteLength / 2, damaged.byteLength / 2 + 20_000);
    expect(await refusedAs(damaged)).toMatch(/^This is no snapshot that can be restored: /);
    expect(await refusedAs((await snapshotOf(service)).slice(0, 40_000))).toMatch(/^This is no snapshot/);
    expect(await refusedAs(await edited('PRAGMA user_version = 1000'))).toMatch(/a newer version/);
    expect(await refusedAs(await edited('PRAGMA application_id = 1'))).toMatch(/another program/);
    expect(await refusedAs(await edited('DROP INDEX transfers_once'))).toMatch(/its tables are not those/);
    expect(await refusedAs(await edited("PRAGMA foreign_keys = OFF; DELETE FROM accounts WHERE id = 'other'"))).toMatch(
      /refers to what is not there/,
    );
  });
});

describe('a reset', () => {
  it.each(STORES)('of a service %s restores its first history', async (_, dataFile) => {
    const service = await openTestService({ dataFile: dataFile(), seed: 9, payments: 40, withdraws: 5, cache: false });
    const before = await everything(service);
    await useControl(service, 'clock/advance', { durationMs: 10 * DAY_MS });
    await useControl(service, 'account', { instant: false, dailyLimitCentavos: 1 });
    await useControl(service, 'deposit', { amountCentavos: 5_000 });
    expect(await everything(service)).not.toEqual(before);
    expect((await useControl(service, 'reset')).json.data).toEqual({ seed: 9 });
    expect([await everything(service), await verdictOf(service)]).toEqual([before, true]);
  });

  it.each(STORES)(
    'of a service %s shows requests the state of before or the first history, nothing between',
    async (_, dataFile) => {
      const service = await openTestService({ dataFile: dataFile(), payments: 1_000, cache: false });
      const first = await everything(service);
      await useControl(service, 'clock/advance', { durationMs: 10 * DAY_MS });
      await useControl(service, 'deposit', { amountCentavos: 5_000 });
      const before = await everything(service);
      const progress = { isEnded: false };
      const reset = useControl(service, 'reset').finally(() => (progress.isEnded = true));
      let answered = 0;
      while (!progress.isEnded) {
        const asked = Array.from({ length: 4 }, () => service.request('/api/v1/payment/list?limit=100'));
        for (const { text } of await Promise.all(asked)) expect([before[0], first[0]]).toContain(text);
        answered += asked.length;
        await nextTurn();
      }
      expect((await reset).status).toBe(200);
      expect(answered).toBeGreaterThan(10);
      expect(await everything(service)).toEqual(first);
    },
  );

  inFiles('answers everything that is asked of it at the same time', async () => {
    const service = await openTestService({ dataFile: dataFilePath(), payments: 300 });
    const progress = { isEnded: false };
    const resets = Promise.all([useControl(service, 'reset'), useControl(service, 'reset')]).finally(
      () => (progress.isEnded = true),
    );
    const statuses = new Set<number>();
    while (!progress.isEnded) {
      const answers = await Promise.all([
        service.request(CREATE, { json: { amount: 5 } }),
        useControl(service, 'deposit', { amountCentavos: 5_000 }),
        service.request('/api/v1/payment/list'),
        service.request('/mock/verify', { key: null }),
      ]);
      for (const { status } of answers) statuses.add(status);
      expect(answers.at(-1)?.json.data.holds).toBe(true);
      await nextTurn();
    }
    expect([(await resets).map(({ status }) => status), [...statuses]]).toEqual([[200, 200], [200]]);
    expect(await verdictOf(service)).toBe(true);
  });
});
