import { inspect } from 'node:util';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  ApiError,
  type Centavos,
  centavos,
  type ClientEvent,
  type ClientSettings,
  type OneKey,
  ConfigurationError,
  ContractError,
  createPixClient,
  type PixClient,
  type Payment,
  PixError,
} from '../../src/client/index.ts';
import {
  balance,
  createdWithdrawal,
  listedWithdrawal,
  payments,
  paymentStatistics,
  refusal,
  withdrawalDetails,
} from '../support/bodies.ts';
import { collect } from '../support/collect.ts';
import { failureOf } from '../support/wallet-client.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const SERVICE = 'https://wallet.example';
const API_KEY = 'pk_client0123456789abcdefghijklmnopqrst';

const payment = payments[1]!;
const withdrawal = listedWithdrawal;
const pagination = { total: 1, limit: 100, offset: 0, hasMore: false };
const ok = (data: object, more: object = {}) => ({ success: true, ...more, data });
const recipient = { pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;

function openClient(options: Partial<ClientSettings & OneKey> = {}) {
  return createPixClient({ baseUrl: SERVICE, apiKey: API_KEY, ...options });
}

function paymentList(rows: readonly object[], place: object = {}) {
  return ok({ payments: rows, pagination: { ...pagination, ...place }, statistics: paymentStatistics });
}

onlyNock({ isAsked: true });

describe('requests and answers', () => {
  it('reads the balance with the key of the account', async () => {
    nock(SERVICE, { reqheaders: { 'X-API-Key': API_KEY, Accept: 'application/json' } })
      .get('/api/v1/user/balance')
      .reply(200, ok(balance));
    expect(await openClient().balance()).toEqual(balance);
  });

  it('lists payments, filtered by the service', async () => {
    nock(SERVICE)
      .get('/api/v1/payment/list')
      .query({ status: 'COMPLETED', limit: 100, offset: 0 })
      .reply(200, paymentList([payment]));
    const rows = await collect(openClient().payments.list({ status: 'COMPLETED' }));
    expect(rows).toEqual([payment]);
    expectTypeOf(rows).toEqualTypeOf<Payment[]>();
    expectTypeOf<Payment['value']>().toEqualTypeOf<Centavos>();
    expectTypeOf<Payment['fee']>().toEqualTypeOf<Centavos | null>();
  });

  it('lists a part of the payments, page by page', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ ...payment, id: `pay-${index}` }));
    nock(SERVICE)
      .get('/api/v1/payment/list')
      .query({ limit: 100, offset: 10 })
      .reply(200, paymentList(rows.slice(0, 100), { total: 5000, offset: 10, hasMore: true }))
      .get('/api/v1/payment/list')
      .query({ limit: 100, offset: 110 })
      .reply(200, paymentList(rows.slice(100), { total: 5000, offset: 110, hasMore: true }));
    const ids = (await collect(openClient().payments.list({ offset: 10, maximum: 120 }))).map(({ id }) => id);
    expect(ids).toEqual(rows.slice(0, 120).map(({ id }) => id));
  });

  it('returns one page with its position and its statistics', async () => {
    const statistics = { total: 1, completed: 1, pending: 0, failed: 0, totalValue: 2500 };
    const place = { pagination: { total: 21, limit: 5, offset: 20, hasMore: false }, statistics };
    nock(SERVICE)
      .get('/api/v1/withdraw/list')
      .query({ status: 'PENDING', limit: 5, offset: 20 })
      .reply(200, ok({ withdraws: [withdrawal], ...place }));
    const page = await openClient().withdraws.page({ status: 'PENDING', limit: 5, offset: 20 });
    expect(page).toEqual({ items: [withdrawal], ...place });
  });

  it('looks up a payment and reports whether that changed its status', async () => {
    const details = { ...payment, id: 'pay/1?a', transactionId: 'tx-1', qrCode: null };
    nock(SERVICE)
      .get('/api/v1/payment/get/pay%2F1%3Fa')
      .reply(200, ok(details, { statusUpdated: true }))
      .get('/api/v1/payment/get/pay-2')
      .reply(200, ok({ ...details, id: 'pay-2' }));
    expect(await openClient().payments.get('pay/1?a')).toEqual({ payment: details, statusUpdated: true });
    expect(await openClient().payments.get('pay-2')).toMatchObject({ statusUpdated: false });
  });

  it('looks up a withdrawal', async () => {
    const details = { ...withdrawalDetails, id: 'wd-1' };
    nock(SERVICE)
      .get('/api/v1/withdraw/get/wd-1')
      .reply(200, ok(details, { message: 'ok' }));
    expect(await openClient().withdraws.get('wd-1')).toEqual(details);
  });

  it.each(['', '.', '..'])('requests nothing when an id is %j, which would name another path', async (id) => {
    expect(await failureOf(openClient().payments.get(id))).toMatchObject({ code: 'invalid_id', outcome: 'not-sent' });
  });

  it('creates a payment of this many reais', async () => {
    const created = { ...payment, transactionId: 'tx-1', valueInReais: '0.29', qrCode: null, copyPaste: '000201…' };
    nock(SERVICE)
      .post('/api/v1/payment/create', { value: 0.29, description: 'Café', coverFee: true })
      .matchHeader('Content-Type', 'application/json')
      .reply(201, ok(created, { message: 'created' }));
    const order = { valueCentavos: centavos(29), description: 'Café', coverFee: true };
    expect(await openClient().payments.create(order)).toEqual(created);
  });

  it('refuses an amount that no JSON number represents, and sends nothing', async () => {
    const tooMuch = centavos(8_000_000_000_000_001);
    const unsent = { code: 'invalid_amount', outcome: 'not-sent' };
    const { payments, withdraws } = openClient();
    await expect(payments.create({ valueCentavos: tooMuch })).rejects.toMatchObject(unsent);
    await expect(withdraws.create({ amountCentavos: tooMuch, ...recipient })).rejects.toMatchObject(unsent);
    await expect(withdraws.requestTransferCode({ amountCentavos: tooMuch })).rejects.toMatchObject(unsent);
  });

  // Scripts without types: an unset variable is an invalid date, and every comparison with it is false.
  const NO_DAY = new Date('');
  it.each([
    ['an amount in reais', ({ payments }) => payments.create({ valueCentavos: 12.34 as Centavos }), /12\.34 centavos/],
    ['no sum', ({ withdraws }) => withdraws.create({ amountCentavos: NaN as Centavos, ...recipient }), /NaN centavos/],
    ['a time that is none', (client) => client.balance({ timeoutMs: NaN }), /`timeoutMs` is no time: NaN/],
    ['no time at all', (client) => client.balance({ timeoutMs: 0 }), /`timeoutMs` is no time: 0/],
    ['no first request', async () => openClient({ firstRequests: 0 }).balance(), /`firstRequests` is none: 0/],
    ['first requests of no number', async () => openClient({ firstRequests: NaN }).balance(), /is none: NaN/],
    ['no number of rows', ({ payments }) => payments.list({ maximum: NaN }).collect(), /count rows/],
    ['no place in a list', ({ withdraws }) => withdraws.list({ offset: NaN }).collect(), /count rows/],
    ['no first day', async ({ payments }) => payments.proven({ since: NO_DAY }).collect(), /`since` is an invalid/],
    ['no last day', async ({ withdraws }) => withdraws.proven({ until: NO_DAY }).collect(), /`until` is an invalid/],
  ] satisfies [string, (client: PixClient) => Promise<unknown>, RegExp][])(
    'refuses %s, and sends nothing',
    async (_, ask, told) => {
      await expect(ask(openClient())).rejects.toThrow(told);
    },
  );

  it('creates a withdrawal without fields that were not given', async () => {
    nock(SERVICE)
      .post('/api/v1/withdraw/create', { amount: 12.34, ...recipient })
      .reply(200, ok(createdWithdrawal, { message: 'created' }));
    const order = { amountCentavos: centavos(1234), ...recipient, coverFee: false };
    expect(await openClient().withdraws.create(order)).toEqual(createdWithdrawal);
  });

  it('passes on what a script without types says of the fee, which the service refuses', async () => {
    const coverFee = 'no';
    nock(SERVICE)
      .post('/api/v1/withdraw/create', { amount: 12.34, ...recipient, coverFee })
      .reply(200, ok(createdWithdrawal, { message: 'created' }));
    const order = { amountCentavos: centavos(1234), ...recipient };
    Object.assign(order, { coverFee });
    expect(await openClient().withdraws.create(order)).toEqual(createdWithdrawal);
  });

  it('requests the code that a withdrawal requires', async () => {
    const expiresAt = '2026-07-01T12:10:00.000Z';
    nock(SERVICE)
      .post('/api/v1/user/security/request-transfer-code', { amount: 12.34, coverFee: true })
      .reply(200, ok({ expiresAt }, { message: 'sent' }));
    const request = { amountCentavos: centavos(1234), coverFee: true };
    expect(await openClient().withdraws.requestTransferCode(request)).toEqual({ expiresAt });
  });
});

