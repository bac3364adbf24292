import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { clientOf, failureOf, withdraw } from '../support/wallet-client.ts';
import { httpAnswer, listen, wireServer } from '../support/wire.ts';
import {
  answering,
  failureAt,
  NEVER_CONNECTED,
  NEVER_CONNECTED_ON_LINUX,
  NOT_SENT,
  NOT_SENT_ON_LINUX,
  onLinux,
  OVER_FETCH,
  OVER_HTTP,
  PAGE,
  REFUSAL,
  saying,
  UNKNOWN,
  UNKNOWN_WITHOUT_TLS,
  at,
  closedPort,
  deafAddress,
  OVER_HTTPS,
  OVER_PROXY,
  OVER_TUNNEL,
  silentTls,
  throughProxy,
  tlsEncounter,
  type Row,
} from './support/encounters.ts';
import type { PixClientOptions } from '../../src/client/client.ts';

/*
 * When may a request that moves money be sent again? Every row of the classification, a withdrawal each, over real
 * sockets. What takes more of a network than a machine has is in outcome.test.ts.
 */

describe.each([OVER_HTTP, OVER_FETCH])('over %s', (transport, lead) => {
  it.each([...NOT_SENT, ...onLinux(NOT_SENT_ON_LINUX)])('%s (%s) was certainly not sent', async (_, code, arrange) => {
    const encounter = await lead(await arrange());
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'not-sent' });
    expect(encounter.arrived?.() ?? 0).toBe(0);
  });

  it.each([...NEVER_CONNECTED, ...onLinux(NEVER_CONNECTED_ON_LINUX)])('%s (%s)', async (_, code, arrange) => {
    const error = await failureAt(await lead(await arrange()));
    if (transport === 'fetch') expect(error).toMatchObject({ outcome: 'unknown' });
    else expect(error).toMatchObject({ code, outcome: 'not-sent' });
  });
});

describe.each([OVER_HTTP, OVER_FETCH])('over %s', (_transport, lead) => {
  it.each([...UNKNOWN, ...UNKNOWN_WITHOUT_TLS])('%s (%s) is unknown', async (_, code, arrange) => {
    const encounter = await lead(await arrange());
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'unknown' });
    expect(encounter.arrived?.() ?? 1).toBe(1);
  });
});

it('an interruption before there is a secure connection leaves nothing sent', async () => {
  const interruption = new AbortController();
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => interruption.abort(new Error('Ctrl-C')));
  });
  const { client } = clientOf(`https://127.0.0.1:${await listen(server)}`, { signal: interruption.signal });
  expect(await failureOf(withdraw(client))).toMatchObject({ code: 'interrupted', outcome: 'not-sent' });
});

it('fetch blocks the ports of other protocols before anything is sent', async () => {
  const error = await failureAt({ baseUrl: 'http://127.0.0.1:6000', options: { fetch } });
  expect(error).toMatchObject({ code: 'blocked_port', outcome: 'not-sent' });
});

it.each([301, 302, 303, 307, 308])('a redirect %i, which is not followed', async (status) => {
  const target = await wireServer((socket) => socket.end(httpAnswer('200 OK', '{}')));
  const Location = `http://127.0.0.1:${target.port}/elsewhere?key=1`;
  const encounter = await answering((socket) => socket.end(httpAnswer(`${status} Moved`, '', { Location })))();
  expect(await failureAt(encounter)).toMatchObject({
    code: 'redirect_refused',
    outcome: 'unknown',
    status,
    redirectedTo: `http://127.0.0.1:${target.port}/elsewhere`,
  });
  expect([encounter.arrived?.(), target.requests.length]).toEqual([1, 0]);
});

const STATUS_LINES = [
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '422 Unprocessable',
  '429 Too Many Requests',
];

/** A refusal in the service's own form; for a 429, with how long to wait. */
const ownRefusal = (status: number) =>
  JSON.stringify({ ...JSON.parse(REFUSAL), ...(status === 429 && { retryAfter: 3 }) });

describe.each(STATUS_LINES)('%s', (statusLine) => {
  const status = Number(statusLine.slice(0, 3));

  it('is a refusal only in the form of the service', async () => {
    const refused = await failureAt(await saying(statusLine, ownRefusal(status))());
    expect(refused).toMatchObject({ status, outcome: 'refused', message: 'No, and nothing was done.' });
  });

  it('is one with any message of a service with that setting, and is otherwise unknown from a gateway', async () => {
    const outcomeOf = async (body: string, options = {}) =>
      (await failureAt(await answering((socket) => socket.end(httpAnswer(statusLine, body)), options)())).outcome;
    const message = '{"message":"No, and nothing was done."}';
    expect([await outcomeOf(PAGE), await outcomeOf(message)]).toEqual(['unknown', 'unknown']);
    const byMessage = { refusalForm: 'message' };
    expect([await outcomeOf(PAGE, byMessage), await outcomeOf(message, byMessage)]).toEqual(['unknown', 'refused']);
  });
});

