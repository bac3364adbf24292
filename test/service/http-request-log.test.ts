import type { RequestEntry } from '../../src/service/http/shared-state.ts';
import { describe, expect, it } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import { LocalRequestLog } from '../../src/service/http/local-state.ts';
import { HISTORY, NOON_IN_SAO_PAULO, openTestService, type OpenTestService } from '../support/service.ts';

const BALANCE = '/api/v1/user/balance';

const ENTRY: RequestEntry = {
  at: NOON_IN_SAO_PAULO,
  method: 'GET',
  path: '/',
  account: null,
  key: null,
  status: 200,
  durationMs: 0,
  fault: null,
  error: null,
  requestBody: null,
  answerBody: null,
};

async function entriesOf({ request }: Pick<OpenTestService, 'request'>, after = 0) {
  const { json } = await request(`/mock/requests?after=${after}`, { key: null });
  return controls.listRequests.data.parse(json.data).requests;
}

describe('the request log', () => {
  it('contains requests and their answers', async () => {
    const service = await openTestService();
    const { request, keyOf } = service;
    await request(`${BALANCE}?x=1`);
    await request('/api/v1/payment/list', {
      key: null,
      headers: { Authorization: `Bearer ${keyOf('demo', 'balance')}` },
    });
    await request('/nowhere', { key: null, method: 'DELETE' });
    await request('/mock/faults', { key: null, json: { on: `GET ${BALANCE}`, fault: 'malformed', times: 1 } });
    await request(BALANCE);

    const masked = (key: string) => `pk_…${key.slice(-4)}`;
    const usual = {
      at: new Date(NOON_IN_SAO_PAULO).toISOString(),
      method: 'GET',
      account: 'demo',
      key: masked(keyOf()),
      status: 200,
      durationMs: 0,
      fault: null,
      error: null,
    };
    const entries = (await entriesOf(service)).map(({ requestBody: _, answerBody: __, ...entry }) => entry);
    expect(entries).toEqual([
      { ...usual, number: 1, path: `${BALANCE}?x=1` },
      { ...usual, number: 2, path: '/api/v1/payment/list', key: masked(keyOf('demo', 'balance')), status: 403 },
      { ...usual, number: 3, method: 'DELETE', path: '/nowhere', account: null, key: null, status: 404 },
      { ...usual, number: 4, path: BALANCE, fault: 'malformed' },
    ]);
  });

  it('continues after the last known entry', async () => {
    const service = await openTestService();
    for (let index = 0; index < 5; index += 1) await service.request(BALANCE);
    expect((await entriesOf(service, 3)).map(({ number }) => number)).toEqual([4, 5]);
    expect(await entriesOf(service, 5)).toEqual([]);
    expect((await service.request('/mock/requests?after=x', { key: null })).status).toBe(400);
  });

  it('contains no key and no code, wherever a caller puts them', async () => {
    const service = await openTestService();
    const { request, keyOf } = service;
    const key = keyOf();
    await request(`${BALANCE}?key=${key}`, { key: null });
    await request(`/api/v1/payment/get/${key}`, { key: null, headers: { Authorization: `Bearer ${key}` } });
    await request(BALANCE, { key: `${key}x` });
    await request(BALANCE, { key: 'short' });
    await request('/api/v1/withdraw/create', { json: { amount: 10, verificationCode: '135797' } });
    await request('/api/v1/withdraw/create', { json: { amount: 10, verificationCode: 135797, description: key } });
    await request('/api/v1/withdraw/create', { body: `{"amount":10,"verificationCode" : "135797", ${key}` });
    await request('/api/v1/withdraw/create', { body: '{"verificationCode":"135797"x' });
    const created = await request('/api/v1/user/api-key/create', {
      json: { name: 'x', permissions: ['read:balance'] },
    });
    expect(created.status).toBe(200);
    const { text } = await request('/mock/requests', { key: null });
    expect(text).not.toContain(key.slice(3, -4));
    expect(text).not.toContain(String(created.json.data.key).slice(3, -4));
    expect(text).not.toContain('short');
    expect(text).not.toContain('135797');
    expect((await entriesOf(service)).map((entry) => entry.key)).toContain('…');
  });

  it('contains the bodies of requests to the API, as they were received and sent', async () => {
    const service = await openTestService();
    const { request } = service;
    const json = { amount: 10, description: 'Farinha' };
    const answers = [
      await request('/api/v1/withdraw/create', { json }),
      await request('/api/v1/withdraw/create', { body: '{' }),
      await request(BALANCE),
      await request(BALANCE, { key: null }),
      await request('/api/nowhere', { json }),
    ];
    await request('/health');
    await request('/mock/faults', { key: null, json: { on: `GET ${BALANCE}`, fault: 'malformed', times: 1 } });
    answers.push(await request(BALANCE));
    const entries = (await entriesOf(service)).filter(({ path }) => path !== '/health');
    expect(entries.map(({ requestBody }) => requestBody)).toEqual([JSON.stringify(json), '{', null, null, null, null]);
    expect(entries.map(({ answerBody }) => answerBody)).toEqual(answers.map(({ text }) => text));
    expect(answers.at(-1)?.text).toContain('Warning');
    const health = (await entriesOf(service)).find(({ path }) => path === '/health');
    expect([health?.requestBody, health?.answerBody]).toEqual([null, null]);
  });

  it('stores at most 4,000 characters of a body', async () => {
    const service = await openTestService(HISTORY);
    await service.request('/api/v1/payment/list?limit=100');
    expect((await entriesOf(service))[0]?.answerBody).toHaveLength(4_000);
  });

  it('forgets bodies before entries: at most eight million characters stay', () => {
    const log = new LocalRequestLog(3_000);
    for (let count = 0; count < 3_500; count += 1) log.record({ ...ENTRY, answerBody: 'x'.repeat(4_000) });
    const entries = log.after(0);
    expect(entries).toHaveLength(3_000);
    expect(entries.filter(({ answerBody }) => answerBody !== null)).toHaveLength(2_000);
    expect(entries.at(-1)?.answerBody).toHaveLength(4_000);
  });

  it('keeps the latest entries, up to its maximum', () => {
    const log = new LocalRequestLog(3);
    const numbers = (after: number) => log.after(after).map(({ number }) => number);
    expect(numbers(0)).toEqual([]);
    for (let count = 1; count <= 8; count += 1) {
      log.record(ENTRY);
      expect(numbers(0)).toEqual([count - 2, count - 1, count].filter((number) => number > 0));
    }
    expect(numbers(7)).toEqual([8]);
  });

  it('stores at most 500 characters of a path', async () => {
    const service = await openTestService();
    await service.request(`${BALANCE}?x=${'x'.repeat(5000)}`);
    expect((await entriesOf(service))[0]?.path).toHaveLength(500);
  });
});
