import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openApiDocument, type DocumentedOperation } from '../../src/service/http/openapi/document.ts';
import { ROUTES } from '../../src/service/http/routes.ts';
import { openTestService, startTestService, type OpenTestService, type TestAnswer } from '../support/service.ts';
import { schemaValidator } from './document-schemas.ts';
import { rawExchange } from './raw-exchange.ts';
import { allowedBy } from './schema-arbitrary.ts';

const RUNS_AN_OPERATION = 150;
const OPEN_DISPUTE = '/api/v1/admin/dispute/create';

const document = openApiDocument();
const { validate } = schemaValidator(document);

const served = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
    .filter(({ method }) => ROUTES.some(({ operation }) => operation.path === path && operation.method === method)),
);

/** The parts of a request; `undefined` omits a header. */
interface Attempt {
  /** Time since the previous request: some may be too fast. */
  readonly waitMs: number;
  readonly id: string;
  readonly query: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

function textOf(characters: string, maxLength: number): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters.split('')), maxLength });
}

const headerText = textOf(`ab9 ./;:=*%\\"'{}[]<>é`, 40).map((text) => text.trim());
const junk = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1e999',
    '{"amount":',
    '{"__proto__":1}',
    '{"a":1,"a":2}',
    `"${'x'.repeat(70_000)}"`,
    '\u0000',
  ),
  fc.json(),
  fc.string({ unit: 'binary' }),
);

function exampleOf({ requestBody }: DocumentedOperation): unknown {
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value;
}

