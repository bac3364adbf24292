import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { controls, type Control } from '../../src/contract/control.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Path = readonly string[];

/** Valid values of fields that do not accept any text. */
const GOOD_TEXTS: Readonly<Record<string, string>> = {
  after: '7',
  before: '7',
  email: 'contato@example.com',
  limit: '7',
  offset: '7',
  on: 'POST /api/v1/withdraw/create',
  taxId: '11222333000181',
  url: 'http://127.0.0.1:4011/events',
  verificationCode: '123456',
};
const IN_REAIS = '12.34';
const ANY_TEXT = 'Padaria Aurora';

const schemas = [...Object.entries<Operation>(operations), ...Object.entries<Control>(controls)].flatMap(
  ([name, { body, query }]) =>
    [body, query].flatMap((schema) => (schema === undefined ? [] : [[name, schema] as const])),
);
const fields = schemas.flatMap(([name, schema]) =>
  textFields(z.toJSONSchema(schema, { io: 'input' })).map(({ path, good }) => ({ name, schema, path, good })),
);

/** Every field that is text, or may be. */
function textFields(schema: JsonSchema, path: Path = []): { path: Path; good: string }[] {
  const { type, properties = {}, anyOf = [] } = schema;
  const nested = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' ? textFields(property, [...path, name]) : [],
  );
  const last = path.at(-1) ?? '';
  if (type === 'string' && schema.enum === undefined && schema.const === undefined) {
    return [{ path, good: GOOD_TEXTS[last] ?? ANY_TEXT }];
  }
  const isAmount = anyOf.some((choice) => choice.type === 'number') && anyOf.some((choice) => choice.type === 'string');
  return isAmount ? [{ path, good: IN_REAIS }] : nested;
}

function refusesAt(schema: z.ZodType, path: Path, value: string): boolean {
  const body = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues.some((issue) => issue.path.join('.') === path.join('.'));
}

const unwanted = fc.oneof(
  fc.integer({ min: 0x00, max: 0x1f }),
  fc.integer({ min: 0x7f, max: 0x9f }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
);

describe('every text of a request', () => {
  it('is listed in this test', () => {
    expect(fields.map(({ name, path }) => `${name} ${path.join('.')}`)).toEqual(
      expect.arrayContaining(['registerAccount name', 'createApiKey name', 'updateAccount plan.name', 'addFault on']),
    );
  });

  it.each(fields.map((field) => [`${field.name}: ${field.path.join('.')}`, field] as const))(
    'is refused with a control character or half a surrogate pair in it: %s',
    (_, { schema, path, good }) => {
      expect(refusesAt(schema, path, good)).toBe(false);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: good.length }), unwanted, (at, code) => {
          const spoiled = good.slice(0, at) + String.fromCharCode(code) + good.slice(at);
          expect(refusesAt(schema, path, spoiled)).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('is preserved with whole pairs and letters of any language', () => {
    const { body } = operations.createPayment;
    const graphemes = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(graphemes, (text) => {
        expect(body.parse({ value: 10, description: text }).description).toBe(text);
      }),
    );
  });
});

it.each([
  ['setAccount', { feeCentavos: Number.MAX_SAFE_INTEGER }, 'feeCentavos'],
  ['setAccount', { settleAfterMs: Number.MAX_SAFE_INTEGER }, 'settleAfterMs'],
  ['deposit', { amountCentavos: Number.MAX_SAFE_INTEGER }, 'amountCentavos'],
  ['updateAccount', { plan: { name: 'Ouro', transactionFee: '90071992547409.91' } }, 'plan.transactionFee'],
  ['updateAccount', { plan: { name: 'Ouro', transactionFee: 1e13 } }, 'plan.transactionFee'],
])(
  'an amount that is set is refused by %s when an amount plus it would not be an exact number: %j',
  (name, body, path) => {
    const schema = schemas.find(([candidate]) => candidate === name)?.[1];
    expect(schema?.safeParse(body).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  },
);
