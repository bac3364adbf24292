import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createNetServer } from 'node:net';
import { inspect, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { PixClient } from '../../src/client/client.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import { proxiesOf, type ProxyEnvironment } from '../../src/client/http/proxy.ts';
import { runCli } from '../support/cli.ts';
import { failureOf, withdraw } from '../support/wallet-client.ts';
import { relayProxy, tlsFront, TRUSTED } from '../support/way.ts';
import { httpAnswer, listen, wireServer } from '../support/wire.ts';
import { pendingWithdrawal } from '../support/bodies.ts';
import { PROGRAM } from '../support/pix-process.ts';

const API_KEY = 'pk_proxy0123456789abcdefghijklmnopqrstu';
const ANSWER = JSON.stringify({ success: true, data: pendingWithdrawal });

/** Answers plain requests like the service, and opens tunnels to `tunnelPort`, whatever the host is. */
async function startProxy(tunnelPort?: number) {
  /** The hosts that were requested, and how. */
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end(ANSWER);
  });
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    if (tunnelPort === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const target = connect(tunnelPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on('error', () => undefined);
  });
  return { address: `http://127.0.0.1:${await listen(proxy)}`, asked };
}

function clientThrough(proxies: ProxyEnvironment, baseUrl: string): PixClient {
  return createPixClient({ baseUrl, apiKey: API_KEY, proxies });
}

/** A service that answers each request so. */
const answeringService = () => wireServer((socket) => socket.end(httpAnswer('200 OK', ANSWER)));

