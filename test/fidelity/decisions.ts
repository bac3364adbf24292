import { expect } from 'vitest';
import {
  balanceOf,
  charge,
  dataOf,
  expectInvariantsHold,
  expectNoWithdrawal,
  expectRefusal,
  ISO_UTC,
  useControl,
  RECIPIENT,
  section,
  decides,
  TEXT,
  withdraw,
  type Section,
} from './statement.ts';

const CREATE = '/api/v1/withdraw/create';
const PERSON = { name: 'Ana Souza', email: 'ana@example.com', taxId: '52998224725' };
const HOUR_MS = 3_600_000;

/** Our decisions where the specification is silent, as in docs/integrate/specification-decisions.md. */
export const decisions: readonly Section[] = [
  section('Requests', [
    decides(
      'Mandatory fields of a withdrawal.',
      '`amount` always; key and key type fall back, together, to the key registered on the account',
      async (service) => {
        const json = { ...PERSON, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
        const { account, apiKey } = (await service.request('/api/v1/user/register', { key: null, json })).json.data;
        await useControl(service, '/mock/deposit', { account: account.id, amountCentavos: 10_000 });
        const answer = await service.request(CREATE, { key: apiKey.key, json: { amount: 10 } });
        expect(answer.json.data).toMatchObject({ pixKey: 'ana@example.com' });
        await expectRefusal(service.request(CREATE, { json: { ...RECIPIENT } }), 400, { code: 'validation_failed' });
        const halves = { amount: 10, pixKey: 'ana@example.com' };
        await expectRefusal(service.request(CREATE, { json: halves }), 400, { code: 'validation_failed' });
      },
    ),
    decides(
      'Amounts as text.',
      '`"12.34"` and `"12,34"` are read like 12.34; more decimals, zero, negatives and exponents are refused',
      async (service) => {
        for (const amount of [12.34, '12.34', '12,34']) {
          expect(await withdraw(service, { amount })).toMatchObject({ value: 1234 });
        }
        for (const amount of [10.005, '10.005', 0, -10, '1e3', 'NaN', '', null]) {
          await expectNoWithdrawal(service, { amount }, 'validation_failed');
        }
      },
    ),
    decides('What the minimum applies to.', 'to `amount`; and what is sent must be above zero', async (service) => {
      await useControl(service, '/mock/account', { feeCentavos: 500 });
      await expectNoWithdrawal(service, { amount: 5 }, 'below_minimum');
      expect(await withdraw(service, { amount: 5, coverFee: true })).toMatchObject({ value: 1000, sent: 500 });
    }),
    decides(
      'Requesting a verification code.',
      '`POST /api/v1/user/security/request-transfer-code`; bound to account and amount, ten minutes, three attempts, one use',
      async (service) => {
        await useControl(service, '/mock/account', { transferSecurity: true });
        const ask = () => dataOf(service, '/api/v1/user/security/request-transfer-code', { amount: 25 });
        const newestCode = async (): Promise<string> => {
          const { messages } = await useControl(service, '/mock/inbox');
          const newest = messages.toSorted((one: { at: string }, other: { at: string }) =>
            one.at < other.at ? 1 : -1,
          );
          return newest[0].code;
        };
        const order = (verificationCode: string, amount = 25) =>
          service.request(CREATE, { json: { amount, ...RECIPIENT, verificationCode } });
        const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

        expect(await ask()).toMatchObject({ expiresAt: ISO_UTC });
        const first = await newestCode();
        await expectRefusal(order(first, 26), 400, { code: 'verification_invalid' });
        expect((await order(first)).status).toBe(200);
        await expectRefusal(order(first), 400, { code: 'verification_invalid' });

        service.clock.advance(1_000);
        await ask();
        const late = await newestCode();
        service.clock.advance(10 * 60_000);
        await expectRefusal(order(late), 400, { code: 'verification_invalid' });

        await ask();
        const guessed = await newestCode();
        for (let attempt = 0; attempt < 3; attempt += 1) {
          await expectRefusal(order(otherThan(guessed)), 400, { code: 'verification_invalid' });
        }
        await expectRefusal(order(guessed), 400, { code: 'verification_invalid' });
      },
    ),
    decides(
      'Creating a payment.',
      '`POST /api/v1/payment/create` with value in reais (at least 1.00), description, coverFee; `write:payment:create`',
      async (service) => {
        expect(await charge(service, { value: 10.5, description: 'Mesa 4' })).toEqual({
          id: TEXT,
          correlationID: TEXT,
          transactionId: TEXT,
          value: 1050,
          valueInReais: '10.50',
          netValue: 1000,
          fee: 50,
          status: 'PENDING',
          qrCode: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
          copyPaste: TEXT,
          description: 'Mesa 4',
          createdAt: ISO_UTC,
          updatedAt: ISO_UTC,
        });
        expect(await charge(service, { value: 10, coverFee: true })).toMatchObject({ value: 1050, netValue: 1000 });
        await expectRefusal(service.request('/api/v1/payment/create', { json: { value: 0.99 } }), 400, {
          code: 'below_minimum',
        });
        const key = service.keyOf('demo', 'payouts');
        await expectRefusal(service.request('/api/v1/payment/create', { key, json: { value: 10 } }), 403, {
          requiredPermission: 'write:payment:create',
        });
      },
    ),
    decides(
      'Issuing keys.',
      'create (shown once), list (masked), delete, and the public permissions; a main key is required; a secondary key never has `admin:all`',
      async (service) => {
        const path = '/api/v1/user/api-key';
        const newKey = { name: 'relatórios', permissions: ['read:balance'] };
        const { id, key } = await dataOf(service, `${path}/create`, newKey);
        expect((await service.request('/api/v1/user/balance', { key })).status).toBe(200);
        const list = await service.request(`${path}/list`);
        expect(list.text).not.toContain(key);
        expect(list.json.data.keys).toContainEqual(expect.objectContaining({ id, key: `pk_…${key.slice(-4)}` }));
        expect((await service.request(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200);
        await expectRefusal(service.request('/api/v1/user/balance', { key }), 401, { code: 'unauthorized' });
        const json = { name: 'x', permissions: ['admin:all'] };
        await expectRefusal(service.request(`${path}/create`, { json }), 400, { code: 'validation_failed' });
        const secondary = service.keyOf('demo', 'payouts');
        expect((await service.request(`${path}/list`, { key: secondary })).status).toBe(403);
        const { permissions } = (await service.request(`${path}/permissions`, { key: null })).json.data;
        expect(permissions).toContainEqual(expect.objectContaining({ name: 'write:payment:create' }));
      },
    ),
    decides(
      'Administrative routes.',
      'accounts, transactions and disputes under `/api/v1/admin/`, with `admin:all` on an administrator’s key',
      async (service) => {
        const key = service.keyOf('admin', 'main');
        const { accounts } = (await service.request('/api/v1/admin/account/list', { key })).json.data;
        expect(accounts.length).toBeGreaterThanOrEqual(2);
        expect((await service.request('/api/v1/admin/transaction/list', { key })).status).toBe(200);
        expect((await service.request('/api/v1/admin/dispute/list', { key })).status).toBe(200);
        const update = { method: 'PATCH', key, json: { blocked: true } };
        expect((await service.request('/api/v1/admin/account/update/demo', update)).status).toBe(200);
        await expectNoWithdrawal(service, { amount: 10 }, 'account_blocked', 403);
        expect((await service.request('/api/v1/admin/account/list')).status).toBe(403);
      },
    ),
  ]),
  section('Responses', [
    decides(
      'Units and meaning of the balance fields.',
      'centavos; `pendingPayments` is the value of PENDING and ACTIVE payments, `totalReceived` the net value of COMPLETED ones',
      async (service) => {
        const { payments } = await dataOf(service, '/api/v1/payment/list?limit=100');
        const { payments: rest } = await dataOf(service, '/api/v1/payment/list?limit=100&offset=100');
        const sum = (field: string, ...statuses: string[]) =>
          [...payments, ...rest]
            .filter(({ status }) => statuses.includes(status))
            .reduce((total, payment) => total + payment[field], 0);
        const count = (...statuses: string[]) =>
          [...payments, ...rest].filter(({ status }) => statuses.includes(status)).length;
        const { balance, statistics } = await balanceOf(service);
        expect(balance.pendingPayments).toBe(sum('value', 'PENDING', 'ACTIVE'));
        expect(statistics).toEqual({
          totalReceived: sum('netValue', 'COMPLETED'),
          totalFees: sum('fee', 'COMPLETED'),
          completedPayments: count('COMPLETED'),
          pendingPayments: count('PENDING', 'ACTIVE'),
          totalPayments: 120,
        });
        expect(balance.totalWithPending).toBe(balance.total + balance.pendingPayments);
      },
    ),
    decides('Content of `metadata`.', '`{ fee, sent }` in centavos, and no other field', async (service) => {
      await withdraw(service);
      const { withdraws } = await dataOf(service, '/api/v1/withdraw/list?limit=1');
      expect(withdraws[0].metadata).toEqual({ fee: 50, sent: 2450 });
    }),
    decides(
      'Meaning of `statusUpdated`.',
      'true only when this look-up itself changed the status of the payment',
      async (service) => {
        const { id } = await charge(service);
        const lookUp = async () => (await service.request(`/api/v1/payment/get/${id}`)).json;
        service.clock.advance(60_000);
        const updatedAt = new Date(service.clock.now()).toISOString();
        expect(await lookUp()).toMatchObject({ statusUpdated: true, data: { status: 'ACTIVE', updatedAt } });
        expect(await lookUp()).toMatchObject({ statusUpdated: false, data: { status: 'ACTIVE', updatedAt } });
        await useControl(service, '/mock/payment/pay', { id });
        expect(await lookUp()).toMatchObject({ statusUpdated: false, data: { status: 'COMPLETED' } });
      },
    ),
    decides('Order of lists.', 'newest first by creation; ties by id', async (service) => {
      await charge(service);
      await charge(service);
      const { payments } = await dataOf(service, '/api/v1/payment/list?limit=100');
      const order = payments.map(({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`);
      expect(order).toEqual(order.toSorted().toReversed());
    }),
    decides('Whether `statistics` follow the status filter.', 'they do, like `pagination.total`', async (service) => {
      const { statistics, pagination } = await dataOf(service, '/api/v1/payment/list?status=COMPLETED');
      expect(statistics).toMatchObject({ total: pagination.total, completed: pagination.total, pending: 0 });
    }),
    decides(
      '401 and 403.',
      'no key, unknown or revoked: `unauthorized`; permission missing: named in `requiredPermission`',
      async (service) => {
        for (const key of [null, 'pk_unknown']) {
          const unknown = { error: 'Unauthorized', code: 'unauthorized' };
          await expectRefusal(service.request('/api/v1/user/balance', { key }), 401, unknown);
        }
        const key = service.keyOf('demo', 'balance');
        const lacking = { error: 'Forbidden', requiredPermission: 'read:payments' };
        await expectRefusal(service.request('/api/v1/payment/list', { key }), 403, lacking);
      },
    ),
    decides('An unknown id, or one of another account.', '404 for both, without a difference', async (service) => {
      const { id } = await charge(service);
      const key = service.keyOf('other', 'main');
      const foreign = await service.request(`/api/v1/payment/get/${id}`, { key });
      const unknown = await service.request('/api/v1/payment/get/00000000-0000-0000-0000-000000000000', { key });
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }),
    decides(
      'Error bodies.',
      '`{ success: false, error, message, code, details? }` with the HTTP reason phrase and a stable code',
      async (service) => {
        const body = { amount: 'x', ...RECIPIENT, colour: 'red' };
        const { details } = await expectRefusal(service.request(CREATE, { json: body }), 400, {
          error: 'Bad Request',
          code: 'validation_failed',
          message: TEXT,
        });
        expect(details.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['amount', 'colour']));
      },
    ),
    decides(
      'Insufficient balance, and limits.',
      '400 `insufficient_balance` with balance and required; `limit_exceeded` with limit, remaining, period',
      async (service) => {
        const { balance, limits } = await balanceOf(service);
        const tooMuch = { amount: (balance.total + 1) / 100, ...RECIPIENT };
        const lacking = { code: 'insufficient_balance', balance: balance.total, required: balance.total + 1 };
        await expectRefusal(service.request(CREATE, { json: tooMuch }), 400, lacking);
        const above = { amount: (limits.perTransaction + 1) / 100, ...RECIPIENT };
        const exceeded = { code: 'limit_exceeded', limit: limits.perTransaction, period: 'transaction' };
        await expectRefusal(service.request(CREATE, { json: above }), 400, exceeded);
      },
    ),
    decides(
      'Unknown routes, wrong methods, bodies that are not JSON, other types, too large.',
      '404, 405 with `Allow`, 400, 415, 413, in the same error body and with the rate-limit headers',
      async (service) => {
        const answers = {
          404: service.request('/api/v1/nowhere'),
          405: service.request('/api/v1/user/balance', { method: 'POST' }),
          400: service.request(CREATE, { body: '{' }),
          415: service.request(CREATE, { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
          413: service.request(CREATE, { body: ' '.repeat(65_537) }),
        };
        for (const [status, answer] of Object.entries(answers)) {
          await expectRefusal(answer, Number(status), { code: TEXT });
          expect((await answer).headers.get('X-RateLimit-Limit')).not.toBeNull();
        }
        expect((await answers[405]).headers.get('Allow')).toContain('GET');
      },
    ),
  ]),
  section('Behaviour', [
    decides(
      'Life cycle of a payment.',
      'PENDING, ACTIVE, then COMPLETED (credits `netValue`) or FAILED (it expires after a day)',
      async (service) => {
        const before = await balanceOf(service);
        const [paid, expired] = [await charge(service), await charge(service)];
        await useControl(service, '/mock/payment/activate', { id: paid.id });
        await useControl(service, '/mock/payment/pay', { id: paid.id });
        expect((await balanceOf(service)).balance.total).toBe(before.balance.total + 2_950);
        service.clock.advance(24 * HOUR_MS);
        expect(await dataOf(service, `/api/v1/payment/get/${expired.id}`)).toMatchObject({ status: 'FAILED' });
        const tooLate = service.request('/mock/payment/pay', { key: null, json: { id: expired.id } });
        await expectRefusal(tooLate, 400, { code: 'invalid_transition' });
        await expectInvariantsHold(service);
      },
    ),
    decides(
      'Life cycle of a withdrawal.',
      'COMPLETED at once, or PENDING and later COMPLETED or FAILED, by itself or by a control; FAILED returns the whole value',
      async (service) => {
        await useControl(service, '/mock/account', { instant: false, settleAfterMs: HOUR_MS, settleAs: 'AC03' });
        const before = await balanceOf(service);
        const { id } = await withdraw(service);
        expect((await balanceOf(service)).balance.total).toBe(before.balance.total - 2_500);
        service.clock.advance(HOUR_MS);
        expect(await dataOf(service, `/api/v1/withdraw/get/${id}`)).toMatchObject({ status: 'FAILED' });
        expect((await balanceOf(service)).balance.total).toBe(before.balance.total);
        await expectInvariantsHold(service);
      },
    ),
    decides(
      'What the limits constrain.',
      '`value` of withdrawals, counted at creation, restored on failure; days and months of America/Sao_Paulo',
      async (service) => {
        await useControl(service, '/mock/account', { instant: false, dailyLimitCentavos: 3_000 });
        const { id } = await withdraw(service);
        const again = () => service.request(CREATE, { json: { amount: 25, ...RECIPIENT } });
        await expectRefusal(again(), 400, { code: 'limit_exceeded', limit: 3_000, remaining: 500, period: 'day' });
        await useControl(service, '/mock/withdraw/fail', { id });
        expect((await again()).status).toBe(200);
        await expectRefusal(again(), 400, { code: 'limit_exceeded' });
        service.clock.advance(12 * HOUR_MS - 1);
        await expectRefusal(again(), 400, { code: 'limit_exceeded' });
        service.clock.advance(1);
        expect((await again()).status).toBe(200);
      },
    ),
    decides(
      'Disputes.',
      'block the amount; accepted, it leaves the balance, which may turn negative; refused, it is released',
      async (service) => {
        const { id: paymentId } = await useControl(service, '/mock/deposit', { amountCentavos: 100_000 });
        const before = await balanceOf(service);
        await useControl(service, '/mock/dispute/open', { paymentId });
        const open = await balanceOf(service);
        expect(open.disputes).toMatchObject({ total: 1, pending: 1 });
        expect(open.disputes.totalBlockedAmount).toBeGreaterThan(0);
        expect(open.balance.total).toBe(before.balance.total);
        const spendAll = { amount: open.balance.total / 100, ...RECIPIENT };
        await expectRefusal(service.request(CREATE, { json: spendAll }), 400, { code: 'insufficient_balance' });
        await useControl(service, '/mock/dispute/accept', { paymentId });
        const accepted = await balanceOf(service);
        expect(accepted.balance.total).toBe(before.balance.total - open.disputes.totalBlockedAmount);
        await expectInvariantsHold(service);
      },
    ),
    decides(
      'A balance may be negative.',
      'only by an accepted dispute over money that was already spent',
      async (service) => {
        const { id: paymentId } = await useControl(service, '/mock/deposit', { amountCentavos: 100_000 });
        const { balance } = await balanceOf(service);
        await withdraw(service, { amount: balance.total / 100 });
        await useControl(service, '/mock/dispute/open', { paymentId });
        await useControl(service, '/mock/dispute/accept', { paymentId });
        expect((await balanceOf(service)).balance).toMatchObject({ isNegative: true });
        await expectInvariantsHold(service);
      },
    ),
    decides(
      'Rate window.',
      'sliding; a refused request is not counted; `Retry-After` repeats the number of the body',
      async (service) => {
        for (let count = 0; count < 10; count += 1) await service.request('/api/v1/user/balance');
        service.clock.advance(999);
        const refused = await service.request('/api/v1/user/balance');
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
        service.clock.advance(1);
        expect((await service.request('/api/v1/user/balance')).headers.get('X-RateLimit-Remaining')).toBe('9');
      },
      { rateLimit: true },
    ),
    decides(
      'List cache.',
      'by account, path and query; `Age` and `X-Cache` report it; the rate limit still counts; a creation does not clear it',
      async (service) => {
        const first = await service.request('/api/v1/withdraw/list');
        await withdraw(service);
        service.clock.advance(500);
        const second = await service.request('/api/v1/withdraw/list');
        expect([first.headers.get('X-Cache'), second.headers.get('X-Cache')]).toEqual(['MISS', 'HIT']);
        expect(second.text).toBe(first.text);
        expect(second.headers.get('X-RateLimit-Remaining')).toBe('7');
        const past = await service.request('/api/v1/withdraw/list?limit=49');
        expect(past.headers.get('X-Cache')).toBe('MISS');
        expect(past.json.data.pagination.total).toBe(31);
      },
      { rateLimit: true },
    ),
    decides(
      'Balance cache.',
      'none by default: the balance is always fresh. `--balance-cache SECONDS` repeats it for that long, with `Age` and `X-Cache`',
      async (service) => {
        const before = await balanceOf(service);
        await withdraw(service);
        expect((await balanceOf(service)).balance.total).toBe(before.balance.total - 2_500);
      },
    ),
    decides(
      'A Pix key whose check digits are wrong.',
      'accepted, as any key of the right form: a typing error of your program does not show here. `pix` refuses such a key before it is sent',
      async (service) => {
        const recipient = { pixKey: '52998224726', pixKeyType: 'CPF' };
        const answer = await service.request(CREATE, { json: { amount: 25, ...recipient } });
        expect([answer.status, answer.json.data.pixKey]).toEqual([200, recipient.pixKey]);
      },
    ),
    decides(
      'Another withdrawal while one is PENDING.',
      'accepted, unless the account allows one at a time: then refused with `withdrawal_in_progress`',
      async (service) => {
        await useControl(service, '/mock/account', { instant: false });
        await withdraw(service);
        await withdraw(service);
        await useControl(service, '/mock/account', { oneAtATime: true });
        await expectNoWithdrawal(service, {}, 'withdrawal_in_progress');
      },
    ),
  ]),
];
