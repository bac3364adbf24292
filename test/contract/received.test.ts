import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import { errorBody } from '../../src/contract/error.ts';
import { operations } from '../../src/contract/operations.ts';
import { received } from '../../src/contract/received.ts';
import type { Centavos } from '../../src/pix/centavos.ts';
import * as bodies from '../support/bodies.ts';

const ok = <Data>(data: Data) => ({ success: true, data });
const message = 'done';
const { listPayments, getPayment, createPayment, listWithdrawals, getWithdrawal, createWithdrawal } = operations;
const single = { ...ok(bodies.withdrawalDetails), message };
const list = ok({ ...bodies.noWithdrawals.data, withdraws: [bodies.listedWithdrawal] });
const withdrawals = received(listWithdrawals.answer);

const answers: readonly (readonly [name: string, schema: z.ZodType, body: object])[] = [
  ['payment list', listPayments.answer, bodies.paymentPage([bodies.payments[1]!])],
  ['single payment', getPayment.answer, { ...ok(bodies.activeCharge), statusUpdated: false }],
  ['created payment', createPayment.answer, { ...ok(bodies.createdCharge), message }],
  ['withdrawal list', listWithdrawals.answer, list],
  ['single withdrawal', getWithdrawal.answer, single],
  ['created withdrawal', createWithdrawal.answer, { ...ok(bodies.createdWithdrawal), message }],
  ['balance', operations.getBalance.answer, ok(bodies.balance)],
];

/** Fields without which an answer is useless. */
const ESSENTIAL = ['id', 'value', 'pagination.total', 'pagination.limit', 'pagination.offset', 'balance.total'];

/** All other amounts of money in the specification. */
const MONEY = [
  ...['netValue', 'fee', 'sent', 'totalValue', 'totalNetValue', 'transactionFee'],
  ...['balance.pendingPayments', 'totalWithPending', 'totalDisputedAmount', 'totalBlockedAmount', 'totalReceived'],
  ...['totalFees', 'daily', 'dailyUsed', 'dailyRemaining', 'monthly', 'monthlyUsed', 'monthlyRemaining'],
  'perTransaction',
];

/** Other services create it at will, so no field is required. */
const OPTIONAL = ['metadata'];

describe.each(answers)('the answer "%s"', (_, schema, body) => {
  const tolerant = received(schema);
  const fields = leaves(body);

  test("is accepted as documented, by the service's own schema and by the tolerant one", () => {
    expect([schema.parse(body), tolerant.parse(body)]).toEqual([body, body]);
  });

  test('may contain unknown fields, which are preserved', () => {
    const extended = structuredClone(body);
    for (const object of objectsWithin(extended)) Object.assign(object, { invented: { deep: [1, null] } });
    expect(tolerant.parse(extended)).toEqual(extended);
  });

  test.each(fields.filter(isEssential))('%s must be present and valid', (path) => {
    for (const wrong of [undefined, null, '', '1050', 10.5, {}, 2 ** 53]) {
      const broken = withField(body, path, wrong);
      const isId = path.endsWith('.id');
      if (isId && wrong === '1050') continue;
      expect(refusedPaths(tolerant, broken), `${path} as ${JSON.stringify(wrong)}`).toEqual([path]);
    }
  });

  test.each(fields.filter(isMoney))('%s is money: it may be null, but not missing or of another type', (path) => {
    expect(tolerant.parse(withField(body, path, null))).toEqual(withField(body, path, null));
    for (const wrong of [undefined, '1050', 10.5, true, 2 ** 53]) {
      const refused = refusedPaths(tolerant, withField(body, path, wrong));
      expect(refused, `${path} as ${JSON.stringify(wrong)}`).toEqual([path]);
    }
  });

  const others = fields.filter((path) => !isEssential(path) && !isMoney(path));
  test.each(others)('%s may be null or missing', (path) => {
    for (const absent of [null, undefined]) {
      const without = withField(body, path, absent);
      expect(tolerant.parse(without)).toEqual(without);
    }
  });
});

const METADATA = 'data.withdraws.0.metadata';
const REST = { sent: 2450, channel: 'app' };
const METADATA_READ: readonly (readonly [metadata: unknown, read: unknown])[] = [
  ...[null, undefined, {}, { channel: 'app' }].map((metadata) => [metadata, metadata] as const),
  ...['fee 0,50', [], ['pix'], 7, true].map((metadata) => [metadata, null] as const),
  ...['0,50', 0.5, true, {}, 2 ** 53].map(
    (fee) =>
      [
        { fee, ...REST },
        { fee: null, ...REST },
      ] as const,
  ),
];
test.each(METADATA_READ)('the content of metadata is not documented: %j is accepted as %j', (metadata, read) => {
  const body = withField(list, METADATA, metadata);
  expect(withdrawals.parse(body)).toEqual(withField(body, METADATA, read));
});