describe('a service that differs from the document', () => {
  it.each([
    ['unknown fields', { ...payment, splitRules: [{ to: 'x' }] }],
    ['times of another form', { ...payment, createdAt: '01/07/2026' }],
    ['a negative and a zero amount', { ...payment, value: -5, fee: 0 }],
  ])('may send %s', async (_, row) => {
    nock(SERVICE)
      .get('/api/v1/payment/list')
      .query(true)
      .reply(200, paymentList([row], { region: 'br' }));
    const page = await openClient().payments.page();
    expect(page).toMatchObject({ items: [row], pagination: { total: 1, region: 'br' } });
  });

  it.each([
    ['an id that is a number', { ...payment, id: 7 }, 'data.payments[1].id'],
    ['an amount in reais', { ...payment, value: 10.5 }, 'data.payments[1].value'],
    ['a fee with a fraction', { ...payment, fee: 0.5 }, 'data.payments[1].fee'],
  ])('must not send %s', async (_, row, path) => {
    nock(SERVICE)
      .get('/api/v1/payment/list')
      .query(true)
      .reply(200, paymentList([payment, row], { total: 2 }));
    const error = await failureOf(openClient().payments.page());
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path, code: 'contract_broken' });
    expect(error).toMatchObject({ message: expect.stringContaining(path) });
  });

  it.each(['payment', 'withdraw'] as const)('must not return another %s than the requested one', async (kind) => {
    const data = { ...payment, ...withdrawal, transactionId: 'tx-1', fee: 50, sent: 1184, pixKeyType: 'EMAIL' };
    nock(SERVICE).get(`/api/v1/${kind}/get/mine`).reply(200, ok(data));
    const client = openClient();
    const error = await failureOf(kind === 'payment' ? client.payments.get('mine') : client.withdraws.get('mine'));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path: 'data.id' });
  });
});

