import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../src/contract/error.ts';
import {
  BY_ITS_FILE,
  openTestService,
  startTestService,
  type OpenTestService,
  type TestRequest,
} from '../support/service.ts';
import { dataFilePath, editDataFile } from './data-file.ts';
import { grouped, linesIn } from '../support/grouped.ts';

const CREATE = '/api/v1/withdraw/create';
const CREATE_PAYMENT = '/api/v1/payment/create';

let service: OpenTestService;

beforeAll(async () => {
  service = await openTestService({ cache: false, payments: 1, withdraws: 1 }, undefined, BY_ITS_FILE);
  return service.close;
});

/** What is refused has changed nothing. */
async function refusalOf(path: string, request: TestRequest) {
  const before = (await service.request('/api/v1/user/balance')).text;
  const answer = await service.request(path, request);
  expect((await service.request('/api/v1/user/balance')).text).toBe(before);
  errorBody.parse(answer.json);
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  return answer;
}

describe('an invalid request', () => {
  it.each([
    ['/', 'POST'],
    ['/api/v1/payment', 'GET'],
    ['/api/v1/payment/list/', 'GET'],
    ['/api/v1/payment/get/', 'GET'],
    ['/api/v2/payment/list', 'GET'],
    ['/api/v1/user', 'POST'],
  ])('is 404 on an unknown route: %s', async (path, method) => {
    const { status, json } = await refusalOf(path, { method });
    expect([status, json]).toEqual([
      404,
      { success: false, error: 'Not Found', message: 'There is no such route', code: 'not_found' },
    ]);
  });

  it.each([
    ['/api/v1/payment/get/none', {}, 'payment'],
    ['/api/v1/withdraw/get/none', {}, 'withdrawal'],
    ['/api/v1/user/api-key/none', { method: 'DELETE' }, 'API key'],
  ])('is 404 on what is not there, with its name: %s', async (path, request, what) => {
    const { status, json } = await refusalOf(path, request);
    expect([status, json]).toMatchObject([404, { code: 'not_found', message: `There is no such ${what}` }]);
  });

  it.each([
    ['POST', '/api/v1/payment/list', 'GET, HEAD'],
    ['DELETE', '/api/v1/payment/get/1', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/user/balance', 'GET, HEAD'],
    ['GET', CREATE, 'POST'],
    ['PUT', CREATE_PAYMENT, 'POST'],
    ['POST', '/api/v1/user/api-key/permissions', 'GET, HEAD'],
  ])('is 405 with the methods that are allowed: %s %s', async (method, path, allow) => {
    const { status, json, headers } = await refusalOf(path, { method });
    expect([status, json.error, json.code, headers.get('Allow')]).toEqual([
      405,
      'Method Not Allowed',
      'method_not_allowed',
      allow,
    ]);
  });

  it.each([
    ['{', 'application/json'],
    ['', 'application/json'],
    ['{"amount":10}x', 'application/json; charset=utf-8'],
    ["{'amount':10}", 'APPLICATION/JSON'],
  ])('is 400 when its body is not JSON: %j', async (body, type) => {
    const { status, json } = await refusalOf(CREATE, { method: 'POST', body, headers: { 'Content-Type': type } });
    expect([status, json.error, json.code]).toEqual([400, 'Bad Request', 'invalid_json']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'is 415 when its declared type is %j',
    async (type) => {
      const { status, json } = await refusalOf(CREATE, { body: '{"amount":10}', headers: { 'Content-Type': type } });
      expect([status, json.error, json.code]).toEqual([415, 'Unsupported Media Type', 'unsupported_media_type']);
    },
  );

  it('is 413 when its body is larger than 64 KiB, and not a byte earlier', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ amount: 10, description: '' }).padEnd(bytes, ' ');
    const { request } = await openTestService();
    expect((await request(CREATE, { body: bodyOf(64 * 1024) })).status).toBe(200);
    const { status, json } = await refusalOf(CREATE, { body: bodyOf(64 * 1024 + 1) });
    expect([status, json.error, json.code]).toEqual([413, 'Payload Too Large', 'body_too_large']);
  });
});

