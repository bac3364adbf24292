import { describe, expect, it } from 'vitest';
import { fakeClock, NOON_IN_SAO_PAULO, openTestService, type OpenTestService } from '../support/service.ts';
import { expectSound } from '../support/service-controls.ts';
import { brokenRules, dataFilePath } from './data-file.ts';

const CREATE = '/api/v1/withdraw/create';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function at(afterMs: number): string {
  return new Date(NOON_IN_SAO_PAULO + afterMs).toISOString();
}

async function balanceOf({ request }: OpenTestService) {
  return (await request('/api/v1/user/balance')).json.data;
}

async function created({ request }: OpenTestService, path: string, json: unknown) {
  const answer = await request(path, { json });
  expect(answer.status).toBe(200);
  return answer.json.data;
}

describe('a withdrawal on an account that is not instant', () => {
  it('settles by itself, at its own time, whenever that is processed', async () => {
    const service = await openTestService();
    const { request, clock } = service;
    await request('/mock/account', { json: { instant: false, settleAfterMs: 5 * MINUTE_MS } });
    const { id, status, completedAt } = await created(service, CREATE, { amount: 10 });
    expect([status, completedAt]).toEqual(['PENDING', null]);
    clock.advance(5 * MINUTE_MS - 1);
    expect((await request(`/api/v1/withdraw/get/${id}`)).json.data.status).toBe('PENDING');
    clock.advance(3 * DAY_MS);
    const { data } = (await request(`/api/v1/withdraw/get/${id}`)).json;
    expect(data).toMatchObject({ status: 'COMPLETED', completedAt: at(5 * MINUTE_MS), updatedAt: at(5 * MINUTE_MS) });
  });

  it.each(['/api/v1/user/balance', '/api/v1/withdraw/list', '/mock/account', '/mock/verify'])(
    'is settled before %s is answered',
    async (path) => {
      const { request, clock } = await openTestService({ cache: false });
      await request('/mock/account', { json: { instant: false, settleAfterMs: MINUTE_MS, settleAs: 'AC03' } });
      const before = (await request(path)).json.data;
      await request(CREATE, { json: { amount: 10 } });
      clock.advance(MINUTE_MS);
      const { data } = (await request(path)).json;
      const isList = path.endsWith('list');
      if (isList) expect(data.statistics.failed).toBe(before.statistics.failed + 1);
      else expect(data).toEqual(before);
    },
  );

  it('fails by itself for the configured reason, and returns money and limits', async () => {
    const service = await openTestService();
    const { request, clock } = service;
    await request('/mock/account', { json: { instant: false, settleAfterMs: DAY_MS, settleAs: 'BE01' } });
    const before = await balanceOf(service);
    const { id } = await created(service, CREATE, { amount: 10 });
    const during = await balanceOf(service);
    expect([during.balance.total, during.limits.dailyUsed]).toEqual([before.balance.total - 1000, 1000]);
    clock.advance(2 * DAY_MS);
    const { data } = (await request(`/api/v1/withdraw/get/${id}`)).json;
    expect(data).toMatchObject({
      status: 'FAILED',
      failedAt: at(DAY_MS),
      failureReason: expect.stringMatching(/^BE01: /),
    });
    const after = await balanceOf(service);
    expect([after.balance.total, after.limits.monthlyUsed]).toEqual([before.balance.total, before.limits.monthlyUsed]);
    await expectSound(service);
  });
});

describe('a payment', () => {
  it('expires a day after its creation, and only the look-up that expires it reports it', async () => {
    const service = await openTestService();
    const { request, clock } = service;
    const [seen, unseen] = [
      await created(service, '/api/v1/payment/create', { value: 10 }),
      await created(service, '/api/v1/payment/create', { value: 10 }),
    ];
    clock.advance(DAY_MS);
    const first = (await request(`/api/v1/payment/get/${seen.id}`)).json;
    expect([first.statusUpdated, first.data.status, first.data.updatedAt]).toEqual([true, 'FAILED', at(DAY_MS)]);
    const other = (await request(`/api/v1/payment/get/${unseen.id}`)).json;
    expect([other.statusUpdated, other.data.status, other.data.qrCode]).toEqual([false, 'FAILED', null]);
    expect((await request('/mock/payment/pay', { json: { id: unseen.id } })).json.code).toBe('invalid_transition');
  });

  it('can be paid until the moment before', async () => {
    const service = await openTestService();
    const { id } = await created(service, '/api/v1/payment/create', { value: 10 });
    service.clock.advance(DAY_MS - 1);
    expect((await service.request('/mock/payment/pay', { json: { id } })).json.data.status).toBe('COMPLETED');
  });
});

describe('the clock', () => {
  it('is advanced for everything at once', async () => {
    const service = await openTestService();
    const { request } = service;
    await request('/mock/account', { json: { instant: false, settleAfterMs: 2 * DAY_MS } });
    const payment = await created(service, '/api/v1/payment/create', { value: 10 });
    const withdrawal = await created(service, CREATE, { amount: 10 });
    expect((await balanceOf(service)).limits.dailyUsed).toBe(1000);
    const list = await request('/api/v1/withdraw/list');
    expect(list.headers.get('X-Cache')).toBe('MISS');
    const moved = await request('/mock/clock/advance', { json: { durationMs: 3 * DAY_MS } });
    expect(moved.json.data.now).toBe(at(3 * DAY_MS));
    expect((await balanceOf(service)).limits.dailyUsed).toBe(0);
    expect((await request('/api/v1/withdraw/list')).headers.get('X-Cache')).toBe('MISS');
    expect((await request(`/api/v1/payment/get/${payment.id}`)).json.data.updatedAt).toBe(at(DAY_MS));
    expect((await request(`/api/v1/withdraw/get/${withdrawal.id}`)).json.data.completedAt).toBe(at(2 * DAY_MS));
  });

  it('ends with the latest time that can be written', async () => {
    const { request } = await openTestService({}, fakeClock(Date.UTC(9999, 11, 30)));
    const advance = async (durationMs: number) =>
      (await request('/mock/clock/advance', { json: { durationMs } })).status;
    expect([await advance(2 * DAY_MS), await advance(DAY_MS), await advance(1)]).toEqual([400, 200, 400]);
  });

  it('keeps its advance when the service starts again', async () => {
    const dataFile = dataFilePath();
    const first = await openTestService({ dataFile });
    const { id } = await created(first, '/api/v1/payment/create', { value: 10 });
    await first.request('/mock/clock/advance', { json: { durationMs: DAY_MS - 1 } });
    await first.close();
    const second = await openTestService({ dataFile });
    expect((await created(second, '/api/v1/payment/create', { value: 10 })).createdAt).toBe(at(DAY_MS - 1));
    second.clock.advance(1);
    const { statusUpdated, data } = (await second.request(`/api/v1/payment/get/${id}`)).json;
    expect([statusUpdated, data.status, data.updatedAt]).toEqual([true, 'FAILED', at(DAY_MS)]);
    await second.close();
    expect(await brokenRules(dataFile)).toEqual([]);
  });
});
