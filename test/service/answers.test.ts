import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { NOON_IN_SAO_PAULO, openTestService, startTestService } from '../support/service.ts';

const CREATE_WITHDRAWAL = '/api/v1/withdraw/create';
const CREATE_PAYMENT = '/api/v1/payment/create';
const TO_ANA = { pixKey: 'ana@exemplo.example', pixKeyType: 'EMAIL' };
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOW = new Date(NOON_IN_SAO_PAULO).toISOString();

/** The documented form of a field: its type, or its possible words. */
type Form =
  'string' | 'integer' | 'boolean' | 'time' | 'time or null' | 'string or null' | 'object' | readonly string[];

const LISTED_PAYMENT: Record<string, Form> = {
  id: 'string',
  correlationID: 'string',
  value: 'integer',
  netValue: 'integer',
  fee: 'integer',
  status: ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'],
  description: 'string',
  createdAt: 'time',
  updatedAt: 'time',
};
const PAYMENT: Record<string, Form> = { ...LISTED_PAYMENT, transactionId: 'string', qrCode: 'string or null' };
const NEW_PAYMENT: Record<string, Form> = { ...PAYMENT, valueInReais: 'string', copyPaste: 'string' };
const LISTED_WITHDRAWAL: Record<string, Form> = {
  id: 'string',
  correlationID: 'string',
  value: 'integer',
  status: ['PENDING', 'COMPLETED', 'FAILED'],
  pixKey: 'string',
  description: 'string',
  metadata: 'object',
  createdAt: 'time',
  updatedAt: 'time',
};
const NEW_WITHDRAWAL: Record<string, Form> = {
  id: 'string',
  correlationID: 'string',
  transactionId: 'string',
  value: 'integer',
  fee: 'integer',
  sent: 'integer',
  status: ['PENDING', 'COMPLETED', 'FAILED'],
  pixKey: 'string',
  completedAt: 'time or null',
  failedAt: 'time or null',
  failureReason: 'string or null',
  createdAt: 'time',
};
const WITHDRAWAL: Record<string, Form> = {
  ...NEW_WITHDRAWAL,
  pixKeyType: ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'],
  updatedAt: 'time',
};
const PAGINATION: Record<string, Form> = { total: 'integer', limit: 'integer', offset: 'integer', hasMore: 'boolean' };
const integers = (...names: string[]): Record<string, Form> =>
  Object.fromEntries(names.map((name) => [name, 'integer']));
const BALANCE: Record<string, Record<string, Form>> = {
  balance: { ...integers('total', 'pendingPayments', 'totalWithPending'), isNegative: 'boolean' },
  disputes: integers('total', 'pending', 'totalDisputedAmount', 'totalBlockedAmount'),
  statistics: integers('totalReceived', 'totalFees', 'completedPayments', 'pendingPayments', 'totalPayments'),
  limits: integers(
    'daily',
    'dailyUsed',
    'dailyRemaining',
    'monthly',
    'monthlyUsed',
    'monthlyRemaining',
    'perTransaction',
  ),
  plan: { name: 'string', transactionFee: 'integer', transactionFeeInReais: 'string' },
};

function hasForm(value: unknown, form: Form): boolean {
  if (typeof form !== 'string') return form.some((word) => word === value);
  if (value === null) return form.endsWith('or null');
  if (form === 'integer') return Number.isSafeInteger(value);
  if (form.startsWith('time')) return typeof value === 'string' && ISO_UTC.test(value);
  return typeof value === form.split(' ')[0];
}

function sumOf(rows: readonly Record<string, number>[], ...names: readonly string[]): number {
  return rows.flatMap((row) => names.map((name) => row[name]!)).reduce((sum, value) => sum + value, 0);
}

/** Every field, in the right form, and no other. */
function expectFields(object: Record<string, unknown>, fields: Record<string, Form>): void {
  expect(Object.keys(object).sort()).toEqual(Object.keys(fields).sort());
  for (const [name, form] of Object.entries(fields)) {
    expect([name, object[name], hasForm(object[name], form)]).toEqual([name, object[name], true]);
  }
}