describe('a body of any size over a socket', () => {
  const GOOD_BODY = '{"amount":10}';

  async function exchange(head: readonly string[], body: string) {
    const { url, keyOf, request } = await startTestService();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write([`POST ${CREATE} HTTP/1.1`, 'Host: 127.0.0.1', `X-API-Key: ${keyOf()}`, ...head, '', ''].join('\r\n'));
    socket.write(body);
    const answer = await new Promise<string>((resolve, reject) => {
      socket.setEncoding('utf8').once('data', resolve).once('error', reject);
    });
    socket.destroy();
    return { statusLine: answer.split('\r\n')[0], healthy: (await request('/healthz')).status };
  }

  it('is 413 by its announced length, before it was sent', async () => {
    const head = ['Content-Type: application/json', 'Content-Length: 999999999'];
    expect(await exchange(head, '{')).toEqual({ statusLine: 'HTTP/1.1 413 Payload Too Large', healthy: 200 });
  });

  it('is 413 when it comes in chunks without an announcement', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect(await exchange(head, chunk.repeat(5))).toEqual({
      statusLine: 'HTTP/1.1 413 Payload Too Large',
      healthy: 200,
    });
  });

  it('is accepted in small chunks', async () => {
    const chunks = Array.from(GOOD_BODY, (letter) => `1\r\n${letter}\r\n`).join('');
    const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    expect((await exchange(head, `${chunks}0\r\n\r\n`)).statusLine).toBe('HTTP/1.1 200 OK');
  });
});

describe('validation', () => {
  it.each([
    [{}, [{ path: 'amount', message: 'is required' }]],
    [[], [{ path: '', message: expect.any(String) }]],
    [null, [{ path: '', message: expect.any(String) }]],
    [{ amount: true }, [{ path: 'amount', message: expect.any(String) }]],
    [{ amount: 'ten' }, [{ path: 'amount', message: expect.stringContaining('at most two decimals') }]],
    [{ amount: 10.001 }, [{ path: 'amount', message: expect.stringContaining('at most two decimals') }]],
    [{ amount: '1e3' }, [{ path: 'amount', message: expect.stringContaining('at most two decimals') }]],
    [{ amount: 0 }, [{ path: 'amount', message: expect.stringContaining('above zero') }]],
    [{ amount: -5 }, [{ path: 'amount', message: expect.stringContaining('above zero') }]],
    [{ amount: 10, pixKey: 'a@b.example' }, [{ path: 'pixKeyType', message: expect.stringContaining('together') }]],
    [{ amount: 10, pixKeyType: 'CPF' }, [{ path: 'pixKeyType', message: expect.stringContaining('together') }]],
    [{ amount: 10, verificationCode: '12345' }, [{ path: 'verificationCode', message: 'must be six digits' }]],
    [
      { amount: 10, ammount: 11, cover_fee: true },
      [
        { path: 'ammount', message: 'is not a known field' },
        { path: 'cover_fee', message: 'is not a known field' },
      ],
    ],
  ])('of the body %j names every wrong field', async (json, details) => {
    const answer = await refusalOf(CREATE, { json });
    expect([answer.status, answer.json]).toEqual([
      400,
      { success: false, error: 'Bad Request', message: expect.any(String), code: 'validation_failed', details },
    ]);
    expect(answer.json.message).toContain(answer.json.details[0].path);
  });

  it.each([
    ...[0, -5, 10.001, '', '1e3', '-5', '1.234,56', '12.345', 'ten', null, true, {}].map((amount) => ({ amount })),
    ...['EVP', 'email', 'IBAN'].map((pixKeyType) => ({ pixKeyType })),
    ...['', 'a'.repeat(78), 52_998_224_725].map((pixKey) => ({ pixKey })),
    ...['x'.repeat(141), 'a\u0000', 'a\nb', 'a\u009b2J', 7].map((description) => ({ description })),
    ...['true', 1].map((coverFee) => ({ coverFee })),
    ...['1234567', 123_456, '12345a'].map((verificationCode) => ({ verificationCode })),
  ])('of a withdrawal refuses %j, by name', async (wrong) => {
    const valid = { amount: 12.34, pixKey: 'fulano@example.com', pixKeyType: 'EMAIL' };
    const { status, json } = await refusalOf(CREATE, { json: { ...valid, ...wrong } });
    expect([status, json.details.map(({ path }: { path: string }) => path)]).toEqual([400, Object.keys(wrong)]);
  });

  it.each<[path: string, body: object, field: string]>([
    [CREATE_PAYMENT, {}, 'value'],
    [CREATE_PAYMENT, { value: 1.005 }, 'value'],
    [CREATE_PAYMENT, { value: 1, description: 'x'.repeat(141) }, 'description'],
    [CREATE_PAYMENT, { value: 1, coverFee: null }, 'coverFee'],
    [CREATE_PAYMENT, { value: 1, amount: 1 }, 'amount'],
    ['/api/v1/user/security/request-transfer-code', { coverFee: true }, 'amount'],
    ['/api/v1/user/security/request-transfer-code', { amount: 5, pixKey: 'x' }, 'pixKey'],
    ['/api/v1/user/api-key/create', { name: 'folha', permissions: ['read:everything'] }, 'permissions.0'],
    ['/api/v1/user/api-key/create', { name: 'folha', permissions: [] }, 'permissions'],
  ])('of %s refuses %j for its %s', async (path, body, field) => {
    const { status, json } = await refusalOf(path, { json: body });
    expect([status, json.details.map((detail: { path: string }) => detail.path)]).toEqual([400, [field]]);
  });

  it.each(
    grouped({
      limit: linesIn(
        'limit=0 | limit=101 | limit=-1 | limit=ten | limit= | limit=1.5 | limit=1e1 | limit=%2010 | limit=%D9%A3',
      ),
      offset: [...linesIn('offset=-1 | offset=0.5 | offset='), `offset=${'9'.repeat(16)}`],
      status: linesIn('status=PAID | status=completed | status='),
    }),
  )('of the query %s names the parameter', async (query, path) => {
    for (const list of ['payment', 'withdraw']) {
      const { status, json } = await refusalOf(`/api/v1/${list}/list?${query}`, {});
      expect([status, json.code, json.details]).toEqual([
        400,
        'validation_failed',
        [{ path, message: expect.any(String) }],
      ]);
    }
  });

  it('accepts no ACTIVE withdrawals, and ignores unknown parameters', async () => {
    const { request } = await openTestService();
    expect((await request('/api/v1/withdraw/list?status=ACTIVE')).status).toBe(400);
    expect((await request('/api/v1/payment/list?status=ACTIVE&since=2026-01-01')).status).toBe(200);
  });

  it.each([
    ['CPF', '529.982.247-25'],
    ['CPF', '5299822472'],
    ['CNPJ', '12abc34501de35'],
    ['PHONE', '11999998888'],
    ['EMAIL', 'Ana@Exemplo.com'],
    ['RANDOM', '123e4567'],
  ])('requires a %s key in its canonical form: %s', async (pixKeyType, pixKey) => {
    const { status, json } = await refusalOf(CREATE, { json: { amount: 10, pixKey, pixKeyType } });
    const message = `is not a Pix key of type ${pixKeyType} in its canonical form`;
    expect([status, json.code, json.details]).toEqual([400, 'validation_failed', [{ path: 'pixKey', message }]]);
  });
});

