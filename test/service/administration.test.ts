import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { HISTORY, openTestService, type TestRequest } from '../support/service.ts';

async function openOffice(settings: Parameters<typeof openTestService>[0] = {}) {
  const service = await openTestService({ ...HISTORY, ...settings });
  const { request, keyOf } = service;
  const admin = (path: string, options: TestRequest = {}) =>
    request(`/api/v1/admin/${path}`, { key: keyOf('admin'), ...options });
  return { ...service, admin };
}

describe('an administrator', () => {
  it('lists and looks up accounts', async () => {
    const { admin, request } = await openOffice();
    const all = await admin('account/list');
    operations.listAccounts.answer.parse(all.json);
    expect(all.json.data.pagination).toEqual({ total: 3, limit: 50, offset: 0, hasMore: false });
    await admin('account/update/other', { method: 'PATCH', json: { blocked: true } });
    const idsOf = async (query: string) =>
      (await admin(`account/list?${query}`)).json.data.accounts.map(({ id }: { id: string }) => id).sort();
    expect(await idsOf('status=BLOCKED')).toEqual(['other']);
    expect(await idsOf('status=ACTIVE')).toEqual(['admin', 'demo']);
    const pages = [await idsOf('limit=1'), await idsOf('limit=1&offset=1'), await idsOf('limit=1&offset=2')].flat();
    expect(pages.sort()).toEqual(['admin', 'demo', 'other']);
    const { data } = (await admin('account/get/demo')).json;
    expect(data).toMatchObject({ id: 'demo', transferSecurity: false, plan: { transactionFee: 50 } });
    expect(data.balance).toBe((await request('/api/v1/user/balance')).json.data.balance.total);
    expect((await admin('account/get/nobody')).status).toBe(404);
  });

  it('sets limits, plan, transfer security and the block, and other settings stay unchanged', async () => {
    const { admin, request } = await openOffice();
    const update = async (json: object) => (await admin('account/update/demo', { method: 'PATCH', json })).json.data;
    const before = (await admin('account/get/demo')).json.data;
    expect(await update({})).toEqual(before);
    expect(await update({ limits: { daily: 12.34 } })).toEqual({
      ...before,
      limits: { ...before.limits, daily: 1234 },
    });
    const plan = { name: 'Especial', transactionFee: 0.1 };
    expect((await update({ plan, transferSecurity: true })).plan).toEqual({ name: 'Especial', transactionFee: 10 });
    expect((await update({ plan: { ...plan, transactionFee: 0 } })).plan.transactionFee).toBe(0);
    expect((await update({ limits: { monthly: '0,00' } })).limits.monthly).toBe(0);
    await update({ plan, limits: { monthly: 1_000_000 } });
    const own = (await request('/api/v1/user/balance')).json.data;
    expect([own.limits.daily, own.plan.name, own.plan.transactionFee]).toEqual([1234, 'Especial', 10]);
    expect((await request('/api/v1/withdraw/create', { json: { amount: 10 } })).json.code).toBe(
      'verification_required',
    );
    await update({ blocked: true });
    expect((await request('/api/v1/withdraw/create', { json: { amount: 10 } })).json.code).toBe('account_blocked');
    const unknown = await admin('account/update/nobody', { method: 'PATCH', json: {} });
    expect(unknown.status).toBe(404);
    for (const [json, path] of [
      [{ limits: { weekly: 1 } }, 'limits.weekly'],
      [{ balance: 1_000_000 }, 'balance'],
    ] as const) {
      const wrong = await admin('account/update/demo', { method: 'PATCH', json });
      expect(wrong.json).toMatchObject({ code: 'validation_failed', details: [{ path }] });
    }
  });

  it('sees payments and withdrawals of any account merged', async () => {
    const { admin, request, keyOf, clock } = await openOffice({ payments: 7, withdraws: 5 });
    clock.advance(1000);
    const { id } = (await request('/api/v1/withdraw/create', { key: keyOf('other'), json: { amount: 10 } })).json.data;
    const first = await admin('transaction/list?limit=100');
    operations.listTransactions.answer.parse(first.json);
    const { transactions, pagination } = first.json.data;
    expect(pagination.total).toBe(7 + 5 + 8 + 3 + 1);
    expect(transactions).toHaveLength(pagination.total);
    expect(transactions[0]).toMatchObject({ id, accountId: 'other', kind: 'WITHDRAWAL', value: 1000, fee: 50 });
  });

  it('is the holder of an administrator account, whatever key another caller sends', async () => {
    const { request, keyOf } = await openOffice();
    for (const key of [keyOf('demo'), keyOf('demo', 'reader')]) {
      const { status, json } = await request('/api/v1/admin/account/list', { key });
      expect([status, json.code]).toEqual([403, 'permission_missing']);
    }
    expect((await request('/api/v1/admin/account/list', { key: null })).status).toBe(401);
  });
});