describe('a refusal', () => {
  async function refusalOf(status: number, body: nock.Body, headers: Record<string, string> = {}): Promise<ApiError> {
    nock(SERVICE).post('/api/v1/withdraw/create').reply(status, body, headers);
    const error = await failureOf(openClient().withdraws.create({ amountCentavos: centavos(1234), ...recipient }));
    if (error instanceof ApiError) return error;
    throw new Error('expected an ApiError', { cause: error });
  }

  it('reports what is missing for an amount', async () => {
    const message = 'The balance is too small.';
    const facts = { balance: 1000, required: 1284 };
    const error = await refusalOf(400, { ...refusal('Bad Request', 'insufficient_balance', facts), message });
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'insufficient_balance', outcome: 'refused' });
    expect(error).toMatchObject({ message, serviceMessage: message, balanceCentavos: 1000, requiredCentavos: 1284 });
  });

  const LATER = { Date: 'Tue, 14 Jul 2026 15:00:00 GMT', 'Retry-After': 'Tue, 14 Jul 2026 15:00:05 GMT' };
  const LIMIT = { limitCentavos: 500, remainingCentavos: 0, period: 'day' };
  const details = [{ path: 'amount', message: 'no' }];

  it.each<[number, code: string, more: object, headers: Record<string, string>, facts: object]>([
    [400, 'limit_exceeded', { limit: 500, remaining: 0, period: 'day' }, {}, LIMIT],
    [403, 'permission_missing', { requiredPermission: 'x' }, {}, { requiredPermission: 'x', outcome: 'refused' }],
    [400, 'validation_failed', { details }, {}, { details }],
    [429, 'too_many_requests', {}, LATER, { retryAfterSeconds: 5, outcome: 'refused' }],
  ])('with status %i, %s, reports %j', async (status, code, more, headers, facts) => {
    expect(await refusalOf(status, refusal('Refused', code, more), headers)).toMatchObject({ code, ...facts });
  });

  it('shows no key and no terminal escape from the message of the service', async () => {
    const message = `\u001b[31mThe key ${API_KEY}\r\nis revoked\u0007`;
    const details = [{ path: 'X-API-Key', message: `${API_KEY} \u001b[0m` }];
    const error = await refusalOf(401, { success: false, message, details });
    expect(error.message).toBe('[31mThe key pk_…qrst is revoked');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(API_KEY);
  });
});

