import { describe, expect, it } from 'vitest';
import type { ClientSettings } from '../../src/client/client.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const KEY = 'pk_TestKeyThatNobodyMaySeeWhole0000000a1b2';
const ORIGIN = 'https://wallet.example';

onlyNock({ isAsked: true });

const open = (options: Partial<ClientSettings> = {}) =>
  createPixClient({ baseUrl: `${ORIGIN}/wallet`, apiKey: KEY, ...options });
const service = () => nock(ORIGIN, { reqheaders: { 'X-API-Key': KEY } });
const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString('latin1');

describe('a request to any route', () => {
  it('returns the response unchanged, byte by byte', async () => {
    service()
      .get('/wallet/odd?a=1&b=x%20y&c=2')
      .reply(200, Buffer.from([0x7b, 0xff, 0x20, 0x0a]), { 'X-Odd': 'yes' });
    const answer = await open().request({ method: 'GET', path: '/odd?a=1&b=x%20y', query: [['c', '2']] });
    expect([answer.status, answer.error, answer.headers.get('X-Odd')]).toEqual([200, undefined, 'yes']);
    expect([...answer.bytes]).toEqual([0x7b, 0xff, 0x20, 0x0a]);
  });

  it('sends a body unchanged, and once', async () => {
    const body = '{ "value" :  1.10 }';
    service()
      .matchHeader('Content-Type', 'application/json')
      .post('/wallet/api/v1/payment/create', (_parsed: unknown) => true)
      .reply(503, function (_uri, sent) {
        expect(JSON.stringify(sent)).toBe('{"value":1.1}');
        return 'down';
      });
    const request = { method: 'POST', path: 'api/v1/payment/create', body: new Uint8Array(Buffer.from(body)) } as const;
    const answer = await open().request(request);
    expect([answer.status, textOf(answer), answer.error?.outcome]).toEqual([503, 'down', 'unknown']);
  });

  it('repeats reads, and returns a permanent failure without throwing it', async () => {
    const missing = { success: false, error: 'Not Found', message: 'no such thing', code: 'not_found' };
    service().get('/wallet/x').reply(502, '<html>').get('/wallet/x').reply(404, missing);
    const clock = { now: () => 0, epochMs: () => 0, random: () => 0, schedule: runSoon };
    const client = createPixClient({ baseUrl: `${ORIGIN}/wallet`, apiKey: KEY }, clock);
    const answer = await client.request({ method: 'GET', path: '/x' });
    expect(answer.error).toMatchObject({ status: 404, code: 'not_found', outcome: 'refused' });
    expect(JSON.parse(textOf(answer))).toEqual(missing);
  });

  it('uses the key that has the permission', async () => {
    nock(ORIGIN, { reqheaders: { 'X-API-Key': 'second-key' } })
      .get('/api/v1/user/balance')
      .reply(200, '{}');
    const apiKeys = [
      { name: 'one', key: 'first-key', permissions: { 'read:balance': false } },
      { name: 'two', key: 'second-key' },
    ];
    const client = createPixClient({ baseUrl: ORIGIN, apiKeys });
    expect((await client.request({ method: 'GET', path: '/api/v1/user/balance' })).status).toBe(200);
  });

  it.each([`https://wallet.example.evil/x`, 'http://wallet.example/x', 'https://me:pw@wallet.example/x'])(
    'sends the key nowhere else: %s',
    async (path) => {
      await expect(open().request({ method: 'GET', path })).rejects.toMatchObject({ code: 'other_origin' });
    },
  );

  it('keeps two slashes on the configured host', async () => {
    service().get('/wallet//evil.example/x').reply(200, '{}');
    expect((await open().request({ method: 'GET', path: '//evil.example/x' })).status).toBe(200);
  });

  const inherited: Parameters<typeof createPixClient>[0] = Object.create({
    baseUrl: ORIGIN,
    apiKey: KEY,
    readOnly: true,
  });

  it.each([
    ['options', { baseUrl: ORIGIN, apiKey: KEY, readOnly: true }],
    ['options that are inherited', inherited],
  ])('only reads with a read-only client, by its %s', async (_of, options) => {
    const request = createPixClient(options).request({ method: 'DELETE', path: '/x' });
    await expect(request).rejects.toMatchObject({ code: 'read_only', outcome: 'not-sent' });
  });
});

function runSoon(_delayMs: number, wake: () => void): () => void {
  const timer = setImmediate(wake);
  return () => clearImmediate(timer);
}
