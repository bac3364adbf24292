import { describe, expect, it } from 'vitest';
import { fakeClock, openTestService, type TestAnswer } from '../support/service.ts';
import { brokenRules, dataFilePath, editDataFile, withBalance } from './data-file.ts';

const CREATE = '/api/v1/withdraw/create';
const BALANCE = '/api/v1/user/balance';

/** The service over a data file that was changed in ways the API does not offer; its clock may show any time. */
async function openEdited(sql: string, startAt?: number) {
  const dataFile = dataFilePath();
  const clock = fakeClock(startAt);
  await (await openTestService({ dataFile }, clock)).close();
  await editDataFile(dataFile, sql);
  return { dataFile, ...(await openTestService({ dataFile }, clock)) };
}

/** The status of an answer and the facts of a refusal, without its message. */
function factsOf({ status, json }: TestAnswer): Record<string, unknown> {
  const facts = Object.entries<unknown>(json).filter(([name]) => !['success', 'error', 'message'].includes(name));
  return { status, ...Object.fromEntries(facts) };
}

describe('the cost of a withdrawal', () => {
  it.each([
    [{ amount: 10 }, { value: 1000, fee: 50, sent: 950 }],
    [
      { amount: 10, coverFee: false },
      { value: 1000, fee: 50, sent: 950 },
    ],
    [
      { amount: 10, coverFee: true },
      { value: 1050, fee: 50, sent: 1000 },
    ],
    [{ amount: 5 }, { value: 500, fee: 50, sent: 450 }],
    [{ amount: 19.99 }, { value: 1999, fee: 50, sent: 1949 }],
    [{ amount: '19,99' }, { value: 1999, fee: 50, sent: 1949 }],
    [{ amount: '19.9' }, { value: 1990, fee: 50, sent: 1940 }],
  ])('%j', async (json, cost) => {
    const { request } = await openTestService();
    expect((await request(CREATE, { json })).json.data).toMatchObject(cost);
  });

  it('is only the value when the plan has no fee', async () => {
    const { request, close, dataFile } = await openEdited('UPDATE accounts SET plan_fee = 0');
    expect((await request(CREATE, { json: { amount: 10 } })).json.data).toMatchObject({
      value: 1000,
      fee: 0,
      sent: 1000,
    });
    await close();
    expect(await brokenRules(dataFile)).toEqual([]);
  });
});

describe('a withdrawal is refused', () => {
  it.each([[4.99], ['0,01'], [1]])('below the minimum of R$ 5,00: %j', async (amount) => {
    const { request } = await openTestService();
    const answer = await request(CREATE, { json: { amount } });
    expect(factsOf(answer)).toEqual({ status: 400, code: 'below_minimum' });
    expect(answer.json.message).toBe('The minimum withdrawal is R$ 5.00');
  });

  it('when the fee leaves nothing to send', async () => {
    const { request } = await openEdited('UPDATE accounts SET plan_fee = 1000');
    const answer = await request(CREATE, { json: { amount: 10 } });
    expect(factsOf(answer)).toEqual({ status: 400, code: 'below_minimum' });
    expect(answer.json.message).toBe('The fee of R$ 10.00 leaves nothing to send');
    expect((await request(CREATE, { json: { amount: 10.01 } })).json.data.sent).toBe(1);
    expect((await request(CREATE, { json: { amount: 10, coverFee: true } })).json.data.value).toBe(2000);
    const payment = await request('/api/v1/payment/create', { json: { value: 10 } });
    expect(factsOf(payment)).toEqual({ status: 400, code: 'below_minimum' });
    expect(payment.json.message).toBe('The fee of R$ 10.00 leaves nothing to receive');
  });

  it('above what can be counted', async () => {
    const { request } = await openTestService();
    for (const amount of [100_000_000.01, '90071992547409,91', 1e15]) {
      expect(factsOf(await request(CREATE, { json: { amount, coverFee: true } }))['code']).toBe('validation_failed');
    }
    const above = (await request(CREATE, { json: { amount: 100_000_000.01 } })).json;
    expect(above.details).toEqual([{ path: 'amount', message: 'is above 100000000.00' }]);
    const most = (await request(CREATE, { json: { amount: 100_000_000 } })).json;
    expect(most.message).toBe('The withdrawal exceeds the per-transaction limit of the account');
  });

  it('for the first reason in a fixed order', async () => {
    const everything =
      "UPDATE accounts SET blocked = 1, transaction_limit = 100, pix_key = NULL, pix_key_type = NULL WHERE id = 'demo';";
    const { request, dataFile, close } = await openEdited(`${everything} ${withBalance(0)}`);
    const codeOf = async (json: object) => factsOf(await request(CREATE, { json }))['code'];
    const recipient = { pixKey: 'ana@exemplo.com', pixKeyType: 'EMAIL' };
    expect(await codeOf({ amount: 1 })).toBe('validation_failed');
    expect(await codeOf({ amount: 1, ...recipient })).toBe('below_minimum');
    expect(await codeOf({ amount: 10, ...recipient })).toBe('account_blocked');
    await close();
    await editDataFile(dataFile, "UPDATE accounts SET blocked = 0 WHERE id = 'demo'");
    const reopened = await openTestService({ dataFile });
    expect(factsOf(await reopened.request(CREATE, { json: { amount: 10, ...recipient } }))['code']).toBe(
      'limit_exceeded',
    );
  });
});

