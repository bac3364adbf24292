import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../src/contract/operations.ts';

/** Every refused path with its message. */
function refusals(schema: z.ZodType, body: unknown): Record<string, string> {
  const issues = schema.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('a withdrawal to be created', () => {
  const { body: schema } = operations.createWithdrawal;
  const request = { amount: 12.34, pixKey: 'fulano@example.com', pixKeyType: 'EMAIL' };

  test('has its amount in reais, read as centavos', () => {
    expect(schema.parse(request)).toEqual({ ...request, amount: 1234 });
  });

  test('may have all specified fields', () => {
    const whole = { ...request, description: 'Aluguel', coverFee: true, verificationCode: '012345' };
    expect(schema.parse(whole)).toEqual({ ...whole, amount: 1234 });
  });

  test('may leave the key to the account', () => {
    expect(schema.parse({ amount: 5 })).toEqual({ amount: 500 });
  });

  test.each([
    [0.29, 29],
    [19.99, 1999],
    ['12.34', 1234],
    ['12,34', 1234],
    ['12', 1200],
  ])('accepts the amount %j', (amount, centavos) => {
    expect(schema.parse({ ...request, amount })).toMatchObject({ amount: centavos });
  });

  test.each([0, -5, 10.001, NaN, Infinity, '', '1e3', '-5', '1.234,56', '12.345', 'ten', null, true, {}, undefined])(
    'refuses the amount %j',
    (amount) => {
      expect(refusals(schema, { ...request, amount })).toHaveProperty('amount');
    },
  );

  test('has key and type together', () => {
    expect(refusals(schema, { amount: 5, pixKey: 'fulano@example.com' })).toEqual({
      pixKeyType: 'pixKey and pixKeyType go together',
    });
    expect(refusals(schema, { amount: 5, pixKeyType: 'EMAIL' })).toHaveProperty('pixKeyType');
  });

  test.each([
    ['pixKeyType', 'EVP'],
    ['pixKeyType', 'email'],
    ['pixKey', ''],
    ['pixKey', 'a'.repeat(78)],
    ['pixKey', 52998224725],
    ['description', 'x'.repeat(141)],
    ['description', 'Aluguel\u0000'],
    ['description', 'Aluguel\nde maio'],
    ['description', 'Aluguel\u009b2J'],
    ['description', 7],
    ['coverFee', 'true'],
    ['coverFee', 1],
    ['verificationCode', '12345'],
    ['verificationCode', '1234567'],
    ['verificationCode', 123456],
    ['verificationCode', '12345a'],
  ])('refuses %s %j, by name', (field, value) => {
    expect(Object.keys(refusals(schema, { ...request, [field]: value }))).toEqual([field]);
  });

  test('refuses an unknown field by name', () => {
    expect(refusals(schema, { ...request, coverfee: true })).toEqual({ '': expect.stringContaining('coverfee') });
  });

  test.each([null, [], 'text', 5])('is an object, not %j', (body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });
});

describe('a payment to be created', () => {
  const { body: schema } = operations.createPayment;

  test('has its value in reais', () => {
    const request = { value: 10.5, description: 'Mensalidade', coverFee: false };
    expect(schema.parse(request)).toEqual({ ...request, value: 1050 });
    expect(schema.parse({ value: '1,00' })).toEqual({ value: 100 });
  });

  test.each([
    [{}, 'value'],
    [{ value: 1.005 }, 'value'],
    [{ value: 1, description: 'x'.repeat(141) }, 'description'],
    [{ value: 1, coverFee: null }, 'coverFee'],
    [{ value: 1, amount: 1 }, ''],
  ])('refuses %j', (body, path) => {
    expect(Object.keys(refusals(schema, body))).toEqual([path]);
  });
});

describe('a verification code to be sent', () => {
  const { body: schema } = operations.requestTransferCode;

  test('has an amount', () => {
    expect(schema.parse({ amount: 12.34, coverFee: true })).toEqual({ amount: 1234, coverFee: true });
    expect(refusals(schema, { coverFee: true })).toHaveProperty('amount');
    expect(refusals(schema, { amount: 5, pixKey: 'x' })).toHaveProperty('');
  });
});

describe('an account to be registered', () => {
  const { body: schema } = operations.registerAccount;
  const request = { name: 'Padaria São João', email: 'contato@example.com', taxId: '11222333000181' };

  test('requires name, e-mail and tax id', () => {
    expect(schema.parse(request)).toEqual(request);
    expect(Object.keys(refusals(schema, {})).sort()).toEqual(['email', 'name', 'taxId']);
    expect(refusals(schema, { ...request, email: 'contato' })).toHaveProperty('email');
  });

  test('has key and type together', () => {
    const key = { pixKey: 'contato@example.com', pixKeyType: 'EMAIL' };
    expect(schema.parse({ ...request, ...key })).toEqual({ ...request, ...key });
    expect(refusals(schema, { ...request, pixKey: key.pixKey })).toHaveProperty('pixKeyType');
  });
});

describe('a key to be created', () => {
  const { body: schema } = operations.createApiKey;

  test('has existing permissions, and is no second main key', () => {
    const request = { name: 'folha', permissions: ['read:withdraws', 'write:withdraw:create'] };
    expect(schema.parse(request)).toEqual(request);
    expect(refusals(schema, { ...request, permissions: ['admin:all'] })).toHaveProperty('permissions.0');
    expect(refusals(schema, { ...request, permissions: ['read:everything'] })).toHaveProperty('permissions.0');
    expect(refusals(schema, { ...request, permissions: [] })).toHaveProperty('permissions');
  });
});

describe('an account to be changed by an administrator', () => {
  const { body: schema } = operations.updateAccount;

  test('names only changes, with amounts in reais', () => {
    expect(schema.parse({ limits: { daily: 1000 }, blocked: true })).toEqual({
      limits: { daily: 100_000 },
      blocked: true,
    });
    expect(refusals(schema, { limits: { yearly: 1 } })).toHaveProperty('limits');
    expect(refusals(schema, { balance: 1_000_000 })).toHaveProperty('');
  });
});
