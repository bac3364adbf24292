import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { openTestService } from '../support/service.ts';
import { dataFilePath, queryDataFile } from './data-file.ts';

const REGISTER = '/api/v1/user/register';
const ANA = { name: 'Ana Lima', email: 'ana@exemplo.example', taxId: '529.982.247-25' };

describe('registration', () => {
  it('opens an account with its main key, which may do everything on it', async () => {
    const { request } = await openTestService();
    const answer = await request(REGISTER, { key: null, json: { ...ANA, pixKey: ANA.email, pixKeyType: 'EMAIL' } });
    operations.registerAccount.answer.parse(answer.json);
    const { account, apiKey } = answer.json.data;
    expect(account).toMatchObject({
      name: 'Ana Lima',
      taxId: '52998224725',
      phone: null,
      balance: 0,
      pixKey: ANA.email,
    });
    expect(apiKey).toMatchObject({ key: expect.stringMatching(/^pk_\w{40}$/), permissions: ['admin:all'] });
    const { key } = apiKey;
    const { balance } = (await request('/api/v1/user/balance', { key })).json.data;
    expect(balance).toMatchObject({ total: 0, isNegative: false });
    await request('/mock/deposit', { json: { account: account.id, amountCentavos: 2050 } });
    const withdrawal = await request('/api/v1/withdraw/create', { key, json: { amount: 20 } });
    expect(withdrawal.json.data).toMatchObject({ value: 2000, pixKey: ANA.email, status: 'COMPLETED' });
    expect((await request('/api/v1/payment/create', { key, json: { value: 5 } })).status).toBe(200);
    expect((await request('/api/v1/admin/account/list', { key })).status).toBe(403);
  });

  it('of an account for a test comes with money, as an opening balance that the books show', async () => {
    const { request } = await openTestService();
    const open = async (json: object) => (await request('/mock/account/open', { key: null, json })).json.data;
    const [usual, rich, poor] = [
      await open({}),
      await open({ balanceCentavos: 1e10 }),
      await open({ balanceCentavos: 0 }),
    ];
    expect(new Set([usual, rich, poor].flatMap(({ id, key }) => [id, key])).size).toBe(6);
    for (const [{ key }, total] of [
      [usual, 500_000],
      [rich, 1e10],
      [poor, 0],
    ] as const) {
      expect((await request('/api/v1/user/balance', { key })).json.data.balance.total).toBe(total);
      expect((await request('/api/v1/payment/list', { key })).json.data.pagination.total).toBe(0);
    }
    expect((await request('/mock/account/open', { key: null, json: { balanceCentavos: -1 } })).status).toBe(400);
    expect((await request('/mock/verify', { key: null })).json.data.holds).toBe(true);
  });

  it.each([
    ['taxId', { taxId: '529.982.247-26' }],
    ['taxId', { taxId: '11111111111' }],
    ['pixKey', { pixKey: 'Ana@Exemplo.example', pixKeyType: 'EMAIL' }],
    ['pixKeyType', { pixKey: 'ana@exemplo.example' }],
    ['name', { name: '💸' }],
    ['email', { email: 'ana' }],
  ])('is refused for its %s: %j', async (path, change) => {
    const { request, keyOf } = await openTestService();
    const before = (await request('/api/v1/admin/account/list', { key: keyOf('admin') })).text;
    const { status, json } = await request(REGISTER, { key: null, json: { ...ANA, ...change } });
    const details = [{ path, message: expect.stringMatching(/^\S+ .+/) }];
    expect([status, json.code, json.details]).toEqual([400, 'validation_failed', details]);
    expect((await request('/api/v1/admin/account/list', { key: keyOf('admin') })).text).toBe(before);
  });
});

describe('keys', () => {
  it('are created with some permissions, shown once, and listed masked', async () => {
    const dataFile = dataFilePath();
    const { request, close } = await openTestService({ dataFile });
    const created = await request('/api/v1/user/api-key/create', {
      json: { name: 'caixa', permissions: ['read:balance', 'read:payments', 'read:balance'] },
    });
    operations.createApiKey.answer.parse(created.json);
    const { id, key, permissions } = created.json.data;
    expect(permissions).toEqual(['read:payments', 'read:balance']);
    expect((await request('/api/v1/user/balance', { key })).status).toBe(200);
    expect((await request('/api/v1/withdraw/list', { key })).json.requiredPermission).toBe('read:withdraws');
    expect((await request('/api/v1/user/api-key/create', { key, json: { name: 'x', permissions } })).status).toBe(403);
    const listed = await request('/api/v1/user/api-key/list');
    operations.listApiKeys.answer.parse(listed.json);
    const shown = listed.json.data.keys.find((row: { id: string }) => row.id === id);
    expect(shown).toMatchObject({ name: 'caixa', key: `pk_…${key.slice(-4)}`, isMain: false });
    expect(listed.json.data.keys.filter((row: { isMain: boolean }) => row.isMain)).toHaveLength(1);
    expect(listed.text).not.toContain(key);
    await close();
    const stored = await queryDataFile(dataFile, 'SELECT * FROM api_keys');
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('are valid until they are revoked, and never again', async () => {
    const { request, keyOf } = await openTestService();
    const create = async () => {
      const json = { name: 'caixa', permissions: ['read:balance'] };
      return (await request('/api/v1/user/api-key/create', { json })).json.data;
    };
    const { id, key } = await create();
    const revoke = (target: string, as = keyOf()) =>
      request(`/api/v1/user/api-key/${target}`, { method: 'DELETE', key: as });
    expect((await revoke(id, keyOf('other'))).status).toBe(404);
    expect((await request('/api/v1/user/balance', { key })).status).toBe(200);
    expect((await revoke(id)).json).toMatchObject({ success: true, data: { id } });
    expect((await request('/api/v1/user/balance', { key })).status).toBe(401);
    expect((await revoke(id)).status).toBe(404);
    expect((await create()).key).not.toBe(key);
  });

  it('of an account never lose its main key', async () => {
    const { request } = await openTestService();
    const { keys } = (await request('/api/v1/user/api-key/list')).json.data;
    const { id } = keys.find((row: { isMain: boolean }) => row.isMain);
    const { status, json } = await request(`/api/v1/user/api-key/${id}`, { method: 'DELETE' });
    expect([status, json.code]).toEqual([400, 'invalid_transition']);
    expect((await request('/api/v1/user/balance')).status).toBe(200);
  });
});