describe('the recipient of a withdrawal', () => {
  it('is the key registered on the account when none is named', async () => {
    const { request } = await openEdited("UPDATE accounts SET pix_key = '+5511987654321', pix_key_type = 'PHONE'");
    const { id, pixKey } = (await request(CREATE, { json: { amount: 10 } })).json.data;
    expect(pixKey).toBe('+5511987654321');
    expect((await request(`/api/v1/withdraw/get/${id}`)).json.data.pixKeyType).toBe('PHONE');
  });

  it('must be given when none is registered', async () => {
    const { request } = await openEdited('UPDATE accounts SET pix_key = NULL, pix_key_type = NULL');
    const answer = await request(CREATE, { json: { amount: 10 } });
    const message = 'is required: no key is registered on this account';
    expect([answer.status, answer.json.details]).toEqual([400, [{ path: 'pixKey', message }]]);
  });
});

describe('the limits of an account', () => {
  const LIMITS = 'UPDATE accounts SET transaction_limit = 5000, daily_limit = 8000, monthly_limit = 12000';
  /** Saturday, 30 May 2026, 23:59:59 in São Paulo; the next second is Sunday, the 31st. */
  const BEFORE_MIDNIGHT = Date.UTC(2026, 4, 31, 2, 59, 59);
  const DAY_MS = 86_400_000;

  it('apply to one withdrawal, a day and a month in São Paulo', async () => {
    const { request, clock } = await openEdited(`${LIMITS}; DELETE FROM limit_use`, BEFORE_MIDNIGHT);
    const withdraw = async (amount: number) => factsOf(await request(CREATE, { json: { amount } }));
    const exceeded = (period: string, limit: number, remaining: number) => ({
      status: 400,
      code: 'limit_exceeded',
      limit,
      remaining,
      period,
    });

    expect(await withdraw(50.01)).toEqual(exceeded('transaction', 5000, 5000));
    expect([(await withdraw(50))['status'], await withdraw(30.01)]).toEqual([200, exceeded('day', 8000, 3000)]);
    expect([(await withdraw(30))['status'], await withdraw(5)]).toEqual([200, exceeded('day', 8000, 0)]);

    clock.advance(1000);
    expect(await withdraw(40.01)).toEqual(exceeded('month', 12_000, 4000));
    expect((await withdraw(40))['status']).toBe(200);
    expect((await request(BALANCE)).json.data.limits).toEqual({
      daily: 8000,
      dailyUsed: 4000,
      dailyRemaining: 4000,
      monthly: 12_000,
      monthlyUsed: 12_000,
      monthlyRemaining: 0,
      perTransaction: 5000,
    });

    clock.advance(DAY_MS - 1);
    expect(await withdraw(5)).toEqual(exceeded('month', 12_000, 0));
    clock.advance(1);
    expect((await withdraw(50))['status']).toBe(200);
  });

  it('are not used by a withdrawal that is refused', async () => {
    const { request } = await openEdited(`DELETE FROM limit_use; ${withBalance(600)}`);
    expect(factsOf(await request(CREATE, { json: { amount: 10 } }))['code']).toBe('insufficient_balance');
    expect((await request(BALANCE)).json.data.limits).toMatchObject({ dailyUsed: 0, monthlyUsed: 0 });
  });

  it('have a rest of zero, not less, when they were lowered below their use', async () => {
    const { request } = await openEdited(
      "UPDATE accounts SET daily_limit = 100; INSERT INTO limit_use VALUES ('demo', '2026-07-14', 700)",
    );
    expect((await request(BALANCE)).json.data.limits).toMatchObject({ daily: 100, dailyUsed: 700, dailyRemaining: 0 });
    expect(factsOf(await request(CREATE, { json: { amount: 5 } }))).toMatchObject({ period: 'day', remaining: 0 });
  });
});