describe('a 429', () => {
  const said = (headers: Readonly<Record<string, string>>, body = REFUSAL) =>
    answering((socket) => socket.end(httpAnswer('429 Too Many Requests', body, headers)))();

  it('is unknown when it does not say how long to wait', async () => {
    expect(await failureAt(await said({}))).toMatchObject({ status: 429, outcome: 'unknown' });
  });

  it.each([
    [{ 'Retry-After': '7' }, 7],
    [{ 'X-RateLimit-Remaining': '0' }, undefined],
  ])('is a refusal with the headers %j', async (headers, retryAfterSeconds) => {
    expect(await failureAt(await said(headers))).toMatchObject({ outcome: 'refused', retryAfterSeconds });
    expect(await failureAt(await said(headers, '{"message":"slow down"}'))).toMatchObject({ outcome: 'unknown' });
  });
});

/*
 * The classification over https and through proxies: what has left is unknown here, too, and what a proxy or a handshake
 * has kept back was not sent.
 */

describe.each([OVER_HTTPS, OVER_PROXY, OVER_TUNNEL])('over %s', (_transport, lead) => {
  it.each(UNKNOWN)('%s (%s) is unknown', async (_, code, arrange) => {
    const encounter = await lead(await arrange());
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'unknown' });
    expect(encounter.arrived?.() ?? 1).toBe(1);
  });
});

/** A proxy that does that as soon as it is asked for something. */
async function proxyThat(answer: (socket: Socket) => void, timeoutMs = 30_000): Promise<Partial<PixClientOptions>> {
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => answer(socket)));
  return proxyAt(`http://127.0.0.1:${await listen(server)}`, timeoutMs);
}

const proxyAt = (address: string, timeoutMs = 30_000): Partial<PixClientOptions> => ({
  proxies: { HTTP_PROXY: address, HTTPS_PROXY: address },
  timeoutMs,
});
const untrusted = () => tlsEncounter('self-signed', false);
const refusing = (status: string) => proxyThat((socket) => socket.end(`HTTP/1.1 ${status}\r\n\r\nno`));

/** What keeps a request from a proxy itself. */
const NO_PROXY_THERE: readonly Row[] = [
  ['nothing listens', 'proxy_refused', async () => at('', proxyAt(`http://127.0.0.1:${await closedPort()}`))],
  ['unknown host', 'proxy_refused', () => at('', proxyAt('http://invalid.invalid'))],
  ['bad certificate', 'certificate_invalid', async () => at('', proxyAt((await untrusted()).baseUrl))],
  ['our own timeout: TLS stalls', 'connect_timeout', async () => at('', proxyAt(await silentTls(), 300))],
];
const NO_PROXY_THERE_ON_LINUX: readonly Row[] = [
  ['our own timeout: not even connected', 'connect_timeout', async () => at('', proxyAt(await deafAddress(), 200))],
];

/** A proxy that opens no tunnel. */
const NO_TUNNEL: readonly Row[] = [
  ['wants credentials', 'proxy_refused', async () => at('', await refusing('407 Proxy Authentication Required'))],
  ['forbids it', 'proxy_refused', async () => at('', await refusing('403 Forbidden'))],
  ['does not reach the service', 'proxy_refused', async () => at('', await refusing('502 Bad Gateway'))],
  ['closes', 'connection_failed', async () => at('', await proxyThat((socket) => socket.end()))],
  ['resets', 'connection_failed', async () => at('', await proxyThat((socket) => socket.resetAndDestroy()))],
  ['speaks no HTTP', 'connection_failed', async () => at('', await proxyThat((socket) => socket.end('220 mail\r\n')))],
  ['does not answer', 'connect_timeout', async () => at('', await proxyThat(() => undefined, 300))],
];

/** What a tunnel may lead to, and no request gets into. */
const NO_SERVICE_BEHIND: readonly Row[] = [
  ...NEVER_CONNECTED,
  ['bad certificate', 'certificate_invalid', untrusted],
  ['bad certificate: expired', 'certificate_invalid', () => tlsEncounter('expired', false)],
];

describe('a proxy that is not reached leaves a withdrawal certainly not sent', () => {
  const rows = [...NO_PROXY_THERE, ...onLinux(NO_PROXY_THERE_ON_LINUX)];

  describe.each(['http', 'https'])('to %s', (scheme) => {
    it.each(rows)('%s (%s)', async (_, code, arrange) => {
      const encounter = { ...(await arrange()), baseUrl: `${scheme}://wallet.example` };
      expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'not-sent' });
    });
  });
});

describe('a tunnel leaves a withdrawal certainly not sent', () => {
  it.each(NO_TUNNEL)('of a proxy that %s (%s)', async (_, code, arrange) => {
    const encounter = { ...(await arrange()), baseUrl: 'https://wallet.example' };
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'not-sent' });
  });

  it.each(NO_SERVICE_BEHIND)('to a service: %s (%s)', async (_, code, arrange) => {
    const encounter = await arrange();
    const led = await throughProxy(encounter, encounter.baseUrl.replace('127.0.0.1', 'wallet.example'));
    expect(await failureAt(led)).toMatchObject({ code, outcome: 'not-sent' });
    expect(encounter.arrived?.() ?? 0).toBe(0);
  });

  it('that is interrupted, and closes its connection', async () => {
    const interruption = new AbortController();
    let closed: Promise<unknown> | undefined;
    const options = await proxyThat((socket) => {
      closed = once(socket, 'close');
      interruption.abort(new Error('Ctrl-C'));
    });
    const { client } = clientOf('https://wallet.example', { ...options, signal: interruption.signal });
    expect(await failureOf(withdraw(client))).toMatchObject({ code: 'interrupted', outcome: 'not-sent' });
    await closed;
  });
});
