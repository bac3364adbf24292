import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PixClient } from '../../src/client/client.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import { proxyFetch, type ProxyEnvironment } from '../../src/client/http/proxy.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { runCli } from '../support/cli.ts';
import { listen, wireServer } from '../support/wire.ts';

const API_KEY = 'pk_proxy0123456789abcdefghijklmnopqrstu';
const DETAILS = {
  id: 'wd-1',
  correlationID: 'c',
  transactionId: 't',
  value: 1234,
  fee: 50,
  sent: 1184,
  status: 'PENDING',
  pixKey: 'a@example.com',
  pixKeyType: 'EMAIL',
  completedAt: null,
  failedAt: null,
  failureReason: null,
  createdAt: '2026-07-01T12:00:00.000Z',
  updatedAt: '2026-07-01T12:00:00.000Z',
};
/** A key and certificate for tests only, for wallet.example: openssl req -x509 -addext 'subjectAltName=DNS:wallet.example' … */
const CERTIFICATE = fileURLToPath(new URL('support/trusted.pem', import.meta.url));

interface RunningProxy {
  readonly address: string;
  /** Hosts that it was asked for, with how. */
  readonly asked: string[];
}

/** Answers plain requests as the service would, and opens tunnels to `tunnelPort`, whatever host they are for. */
async function startProxy(tunnelPort?: number): Promise<RunningProxy> {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end(JSON.stringify({ success: true, data: DETAILS }));
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
  return { address: `http://127.0.0.1:${await listenHttp(proxy)}`, asked };
}

async function listenHttp(server: Server): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
  });
  return listen(server);
}

async function clientThrough(environment: ProxyEnvironment, baseUrl: string): Promise<PixClient> {
  return createPixClient({ baseUrl, apiKey: API_KEY, fetch: await proxyFetch(environment) });
}

describe('proxies from the environment', () => {
  it('receive plain requests directly', async () => {
    const { address, asked } = await startProxy();
    const client = await clientThrough({ HTTP_PROXY: address }, 'http://wallet.example');
    expect(await client.withdraws.get('wd-1')).toEqual(DETAILS);
    expect(asked).toEqual(['GET http://wallet.example/api/v1/withdraw/get/wd-1']);
  });

  it('are used for the controls of an exposed service, too', async () => {
    const { address, asked } = await startProxy();
    const argv = ['mock', 'faults', 'list', '--base-url', 'http://wallet.example'];
    await runCli(argv, { environment: { HTTP_PROXY: address } });
    expect(asked[0]).toBe('GET http://wallet.example/mock/faults');
  });

  it.each<[string, (address: string) => ProxyEnvironment, string]>([
    ['none is named', () => ({}), 'http://127.0.0.1'],
    ['what stays on this machine', (address) => ({ HTTP_PROXY: address, https_proxy: address }), 'http://127.0.0.1'],
    ['https alone has a proxy', (address) => ({ HTTPS_PROXY: address }), 'http://127.0.0.1'],
  ])('are not used where %s', async (_, environment, host) => {
    const { address, asked } = await startProxy();
    const body = JSON.stringify({ success: true, data: DETAILS });
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const server = await wireServer((socket) => socket.end(head + body));
    const client = await clientThrough(environment(address), `${host}:${server.port}`);
    expect(await client.withdraws.get('wd-1')).toEqual(DETAILS);
    expect(asked).toEqual([]);
  });

  it('are not used for hosts in NO_PROXY', async () => {
    const { address, asked } = await startProxy();
    const client = await clientThrough({ http_proxy: address, no_proxy: 'invalid' }, 'http://wallet.invalid');
    await expect(client.withdraws.get('wd-1')).rejects.toMatchObject({ code: 'host_not_found' });
    expect(asked).toEqual([]);
  });

  it('that refuse a tunnel leave a withdrawal certainly not sent', async () => {
    const { address, asked } = await startProxy();
    const client = await clientThrough({ HTTPS_PROXY: address }, 'https://wallet.example');
    const withdrawal = { amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;
    await expect(client.withdraws.create(withdrawal)).rejects.toMatchObject({
      code: 'proxy_refused',
      outcome: 'not-sent',
      host: 'wallet.example',
    });
    expect(asked).toEqual(['CONNECT wallet.example:443']);
  });

  it('where nothing listens leave a withdrawal certainly not sent', async () => {
    const server = createServer();
    const port = await listenHttp(server);
    await new Promise((resolve) => server.close(resolve));
    const client = await clientThrough({ HTTPS_PROXY: `127.0.0.1:${port}` }, 'https://wallet.example');
    const withdrawal = { amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;
    await expect(client.withdraws.create(withdrawal)).rejects.toMatchObject({ outcome: 'not-sent' });
  });

  it.each(['ftp://proxy.example', 'http://', 'http://user:secret@'])(
    'are refused as %j, without showing their contents',
    async (address) => {
      const attempt = proxyFetch({ HTTPS_PROXY: address });
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_proxy', outcome: 'not-sent' });
      await expect(attempt).rejects.not.toThrow(/secret|ftp/);
    },
  );
});

describe('the built command line', () => {
  it('uses a tunnel to a service whose authority is in NODE_EXTRA_CA_CERTS', async () => {
    const pem = readFileSync(CERTIFICATE);
    const service = createTlsServer({ key: pem, cert: pem }, (request, response) => {
      const isKnown = request.headers['x-api-key'] === API_KEY && request.url === '/api/v1/withdraw/get/wd-1';
      response.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ success: isKnown, data: DETAILS }));
    });
    const { address, asked } = await startProxy(await listenHttp(service));
    const program = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
    const run = (environment: Readonly<Record<string, string>>) =>
      promisify(execFile)(process.execPath, [program, 'withdraw', 'get', 'wd-1', '--json'], {
        env: {
          PATH: process.env['PATH'],
          PIX_API_KEY: API_KEY,
          PIX_BASE_URL: 'https://wallet.example',
          HTTPS_PROXY: address,
          ...environment,
        },
      });
    const { stdout } = await run({ NODE_EXTRA_CA_CERTS: CERTIFICATE });
    expect(JSON.parse(stdout)).toEqual(DETAILS);
    expect(asked).toEqual(['CONNECT wallet.example:443']);
    await expect(run({})).rejects.toMatchObject({ stderr: expect.stringContaining('certificate') });
  });
});
