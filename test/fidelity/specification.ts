import { expect } from 'vitest';
import { RATE_LIMITS } from '../../src/contract/limits.ts';
import {
  balanceOf,
  charge,
  dataOf,
  expectNoWithdrawal,
  expectRefusal,
  INTEGER,
  ISO_UTC,
  oneOf,
  useControl,
  RECIPIENT,
  section,
  states,
  TEXT,
  withdraw,
  type Section,
} from './statement.ts';

const LISTED_PAYMENT = {
  id: TEXT,
  correlationID: TEXT,
  value: INTEGER,
  netValue: INTEGER,
  fee: INTEGER,
  status: oneOf('PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'),
  description: TEXT,
  createdAt: ISO_UTC,
  updatedAt: ISO_UTC,
};
const LISTED_WITHDRAWAL = {
  id: TEXT,
  correlationID: TEXT,
  value: INTEGER,
  status: oneOf('PENDING', 'COMPLETED', 'FAILED'),
  pixKey: TEXT,
  description: TEXT,
  metadata: { fee: INTEGER, sent: INTEGER },
  createdAt: ISO_UTC,
  updatedAt: ISO_UTC,
};
const UNFINISHED = { completedAt: null, failedAt: null, failureReason: null };

/** The interface specification, section by section, in its order. */
export const specification: readonly Section[] = [
  section('What the service does', [
    states(
      'Amounts in responses are integers in centavos; the amount of a withdrawal request is in reais.',
      async (service) => {
        expect(await withdraw(service, { amount: 12.34 })).toMatchObject({ value: 1234, fee: 50, sent: 1184 });
      },
    ),
    states(
      'Every successful response has the envelope `{ success, data }`; some have `message`, too.',
      async (service) => {
        const { json } = await service.request('/api/v1/user/balance');
        expect(json).toEqual({ success: true, data: expect.any(Object) as unknown });
        const created = await service.request('/api/v1/withdraw/create', { json: { amount: 10, ...RECIPIENT } });
        expect(created.json).toEqual({ success: true, message: TEXT, data: expect.any(Object) as unknown });
      },
    ),
    states('The processor’s identifiers are `correlationID` and `transactionId`, both strings.', async (service) => {
      expect(await withdraw(service)).toMatchObject({ correlationID: TEXT, transactionId: TEXT });
    }),
  ]),
  section('Resources', [
    states('A listed payment has nine fields.', async (service) => {
      const { payments } = await dataOf(service, '/api/v1/payment/list');
      expect(payments).toHaveLength(50);
      for (const payment of payments) expect(payment).toEqual(LISTED_PAYMENT);
    }),
    states(
      'A payment that is looked up has `transactionId` and `qrCode` (a PNG data URI, or null); `statusUpdated` is next to `data`.',
      async (service) => {
        const { id } = await charge(service);
        const { json } = await service.request(`/api/v1/payment/get/${id}`);
        expect(json.statusUpdated).toBeTypeOf('boolean');
        expect(json.data).toEqual({
          ...LISTED_PAYMENT,
          transactionId: TEXT,
          qrCode: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
        });
        await useControl(service, '/mock/payment/pay', { id });
        expect(await dataOf(service, `/api/v1/payment/get/${id}`)).toMatchObject({ qrCode: null });
      },
    ),
    states(
      'Only the response that creates a payment contains the total in reais and the copy-and-paste code.',
      async (service) => {
        const created = await charge(service, { value: 10.5 });
        expect(created).toMatchObject({
          valueInReais: '10.50',
          copyPaste: expect.stringMatching(/^000201/) as unknown,
        });
        const found = await dataOf(service, `/api/v1/payment/get/${created.id}`);
        expect(Object.keys(found)).not.toContain('copyPaste');
        expect(Object.keys(found)).not.toContain('valueInReais');
        expect({ ...created, status: 'ACTIVE' }).toMatchObject(found);
      },
    ),
    states('A listed withdrawal has nine fields, including `metadata`.', async (service) => {
      const { withdraws } = await dataOf(service, '/api/v1/withdraw/list');
      expect(withdraws).toHaveLength(30);
      for (const withdrawal of withdraws) {
        expect(withdrawal).toEqual(LISTED_WITHDRAWAL);
        expect(withdrawal.metadata.fee + withdrawal.metadata.sent).toBe(withdrawal.value);
      }
    }),
    states(
      'A withdrawal that is looked up has fee, sent, key type and the three nullable fields; `sent` is `value` minus `fee`.',
      async (service) => {
        const created = await withdraw(service);
        const now = new Date(service.clock.now()).toISOString();
        expect(created).toEqual({
          id: TEXT,
          correlationID: TEXT,
          transactionId: TEXT,
          value: 2500,
          fee: 50,
          sent: 2450,
          status: 'COMPLETED',
          pixKey: RECIPIENT.pixKey,
          completedAt: now,
          failedAt: null,
          failureReason: null,
          createdAt: now,
        });
        const found = await dataOf(service, `/api/v1/withdraw/get/${created.id}`);
        expect(found).toEqual({ ...created, ...RECIPIENT, updatedAt: now });
      },
    ),
    states('Lists have `pagination`: total, limit, offset, hasMore.', async (service) => {
      const { pagination } = await dataOf(service, '/api/v1/payment/list?limit=100&offset=100');
      expect(pagination).toEqual({ total: 120, limit: 100, offset: 100, hasMore: false });
      const { pagination: first } = await dataOf(service, '/api/v1/withdraw/list?limit=10');
      expect(first).toEqual({ total: 30, limit: 10, offset: 0, hasMore: true });
    }),
    states('Lists have `statistics`, all integers.', async (service) => {
      const payments = await dataOf(service, '/api/v1/payment/list');
      expect(payments.statistics).toEqual({
        total: 120,
        completed: INTEGER,
        pending: INTEGER,
        totalValue: INTEGER,
        totalNetValue: INTEGER,
      });
      const withdrawals = await dataOf(service, '/api/v1/withdraw/list');
      expect(withdrawals.statistics).toEqual({
        total: 30,
        completed: INTEGER,
        pending: INTEGER,
        failed: INTEGER,
        totalValue: INTEGER,
      });
    }),
    states('The balance has five objects: balance, disputes, statistics, limits, plan.', async (service) => {
      expect(await balanceOf(service)).toEqual({
        balance: { total: INTEGER, pendingPayments: INTEGER, totalWithPending: INTEGER, isNegative: false },
        disputes: { total: 0, pending: 0, totalDisputedAmount: 0, totalBlockedAmount: 0 },
        statistics: {
          totalReceived: INTEGER,
          totalFees: INTEGER,
          completedPayments: INTEGER,
          pendingPayments: INTEGER,
          totalPayments: 120,
        },
        limits: {
          daily: 10_000_000,
          dailyUsed: INTEGER,
          dailyRemaining: INTEGER,
          monthly: 100_000_000,
          monthlyUsed: INTEGER,
          monthlyRemaining: INTEGER,
          perTransaction: 2_000_000,
        },
        plan: { name: 'Padrão', transactionFee: 50, transactionFeeInReais: '0.50' },
      });
    }),
  ]),
  section('States and transitions', [
    states(
      'A withdrawal processed instantly is COMPLETED in the response to its creation, and the balance is debited at once.',
      async (service) => {
        const before = await balanceOf(service);
        expect(await withdraw(service)).toMatchObject({ status: 'COMPLETED', completedAt: ISO_UTC });
        expect((await balanceOf(service)).balance.total).toBe(before.balance.total - 2500);
      },
    ),
    states('A withdrawal not processed instantly is PENDING; the balance is debited at once, too.', async (service) => {
      await useControl(service, '/mock/account', { instant: false });
      const before = await balanceOf(service);
      expect(await withdraw(service)).toMatchObject({ status: 'PENDING', ...UNFINISHED });
      expect((await balanceOf(service)).balance.total).toBe(before.balance.total - 2500);
    }),
    states(
      'FAILED sets `failedAt` and `failureReason`, COMPLETED sets `completedAt`; otherwise they are null.',
      async (service) => {
        await useControl(service, '/mock/account', { instant: false });
        const [one, other] = [await withdraw(service), await withdraw(service)];
        await useControl(service, '/mock/withdraw/settle', { id: one.id });
        await useControl(service, '/mock/withdraw/fail', { id: other.id, reason: 'AC03' });
        expect(await dataOf(service, `/api/v1/withdraw/get/${one.id}`)).toMatchObject({
          ...UNFINISHED,
          status: 'COMPLETED',
          completedAt: ISO_UTC,
        });
        expect(await dataOf(service, `/api/v1/withdraw/get/${other.id}`)).toMatchObject({
          status: 'FAILED',
          completedAt: null,
          failedAt: ISO_UTC,
          failureReason: expect.stringMatching(/^AC03/) as unknown,
        });
      },
    ),
  ]),
  section('Endpoints', [
    states('Successful responses are 200 with `Content-Type: application/json`.', async (service) => {
      const { status, headers } = await service.request('/api/v1/payment/list');
      expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json']);
    }),
    states('`GET /payment/list` filters by status: PENDING, ACTIVE, COMPLETED or FAILED.', async (service) => {
      for (const status of ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED']) {
        const { payments, pagination } = await dataOf(service, `/api/v1/payment/list?status=${status}&limit=100`);
        expect(payments.length).toBeGreaterThan(0);
        expect(payments).toHaveLength(pagination.total);
        for (const payment of payments) expect(payment.status).toBe(status);
      }
    }),
    states('`GET /withdraw/list` filters by status: PENDING, COMPLETED or FAILED.', async (service) => {
      for (const status of ['PENDING', 'COMPLETED', 'FAILED']) {
        const { withdraws } = await dataOf(service, `/api/v1/withdraw/list?status=${status}`);
        expect(withdraws.length).toBeGreaterThan(0);
        for (const withdrawal of withdraws) expect(withdrawal.status).toBe(status);
      }
    }),
    states('`limit` is 50 by default and at most 100; `offset` is 0 by default and skips rows.', async (service) => {
      const { payments: byDefault } = await dataOf(service, '/api/v1/payment/list');
      expect(byDefault).toHaveLength(50);
      const { payments: most } = await dataOf(service, '/api/v1/payment/list?limit=100');
      expect(most).toHaveLength(100);
      const { payments: later } = await dataOf(service, '/api/v1/payment/list?limit=5&offset=7');
      expect(later).toEqual(most.slice(7, 12));
      await expectRefusal(service.request('/api/v1/payment/list?limit=101'), 400, { code: 'validation_failed' });
    }),
    states('Both lists are cached for 60 seconds.', async (service) => {
      for (const path of ['/api/v1/payment/list', '/api/v1/withdraw/list']) {
        const first = await service.request(path);
        await charge(service);
        await withdraw(service);
        service.clock.advance(59_999);
        expect((await service.request(path)).text).toBe(first.text);
        service.clock.advance(1);
        expect((await service.request(path)).text).not.toBe(first.text);
      }
    }),
    states('`POST /withdraw/create` takes amount, pixKey, pixKeyType and an optional description.', async (service) => {
      const { id } = await withdraw(service, { description: 'Nota 123' });
      const { withdraws } = await dataOf(service, '/api/v1/withdraw/list?limit=1');
      expect(withdraws[0]).toMatchObject({ id, description: 'Nota 123', pixKey: RECIPIENT.pixKey });
    }),
    states('A key is a CPF, CNPJ, e-mail, phone or random key.', async (service) => {
      for (const [pixKeyType, pixKey] of [
        ['CPF', '52998224725'],
        ['CNPJ', '12ABC34501DE35'],
        ['EMAIL', 'pix@bcb.gov.br'],
        ['PHONE', '+5511987654321'],
        ['RANDOM', '123e4567-e89b-12d3-a456-426655440000'],
      ]) {
        expect(await withdraw(service, { pixKey, pixKeyType })).toMatchObject({ pixKey });
      }
      const wrong = { amount: 10, pixKey: '52998224725', pixKeyType: 'IBAN' };
      await expectRefusal(service.request('/api/v1/withdraw/create', { json: wrong }), 400, {
        code: 'validation_failed',
      });
    }),
    states(
      'The boolean flag makes `amount` the net amount sent, and the fee is deducted from additional balance.',
      async (service) => {
        expect(await withdraw(service, { amount: 25, coverFee: true })).toMatchObject({
          value: 2550,
          fee: 50,
          sent: 2500,
        });
      },
    ),
    states(
      'The verification code is required only when transfer security is enabled on the account.',
      async (service) => {
        await withdraw(service);
        await useControl(service, '/mock/account', { transferSecurity: true });
        await expectNoWithdrawal(service, {}, 'verification_required');
      },
    ),
  ]),
  section('Authentication', [
    states('The key is sent as `X-API-Key` or as `Authorization: Bearer`.', async (service) => {
      const bearer = { Authorization: `Bearer ${service.keyOf()}` };
      expect((await service.request('/api/v1/user/balance')).status).toBe(200);
      expect((await service.request('/api/v1/user/balance', { key: null, headers: bearer })).status).toBe(200);
    }),
    states('Each route requires its permission.', async (service) => {
      const key = service.keyOf('demo', 'balance');
      expect((await service.request('/api/v1/user/balance', { key })).status).toBe(200);
      for (const [path, requiredPermission] of [
        ['/api/v1/payment/list', 'read:payments'],
        ['/api/v1/payment/get/x', 'read:payments'],
        ['/api/v1/withdraw/list', 'read:withdraws'],
        ['/api/v1/withdraw/get/x', 'read:withdraws'],
      ] as const) {
        await expectRefusal(service.request(path, { key }), 403, { code: 'permission_missing', requiredPermission });
      }
      await expectRefusal(service.request('/api/v1/withdraw/create', { key, json: { amount: 10 } }), 403, {
        requiredPermission: 'write:withdraw:create',
      });
    }),
    states(
      'Rate limits are counted per API key; a holder may use several.',
      async (service) => {
        for (let count = 0; count < 10; count += 1) await service.request('/api/v1/user/balance');
        expect((await service.request('/api/v1/user/balance')).status).toBe(429);
        const other = await service.request('/api/v1/user/balance', { key: service.keyOf('demo', 'reader') });
        expect(other.status).toBe(200);
        // Without a valid key, the address is counted.
        for (const key of ['pk_wrong', null, 'pk_other', null, null, null, null, null, null, null]) {
          expect((await service.request('/api/v1/user/balance', { key })).status).toBe(401);
        }
        expect((await service.request('/api/v1/user/balance', { key: 'pk_another' })).status).toBe(429);
      },
      { rateLimit: true },
    ),
  ]),
  section('Errors and limits', [
    states(
      'The 11th request within one second with the same key gets 429.',
      async (service) => {
        for (let count = 0; count < 10; count += 1) {
          expect((await service.request('/api/v1/user/balance')).status).toBe(200);
          service.clock.advance(99);
        }
        expect((await service.request('/api/v1/user/balance')).status).toBe(429);
        service.clock.advance(10);
        expect((await service.request('/api/v1/user/balance')).status).toBe(200);
      },
      { rateLimit: true },
    ),
    states(
      'The 429 body has success, error, message and retryAfter in seconds.',
      async (service) => {
        for (let count = 0; count < 10; count += 1) await service.request('/api/v1/user/balance');
        await expectRefusal(service.request('/api/v1/user/balance'), 429, {
          error: 'Too Many Requests',
          message: 'Wait 1 second before the next request: the limit of 10 is reached',
          code: 'too_many_requests',
          retryAfter: 1,
        });
      },
      { rateLimit: true },
    ),
    states(
      'All responses have `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds).',
      async (service) => {
        const answers = [
          await service.request('/api/v1/user/balance'),
          await service.request('/api/v1/payment/list?limit=0'),
          await service.request('/api/v1/user/balance', { key: null }),
          await service.request('/api/v1/payment/list', { key: service.keyOf('demo', 'balance') }),
          await service.request('/api/v1/nowhere'),
          await service.request('/api/v1/user/balance', { method: 'DELETE' }),
          await service.request('/api/v1/withdraw/create', { body: ' '.repeat(70_000) }),
          await service.request('/api/v1/withdraw/create', { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
          await service.request('/api/v1/user/balance', { headers: { Origin: 'http://example.com' } }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 403, 404, 405, 413, 415, 403]);
        for (const { headers } of answers) {
          expect(headers.get('X-RateLimit-Limit')).toBe(String(RATE_LIMITS.standard.requests));
          expect(headers.get('X-RateLimit-Remaining')).toMatch(/^\d$/);
          expect(Number(headers.get('X-RateLimit-Reset'))).toBe(Math.ceil(service.clock.now() / 1000) + 1);
        }
      },
      { rateLimit: true },
    ),
    states(
      'Administrative routes: 30 requests a minute.',
      async (service) => {
        const key = service.keyOf('admin', 'main');
        for (let left = 29; left >= 0; left -= 1) {
          const { status, headers } = await service.request('/api/v1/admin/account/list', { key });
          expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([200, String(left)]);
          service.clock.advance(1_000);
        }
        const { status, headers } = await service.request('/api/v1/admin/account/list', { key });
        expect([status, headers.get('X-RateLimit-Limit'), headers.get('Retry-After')]).toEqual([429, '30', '30']);
        // The other routes are counted apart.
        expect((await service.request('/api/v1/user/balance', { key })).status).toBe(200);
        service.clock.advance(30_000);
        expect((await service.request('/api/v1/admin/account/list', { key })).status).toBe(200);
      },
      { rateLimit: true },
    ),
    states(
      'Registration: 30 seconds between requests, by key or address.',
      async (service) => {
        const person = { name: 'Ana Souza', email: 'ana@example.com', taxId: '529.982.247-25' };
        const register = (key: string | null = null) => service.request('/api/v1/user/register', { key, json: person });
        expect((await register()).status).toBe(200);
        await expectRefusal(register(), 429, { retryAfter: 30 });
        const other = service.keyOf('other');
        expect([(await register(other)).status, (await register(other)).status]).toEqual([200, 429]);
        service.clock.advance(29_999);
        expect((await register()).headers.get('X-RateLimit-Limit')).toBe('1');
        service.clock.advance(1);
        expect((await register()).status).toBe(200);
      },
      { rateLimit: true },
    ),
    states('The minimum withdrawal is R$ 5,00.', async (service) => {
      expect(await withdraw(service, { amount: 5 })).toMatchObject({ value: 500 });
      await expectRefusal(service.request('/api/v1/withdraw/create', { json: { amount: 4.99, ...RECIPIENT } }), 400, {
        code: 'below_minimum',
      });
    }),
    states('The version is part of the path: every endpoint starts with `/api/v1`.', async (service) => {
      expect((await service.request('/user/balance')).status).toBe(404);
      expect((await service.request('/api/v2/user/balance')).status).toBe(404);
    }),
  ]),
];