describe('the answers of the six specified operations and of payment creation', () => {
  it('lists payments', async () => {
    const { request } = await openTestService();
    const { status, json, headers } = await request('/api/v1/payment/list');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(Object.keys(json)).toEqual(['success', 'data']);
    expect(json.success).toBe(true);
    expect(json.data.payments).toHaveLength(50);
    for (const payment of json.data.payments) expectFields(payment, LISTED_PAYMENT);
    expectFields(json.data.pagination, PAGINATION);
    expectFields(json.data.statistics, integers('total', 'completed', 'pending', 'totalValue', 'totalNetValue'));
    operations.listPayments.answer.parse(json);
  });

  it('lists withdrawals', async () => {
    const { request } = await openTestService();
    const { json } = await request('/api/v1/withdraw/list');
    expect(Object.keys(json)).toEqual(['success', 'data']);
    expect(json.data.withdraws).toHaveLength(30);
    for (const withdrawal of json.data.withdraws) {
      expectFields(withdrawal, LISTED_WITHDRAWAL);
      expectFields(withdrawal.metadata, integers('fee', 'sent'));
      expect(sumOf([withdrawal.metadata], 'fee', 'sent')).toBe(withdrawal.value);
    }
    expectFields(json.data.pagination, PAGINATION);
    expectFields(json.data.statistics, integers('total', 'completed', 'pending', 'failed', 'totalValue'));
    operations.listWithdrawals.answer.parse(json);
  });

  it('creates a payment and finds it again', async () => {
    const { request } = await openTestService();
    const created = await request(CREATE_PAYMENT, { json: { value: 10.5, description: 'Café' } });
    expect([created.status, created.json.success, typeof created.json.message]).toEqual([200, true, 'string']);
    expectFields(created.json.data, NEW_PAYMENT);
    expect(created.json.data).toMatchObject({
      value: 1050,
      valueInReais: '10.50',
      netValue: 1000,
      fee: 50,
      status: 'PENDING',
      description: 'Café',
      createdAt: NOW,
      updatedAt: NOW,
    });
    operations.createPayment.answer.parse(created.json);

    const found = await request(`/api/v1/payment/get/${created.json.data.id}`);
    expect(Object.keys(found.json)).toEqual(['success', 'statusUpdated', 'data']);
    expect(found.json.statusUpdated).toBe(true);
    expectFields(found.json.data, PAYMENT);
    expect(created.json.data).toMatchObject({ ...found.json.data, status: 'PENDING' });
    operations.getPayment.answer.parse(found.json);
    const again = await request(`/api/v1/payment/get/${created.json.data.id}`);
    expect(again.json).toEqual({ ...found.json, statusUpdated: false });
  });

  it('contains the QR code of a payment as long as it can be paid', async () => {
    const { request } = await openTestService();
    const seen = new Map<string, unknown>();
    for (const { id, status } of (await request('/api/v1/payment/list')).json.data.payments) {
      if (seen.has(status)) continue;
      const { json } = await request(`/api/v1/payment/get/${id}`);
      expect(json.data.status).toBe(status === 'PENDING' ? 'ACTIVE' : status);
      seen.set(status, json.data.qrCode);
    }
    const picture = expect.stringMatching(/^data:image\/png;base64,iVBOR[\w+/]+=*$/);
    expect(Object.fromEntries(seen)).toEqual({ PENDING: picture, ACTIVE: picture, COMPLETED: null, FAILED: null });
  });

  it('creates a withdrawal and finds it again', async () => {
    const { request } = await openTestService();
    const created = await request(CREATE_WITHDRAWAL, { json: { amount: 12.34, ...TO_ANA } });
    expect([created.status, created.json.success, typeof created.json.message]).toEqual([200, true, 'string']);
    expectFields(created.json.data, NEW_WITHDRAWAL);
    expect(created.json.data).toMatchObject({
      value: 1234,
      fee: 50,
      sent: 1184,
      status: 'COMPLETED',
      pixKey: TO_ANA.pixKey,
      completedAt: NOW,
      failedAt: null,
      failureReason: null,
      createdAt: NOW,
    });
    operations.createWithdrawal.answer.parse(created.json);

    const found = await request(`/api/v1/withdraw/get/${created.json.data.id}`);
    expectFields(found.json.data, WITHDRAWAL);
    expect(found.json.data).toEqual({ ...created.json.data, pixKeyType: 'EMAIL', updatedAt: NOW });
    operations.getWithdrawal.answer.parse(found.json);

    const { json } = await request('/api/v1/withdraw/list?limit=1');
    expect(json.data.withdraws[0]).toMatchObject({
      id: created.json.data.id,
      value: 1234,
      metadata: { fee: 50, sent: 1184 },
    });
  });

  it('shows when a withdrawal completed, or when and why it failed', async () => {
    const { request } = await openTestService({ withdraws: 80 });
    const seen = new Set<string>();
    for (const { id } of (await request('/api/v1/withdraw/list?limit=100')).json.data.withdraws) {
      const { data } = (await request(`/api/v1/withdraw/get/${id}`)).json;
      expectFields(data, WITHDRAWAL);
      seen.add(data.status);
      expect([data.completedAt !== null, data.failedAt !== null, data.failureReason !== null]).toEqual([
        data.status === 'COMPLETED',
        data.status === 'FAILED',
        data.status === 'FAILED',
      ]);
      if (data.status === 'FAILED') expect(data.failureReason).toMatch(/^[A-Z]{2}\d\d: \w/);
    }
    expect([...seen].sort()).toEqual(['COMPLETED', 'FAILED', 'PENDING']);
  });

  it('contains the balance, disputes, statistics, limits and plan', async () => {
    const { request } = await openTestService();
    const { json } = await request('/api/v1/user/balance');
    expect(Object.keys(json)).toEqual(['success', 'data']);
    expect(Object.keys(json.data)).toEqual(Object.keys(BALANCE));
    for (const [part, fields] of Object.entries(BALANCE)) expectFields(json.data[part], fields);
    expect(json.data.limits).toMatchObject({ daily: 10_000_000, monthly: 100_000_000, perTransaction: 2_000_000 });
    expect(json.data.plan).toEqual({ name: 'Padrão', transactionFee: 50, transactionFeeInReais: '0.50' });
    operations.getBalance.answer.parse(json);
  });

  it('is the same over a socket', async () => {
    const overSocket = await startTestService();
    const called = await openTestService();
    for (const path of ['/api/v1/payment/list?limit=7', '/api/v1/withdraw/list', '/api/v1/user/balance']) {
      expect((await overSocket.request(path)).text).toBe((await called.request(path)).text);
    }
    const created = await overSocket.request(CREATE_WITHDRAWAL, { json: { amount: '9,90' } });
    expect(created.text).toBe((await called.request(CREATE_WITHDRAWAL, { json: { amount: '9,90' } })).text);
  });
});

