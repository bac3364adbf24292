import { describe, expect, it } from 'vitest';
import { openTestService } from '../support/service.ts';

const CREATE = '/api/v1/withdraw/create';
const TEN_REAIS = { json: { amount: 10 } };

describe('how an account behaves', () => {
  it('is shown and set by the control, and other settings stay unchanged', async () => {
    const { request } = await openTestService();
    const before = (await request('/mock/account')).json.data;
    expect(before).toMatchObject({
      id: 'demo',
      instant: true,
      settleAfterMs: null,
      oneAtATime: false,
      feeCentavos: 50,
    });
    const set = await request('/mock/account', { json: { account: 'demo', settleAfterMs: 5, dailyLimitCentavos: 7 } });
    expect(set.json.data).toEqual({ ...before, settleAfterMs: 5, dailyLimitCentavos: 7 });
    expect((await request('/mock/account')).json.data).toEqual(set.json.data);
    expect((await request('/mock/account?account=nobody')).json.code).toBe('not_found');
    expect((await request('/mock/account', { json: { account: 'none-such', blocked: true } })).json).toMatchObject({
      code: 'not_found',
      message: 'There is no such account',
    });
  });

  it('one at a time: refuses a withdrawal while another is PENDING, and no longer', async () => {
    const { request } = await openTestService({ withdraws: 0 });
    await request('/mock/account', { json: { instant: false, oneAtATime: true } });
    const { id } = (await request(CREATE, TEN_REAIS)).json.data;
    const refused = await request(CREATE, TEN_REAIS);
    expect([refused.status, refused.json.code]).toEqual([400, 'withdrawal_in_progress']);
    await request('/mock/withdraw/fail', { json: { id, reason: 'AC03' } });
    const many = await Promise.all([1, 2, 3].map(() => request(CREATE, TEN_REAIS)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('blocked: no withdrawal and no charge is possible, but it can be read', async () => {
    const { request, keyOf } = await openTestService();
    await request('/mock/account', { json: { blocked: true } });
    for (const [path, json] of [
      [CREATE, { amount: 10 }],
      ['/api/v1/payment/create', { value: 10 }],
      ['/api/v1/user/security/request-transfer-code', { amount: 10 }],
      ['/mock/deposit', { amountCentavos: 1000 }],
    ] as const) {
      const { status, json: body } = await request(path, { json });
      expect([path, status, body.code]).toEqual([path, 403, 'account_blocked']);
    }
    expect((await request('/api/v1/user/balance')).status).toBe(200);
    expect((await request(CREATE, { ...TEN_REAIS, key: keyOf('other') })).status).toBe(200);
    await request('/mock/account', { json: { blocked: false } });
    expect((await request(CREATE, TEN_REAIS)).status).toBe(200);
  });

  it('limits and fee apply to later requests, and not to earlier ones', async () => {
    const { request } = await openTestService();
    const before = (await request(CREATE, TEN_REAIS)).json.data;
    await request('/mock/account', { json: { feeCentavos: 125, perTransactionLimitCentavos: 1000 } });
    const after = (await request(CREATE, TEN_REAIS)).json.data;
    expect([before.fee, before.sent, after.fee, after.sent]).toEqual([50, 950, 125, 875]);
    expect((await request(`/api/v1/withdraw/get/${before.id}`)).json.data.fee).toBe(50);
    const refused = await request(CREATE, { json: { amount: 10, coverFee: true } });
    expect(refused.json).toMatchObject({ code: 'limit_exceeded', period: 'transaction', limit: 1000 });
    const { plan, limits } = (await request('/api/v1/user/balance')).json.data;
    expect([plan.transactionFee, plan.transactionFeeInReais, limits.perTransaction]).toEqual([125, '1.25', 1000]);
  });

  it('an amount of tests decides how a withdrawal ends, unless its recipient does', async () => {
    const { request, clock } = await openTestService({ withdraws: 0 });
    const endOf = async (amount: number, pixKey = 'ana@example.com') => {
      await request('/mock/deposit', { json: { amountCentavos: 500_000 } });
      const { id, status } = (await request(CREATE, { json: { amount, pixKey, pixKeyType: 'EMAIL' } })).json.data;
      const { data } = (await request(`/api/v1/withdraw/get/${id}`)).json;
      return [status, data.status, data.failureReason?.slice(0, 4)];
    };
    expect(await endOf(4444.03)).toEqual(['PENDING', 'FAILED', 'AC03']);
    expect(await endOf(4444.02)).toEqual(['PENDING', 'FAILED', 'AM02']);
    expect(await endOf(4444.05)).toEqual(['PENDING', 'FAILED', 'ED05']);
    expect(await endOf(4444.06)).toEqual(['PENDING', 'FAILED', 'AC06']);
    expect(await endOf(4444.03, 'fail-ab03@example.com')).toEqual(['PENDING', 'FAILED', 'AB03']);
    expect(await endOf(4444)).toEqual(['PENDING', 'PENDING', undefined]);
    expect(await endOf(10, 'pending@example.com')).toEqual(['PENDING', 'PENDING', undefined]);
    expect(await endOf(4444.01)).toEqual(['COMPLETED', 'COMPLETED', undefined]);
    for (const key of ['not-fail-ab03@example.com', 'fail-ab03@example.com.br'])
      expect(await endOf(10, key)).toEqual(['COMPLETED', 'COMPLETED', undefined]);
    await request('/mock/account', { json: { settleAfterMs: 5_000 } });
    const { id } = (await request(CREATE, { json: { amount: 4444.03 } })).json.data;
    const statusAfter = async (delayMs: number) => {
      clock.advance(delayMs);
      return (await request(`/api/v1/withdraw/get/${id}`)).json.data.status;
    };
    expect([await statusAfter(4_999), await statusAfter(1)]).toEqual(['PENDING', 'FAILED']);
  });

  it('a deposit is a payment, created and paid', async () => {
    const { request } = await openTestService();
    const before = (await request('/api/v1/user/balance')).json.data;
    const { data } = (await request('/mock/deposit', { json: { amountCentavos: 10_000 } })).json;
    expect(data).toMatchObject({ status: 'COMPLETED', value: 10_000 });
    const after = (await request('/api/v1/user/balance')).json.data;
    expect(after.balance.total - before.balance.total).toBe(9_950);
    expect(after.statistics.completedPayments - before.statistics.completedPayments).toBe(1);
    expect((await request(`/api/v1/payment/get/${data.id}`)).json.data.status).toBe('COMPLETED');
    expect((await request('/mock/deposit', { json: { account: 'none-such', amountCentavos: 500 } })).status).toBe(404);
  });
});
