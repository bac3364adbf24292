import { describe, expect, it } from 'vitest';
import { LocalAnswerCache } from '../../src/service/http/local-state.ts';
import { HISTORY, fakeClock, openTestService } from '../support/service.ts';

const LIST = '/api/v1/withdraw/list';
const CREATE = '/api/v1/withdraw/create';

async function totalOf({ request }: Awaited<ReturnType<typeof openTestService>>, path = LIST) {
  const { json, headers } = await request(path);
  return { total: json.data.pagination.total, cache: headers.get('X-Cache'), age: headers.get('Age') };
}

describe('the cache of lists', () => {
  it('repeats an answer for sixty seconds from the first, whatever happens', async () => {
    const service = await openTestService(HISTORY);
    expect(await totalOf(service)).toEqual({ total: 30, cache: 'MISS', age: '0' });
    await service.request(CREATE, { json: { amount: 10 } });
    service.clock.advance(31_500);
    expect(await totalOf(service)).toEqual({ total: 30, cache: 'HIT', age: '31' });
    service.clock.advance(28_499);
    expect(await totalOf(service)).toEqual({ total: 30, cache: 'HIT', age: '59' });
    service.clock.advance(1);
    expect(await totalOf(service)).toEqual({ total: 31, cache: 'MISS', age: '0' });
  });

  it('is separate for each query, and shared by equal ones', async () => {
    const service = await openTestService(HISTORY);
    await totalOf(service);
    await service.request(CREATE, { json: { amount: 10 } });
    expect(await totalOf(service, `${LIST}?limit=49`)).toMatchObject({ total: 31, cache: 'MISS' });
    expect(await totalOf(service, `${LIST}?offset=1`)).toMatchObject({ total: 31, cache: 'MISS' });
    expect(await totalOf(service, `${LIST}?status=COMPLETED`)).toMatchObject({ cache: 'MISS' });
    expect(await totalOf(service, `${LIST}?offset=0&limit=050&fresh=please`)).toMatchObject({
      total: 30,
      cache: 'HIT',
    });
  });

  it('stores no answer that was being made when everything was replaced', async () => {
    const cache = new LocalAnswerCache(fakeClock());
    const old = cache.through('list', 60, async () => {
      await Promise.resolve();
      cache.clear();
      return 'old';
    });
    expect(await old).toMatchObject({ body: 'old', isHit: false });
    expect(await cache.through('list', 60, () => Promise.resolve('new'))).toMatchObject({ body: 'new', isHit: false });
  });

  it('is separate for each account, and shared by its keys', async () => {
    const { request, keyOf } = await openTestService(HISTORY);
    await request(LIST);
    expect((await request(LIST, { key: keyOf('demo', 'reader') })).headers.get('X-Cache')).toBe('HIT');
    const others = await request(LIST, { key: keyOf('other') });
    expect([others.headers.get('X-Cache'), others.json.data.pagination.total]).toEqual(['MISS', 3]);
  });

  it('checks the permission before it answers', async () => {
    const { request, keyOf } = await openTestService(HISTORY);
    await request(LIST);
    expect((await request(LIST, { key: keyOf('demo', 'balance') })).status).toBe(403);
  });

  it('can be switched off', async () => {
    const service = await openTestService({ ...HISTORY, cache: false });
    expect(await totalOf(service)).toEqual({ total: 30, cache: null, age: null });
    await service.request(CREATE, { json: { amount: 10 } });
    expect(await totalOf(service)).toEqual({ total: 31, cache: null, age: null });
  });

  it('removes the oldest answers when it is full', async () => {
    const cache = new LocalAnswerCache(fakeClock(), 10);
    const ask = async (key: string, length: number) =>
      (await cache.through(key, 60, () => Promise.resolve('x'.repeat(length)))).isHit;
    expect([await ask('a', 4), await ask('b', 4), await ask('c', 4)]).toEqual([false, false, false]);
    expect([await ask('b', 4), await ask('a', 4), await ask('huge', 11)]).toEqual([true, false, false]);
    expect(await ask('huge', 11)).toBe(false);
  });
});

describe('the cache of the balance', () => {
  async function balanceOf({ request }: Awaited<ReturnType<typeof openTestService>>) {
    const { json, headers } = await request('/api/v1/user/balance');
    return { total: json.data.balance.total, cache: headers.get('X-Cache'), age: headers.get('Age') };
  }

  it('is off by default', async () => {
    const service = await openTestService();
    const { total } = await balanceOf(service);
    await service.request(CREATE, { json: { amount: 10 } });
    expect(await balanceOf(service)).toEqual({ total: total - 1000, cache: null, age: null });
  });

  it('lasts for the configured time, whether lists are cached or not', async () => {
    const service = await openTestService({ balanceCacheSeconds: 5, cache: false });
    const { total } = await balanceOf(service);
    await service.request(CREATE, { json: { amount: 10 } });
    service.clock.advance(4_999);
    expect(await balanceOf(service)).toEqual({ total, cache: 'HIT', age: '4' });
    service.clock.advance(1);
    expect(await balanceOf(service)).toEqual({ total: total - 1000, cache: 'MISS', age: '0' });
    expect((await totalOf(service)).cache).toBeNull();
  });
});
