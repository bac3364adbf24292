import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONTROL_TOKEN_HEADER } from '../../src/contract/control.ts';
import { httpServer, SERVER_LIMITS } from '../../src/service/http/http-server.ts';
import { openService } from '../../src/service/service.ts';
import { startService } from '../../src/service/start.ts';
import { openTestService, startTestService } from '../support/service.ts';
import { rawBytes, rawExchange } from './raw-exchange.ts';

const BALANCE = '/api/v1/user/balance';
const FAULTS = '/mock/faults';
const PLAN = { on: '* *', fault: 'status-503' };

/** The service with other limits than a user's. @returns its port */
async function portWith(limits: Partial<typeof SERVER_LIMITS>): Promise<number> {
  const service = await openService({ payments: 0, withdraws: 0 });
  const server = httpServer(service.app.fetch, '127.0.0.1', { ...SERVER_LIMITS, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await service.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a service that is not exposed', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('does not listen on %s', async (host) => {
    await expect(startService({ host, port: 0 })).rejects.toMatchObject({ code: 'not_exposed', host });
  });

  it('accepts every caller on this machine for its controls', async () => {
    const service = await startTestService();
    expect(service.controlToken).toBeUndefined();
    expect((await service.request(FAULTS, { key: null })).status).toBe(200);
  });

  it.each(['192.168.1.20:4010', 'pix-mock:4010'])('does not answer to the name %s', async (Host) => {
    const { request } = await openTestService({ host: '127.0.0.1' });
    expect((await request(BALANCE, { headers: { Host } })).status).toBe(403);
  });
});

describe('an exposed service', () => {
  it('requires its token from callers of controls, a new one on every start', async () => {
    const service = await startTestService({ host: '0.0.0.0', expose: true });
    const { controlToken = '', request } = service;
    expect(controlToken).toMatch(/^[0-9a-f]{32}$/);
    for (const headers of [{}, { [CONTROL_TOKEN_HEADER]: 'x' }, { [CONTROL_TOKEN_HEADER]: `${controlToken}0` }]) {
      const refused = await request(FAULTS, { key: null, headers, json: PLAN });
      expect([refused.status, refused.json.code]).toEqual([401, 'unauthorized']);
    }
    expect((await request(BALANCE)).status).toBe(200);
    const answer = await request(FAULTS, { key: null, headers: { [CONTROL_TOKEN_HEADER]: controlToken }, json: PLAN });
    expect(answer.status).toBe(200);

    const other = await startTestService({ expose: true });
    expect(other.controlToken).not.toBe(controlToken);
  });

  it.each([
    ['192.168.1.20:4010', 200],
    ['[2001:db8::1]:4010', 200],
    ['pix-mock:4010', 200],
    ['localhost', 200],
    ['rebound.example.com', 403],
    ['192.168.1.20.example.com', 403],
  ])('called %s answers %i', async (Host, status) => {
    const { request } = await openTestService({ host: '0.0.0.0', expose: true });
    expect((await request(BALANCE, { headers: { Host } })).status).toBe(status);
  });
});

it('a configured host name is accepted, and no other', async () => {
  const { request } = await openTestService({ allowedHosts: ['Pix.example.com'] });
  const statusOf = async (Host: string) => (await request(BALANCE, { headers: { Host } })).status;
  expect([await statusOf('pix.example.com:4010'), await statusOf('rebound.example.com')]).toEqual([200, 403]);
});