function bodyText(operation: DocumentedOperation): Arbitrary<string | undefined> {
  const { requestBody } = operation;
  if (requestBody === undefined) return fc.option(junk, { nil: undefined });
  const { schema } = requestBody.content['application/json'];
  const example = exampleOf(operation);
  const allowed = fc.oneof(fc.constant(example), allowedBy(document.components.schemas, schema));
  const spoiled = fc
    .tuple(allowed, fc.constantFrom(...fieldsOf(example), 'unknown'), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
    .map(([value, field, other]) => ({ ...(typeof value === 'object' ? value : {}), [field]: other }));
  return fc.oneof(
    { weight: 4, arbitrary: allowed.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: spoiled.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function fieldsOf(example: unknown): string[] {
  return typeof example === 'object' && example !== null ? Object.keys(example) : [];
}

function queryText({ parameters = [] }: DocumentedOperation): Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const fields = named.map(
    ({ name, schema }) =>
      [
        name,
        fc.oneof(
          allowedBy(document.components.schemas, schema).map((value) => String(value)),
          fc.constantFrom('', '0', '-1', '101', '1.5', '1e3', '9'.repeat(30), 'x', ' 1', 'completed'),
        ),
      ] as const,
  );
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .map((values) => new URLSearchParams(definedEntries(values)).toString())
    .chain((query) => fc.constantFrom(query, `${query}&${query}`, `${query}&unknown=1`, `${query}&limit=%ZZ`));
}

function definedEntries(values: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Mostly valid: otherwise hardly any request would get far. */
function header(usual: string | undefined, ...absurd: Arbitrary<string | undefined>[]): Arbitrary<string | undefined> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, ...[fc.constant(undefined), headerText, ...absurd]);
}

function attempts(operation: DocumentedOperation, ids: readonly string[], keys: readonly string[]): Arbitrary<Attempt> {
  const key = fc.constantFrom(...keys);
  return fc.record({
    waitMs: fc.constantFrom(0, 0, 0, 0, 40),
    id: fc.oneof(
      fc.constantFrom(...ids),
      fc.constantFrom('%00', '%2F', '%ZZ', '%C3%28', 'x'.repeat(2000), '%F0%9F%92%B8', '..;', 'null', "'%20OR%201=1"),
      fc.string({ unit: 'grapheme', minLength: 1 }).map(encodeURIComponent),
    ),
    query: queryText(operation),
    body: bodyText(operation),
    headers: key.chain((usual) =>
      fc.record({
        'X-API-Key': header(usual, key),
        Authorization: header(
          undefined,
          key.map((other) => `Bearer ${other}`),
          headerText.map((text) => `Bearer ${text}`),
        ),
        'Content-Type': header('application/json', fc.constantFrom('text/plain', 'application/json; charset=utf-16')),
        Accept: header('application/json'),
        Host: header(
          '127.0.0.1:4010',
          fc.constantFrom('evil.example', 'localhost', '[::1]:1', '127.0.0.1.evil.example'),
        ),
        Origin: header(undefined, fc.constantFrom('null', 'http://evil.example', 'http://127.0.0.1:4010')),
        'Content-Encoding': header(undefined),
        'X-HTTP-Method-Override': header(undefined, fc.constant('DELETE')),
      }),
    ),
  });
}

/** Cases that randomness need not produce: valid answers, without a key, and from a foreign page. */
function sureAttempts(operation: DocumentedOperation, id: string, key: string): Attempt[] {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const usual = { waitMs: 0, id, query: '', body: JSON.stringify(exampleOf(operation)), headers };
  return [
    usual,
    { ...usual, headers: { ...headers, 'X-API-Key': undefined } },
    { ...usual, headers: { ...headers, Origin: 'http://evil.example' } },
  ];
}

/** Describes how an answer violates the document. */
function deviations(operation: DocumentedOperation, { status, headers, json, text }: TestAnswer): string[] {
  const response = operation.responses[status];
  if (status >= 500 || response === undefined)
    return [`${status} is not an answer of ${operation.operationId}: ${text}`];
  const { schema, examples } = response.content['application/json'];
  const type = headers.get('Content-Type');
  return [
    ...(type === 'application/json' ? [] : [`Content-Type is ${type ?? 'missing'}`]),
    ...validate(schema, json),
    ...(status === 200 || json?.code in examples ? [] : [`the code ${json?.code} is not documented for ${status}`]),
    ...Object.keys(response.headers)
      .filter((name) => !headers.has(name))
      .map((name) => `the header ${name} is missing`),
  ];
}

/** Existing ids, and enough of what requests consume. */
async function idsOf(path: string, { request, keyOf }: OpenTestService): Promise<string[]> {
  const { json: payments } = await request('/api/v1/payment/list?limit=5');
  const rows: { id: string; status: string }[] = payments.data.payments;
  if (path.includes('/admin/account/')) return ['demo', 'other'];
  if (path.includes('/withdraw/')) {
    return (await request('/api/v1/withdraw/list?limit=5')).json.data.withdraws.map(({ id }: { id: string }) => id);
  }
  const ids: string[] = [];
  if (path.includes('/dispute/')) {
    for (const { id: paymentId } of rows.filter(({ status }) => status === 'COMPLETED')) {
      const { json } = await request(OPEN_DISPUTE, { key: keyOf('admin'), json: { paymentId } });
      ids.push(json.data.id);
    }
    return ids;
  }
  if (path.includes('/api-key/')) {
    for (const name of ['one', 'two', 'three', 'four']) {
      const { json } = await request('/api/v1/user/api-key/create', { json: { name, permissions: ['read:balance'] } });
      ids.push(json.data.id);
    }
    return ids;
  }
  return rows.map(({ id }) => id);
}

/** Cases that occur where possible: randomness has to produce each. */
function statusesMet(path: string, { security }: DocumentedOperation): number[] {
  if (path === '/api/v1/user/register') return [429];
  const isPublic = security.some((scheme) => Object.keys(scheme).length === 0);
  if (isPublic) return [200, 429];
  return path === OPEN_DISPUTE ? [401, 403, 429] : [200, 401, 403, 429];
}

describe.each(served)('$method $path', ({ method, path, operation }) => {
  it('answers as documented, whatever is requested', async () => {
    const service = await openTestService({ payments: 8, withdraws: 4, rateLimit: true });
    const others = service.keys.map(({ key }) => key);
    const keys = path.includes('/admin/') ? [...others, ...others.map(() => service.keyOf('admin'))] : others;
    const ids = await idsOf(path, service);
    const sure = sureAttempts(operation, ids[0] ?? '', service.keyOf(path.includes('/admin/') ? 'admin' : undefined));
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(attempts(operation, ids, keys), async ({ waitMs, id, query, body, headers }) => {
        service.clock.advance(waitMs);
        const target = `${path.replace('{id}', id)}${query === '' ? '' : `?${query}`}`;
        const mayCarryBody = method !== 'GET' && body !== undefined;
        const answer = await service.request(target, {
          method,
          key: null,
          headers: { 'Content-Type': '', ...Object.fromEntries(definedEntries(headers)) },
          ...(mayCarryBody && { body }),
        });
        seen.add(answer.status);
        expect(deviations(operation, answer)).toEqual([]);
      }),
      { numRuns: RUNS_AN_OPERATION, examples: sure.map((attempt) => [attempt]) },
    );
    expect([...seen]).toEqual(expect.arrayContaining(statusesMet(path, operation)));
  });
});

it('raw bytes as headers get documented answers only, and cause no failure', async () => {
  const { url, keyOf, request } = await startTestService({ payments: 0, withdraws: 0 });
  const operation = document.paths['/api/v1/user/balance']?.['get'];
  if (operation === undefined) throw new Error('the document has no balance');
  const value = textOf('ab1 ,;:/=[]@%\\"é\t', 60);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('Host', 'X-API-Key', 'Authorization', 'Origin', 'Accept', 'Expect-CT', 'Cookie', 'Forwarded'),
      fc.oneof(value, fc.constantFrom('', 'x'.repeat(8000), 'a, b', '127.0.0.1:99999', 'http://127.0.0.1', 'a b')),
      async (name, text) => {
        const headers = { 'X-API-Key': keyOf(), [name]: text };
        const { received } = await rawExchange(url, { path: '/api/v1/user/balance', headers });
        const status = Number(received.split(' ')[1]);
        expect(Object.keys(operation.responses)).toContain(String(status));
        expect(status).toBeLessThan(500);
        const body: unknown = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
        const schema = operation.responses[status]?.content['application/json'].schema ?? {};
        expect(validate(schema, body)).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
  expect((await request('/healthz')).status).toBe(200);
});
