import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ServiceSettings } from '../../src/service/service-settings.ts';
import { openTestService } from '../support/service.ts';
import { dataFilePath } from './data-file.ts';

const BALANCE = '/api/v1/user/balance';
const SMALL = { payments: 1, withdraws: 1 };
const CONTROL_TOKEN = 'a token of this very test';
const TOKEN = { 'X-Mock-Token': CONTROL_TOKEN };

const open = (settings: ServiceSettings = {}) =>
  openTestService({ ...SMALL, controlToken: CONTROL_TOKEN, ...settings });

async function keysOf(settings: ServiceSettings) {
  const service = await open(settings);
  const keys = service.keys.map(({ key }) => key);
  await service.close();
  return keys;
}

describe('the keys of an exposed service', () => {
  it('follow from no seed: they differ on every start', async () => {
    const keys = [await keysOf({}), await keysOf({ expose: true }), await keysOf({ expose: true })].flat();
    expect(new Set(keys).size).toBe(keys.length);
    expect(await keysOf({})).toEqual(keys.slice(0, keys.length / 3));
  });

  it('stay those of their data file, exposed or not', async () => {
    const dataFile = dataFilePath();
    const keys = await keysOf({ dataFile, expose: true });
    expect([await keysOf({ dataFile, expose: true }), await keysOf({ dataFile })]).toEqual([keys, keys]);
    const { request } = await open({ dataFile, expose: true });
    expect((await request(BALANCE)).status).toBe(200);
  });

  it('replace those that a data file had from its seed, including issued ones', async () => {
    const dataFile = dataFilePath();
    const before = await open({ dataFile });
    const issued = await before.request('/api/v1/user/api-key/create', {
      json: { name: 'till', permissions: ['read:balance'] },
    });
    await before.close();
    const { request, keyOf } = await open({ dataFile, expose: true });
    for (const key of [before.keyOf(), issued.json.data.key])
      expect((await request(BALANCE, { key })).status).toBe(401);
    expect((await request(BALANCE, { key: keyOf() })).status).toBe(200);
  });

  it('are the only ones after a restore and a reset, too', async () => {
    const { send, keyOf } = await open();
    const snapshot = await (await send('/mock/snapshot', { headers: TOKEN })).blob();
    const exposed = await open({ expose: true });
    const statuses = async () =>
      Promise.all([keyOf(), exposed.keyOf()].map(async (key) => (await exposed.request(BALANCE, { key })).status));
    expect(await statuses()).toEqual([401, 200]);
    const headers = { ...TOKEN, 'Content-Type': 'application/octet-stream' };
    expect((await exposed.send('/mock/restore', { method: 'POST', headers, body: snapshot })).status).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
    expect((await exposed.request('/mock/reset', { method: 'POST', headers: TOKEN })).status).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
  });

  it('are the only ones while a snapshot with keys from a seed is being restored, too', async () => {
    const { send, keyOf } = await open();
    const body = await (await send('/mock/snapshot', { headers: TOKEN })).blob();
    const exposed = await open({ expose: true });
    const headers = { ...TOKEN, 'Content-Type': 'application/octet-stream' };
    const progress = { isEnded: false };
    const restored = exposed
      .send('/mock/restore', { method: 'POST', headers, body })
      .finally(() => (progress.isEnded = true));
    const statuses = new Set<number>();
    while (!progress.isEnded) {
      statuses.add((await exposed.request(BALANCE, { key: keyOf() })).status);
      await nextTurn();
    }
    expect([(await restored).status, [...statuses]]).toEqual([200, [401]]);
  });

  it('do not let verification codes be computed from the seed either', async () => {
    const codeOf = async (settings: ServiceSettings) => {
      const { request } = await open(settings);
      const code = await request('/api/v1/user/security/request-transfer-code', { json: { amount: 10 } });
      expect(code.status).toBe(200);
      return (await request('/mock/inbox', { headers: TOKEN })).json.data.messages[0].code;
    };
    const codes = [await codeOf({ expose: true }), await codeOf({ expose: true }), await codeOf({ expose: true })];
    expect(codes).not.toEqual(Array.from(codes, () => codes[0]));
  });
});