describe('pages', () => {
  it('contain the list newest first, each row once', async () => {
    const { request } = await openTestService({ payments: 23 });
    const rows: { id: string; createdAt: string }[] = [];
    for (let offset = 0; offset < 30; offset += 5) {
      const { data } = (await request(`/api/v1/payment/list?limit=5&offset=${offset}`)).json;
      rows.push(...data.payments);
      expect(data.pagination).toEqual({ total: 23, limit: 5, offset, hasMore: offset + 5 < 23 });
    }
    expect(rows).toHaveLength(23);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(23);
    const sorted = rows.toSorted((a, b) =>
      a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
    );
    expect(rows).toEqual(sorted);
  });

  it.each([
    ['payment', 'payments', ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED']],
    ['withdraw', 'withdraws', ['PENDING', 'COMPLETED', 'FAILED']],
  ])('of the %s list follow the status filter, with their total and statistics', async (path, rows, statuses) => {
    const { request } = await openTestService();
    const all = (await request(`/api/v1/${path}/list?limit=100`)).json.data;
    const everything = [...all[rows], ...(await request(`/api/v1/${path}/list?limit=100&offset=100`)).json.data[rows]];
    expect(all.statistics.total).toBe(everything.length);
    for (const status of statuses) {
      const wanted = everything.filter((row) => row.status === status);
      const { data } = (await request(`/api/v1/${path}/list?limit=100&status=${status}`)).json;
      expect(data[rows]).toEqual(wanted.slice(0, 100));
      expect(data.pagination.total).toBe(wanted.length);
      expect(data.statistics.total).toBe(wanted.length);
      expect(data.statistics.totalValue).toBe(sumOf(wanted, 'value'));
      expect(data.statistics.completed).toBe(status === 'COMPLETED' ? wanted.length : 0);
      const beyond = (await request(`/api/v1/${path}/list?status=${status}&offset=1`)).json.data;
      expect(beyond[rows]).toEqual(wanted.slice(1, 51));
    }
  });

  it('are empty beyond the end', async () => {
    const { request } = await openTestService({ payments: 0, withdraws: 0 });
    const { data } = (await request('/api/v1/payment/list')).json;
    expect(data.payments).toEqual([]);
    expect(data.pagination).toEqual({ total: 0, limit: 50, offset: 0, hasMore: false });
    expect(data.statistics).toEqual({ total: 0, completed: 0, pending: 0, totalValue: 0, totalNetValue: 0 });
    expect((await request('/api/v1/withdraw/list?offset=999999999')).json.data.withdraws).toEqual([]);
  });
});

describe('the balance', () => {
  it('counts what the lists show', async () => {
    const { request } = await openTestService();
    const { data } = (await request('/api/v1/user/balance')).json;
    const payments = [
      ...(await request('/api/v1/payment/list?limit=100')).json.data.payments,
      ...(await request('/api/v1/payment/list?limit=100&offset=100')).json.data.payments,
    ];
    const completed = payments.filter(({ status }) => status === 'COMPLETED');
    const open = payments.filter(({ status }) => status === 'PENDING' || status === 'ACTIVE');
    expect(data.statistics).toEqual({
      totalReceived: sumOf(completed, 'netValue'),
      totalFees: sumOf(completed, 'fee'),
      completedPayments: completed.length,
      pendingPayments: open.length,
      totalPayments: 120,
    });
    expect(data.balance.pendingPayments).toBe(sumOf(open, 'value'));
    expect(data.balance.totalWithPending).toBe(sumOf([data.balance], 'total', 'pendingPayments'));
    expect(data.balance.isNegative).toBe(false);
  });

  it('is reduced by the value of a withdrawal at once, and the limits count it', async () => {
    const { request } = await openTestService();
    const before = (await request('/api/v1/user/balance')).json.data;
    await request(CREATE_WITHDRAWAL, { json: { amount: 100, coverFee: true } });
    const after = (await request('/api/v1/user/balance')).json.data;
    expect(after.balance.total - before.balance.total).toBe(-10_050);
    const change = (name: string) => after.limits[name] - before.limits[name];
    expect([change('dailyUsed'), change('dailyRemaining')]).toEqual([10_050, -10_050]);
    expect([change('monthlyUsed'), change('monthlyRemaining')]).toEqual([10_050, -10_050]);
  });
});
