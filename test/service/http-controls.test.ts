import { describe, expect, it } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import { openTestService } from '../support/service.ts';

const LIST = '/api/v1/withdraw/list';

describe('the controls of the service', () => {
  it.each(Object.entries(controls))('%s is one of them', async (_, { method, path }) => {
    const { request } = await openTestService({ payments: 1, withdraws: 1 });
    const { status, json } = await request(path, { key: null, method, ...(method === 'POST' && { json: {} }) });
    expect([404, 405]).not.toContain(status);
    expect(['no route', 'There is no such route']).not.toContain(json?.message);
  });

  it.each([
    ['/mock/deposit', { amountCentavos: 0 }, 'amountCentavos'],
    ['/mock/clock/advance', { durationMs: -1 }, 'durationMs'],
    ['/mock/withdraw/fail', { id: 'a-1', reason: 'XX99' }, 'reason'],
    ['/mock/account', { fee: 1 }, 'fee'],
    ['/mock/payment/pay', {}, 'id'],
  ])('POST %s with %j is refused, naming the field', async (path, json, field) => {
    const { request } = await openTestService({ payments: 1, withdraws: 1 });
    const before = (await request('/api/v1/user/balance')).text;
    expect((await request(path, { json })).json).toMatchObject({
      code: 'validation_failed',
      details: [{ path: field }],
    });
    expect((await request('/api/v1/user/balance')).text).toBe(before);
  });

  it('clear all caches of a state that they replace, and none otherwise', async () => {
    const { request, send } = await openTestService();
    const cacheOf = async () => (await request(LIST)).headers.get('X-Cache');
    const restore = async (type: string, body: ArrayBuffer) =>
      (await send('/mock/restore', { method: 'POST', headers: { 'Content-Type': type }, body })).status;
    expect(await cacheOf()).toBe('MISS');
    const snapshot = await (await send('/mock/snapshot', {})).arrayBuffer();
    expect(await restore('application/json', snapshot)).toBe(415);
    expect(await restore('application/octet-stream', new ArrayBuffer(9))).toBe(400);
    expect((await request('/mock/payment/pay', { json: { id: 'none' } })).status).toBe(404);
    expect([await cacheOf(), await restore('application/octet-stream', snapshot)]).toEqual(['HIT', 200]);
    expect([await cacheOf(), (await request('/mock/reset', { method: 'POST' })).status]).toEqual(['MISS', 200]);
    expect(await cacheOf()).toBe('MISS');
  });
});