describe('the settings of a client', () => {
  it.each([
    [{ apiKey: '' }, 'no_key'],
    [{ apiKey: 'pk_with space' }, 'invalid_key'],
    [{ apiKey: 'pk_line\nbreak' }, 'invalid_key'],
    [{ apiKey: 'pk_ação' }, 'invalid_key'],
    [{ baseUrl: 'wallet.example' }, 'invalid_base_url'],
  ])('%j are refused before anything is sent', (options, code) => {
    const open = () => openClient(options);
    expect(open).toThrow(ConfigurationError);
    expect(open).toThrow(PixError);
    expect(open).toThrow(expect.objectContaining({ code, outcome: 'not-sent' }));
    expect(open).toThrow(/^(?!.*pk_)/);
  });

  it('may include a time-out that is longer than a timer runs', async () => {
    nock(SERVICE).get('/api/v1/user/balance').reply(200, ok(balance));
    expect(await openClient({ timeoutMs: 2 ** 40 }).balance()).toEqual(balance);
  });
});

describe('the events of a client', () => {
  it('report requests and responses, with the rest of the rate limit, and never the key', async () => {
    nock(SERVICE)
      .get('/api/v1/user/balance')
      .reply(200, ok(balance), { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '9', 'X-Request-Id': 'req-1' })
      .get('/api/v1/payment/get/x')
      .reply(404, { success: false, message: API_KEY });
    const events: ClientEvent[] = [];
    const client = openClient({ onEvent: (event) => events.push(event) });
    await client.balance();
    await failureOf(client.payments.get('x'));
    const rate = { rateLimit: 10, rateRemaining: 9 };
    expect(events).toMatchObject([
      { type: 'request', requestId: 1, method: 'GET', url: `${SERVICE}/api/v1/user/balance`, attempt: 1 },
      { type: 'answer', requestId: 1, status: 200, ...rate, durationMs: expect.any(Number), serviceRequestId: 'req-1' },
      { type: 'request', requestId: 2, url: `${SERVICE}/api/v1/payment/get/x` },
      { type: 'answer', requestId: 2, status: 404, rateLimit: undefined, serviceRequestId: undefined },
    ]);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
  });

  it.each([
    ['as it is', (key: string) => key],
    ['percent-encoded', encodeURIComponent],
    ['encoded letter by letter', (key: string) => Buffer.from(key).toString('hex').replaceAll(/../g, '%$&')],
  ])('never contain a key that the service put into an address (%s)', async (_name, encode) => {
    const apiKey = 'Key/with+more=than:letters/0000000000a1b2';
    const written = encode(apiKey);
    nock(SERVICE)
      .get('/api/v1/user/balance')
      .reply(302, '', { Location: `/again?api_key=${written}` })
      .get('/again')
      .query(true)
      .reply(302, '', { Location: `https://elsewhere.example/${written}/x` });
    const events: ClientEvent[] = [];
    const client = openClient({ apiKey, onEvent: (event) => events.push(event) });
    const error = await failureOf(client.balance());
    expect(error).toMatchObject({ redirectedTo: 'https://elsewhere.example/…a1b2/x' });
    expect(events).toContainEqual(expect.objectContaining({ url: `${SERVICE}/again?api_key=…a1b2` }));
    for (const form of [apiKey, written]) expect(inspect([error, events], { depth: 20 })).not.toContain(form);
  });
});