describe('a web page of an allowed origin', () => {
  const Origin = 'http://localhost:5173';
  const open = () => openTestService({ allowedOrigins: [Origin] });

  it('may use the API and the controls, and read the responses', async () => {
    const { request } = await open();
    for (const path of [BALANCE, FAULTS, '/api/v1/unknown']) {
      const answer = await request(path, { headers: { Origin, 'Sec-Fetch-Site': 'cross-site' } });
      expect(answer.status).not.toBe(403);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('X-RateLimit-Reset');
      expect(answer.headers.get('Vary')).toBe('Origin');
    }
  });

  it('has its preflight answered', async () => {
    const { request } = await open();
    const headers = { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' };
    const answer = await request('/api/v1/withdraw/create', { method: 'OPTIONS', key: null, headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key');
  });

  it('is the only one that is allowed', async () => {
    const { request } = await open();
    for (const other of ['http://localhost:5174', 'https://localhost:5173', 'null']) {
      const answer = await request(BALANCE, { headers: { Origin: other } });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    }
  });
});

describe('a hostile client', () => {
  it('is disconnected when its headers are too large', async () => {
    const service = await startTestService();
    const headers = { 'X-Large': 'x'.repeat(20_000) };
    expect((await rawExchange(service.url, { path: BALANCE, headers })).received).toMatch(/^HTTP\/1\.1 431 /);
    expect((await service.request('/healthz')).status).toBe(200);
  });

  it('has at most a hundred of its headers read', async () => {
    const { url, keyOf } = await startTestService();
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`X-${index}`, 'x']));
    const first = await rawExchange(url, { path: BALANCE, headers: { 'X-API-Key': keyOf(), ...many } });
    expect(first.received).toMatch(/^HTTP\/1\.1 (200|431) /);
    const last = await rawExchange(url, { path: BALANCE, headers: { ...many, 'X-API-Key': keyOf() } });
    // Later releases of Node refuse more (24.22, 26.12), where earlier ones pass over them.
    expect(last.received).toMatch(/^HTTP\/1\.1 (401|431) /);
  });

  it.each([
    ['its headers do', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
    [
      'its body does',
      'POST /mock/faults HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('is disconnected when %s not come in time', async (_, bytes) => {
    const limits = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };
    const { received, ended } = await rawBytes(await portWith(limits), '127.0.0.1', bytes);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(ended).toBe('closed');
  });

  it('is disconnected when it keeps an idle connection', async () => {
    const port = await portWith({ keepAliveTimeout: 20 });
    const socket = connect(port, '127.0.0.1');
    const ended = once(socket, 'end');
    socket.resume().write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await ended;
  });

  it('without a valid host name is refused', async () => {
    const { url } = await startTestService();
    for (const Host of ['a b', '[', 'x:99999999', '%%']) {
      const { received } = await rawExchange(url, { path: BALANCE, headers: { Host } });
      expect(received).toMatch(/^HTTP\/1\.1 (400|403) /);
      expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ success: false });
    }
  });
});

it.each([
  [400, 'NONSENSE\r\n\r\n'],
  [400, 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
  [400, `GET ${BALANCE} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  [401, `GET ${BALANCE} HTTP/1.0\r\n\r\n`],
])('an invalid HTTP request is answered %i, and its connection closed (%s)', async (status, bytes) => {
  const { url } = await startTestService();
  const { received, ended } = await rawBytes(Number(new URL(url).port), '127.0.0.1', bytes);
  expect([received.split(' ', 2)[1], ended]).toEqual([String(status), 'closed']);
});

it('controls are distinguished by path and method, with the same error body, outside the rate limit', async () => {
  const { request } = await openTestService({ rateLimit: true });
  for (let index = 0; index < 30; index += 1) {
    expect((await request(FAULTS, { key: null })).status).toBe(200);
  }
  const wrongMethod = await request(FAULTS, { key: null, method: 'PUT' });
  expect([wrongMethod.status, wrongMethod.headers.get('Allow')]).toEqual([405, 'POST, GET, DELETE']);
  const unknown = await request('/mock/no-such-control', { key: null });
  expect(unknown.json).toMatchObject({ success: false, error: 'Not Found', code: 'not_found' });
  expect((await request(FAULTS, { key: null, body: '{' })).json).toMatchObject({ code: 'invalid_json' });
  expect(unknown.headers.get('X-RateLimit-Limit')).toBeNull();
});
