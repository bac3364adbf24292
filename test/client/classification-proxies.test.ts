import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { PixClientOptions } from '../../src/client/client.ts';
import { clientOf, failureOf, withdraw } from '../support/wallet-client.ts';
import { listen } from '../support/wire.ts';
import {
  at,
  closedPort,
  deafAddress,
  failureAt,
  NEVER_CONNECTED,
  onLinux,
  OVER_HTTPS,
  OVER_PROXY,
  OVER_TUNNEL,
  silentTls,
  throughProxy,
  tlsEncounter,
  UNKNOWN,
  type Row,
} from './support/encounters.ts';

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