describe('proxies from the environment', () => {
  it('receive plain requests directly', async () => {
    const { address, asked } = await startProxy();
    const client = clientThrough({ HTTP_PROXY: address }, 'http://wallet.example');
    expect(await client.withdraws.get('wd-1')).toEqual(pendingWithdrawal);
    expect(asked).toEqual(['GET http://wallet.example/api/v1/withdraw/get/wd-1']);
  });

  it('are used for the controls of an exposed service, too', async () => {
    const { address, asked } = await startProxy();
    const argv = ['mock', 'faults', 'list', '--base-url', 'http://wallet.example'];
    await runCli(argv, { environment: { HTTP_PROXY: address } });
    expect(asked[0]).toBe('GET http://wallet.example/mock/faults');
  });

  it.each<[string, (address: string) => ProxyEnvironment]>([
    ['none is named', () => ({})],
    ['what stays on this machine', (address) => ({ HTTP_PROXY: address, https_proxy: address })],
    ['https alone has a proxy', (address) => ({ HTTPS_PROXY: address })],
  ])('are not used where %s', async (_, environment) => {
    const { address, asked } = await startProxy();
    const server = await answeringService();
    const client = clientThrough(environment(address), `http://127.0.0.1:${server.port}`);
    expect([await client.withdraws.get('wd-1'), asked]).toEqual([pendingWithdrawal, []]);
  });

  it('are not used for hosts in NO_PROXY', async () => {
    const { address, asked } = await startProxy();
    const client = clientThrough({ http_proxy: address, no_proxy: 'invalid' }, 'http://wallet.invalid');
    await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ code: 'host_not_found' });
    expect(asked).toEqual([]);
  });

  it('that refuse a tunnel leave a withdrawal certainly not sent', async () => {
    const { address, asked } = await startProxy();
    const client = clientThrough({ HTTPS_PROXY: address }, 'https://wallet.example');
    const unsent = { code: 'proxy_refused', outcome: 'not-sent', host: 'wallet.example' };
    expect(await failureOf(withdraw(client))).toMatchObject(unsent);
    expect(asked).toEqual(['CONNECT wallet.example:443']);
  });

  const INVALID = ['ftp://proxy.example', 'http://', 'http://user:secret@', 'http://user:%secret@proxy.example'];
  it.each(INVALID)('are refused as %j, without showing their contents', async (address) => {
    const attempt = failureOf(Promise.resolve().then(() => proxiesOf({ HTTPS_PROXY: address })));
    expect(await attempt).toMatchObject({ code: 'invalid_proxy', outcome: 'not-sent' });
    expect(inspect(await attempt, { showHidden: true })).not.toMatch(/secret|ftp/);
  });

  it.each([
    ['*', 'http://wallet.example'],
    ['other.example wallet.example', 'http://wallet.example'],
    ['WALLET.example', 'http://wallet.EXAMPLE'],
    ['other.example,example', 'https://wallet.example'],
    ['.wallet.example', 'http://wallet.example'],
    ['*.example', 'http://wallet.example'],
    ['wallet.example:8080', 'http://wallet.example:8080'],
    ['wallet.example:443', 'https://wallet.example'],
    ['10.1.2.3', 'http://10.1.2.3:8080'],
    ['10.0.0.0/8', 'http://10.1.2.3'],
    ['fd00::/8', 'http://[fd00::1]'],
    ['fd00::1', 'http://[fd00::1]:8080'],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080'],
  ])('are left out with NO_PROXY=%s for %s', (NO_PROXY, address) => {
    const find = proxiesOf({ HTTP_PROXY: 'proxy.example', HTTPS_PROXY: 'proxy.example', NO_PROXY });
    expect(find?.(new URL(address))).toBeUndefined();
  });

  it.each([
    ['', 'http://wallet.example'],
    ['allet.example', 'http://wallet.example'],
    ['wallet.example:8080', 'http://wallet.example'],
    ['a.wallet.example', 'http://wallet.example'],
    ['10.0.0.0/8', 'http://11.1.2.3'],
    ['10.0.0.0/80', 'http://10.1.2.3'],
    ['10.0.0.0/8', 'http://10.example'],
    ['fd00::/8', 'http://[fe80::1]'],
  ])('are used with NO_PROXY=%s for %s', (NO_PROXY, address) => {
    const find = proxiesOf({ HTTP_PROXY: 'proxy.example', HTTPS_PROXY: 'proxy.example', NO_PROXY });
    expect(find?.(new URL(address))?.address.host).toBe('proxy.example');
  });

  it('are given their own name and password, and the service is not', async () => {
    const { address, asked } = await relayProxy();
    const server = await answeringService();
    const proxy = address.replace('http://', 'http://us%C3%A9r:p%40ss@');
    const credentials = `Basic ${Buffer.from('us\u00e9r:p@ss').toString('base64')}`;
    const plain = clientThrough({ HTTP_PROXY: proxy }, `http://wallet.example:${server.port}`);
    expect(await plain.withdraws.get('wd-1')).toEqual(pendingWithdrawal);
    expect(asked).toEqual([
      `GET http://wallet.example:${server.port}/api/v1/withdraw/get/wd-1 HTTP/1.1 (${credentials})`,
    ]);
    const port = await tlsFront(server.port);
    const tunnelled = clientThrough({ HTTPS_PROXY: proxy }, `https://wallet.example:${port}`);
    expect(await tunnelled.withdraws.get('wd-1')).toEqual(pendingWithdrawal);
    expect(asked[1]).toBe(`CONNECT wallet.example:${port} HTTP/1.1 (${credentials})`);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]).toContain(`\r\nHost: wallet.example:${server.port}\r\n`);
    expect(server.requests[1]).not.toMatch(/authorization/i);
    expect(server.requests.join('')).not.toMatch(/^authorization:/im);
  });

  it.each(['http', 'https'])('are asked for one connection for all requests to %s', async (protocol) => {
    const { address, asked } = await relayProxy();
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\n\r\n`;
    let connections = 0;
    const service = createNetServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).on('data', () => socket.write(head + ANSWER));
    });
    const port = await listen(service);
    const reached = protocol === 'https' ? await tlsFront(port) : port;
    const client = clientThrough(
      { HTTP_PROXY: address, HTTPS_PROXY: address },
      `${protocol}://wallet.example:${reached}`,
    );
    for (let count = 0; count < 3; count += 1) expect(await client.withdraws.get('wd-1')).toEqual(pendingWithdrawal);
    expect([connections, asked.length]).toEqual([1, 1]);
  });

  it.each(['http', 'https'])('may be spoken to over TLS, for %s', async (protocol) => {
    const { address, asked } = await relayProxy();
    const server = await answeringService();
    const proxy = `https://127.0.0.1:${await tlsFront(Number(new URL(address).port))}`;
    const port = protocol === 'https' ? await tlsFront(server.port) : server.port;
    const client = clientThrough({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, `${protocol}://wallet.example:${port}`);
    expect(await client.withdraws.get('wd-1')).toEqual(pendingWithdrawal);
    expect(asked).toHaveLength(1);
  });

  it('open tunnels to an address of version 6 in its brackets', async () => {
    const { address, asked } = await startProxy();
    const client = clientThrough({ HTTPS_PROXY: address }, 'https://[fd00::1]:8443');
    await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ code: 'proxy_refused' });
    expect(asked).toEqual(['CONNECT [fd00::1]:8443']);
  });
});

it('the built command line uses a tunnel to a service whose authority is in NODE_EXTRA_CA_CERTS', async () => {
  const pem = readFileSync(TRUSTED);
  const service = createTlsServer({ key: pem, cert: pem }, (request, response) => {
    const isKnown = request.headers['x-api-key'] === API_KEY && request.url === '/api/v1/withdraw/get/wd-1';
    response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ success: isKnown, data: pendingWithdrawal }));
  });
  const { address, asked } = await startProxy(await listen(service));
  const run = (environment: Readonly<Record<string, string>>) =>
    promisify(execFile)(process.execPath, [PROGRAM, 'withdraw', 'get', 'wd-1', '--json'], {
      env: {
        PATH: process.env['PATH'],
        PIX_API_KEY: API_KEY,
        PIX_BASE_URL: 'https://wallet.example',
        HTTPS_PROXY: address,
        ...environment,
      },
    });
  const { stdout } = await run({ NODE_EXTRA_CA_CERTS: TRUSTED });
  expect([JSON.parse(stdout), asked]).toEqual([pendingWithdrawal, ['CONNECT wallet.example:443']]);
  await expect(run({})).rejects.toMatchObject({ stderr: expect.stringContaining('certificate') });
});
