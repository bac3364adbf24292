import { beforeAll, describe, expect, it } from 'vitest';
import { BY_ITS_FILE, openTestService, type OpenTestService } from '../support/service.ts';

const BALANCE = '/api/v1/user/balance';

let opened: OpenTestService;

beforeAll(async () => {
  opened = await openTestService({}, undefined, BY_ITS_FILE);
  return opened.close;
});

describe('authentication', () => {
  it('accepts the key in either header, or in both when they agree', async () => {
    const { request, keyOf } = opened;
    const key = keyOf();
    for (const headers of [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: `bearer  ${key} ` },
      { 'X-API-Key': key, Authorization: `Bearer ${key}` },
      { 'X-API-Key': key, Authorization: 'Basic cHJveHk6c2VjcmV0' },
    ]) {
      expect((await request(BALANCE, { key: null, headers })).status).toBe(200);
    }
  });

  it('refuses requests without a valid key', async () => {
    const { request, keyOf } = opened;
    const key = keyOf();
    for (const headers of [
      {},
      { 'X-API-Key': '' },
      { 'X-API-Key': `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` },
      { 'X-API-Key': key.toLowerCase() },
      { Authorization: key },
      { Authorization: 'Bearer ' },
      { Authorization: 'Bearer pk_nothing' },
      { 'X-API-Key': key, Authorization: `Bearer ${keyOf('other')}` },
    ]) {
      const { status, json, headers: answered, text } = await request(BALANCE, { key: null, headers });
      expect(status).toBe(401);
      expect(json).toEqual({
        success: false,
        error: 'Unauthorized',
        message: expect.any(String),
        code: 'unauthorized',
      });
      expect(answered.get('WWW-Authenticate')).toBe('Bearer');
      expect(text).not.toContain(key);
    }
  });

  it('shows each account only its own payments and withdrawals, and hides that others exist', async () => {
    const { request, keyOf } = opened;
    for (const [what, rows] of [
      ['payment', 'payments'],
      ['withdraw', 'withdraws'],
    ] as const) {
      const mine = await request(`/api/v1/${what}/list?limit=100`);
      const theirs = await request(`/api/v1/${what}/list`, { key: keyOf('other') });
      for (const { id } of theirs.json.data[rows]) {
        expect(mine.text).not.toContain(id);
        const stranger = await request(`/api/v1/${what}/get/${id}`);
        const nobody = await request(`/api/v1/${what}/get/00000000-0000-8000-8000-000000000000`);
        expect([stranger.status, stranger.text]).toEqual([404, nobody.text]);
        expect((await request(`/api/v1/${what}/get/${id}`, { key: keyOf('other') })).status).toBe(200);
      }
    }
  });
});

describe('permissions', () => {
  const OPERATIONS = [
    ['GET', '/api/v1/payment/list', 'read:payments'],
    ['GET', '/api/v1/payment/get/none', 'read:payments'],
    ['POST', '/api/v1/payment/create', 'write:payment:create'],
    ['GET', '/api/v1/withdraw/list', 'read:withdraws'],
    ['GET', '/api/v1/withdraw/get/none', 'read:withdraws'],
    ['POST', '/api/v1/withdraw/create', 'write:withdraw:create'],
    ['GET', BALANCE, 'read:balance'],
  ] as const;
  const GRANTED: Record<string, readonly string[]> = {
    main: OPERATIONS.map(([, , permission]) => permission),
    reader: ['read:payments', 'read:withdraws', 'read:balance'],
    balance: ['read:balance'],
    payouts: ['read:payments', 'read:withdraws', 'read:balance', 'write:withdraw:create'],
    'payouts-2': ['read:payments', 'read:withdraws', 'read:balance', 'write:withdraw:create'],
    'payouts-3': ['read:payments', 'read:withdraws', 'read:balance', 'write:withdraw:create'],
  };

  it.each(Object.keys(GRANTED))('of the key %s decide what it may do', async (name) => {
    const { request, keyOf } = opened;
    for (const [method, path, permission] of OPERATIONS) {
      const { status, json } = await request(path, {
        method,
        key: keyOf('demo', name),
        ...(method === 'POST' && { json: {} }),
      });
      if (GRANTED[name]!.includes(permission)) {
        expect(status).toBe(path.endsWith('none') ? 404 : method === 'POST' ? 400 : 200);
      } else {
        expect([status, json]).toEqual([
          403,
          {
            success: false,
            error: 'Forbidden',
            message: `The API key lacks the permission ${permission}`,
            code: 'permission_missing',
            requiredPermission: permission,
          },
        ]);
      }
    }
  });

  it('are checked before the request is read', async () => {
    const { request, keyOf } = opened;
    const { status } = await request('/api/v1/withdraw/create', { key: keyOf('demo', 'reader'), body: 'not JSON' });
    expect(status).toBe(403);
  });

  it('belong to the keys that exist on every start', () => {
    const { keys } = opened;
    expect(keys.map(({ account, name }) => `${account}/${name}`)).toEqual([
      'demo/main',
      'demo/reader',
      'demo/balance',
      'demo/payouts',
      'demo/payouts-2',
      'demo/payouts-3',
      'other/main',
      'admin/main',
    ]);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    for (const { key } of keys) expect(key).toMatch(/^pk_[0-9A-Za-z]{40}$/);
    expect(keys[0]!.permissions).toEqual(['admin:all']);
  });
});

describe('a web page in a browser', () => {
  it.each([
    [{ Origin: 'http://example.com' }],
    [{ Origin: 'null' }],
    [{ Host: 'rebound.example.com' }],
    [{ Host: 'rebound.example.com:4010' }],
    [{ Host: 'localhost.example.com' }],
    [{ Host: '127.0.0.1:4010', Origin: 'http://127.0.0.1:9999' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('can use neither a control nor the API: %j', async (headers) => {
    const { request } = opened;
    const json = { on: '* *', fault: 'status-503' };
    for (const answer of [await request('/mock/faults', { json, headers }), await request(BALANCE, { headers })]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'origin_refused']);
    }
    expect((await request('/mock/faults')).json.data.faults).toEqual([]);
  });

  it.each([
    [{ Host: 'localhost' }],
    [{ Host: 'LOCALHOST:8080' }],
    [{ Host: '[::1]:4010' }],
    [{ Host: '127.0.0.1:4010', Origin: 'http://127.0.0.1:4010' }],
  ])('is allowed: %j', async (headers) => {
    const { request } = opened;
    expect((await request(BALANCE, { headers })).status).toBe(200);
  });
});
