import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { openApiDocument } from '../../src/service/http/openapi/document.ts';
import { openTestService } from '../support/service.ts';
import { schemaValidator } from './document-schemas.ts';

const document = openApiDocument();
const { validate } = schemaValidator(document);
const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

describe('the OpenAPI document', () => {
  it('is served to any caller', async () => {
    const { request } = await openTestService();
    const answer = await request('/openapi.json', { key: null });
    expect([answer.status, answer.json]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  });

  it('is valid OpenAPI 3.1, without a broken reference', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    const { components } = document;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    const broken = references.filter(
      ([, kind, name = '']) => !(kind === 'schemas' || kind === 'headers') || !(name in components[kind]),
    );
    expect(broken).toEqual([]);
  });

  it('has patterns that other languages compile: no flags, Unicode classes or lookarounds', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern]) =>
      String(JSON.parse(pattern ?? '""')),
    );
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pPuk]|\(\?[=!<]/);
      expect(new RegExp(pattern).flags).toBe('');
    }
  });

  it('has every operation of the contract, and no other', () => {
    const inContract = Object.entries<Operation>(operations).map(
      ([name, { method, path }]) => `${name}: ${method} ${path}`,
    );
    const inDocument = documented.map(
      ({ method, path, operation }) => `${operation.operationId}: ${method.toUpperCase()} ${path}`,
    );
    expect(inDocument.toSorted()).toEqual(inContract.toSorted());
  });

  it.each(documented.map((item) => [item.operation.operationId, item] as const))(
    '%s has examples that validate, and rate-limit headers on all answers',
    (_, { operation }) => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) => part ?? []);
      for (const { content } of contents) {
        const { schema, examples } = content['application/json'];
        expect(Object.keys(examples)).not.toEqual([]);
        for (const { value } of Object.values(examples)) expect(validate(schema, value)).toEqual([]);
      }
      for (const { headers } of Object.values(operation.responses)) {
        expect(Object.keys(headers)).toEqual(
          expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
        );
      }
    },
  );

  it('describes parameters, security and refusals as specified', () => {
    const list = document.paths['/api/v1/payment/list']?.['get'];
    expect(list?.parameters).toMatchObject([
      { name: 'status', in: 'query', required: false, schema: { enum: ['PENDING', 'ACTIVE', 'COMPLETED', 'FAILED'] } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      },
      { name: 'offset', in: 'query', required: false, schema: { type: 'integer', minimum: 0, default: 0 } },
    ]);
    expect(list?.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
    const create = document.paths['/api/v1/withdraw/create']?.['post'];
    expect(Object.keys(create?.responses ?? {})).toEqual(['200', '400', '401', '403', '413', '415', '429', '500']);
    expect(Object.keys(create?.responses['400']?.content['application/json'].examples ?? {})).toContain(
      'insufficient_balance',
    );
    expect(create?.responses['429']?.headers).toHaveProperty('Retry-After');
  });
});

it('a page without a key is refused under another host name', async () => {
  const { request } = await openTestService();
  for (const path of ['/openapi.json', '/healthz']) {
    const answer = await request(path, { key: null, headers: { Host: 'evil.example' } });
    expect([answer.status, answer.json.code]).toEqual([403, 'origin_refused']);
  }
});