describe('a failure inside the service', () => {
  it('is 500 without its cause, which only the operator sees', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile })).close();
    await editDataFile(dataFile, "UPDATE accounts SET pix_key_type = 'IBAN' WHERE pix_key IS NOT NULL");
    const reported: unknown[] = [];
    const { request } = await openTestService({ dataFile, onError: (error, failed) => reported.push(error, failed) });
    const { status, json, headers } = await request('/api/v1/user/balance');
    expect([status, json]).toEqual([
      500,
      {
        success: false,
        error: 'Internal Server Error',
        message: 'The service failed to answer',
        code: 'internal_error',
      },
    ]);
    expect(headers.has('X-RateLimit-Remaining')).toBe(true);
    expect(reported).toEqual([
      expect.objectContaining({ message: expect.stringContaining('pix_key_type') }),
      { method: 'GET', path: '/api/v1/user/balance' },
    ]);
    const { requests } = (await request('/mock/requests')).json.data;
    expect(requests).toMatchObject([{ status: 500, error: expect.stringContaining('pix_key_type') }]);
  });

  it('is in the log, too, when a control fails, but not when it does not', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile })).close();
    await editDataFile(dataFile, "UPDATE accounts SET pix_key_type = 'IBAN' WHERE pix_key IS NOT NULL");
    const { request } = await openTestService({ dataFile, onError: () => undefined });
    expect((await request('/mock/account')).status).toBe(500);
    const { requests } = (await request('/mock/requests')).json.data;
    expect(requests).toMatchObject([
      { method: 'GET', path: '/mock/account', status: 500, error: expect.stringContaining('pix_key_type') },
    ]);
  });

  it('also occurs when the key cannot be looked up: then the address is counted', async () => {
    const dataFile = dataFilePath();
    await (await openTestService({ dataFile })).close();
    await editDataFile(dataFile, 'UPDATE api_keys SET created_at = 9223372036854775807');
    const { request } = await openTestService({ dataFile, rateLimit: true, onError: () => undefined });
    const { status, json, headers } = await request('/api/v1/user/balance');
    expect([status, json.code, headers.get('X-RateLimit-Remaining')]).toEqual([500, 'internal_error', '9']);
  });
});