test.each([10.5, 1050, {}])(
  'the total in reais has no documented type: %j leaves a created payment readable',
  (total) => {
    const body = withField({ ...ok(bodies.createdCharge), message }, 'data.valueInReais', total);
    expect(received(createPayment.answer).parse(body)).toEqual(withField(body, 'data.valueInReais', null));
  },
);

test.each([
  ['2026-07-14T12:00:00.5', '2026-07-14T12:00:00.5Z'],
  ['2026-07-14 12:00', '2026-07-14T12:00Z'],
  ...['2026-07-14T12:00:00-03:00', '2026-07-14 12:00:00+00', '2026-07-14', 'yesterday', ''].map((time) => [time, time]),
])('the time %j is read as %j: times are UTC, also where a service does not say so', (time, read) => {
  for (const field of ['createdAt', 'completedAt']) {
    const body = withField(single, `data.${field}`, time);
    expect(received(getWithdrawal.answer).parse(body)).toEqual(withField(body, `data.${field}`, read));
  }
});

describe('an unknown status', () => {
  test('is accepted by the client, and never sent by the service', () => {
    const body = withField(single, 'data.status', 'UNDER_REVIEW');
    expect(received(getWithdrawal.answer).parse(body)).toEqual(body);
    expect(getWithdrawal.answer.safeParse(body).success).toBe(false);
  });

  test('must still be a text', () => {
    const body = withField(single, 'data.status', 7);
    expect(refusedPaths(received(getWithdrawal.answer), body)).toEqual(['data.status']);
  });
});

test('a row of a list without its value is named', () => {
  const body = bodies.paymentPage(Array.from({ length: 5 }, () => ({ ...bodies.payments[0]! })));
  const path = 'data.payments.3.value';
  expect(refusedPaths(received(listPayments.answer), withField(body, path, undefined))).toEqual([path]);
});

const NO_LIST = [null, [], 'ok', ...[undefined, null, { payments: {} }].map((data) => ({ success: true, data }))];
test.each(NO_LIST)('a list answer of %j is refused', (body) => {
  expect(received(listPayments.answer).safeParse(body).success).toBe(false);
});

test.each([
  [
    'the specification, which has no code',
    { success: false, error: 'Too Many Requests', message: 'Wait', retryAfter: 1 },
  ],
  ['another service: nothing', {}],
  ['another service: a message', { message: 'no' }],
  ['another service: another code', { error: 'Bad Request', code: 'another_word', details: null }],
])('an error body of %s is accepted', (_, body) => expect(received(errorBody).parse(body)).toEqual(body));

test('the types show what may be missing', () => {
  const withdrawal = received(getWithdrawal.answer).parse(single).data;
  expectTypeOf(withdrawal.id).toEqualTypeOf<string>();
  expectTypeOf(withdrawal.value).toEqualTypeOf<Centavos>();
  expectTypeOf(withdrawal.fee).toEqualTypeOf<Centavos | null>();
  expectTypeOf(withdrawal.pixKey).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(withdrawal.completedAt).toEqualTypeOf<string | null | undefined>();
  expectTypeOf<'UNDER_REVIEW'>().toExtend<typeof withdrawal.status>();
});

function isEssential(path: string): boolean {
  return ESSENTIAL.some((name) => `.${path}`.endsWith(`.${name}`));
}

function isMoney(path: string): boolean {
  return MONEY.some((name) => `.${path}`.endsWith(`.${name}`)) && !OPTIONAL.some((name) => path.includes(name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Paths of all leaf fields, `data.payments.0.value`. */
function leaves(value: unknown, path = ''): string[] {
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`));
}

function objectsWithin(value: unknown): object[] {
  if (!isRecord(value)) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsWithin)];
}

/** A copy with one field changed; without it when `value` is undefined. */
function withField(body: unknown, path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(body);
  const names = path.split('.');
  const last = names.pop()!;
  let holder = copy;
  for (const name of names) holder = isRecord(holder) ? holder[name] : undefined;
  if (!isRecord(holder)) throw new Error(`no such field: ${path}`);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return copy;
}

function refusedPaths(schema: z.ZodType, body: unknown): string[] {
  return (schema.safeParse(body).error?.issues ?? []).map((issue) => issue.path.join('.'));
}
