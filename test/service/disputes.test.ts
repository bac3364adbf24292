import { describe, expect, inject, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import type {} from '../support/postgres.ts';
import { violationsOf } from '../support/service-controls.ts';
import { openTestService } from '../support/service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

async function openWithPayment(amountCentavos = 10_000) {
  // A data file can be recounted without the service's own audit; on PostgreSQL, that one has to do.
  const dataFile = inject('postgresUrl') === undefined ? dataFilePath() : undefined;
  const service = await openTestService({ ...(dataFile !== undefined && { dataFile }) });
  const { request, keyOf, close } = service;
  const { id: paymentId } = (await request('/mock/deposit', { json: { amountCentavos } })).json.data;
  return {
    ...service,
    paymentId,
    admin: (path: string, json?: unknown) =>
      request(`/api/v1/admin/dispute/${path}`, {
        key: keyOf('admin'),
        method: 'POST',
        ...(json !== undefined && { json }),
      }),
    disputes: (query = '') => request(`/api/v1/admin/dispute/list${query}`, { key: keyOf('admin') }),
    balance: async () => (await request('/api/v1/user/balance')).json.data,
    rulesBroken: async () => {
      if (dataFile === undefined) return violationsOf(service);
      await close();
      return brokenRules(dataFile);
    },
  };
}

describe('a dispute', () => {
  it('blocks the amount paid, and debits it when it is accepted', async () => {
    const { admin, disputes, balance, paymentId, rulesBroken } = await openWithPayment();
    const before = await balance();
    const opened = await admin('create', { paymentId });
    operations.openDispute.answer.parse(opened.json);
    const { id } = opened.json.data;
    expect(opened.json.data).toMatchObject({
      paymentId,
      accountId: 'demo',
      amount: 10_000,
      status: 'OPEN',
      resolvedAt: null,
    });
    const blocked = await balance();
    expect(blocked.balance.total).toBe(before.balance.total);
    expect(blocked.disputes).toEqual({ total: 1, pending: 1, totalDisputedAmount: 10_000, totalBlockedAmount: 10_000 });
    expect((await disputes('?status=OPEN')).json.data).toMatchObject({ disputes: [{ id }], pagination: { total: 1 } });
    const accepted = await admin(`accept/${id}`);
    expect(accepted.json.data).toMatchObject({ id, status: 'ACCEPTED', resolvedAt: expect.any(String) });
    const after = await balance();
    expect(after.balance.total).toBe(before.balance.total - 10_000);
    expect(after.disputes).toEqual({ total: 1, pending: 0, totalDisputedAmount: 10_000, totalBlockedAmount: 0 });
    expect([(await disputes('?status=OPEN')).json.data.pagination.total, await rulesBroken()]).toEqual([0, []]);
  });

  it('releases the amount when it is refused', async () => {
    const { admin, balance, request, paymentId, rulesBroken } = await openWithPayment();
    const before = (await request('/mock/account')).json.data;
    const { id } = (await admin('create', { paymentId })).json.data;
    expect((await request('/mock/account')).json.data).toMatchObject({
      availableCentavos: before.availableCentavos - 10_000,
      blockedCentavos: 10_000,
    });
    expect((await admin(`refuse/${id}`)).json.data.status).toBe('REFUSED');
    expect((await request('/mock/account')).json.data).toEqual(before);
    expect([(await balance()).disputes.pending, await rulesBroken()]).toEqual([0, []]);
  });

  it('prevents blocked money from being withdrawn, and may leave a debt that only incoming money pays off', async () => {
    const { request, balance, paymentId, rulesBroken } = await openWithPayment(1_000_000);
    const { total } = (await balance()).balance;
    await request('/mock/account', { json: { feeCentavos: 0, perTransactionLimitCentavos: total } });
    const withdraw = (centavos: number) => request('/api/v1/withdraw/create', { json: { amount: centavos / 100 } });
    expect((await withdraw(total - 600)).status).toBe(200);
    expect((await request('/mock/dispute/open', { json: { paymentId } })).json.data.amount).toBe(1_000_000);
    expect((await request('/mock/account')).json.data.availableCentavos).toBe(600 - 1_000_000);
    expect((await withdraw(500)).json).toMatchObject({ code: 'insufficient_balance', balance: 600 - 1_000_000 });
    await request('/mock/dispute/accept', { json: { paymentId } });
    expect((await balance()).balance).toMatchObject({ total: 600 - 1_000_000, isNegative: true });
    await request('/mock/deposit', { json: { amountCentavos: 999_400 } });
    expect((await withdraw(500)).json).toMatchObject({ code: 'insufficient_balance', balance: 0 });
    await request('/mock/deposit', { json: { amountCentavos: 500 } });
    expect((await withdraw(500)).status).toBe(200);
    expect([(await request('/mock/verify')).json.data.holds, await rulesBroken()]).toEqual([true, []]);
  });

  it('is opened once, on a COMPLETED payment, and ends once', async () => {
    const { admin, request, paymentId } = await openWithPayment();
    const { id: unpaid } = (await request('/api/v1/payment/create', { json: { value: 10 } })).json.data;
    const codeOf = async (path: string, json?: unknown) => (await admin(path, json)).json.code;
    expect(await codeOf('create', { paymentId: unpaid })).toBe('invalid_transition');
    const missing = [(await admin('create', { paymentId: 'none' })).json, (await admin('accept/none')).json];
    expect(missing).toMatchObject([
      { code: 'not_found', message: 'There is no such payment' },
      { code: 'not_found', message: 'There is no such dispute' },
    ]);
    const both = await Promise.all([admin('create', { paymentId }), admin('create', { paymentId })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { id } = both.find(({ status }) => status === 200)!.json.data;
    const ends = await Promise.all([admin(`accept/${id}`), admin(`refuse/${id}`), admin(`accept/${id}`)]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await codeOf('create', { paymentId })).toBe('invalid_transition');
    expect((await request('/mock/dispute/refuse', { json: { paymentId: unpaid } })).json.code).toBe('not_found');
  });
});
