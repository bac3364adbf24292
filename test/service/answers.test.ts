import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { HISTORY, openTestService, startTestService } from '../support/service.ts';

const CREATE_WITHDRAWAL = '/api/v1/withdraw/create';

describe('an answer', () => {
  it('is the same over a socket', async () => {
    const overSocket = await startTestService(HISTORY);
    const called = await openTestService(HISTORY);
    for (const path of ['/api/v1/payment/list?limit=7', '/api/v1/withdraw/list', '/api/v1/user/balance']) {
      expect((await overSocket.request(path)).text).toBe((await called.request(path)).text);
    }
    const created = await overSocket.request(CREATE_WITHDRAWAL, { json: { amount: '9,90' } });
    expect(created.text).toBe((await called.request(CREATE_WITHDRAWAL, { json: { amount: '9,90' } })).text);
  });

  it('does not cost a web stream where the length of the body is announced', async () => {
    const { request } = await startTestService(HISTORY);
    const toWeb = vi.spyOn(Readable, 'toWeb');
    expect((await request(CREATE_WITHDRAWAL, { json: { amount: '9,90' } })).status).toBe(200);
    expect(toWeb).not.toHaveBeenCalled();
  });
});

describe('pages', () => {
  it.each([
    ['payment', 'payments', ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED']],
    ['withdraw', 'withdraws', ['PENDING', 'COMPLETED', 'FAILED']],
  ])('of the %s list follow the status filter, with their total and statistics', async (path, rows, statuses) => {
    const { request } = await openTestService(HISTORY);
    const all = (await request(`/api/v1/${path}/list?limit=100`)).json.data;
    const everything = [...all[rows], ...(await request(`/api/v1/${path}/list?limit=100&offset=100`)).json.data[rows]];
    expect(all.statistics.total).toBe(everything.length);
    for (const status of statuses) {
      const wanted = everything.filter((row) => row.status === status);
      const { data } = (await request(`/api/v1/${path}/list?limit=100&status=${status}`)).json;
      expect(data[rows]).toEqual(wanted.slice(0, 100));
      expect(data.pagination.total).toBe(wanted.length);
      expect(data.statistics.total).toBe(wanted.length);
      expect(data.statistics.totalValue).toBe(wanted.reduce((sum, { value }) => sum + value, 0));
      expect(data.statistics.completed).toBe(status === 'COMPLETED' ? wanted.length : 0);
      const beyond = (await request(`/api/v1/${path}/list?status=${status}&offset=1`)).json.data;
      expect(beyond[rows]).toEqual(wanted.slice(1, 51));
    }
  });

  it('are empty beyond the end', async () => {
    const { request } = await openTestService({ payments: 0, withdraws: 0 });
    const { data } = (await request('/api/v1/payment/list')).json;
    expect([data.payments, data.pagination]).toEqual([[], { total: 0, limit: 50, offset: 0, hasMore: false }]);
    expect(data.statistics).toEqual({ total: 0, completed: 0, pending: 0, totalValue: 0, totalNetValue: 0 });
    expect((await request('/api/v1/withdraw/list?offset=999999999')).json.data.withdraws).toEqual([]);
  });
});
