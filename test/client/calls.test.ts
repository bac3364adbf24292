import { describe, expect, it } from 'vitest';
import type { CallOptions, PixClient } from '../../src/client/index.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { balance, payments } from '../support/bodies.ts';
import { API_KEY, clientOf, failureOf } from '../support/wallet-client.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const SERVICE = 'https://wallet.example';
const statistics = { total: 3, completed: 1, pending: 1, totalValue: 0, totalNetValue: 0 };
const listOf = (items: readonly object[], offset = 0) => ({
  success: true,
  data: { payments: items, pagination: { total: 3, limit: 100, offset, hasMore: false }, statistics },
});

onlyNock();

const withdrawal = { amountCentavos: centavos(5_00), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;

const CALLS: readonly (readonly [name: string, call: (client: PixClient, options: CallOptions) => Promise<unknown>])[] =
  [
    ['balance', (client, options) => client.balance(options)],
    ['request', (client, options) => client.request({ method: 'GET', path: '/any' }, options)],
    ['payments.page', (client, options) => client.payments.page({}, options)],
    ['payments.get', (client, options) => client.payments.get('p-1', options)],
    ['payments.create', (client, options) => client.payments.create({ valueCentavos: centavos(1_00) }, options)],
    ['payments.list', (client, options) => client.payments.list(options).collect()],
    ['payments.proven', (client, options) => client.payments.proven(options).collect()],
    ['withdraws.page', (client, options) => client.withdraws.page({}, options)],
    ['withdraws.get', (client, options) => client.withdraws.get('w-1', options)],
    ['withdraws.create', (client, options) => client.withdraws.create(withdrawal, options)],
    ['withdraws.list', (client, options) => client.withdraws.list(options).collect()],
    ['withdraws.proven', (client, options) => client.withdraws.proven(options).collect()],
    [
      'withdraws.requestTransferCode',
      (client, options) => client.withdraws.requestTransferCode({ amountCentavos: centavos(5_00) }, options),
    ],
  ];

describe.each(CALLS)('%s', (_name, call) => {
  it('sends nothing when its own signal is aborted, and leaves the client as it was', async () => {
    const { client, events } = clientOf(SERVICE);
    const reason = new Error('the window was closed');
    const error = await failureOf(call(client, { signal: AbortSignal.abort(reason) }));
    expect(error).toMatchObject({ code: 'interrupted', outcome: 'not-sent', cause: reason });
    expect(events).toEqual([]);
    nock(SERVICE).get('/api/v1/user/balance').reply(200, { success: true, data: balance });
    expect(await client.balance()).toEqual(balance);
  });

  it('waits no longer than its own time-out', async () => {
    nock(SERVICE)
      .intercept(/.*/, 'GET')
      .delay(60_000)
      .reply(200, {})
      .persist()
      .intercept(/.*/, 'POST')
      .delay(60_000)
      .reply(200, {})
      .persist();
    const { client } = clientOf(SERVICE, { timeoutMs: 60_000 });
    const error = await failureOf(call(client, { timeoutMs: 5 }));
    expect(['timed_out', 'connect_timeout']).toContain(error.code);
    nock.abortPendingRequests();
  });
});

describe('the id of a request', () => {
  it('is the same in all events of a call and in the error that it ends with', async () => {
    nock(SERVICE)
      .get('/api/v1/user/balance')
      .reply(503, 'down', { 'X-Request-Id': 'first' })
      .get('/api/v1/user/balance')
      .reply(401, { success: false, error: 'Unauthorized', message: 'no such key' }, { 'Request-Id': 'second' });
    const { client, events } = clientOf(SERVICE);
    const error = await failureOf(client.balance());
    expect(error).toMatchObject({ code: 'unauthorized', requestId: 1, serviceRequestId: 'second' });
    expect(events.map((event) => ('requestId' in event ? [event.type, event.requestId] : [event.type]))).toEqual([
      ['request', 1],
      ['answer', 1],
      ['retry', 1],
      ['request', 1],
      ['answer', 1],
    ]);
  });

  it('is in the error of an answer that breaks the contract, with what the service calls the request', async () => {
    nock(SERVICE)
      .get('/api/v1/user/balance')
      .reply(200, { success: true, data: { balance: {} } }, { 'X-Request-Id': 'req-7' });
    expect(await failureOf(clientOf(SERVICE).client.balance())).toMatchObject({
      code: 'contract_broken',
      requestId: 1,
      serviceRequestId: 'req-7',
    });
  });

  it('is in the error of an answer about another payment, and of a page that is not the one asked for', async () => {
    const statistics = { total: 0, completed: 0, pending: 0, active: 0, failed: 0 };
    const pagination = { total: 200, limit: 100, offset: 7, hasMore: false };
    nock(SERVICE)
      .get('/api/v1/withdraw/get/w-1')
      .reply(200, { success: true, data: { id: 'w-2', value: 500 } }, { 'X-Request-Id': 'req-8' })
      .get(/payment\/list/)
      .reply(200, { success: true, data: { payments: [], pagination, statistics } }, { 'X-Request-Id': 'req-9' });
    const { client } = clientOf(SERVICE);
    const ids = [await failureOf(client.withdraws.get('w-1')), await failureOf(client.payments.list().collect())];
    expect(ids.map(({ code, requestId, serviceRequestId }) => [code, requestId, serviceRequestId])).toEqual([
      ['contract_broken', 1, 'req-8'],
      ['contract_broken', 2, 'req-9'],
    ]);
  });

  it('is not that of an earlier attempt when no answer came, and never contains a key', async () => {
    nock(SERVICE)
      .post('/api/v1/payment/create')
      .replyWithError(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))
      .get('/api/v1/user/balance')
      .reply(404, {}, { 'X-Request-Id': `of-${API_KEY}` });
    const { client } = clientOf(SERVICE);
    const lost = await failureOf(client.payments.create({ valueCentavos: centavos(1_00) }));
    expect([lost.requestId, lost.serviceRequestId]).toEqual([1, undefined]);
    const refused = await failureOf(client.balance());
    expect(refused.serviceRequestId).toMatch(/^of-pk_…/);
  });
});

describe('collect()', () => {
  it('gives all rows of a list, or as many as are wanted', async () => {
    nock(SERVICE)
      .get('/api/v1/payment/list')
      .query({ limit: 100, offset: 0 })
      .reply(200, listOf(payments))
      .get('/api/v1/payment/list')
      .query({ limit: 2, offset: 0 })
      .reply(200, listOf(payments.slice(0, 2)));
    const { client } = clientOf(SERVICE);
    expect(await client.payments.list().collect()).toEqual(payments);
    expect(await client.payments.list({ maximum: 2 }).collect()).toEqual(payments.slice(0, 2));
  });

  it('gives the rows of a proven list in their order, with the verdict', async () => {
    nock(SERVICE).get('/api/v1/payment/list').query(true).times(4).reply(200, listOf(payments));
    const { rows, verdict } = await clientOf(SERVICE).client.payments.proven().collect();
    expect(rows.map(({ number, row }) => [number, row.id])).toEqual([
      [0, 'pay-1'],
      [1, 'pay-2'],
      [2, 'pay-3'],
    ]);
    expect(verdict).toMatchObject({ isProven: true, gaps: [] });
  });
});
