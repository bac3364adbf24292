import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../../src/service/http/openapi/document.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** Valid values of a schema in the document. */
export function allowedBy(components: Components, schema: JsonSchema): Arbitrary<unknown> {
  const { $ref, type, enum: words, anyOf, items } = schema;
  if ($ref !== undefined) return allowedBy(components, components[$ref.split('/').at(-1) ?? ''] ?? {});
  if (words !== undefined) return fc.constantFrom(...words);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((choice) => allowedBy(components, asSchema(choice))));
  switch (type) {
    case 'string':
      return textAllowedBy(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
        fc.double({ noNaN: true, min: Number(schema.exclusiveMinimum ?? -1e9), max: 1e12 }),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(Array.isArray(items) ? fc.constant(null) : allowedBy(components, asSchema(items)), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'object':
      return objectAllowedBy(components, schema);
    default:
      return fc.jsonValue();
  }
}

function objectAllowedBy(components: Components, { properties = {}, required = [] }: JsonSchema) {
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, allowedBy(components, asSchema(property))] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function textAllowedBy({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  const anyText = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
  if (pattern === undefined) return anyText;
  const expression = new RegExp(pattern, 'u');
  // A class of nearly all characters is filled with ordinary text rather than with random code points.
  return pattern.startsWith('^[^') ? anyText.filter((text) => expression.test(text)) : fc.stringMatching(expression);
}

function asSchema(schema: JsonSchema | boolean | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
