import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, JsonSchema } from '../../src/service/http/openapi/document.ts';

export interface SchemaValidator {
  /** @returns what is wrong, in words */
  readonly validate: (schema: JsonSchema, value: unknown) => string[];
}

/** Validates values with schemas of the document, by a validator that is independent of the contract. */
export function schemaValidator({ components }: OpenApiDocument): SchemaValidator {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components });

  const checks = new Map<string, ValidateFunction>();

  return {
    validate: (schema, value) => {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
      const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
      checks.set(text, check);
      if (check(value)) return [];
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ''}`);
    },
  };
}
