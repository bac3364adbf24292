import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsOfStore } from '../support/postgres.ts';
import { fakeClock, NOON_IN_SAO_PAULO, openTestService, type OpenTestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const CREATE = '/api/v1/withdraw/create';
const LIST = '/api/v1/withdraw/list';

type Tenant = Awaited<ReturnType<typeof openTenant>>;

/** An account of its own, with what a test asks of it. */
async function openTenant({ request }: OpenTestService, changes: object = {}) {
  const { id, key } = (await request('/mock/account/open', { json: {} })).json.data;
  await request('/mock/account', { json: { account: id, ...changes } });
  return {
    id: String(id),
    request: (path: string, options: object = {}) => request(path, { key, ...options }),
    advance: async (durationMs: number) =>
      (await request('/mock/clock/advance', { json: { account: id, durationMs } })).json.data.now,
  };
}

async function withdraw(tenant: Tenant, amount = 10) {
  return (await tenant.request(CREATE, { json: { amount, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' } })).json.data;
}

async function statusOf(tenant: Tenant, id: string): Promise<unknown> {
  return (await tenant.request(`/api/v1/withdraw/get/${id}`)).json.data.status;
}

describe('the clock of an account', () => {
  it('is ahead for what is due, created and answered on this account, and for no other', async () => {
    const service = await openTestService();
    const [ahead, other] = [
      await openTenant(service, { instant: false, settleAfterMs: DAY_MS }),
      await openTenant(service, { instant: false, settleAfterMs: DAY_MS }),
    ];
    const [sent, waiting] = [await withdraw(ahead), await withdraw(other)];
    expect(await ahead.advance(DAY_MS)).toBe('2026-07-15T15:00:00.000Z');
    expect(await statusOf(ahead, sent.id)).toBe('COMPLETED');
    expect(await statusOf(other, waiting.id)).toBe('PENDING');
    expect((await withdraw(ahead)).createdAt).toBe('2026-07-15T15:00:00.000Z');
    expect((await withdraw(other)).createdAt).toBe('2026-07-14T15:00:00.000Z');
    expect((await ahead.request(LIST)).headers.get('Date')).toBe('Wed, 15 Jul 2026 15:00:00 GMT');
    expect((await other.request(LIST)).headers.get('Date')).toBe('Tue, 14 Jul 2026 15:00:00 GMT');
    const shown = (await service.request(`/mock/account?account=${ahead.id}`)).json.data;
    expect(shown.clockAheadMs).toBe(DAY_MS);
    // What is due on both follows the clock of the service, too.
    await service.request('/mock/clock/advance', { json: { durationMs: DAY_MS } });
    expect(await statusOf(other, waiting.id)).toBe('COMPLETED');
    expect((await service.request('/mock/verify')).json.data.holds).toBe(true);
  });

  it('renews the daily limit, and expires a charge at its own time', async () => {
    const service = await openTestService();
    const tenant = await openTenant(service, { dailyLimitCentavos: 1_500 });
    const charge = (await tenant.request('/api/v1/payment/create', { json: { value: 10 } })).json.data;
    await withdraw(tenant);
    expect(await withdraw(tenant)).toBeUndefined();
    await tenant.advance(DAY_MS);
    expect(await withdraw(tenant)).toMatchObject({ status: 'COMPLETED' });
    const { dailyUsed, monthlyUsed } = (await tenant.request('/api/v1/user/balance')).json.data.limits;
    expect([dailyUsed, monthlyUsed]).toEqual([1_000, 2_000]);
    const { status, updatedAt } = (await tenant.request(`/api/v1/payment/get/${charge.id}`)).json.data;
    expect([status, updatedAt]).toEqual(['FAILED', '2026-07-15T15:00:00.000Z']);
  });

  it('ages what is cached, and frees the rate limit', async () => {
    const service = await openTestService({ rateLimit: true });
    const [tenant, other] = [await openTenant(service), await openTenant(service)];
    for (const one of [tenant, other]) await one.request(LIST);
    await tenant.advance(30_000);
    const aged = await tenant.request(LIST);
    expect([aged.headers.get('X-Cache'), aged.headers.get('Age')]).toEqual(['HIT', '30']);
    await tenant.advance(30_000);
    expect((await tenant.request(LIST)).headers.get('X-Cache')).toBe('MISS');
    expect((await other.request(LIST)).headers.get('Age')).toBe('0');
    let answer = await tenant.request(LIST);
    while (answer.status === 200) answer = await tenant.request(LIST);
    const reset = Number(answer.headers.get('X-RateLimit-Reset')) * 1000;
    expect(reset - NOON_IN_SAO_PAULO).toBeGreaterThan(60_000);
    await tenant.advance(1_000);
    expect((await tenant.request(LIST)).status).toBe(200);
  });

  it('counts for what controls do to the account', async () => {
    const service = await openTestService();
    const tenant = await openTenant(service, { instant: false });
    await tenant.advance(DAY_MS);
    const { id } = (await service.request('/mock/deposit', { json: { account: tenant.id, amountCentavos: 5_000 } }))
      .json.data;
    for (const path of ['/mock/dispute/open', '/mock/dispute/refuse']) {
      expect((await service.request(path, { json: { paymentId: id } })).status).toBe(200);
    }
    const sent = await withdraw(tenant);
    expect((await service.request('/mock/withdraw/settle', { json: { id: sent.id } })).status).toBe(200);
    const settled = (await tenant.request(`/api/v1/withdraw/get/${sent.id}`)).json.data;
    expect(settled.completedAt).toBe('2026-07-15T15:00:00.000Z');
    expect((await service.request('/mock/verify')).json.data.holds).toBe(true);
  });

  it('is part of a snapshot, and does not move the clock of a service that starts again', async () => {
    const service = await openTestService();
    const tenant = await openTenant(service, { instant: false, settleAfterMs: 2 * DAY_MS });
    await tenant.advance(DAY_MS);
    const sent = await withdraw(tenant);
    const snapshot = await (await service.send('/mock/snapshot', {})).arrayBuffer();
    await service.request('/mock/reset', { method: 'POST' });
    const headers = { 'Content-Type': 'application/octet-stream' };
    await service.send('/mock/restore', { method: 'POST', headers, body: snapshot });
    expect((await service.request('/mock/clock/advance', { json: { durationMs: 0 } })).json.data.now).toBe(
      '2026-07-14T15:00:00.000Z',
    );
    expect(await statusOf(tenant, sent.id)).toBe('PENDING');
    expect(await tenant.advance(2 * DAY_MS)).toBe('2026-07-17T15:00:00.000Z');
    expect(await statusOf(tenant, sent.id)).toBe('COMPLETED');
  });

  it('refuses an account that is not there, and a time beyond the year 9999', async () => {
    const service = await openTestService({}, fakeClock(Date.UTC(9998, 11, 31)));
    const advance = (json: object) => service.request('/mock/clock/advance', { json });
    expect((await advance({ account: 'none-such', durationMs: 1 })).status).toBe(404);
    expect((await advance({ account: 'demo', durationMs: 366 * DAY_MS })).status).toBe(400);
    expect((await advance({ account: 'demo', durationMs: 300 * DAY_MS })).status).toBe(200);
    expect((await advance({ durationMs: 300 * DAY_MS })).status).toBe(400);
  });

  it('turns the list cache off for this account alone', async () => {
    const service = await openTestService();
    const [fresh, other] = [await openTenant(service, { cache: false }), await openTenant(service)];
    for (const one of [fresh, other]) await one.request(LIST);
    await withdraw(fresh);
    const [seen, repeated] = [await fresh.request(LIST), await other.request(LIST)];
    expect([seen.json.data.pagination.total, seen.headers.get('X-Cache')]).toEqual([1, null]);
    expect(repeated.headers.get('X-Cache')).toBe('HIT');
  });
});

interface Step {
  /** Undefined: the clock of the service. */
  readonly tenant: number | undefined;
  readonly advanceMs: number;
  readonly amount: number;
}

const TENANTS = 4;
const STEP: fc.Arbitrary<Step> = fc.record({
  tenant: fc.option(fc.nat(TENANTS - 1), { nil: undefined, freq: 8 }),
  advanceMs: fc.integer({ min: 0, max: 40 * DAY_MS }),
  amount: fc.integer({ min: 10, max: 600 }),
});

it('four tenants with clocks of their own behave each as it would alone', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), async (steps) => {
      const together = await historiesOf(steps);
      const tenant = steps.find((step) => step.tenant !== undefined)?.tenant ?? 0;
      const alone = await historiesOf(steps.filter((step) => step.tenant === tenant || step.tenant === undefined));
      expect(together[tenant]).toEqual(alone[tenant]);
    }),
    drawsOfStore(4),
  );
});

/** What each account shows after the steps, without its ids. */
async function historiesOf(steps: readonly Step[]) {
  const service = await openTestService();
  const behaviour = { instant: false, settleAfterMs: 3 * DAY_MS, dailyLimitCentavos: 80_000 };
  const tenants: Tenant[] = [];
  for (let index = 0; index < TENANTS; index += 1)
    tenants.push(await openTenant(service, { ...behaviour, cache: false }));
  for (const { tenant, advanceMs, amount } of steps) {
    const one = tenant === undefined ? undefined : tenants[tenant];
    if (one === undefined) {
      await service.request('/mock/clock/advance', { json: { durationMs: advanceMs } });
      continue;
    }
    await withdraw(one, amount);
    await one.request('/api/v1/payment/create', { json: { value: amount } });
    await one.advance(advanceMs);
  }
  const histories = await Promise.all(
    tenants.map(async (one) => {
      const [{ json: sent }, { json: asked }, { json: balance }] = await Promise.all([
        one.request(`${LIST}?limit=100`),
        one.request('/api/v1/payment/list?limit=100'),
        one.request('/api/v1/user/balance'),
      ]);
      const rows = [...sent.data.withdraws, ...asked.data.payments];
      return [
        rows.map(({ value, status, createdAt, updatedAt }) => [value, status, createdAt, updatedAt]),
        balance.data,
      ];
    }),
  );
  expect((await service.request('/mock/verify')).json.data.holds).toBe(true);
  await service.close();
  return histories;
}
