import { describe, expect, test } from 'vitest';
import { PERMISSIONS, type Operation } from '../../src/contract/operation.ts';
import { ERROR_STATUS } from '../../src/contract/error.ts';
import { operations, type OperationName } from '../../src/contract/operations.ts';
import { RATE_LIMIT_HEADERS, RATE_LIMITS } from '../../src/contract/limits.ts';

const all: readonly (readonly [string, Operation])[] = Object.entries(operations);

/** The specification's table, typed by hand: route, permission, seconds that a list may be repeated. */
const SPECIFIED: readonly (readonly [OperationName, string, string, number | undefined])[] = [
  ['listPayments', 'GET /api/v1/payment/list', 'read:payments', 60],
  ['getPayment', 'GET /api/v1/payment/get/{id}', 'read:payments', undefined],
  ['listWithdrawals', 'GET /api/v1/withdraw/list', 'read:withdraws', 60],
  ['getWithdrawal', 'GET /api/v1/withdraw/get/{id}', 'read:withdraws', undefined],
  ['getBalance', 'GET /api/v1/user/balance', 'read:balance', undefined],
  ['createWithdrawal', 'POST /api/v1/withdraw/create', 'write:withdraw:create', undefined],
];

/** Our decisions where the specification is silent. */
const DECIDED: readonly (readonly [OperationName, string, string])[] = [
  ['createPayment', 'POST /api/v1/payment/create', 'write:payment:create'],
  ['requestTransferCode', 'POST /api/v1/user/security/request-transfer-code', 'write:withdraw:create'],
  ['registerAccount', 'POST /api/v1/user/register', 'anyone'],
  ['createApiKey', 'POST /api/v1/user/api-key/create', 'main-key'],
  ['listApiKeys', 'GET /api/v1/user/api-key/list', 'main-key'],
  ['deleteApiKey', 'DELETE /api/v1/user/api-key/{id}', 'main-key'],
  ['listPermissions', 'GET /api/v1/user/api-key/permissions', 'anyone'],
];

test.each(SPECIFIED)('%s: %s for %s, cached for %s seconds, at the standard rate', (name, route, access, seconds) => {
  const { method, path, cacheSeconds, ...operation }: Operation = operations[name];
  expect([`${method} ${path}`, cacheSeconds]).toEqual([route, seconds]);
  expect(operation).toMatchObject({ access, rateLimit: 'standard' });
});

test.each(DECIDED)('%s is %s, for %s', (name, route, expected) => {
  const { method, path, access }: Operation = operations[name];
  expect([`${method} ${path}`, access]).toEqual([route, expected]);
});

describe('all operations', () => {
  test('have a method and path of their own', () => {
    const routes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test.each(all)('%s is consistent', (_, operation) => {
    expect(operation.path).toMatch(/^\/api\/v1\/[a-z/-]+(\/\{id\})?$/);
    expect(operation.summary).not.toBe('');
    if (operation.method === 'GET') expect(operation.body).toBeUndefined();
    else expect(operation).not.toHaveProperty('cacheSeconds');
    expect(operation.path.startsWith('/api/v1/admin/')).toBe(operation.access === 'administrator');
    expect(operation.rateLimit === 'administration').toBe(operation.access === 'administrator');
    expect(operation.rateLimit === 'registration').toBe(operation.path === '/api/v1/user/register');
  });

  const lists = all.filter(([, { path }]) => path.endsWith('/list') && !path.includes('api-key'));
  test.each(lists)('%s has pages', (_, { query }) => expect(query?.parse({})).toEqual({ limit: 50, offset: 0 }));

  test('are the specified ones, the decided ones, and those of administrators', () => {
    const known = new Set<string>([...SPECIFIED, ...DECIDED].map(([name]) => name));
    for (const [name, { access }] of all) expect(known.has(name)).toBe(access !== 'administrator');
  });
});

test('the permissions are the specified ones, and the two decided ones', () => {
  const specified = ['read:payments', 'read:withdraws', 'read:balance', 'write:withdraw:create'];
  expect(PERMISSIONS).toEqual([...specified, 'write:payment:create', 'admin:all']);
});

test('the limits are the specified ones', () => {
  expect(RATE_LIMITS).toEqual({
    standard: { requests: 10, windowMs: 1_000 },
    administration: { requests: 30, windowMs: 60_000 },
    registration: { requests: 1, windowMs: 30_000 },
  });
  const headers = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`);
  expect(Object.values(RATE_LIMIT_HEADERS)).toEqual(headers);
});

test.each([
  ['validation_failed', 400],
  ['insufficient_balance', 400],
  ['below_minimum', 400],
  ['limit_exceeded', 400],
  ['verification_required', 400],
  ['verification_invalid', 400],
  ['invalid_json', 400],
  ['unauthorized', 401],
  ['permission_missing', 403],
  ['account_blocked', 403],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['body_too_large', 413],
  ['unsupported_media_type', 415],
  ['too_many_requests', 429],
] as const)('the refusal %s is a %i', (code, status) => expect(ERROR_STATUS[code]).toBe(status));
