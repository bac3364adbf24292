import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createPixClient, type PixClient } from '../../src/client/client.ts';
import { InterruptedError, PixError } from '../../src/client/errors.ts';
import type { ClientEvent } from '../../src/client/events.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { hurriedClock } from './support/clocks.ts';
import { httpAnswer, listen, wireServer } from './support/wire.ts';

const API_KEY = 'pk_wire0123456789abcdefghijklmnopqrstuv';
const REFUSAL = '{"success":false,"error":"Refused","message":"No, and nothing was done."}';
const PAGE = '<html><body>proxy at work</body></html>';
const BALANCE = JSON.stringify({
  success: true,
  data: {
    balance: { total: 1050, pendingPayments: 0, totalWithPending: 1050, isNegative: false },
    disputes: { total: 0, pending: 0, totalDisputedAmount: 0, totalBlockedAmount: 0 },
    statistics: { totalReceived: 1050, totalFees: 0, completedPayments: 1, pendingPayments: 0, totalPayments: 1 },
    limits: {
      daily: 1,
      dailyUsed: 0,
      dailyRemaining: 1,
      monthly: 1,
      monthlyUsed: 0,
      monthlyRemaining: 1,
      perTransaction: 1,
    },
    plan: { name: 'Plan', transactionFee: 50, transactionFeeInReais: '0.50' },
  },
});

function clientOf(baseUrl: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const clock = hurriedClock();
  const events: ClientEvent[] = [];
  const client = createPixClient(
    { baseUrl, apiKey: API_KEY, onEvent: (event) => events.push(event), ...options },
    clock,
  );
  return { client, clock, events };
}

function withdraw(client: PixClient): Promise<unknown> {
  return client.withdraws.create({ amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' });
}

async function failureOf(work: Promise<unknown>): Promise<PixError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PixError) return error;
  throw new Error('expected a PixError', { cause: error });
}

describe('a withdrawal whose request surely never left', () => {
  it('is not sent where nothing listens', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(withdraw(clientOf(`http://127.0.0.1:${port}`).client));
    expect(error).toMatchObject({ code: 'connection_refused', outcome: 'not-sent', host: `127.0.0.1:${port}` });
  });

  it('is not sent to a host that is unknown', async () => {
    const error = await failureOf(withdraw(clientOf('https://invalid.invalid').client));
    expect(error).toMatchObject({ code: 'host_not_found', outcome: 'not-sent', host: 'invalid.invalid' });
  });

  it.each([25, 6000])('is not sent to a port that fetch keeps from HTTP (%i)', async (port) => {
    const error = await failureOf(withdraw(clientOf(`http://127.0.0.1:${port}`).client));
    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'blocked_port', outcome: 'not-sent' });
    expect(error.message).toContain(String(port));
  });

  it('is not sent to a service whose certificate nobody vouches for', async () => {
    // Key and certificate of nobody: openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj '/CN=pix test' …
    const pem = readFileSync(new URL('support/self-signed.pem', import.meta.url));
    let received = '';
    const server = createTlsServer({ key: pem, cert: pem }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => (received += data.toString()));
    });
    const port = await listen(server);
    const error = await failureOf(withdraw(clientOf(`https://127.0.0.1:${port}`).client));
    expect(error).toMatchObject({ code: 'certificate_invalid', outcome: 'not-sent' });
    expect(received).toBe('');
  });
});

describe('a withdrawal whose answer is lost', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  it.each<[string, string, Parameters<typeof wireServer>[0]]>([
    ['the connection is reset', 'connection_lost', (socket) => socket.resetAndDestroy()],
    ['the connection is closed', 'connection_lost', (socket) => socket.end()],
    ['half a body comes', 'answer_cut', (socket) => socket.end(`${head}Content-Length: 99\r\n\r\n{"success":`)],
    [
      'a reset comes after half a body',
      'answer_cut',
      (socket) => {
        socket.write(`${head}Content-Length: 99\r\n\r\n{"success":`, () => {
          setImmediate(() => socket.resetAndDestroy());
        });
      },
    ],
    ['a chunk is cut', 'answer_cut', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"suc`)],
    ['something else than HTTP answers', 'not_http', (socket) => socket.end('220 mail ready\r\n\r\n')],
    ['nothing answers', 'timed_out', () => undefined],
    ['nothing comes after the headers', 'timed_out', (socket) => socket.write(`${head}Content-Length: 99\r\n\r\n{`)],
    ['half a body of no told length comes', 'contract_broken', (socket) => socket.end(`${head}\r\n{"success":`)],
    ['the body is no JSON', 'contract_broken', (socket) => socket.end(httpAnswer('200 OK', PAGE))],
  ])('is unknown when %s (%s)', async (_, code, answer) => {
    const server = await wireServer(answer);
    const { client, clock } = clientOf(
      `http://127.0.0.1:${server.port}`,
      code === 'timed_out' ? { timeoutMs: 300 } : {},
    );
    const error = await failureOf(withdraw(client));
    expect(error).toMatchObject({ code, outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
    expect(clock.waitsMs).toEqual([]);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(API_KEY);
  });

  it('is unknown when a port without TLS answers to https', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end(httpAnswer('400 Bad Request', '{}')));
    });
    const port = await listen(server);
    const error = await failureOf(withdraw(clientOf(`https://127.0.0.1:${port}`).client));
    expect(error).toMatchObject({ code: 'tls_failed', outcome: 'unknown' });
  });

  it('is unknown when the program is interrupted while it waits', async () => {
    const interruption = new AbortController();
    const reason = new Error('Ctrl-C');
    const server = await wireServer(() => {
      interruption.abort(reason);
    });
    const { client } = clientOf(`http://127.0.0.1:${server.port}`, { signal: interruption.signal });
    const error = await failureOf(withdraw(client));
    expect(error).toBeInstanceOf(InterruptedError);
    expect(error).toMatchObject({ outcome: 'unknown', cause: reason });

    expect(await failureOf(withdraw(client))).toMatchObject({
      code: 'interrupted',
      outcome: 'not-sent',
      cause: reason,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a withdrawal that the service does not carry out', () => {
  it.each([
    '400 Bad Request',
    '401 Unauthorized',
    '403 Forbidden',
    '404 Not Found',
    '422 Unprocessable',
    '429 Too Many',
  ])('is refused by %s with the body of the API, unknown with a page of a proxy', async (status) => {
    const own = await wireServer((socket) => socket.end(httpAnswer(status, REFUSAL)));
    const proxy = await wireServer((socket) => socket.end(httpAnswer(status, PAGE, { 'Content-Type': 'text/html' })));
    const refused = await failureOf(withdraw(clientOf(`http://127.0.0.1:${own.port}`).client));
    const unknown = await failureOf(withdraw(clientOf(`http://127.0.0.1:${proxy.port}`).client));
    expect(refused).toMatchObject({ status: Number(status.slice(0, 3)), outcome: 'refused' });
    expect(refused.message).toBe('No, and nothing was done.');
    expect(unknown).toMatchObject({
      status: Number(status.slice(0, 3)),
      outcome: 'unknown',
      serviceMessage: undefined,
    });
    expect([own.requests.length, proxy.requests.length]).toEqual([1, 1]);
  });

  it.each([
    ['200 OK', REFUSAL],
    ['405 Method Not Allowed', REFUSAL],
    ['408 Request Timeout', REFUSAL],
    ['409 Conflict', REFUSAL],
    ['421 Misdirected Request', REFUSAL],
    ['500 Internal Server Error', REFUSAL],
    ['502 Bad Gateway', PAGE],
    ['503 Service Unavailable', REFUSAL],
    ['504 Gateway Timeout', ''],
    ['400 Bad Request', '{}'],
    ['400 Bad Request', `{"success":false,"message":"${'x'.repeat(70_000)}"}`],
  ])('is unknown after %s', async (status, body) => {
    const server = await wireServer((socket) => socket.end(httpAnswer(status, body)));
    const error = await failureOf(withdraw(clientOf(`http://127.0.0.1:${server.port}`).client));
    expect(error).toMatchObject({ name: 'ApiError', status: Number(status.slice(0, 3)), outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const target = await wireServer((socket) => socket.end(httpAnswer('200 OK', '{}')));
    const Location = `http://127.0.0.1:${target.port}/elsewhere?key=1`;
    const server = await wireServer((socket) => socket.end(httpAnswer(`${status} Moved`, '', { Location })));
    const error = await failureOf(withdraw(clientOf(`http://127.0.0.1:${server.port}`).client));
    expect(error).toMatchObject({
      code: 'redirect_refused',
      outcome: 'unknown',
      status,
      redirectedTo: `http://127.0.0.1:${target.port}/elsewhere`,
    });
    expect([server.requests.length, target.requests.length]).toEqual([1, 0]);
  });
});

describe('a read', () => {
  it('is asked again after answers that were lost, cut or failed', async () => {
    const answers = [
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      (socket: Socket) => socket.end(httpAnswer('502 Bad Gateway', PAGE)),
    ];
    const server = await wireServer((socket) => {
      const answer = answers.shift();
      if (answer === undefined) socket.end(httpAnswer('200 OK', BALANCE));
      else answer(socket);
    });
    const { client, events } = clientOf(`http://127.0.0.1:${server.port}`);
    expect((await client.balance()).balance.total).toBe(1050);
    expect(server.requests).toHaveLength(4);
    const retries = events.filter((event) => event.type === 'retry');
    expect(retries.map(({ code, attempt, waitMs }) => [code, attempt, waitMs])).toEqual([
      ['connection_lost', 2, 1_500],
      ['answer_cut', 3, 3_000],
      ['service_failed', 4, 6_000],
    ]);
  });

  it('does not keep on where nobody ever answered, which is a wrong address', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { client, clock } = clientOf(`http://127.0.0.1:${port}`);
    expect(await failureOf(client.balance())).toMatchObject({ code: 'connection_refused' });
    expect(clock.waitsMs).toEqual([]);
  });

  it('keeps on while a service that has answered before is away', async () => {
    const server = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    const { client, clock } = clientOf(`http://127.0.0.1:${server.port}`);
    await client.balance();
    server.close();
    expect(await failureOf(client.balance())).toMatchObject({ code: 'connection_refused' });
    expect(clock.waitsMs).toEqual([1_500, 3_000, 6_000]);
  });

  it('follows redirects within the service, and never takes the key elsewhere', async () => {
    const thief = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    const server = await wireServer((socket, request) => {
      if (request.startsWith('GET /old/')) socket.end(httpAnswer('308 Moved', '', { Location: '/new/balance' }));
      else if (request.startsWith('GET /new/')) socket.end(httpAnswer('200 OK', BALANCE));
      else if (request.startsWith('GET /loop/')) socket.end(httpAnswer('302 Found', '', { Location: '/loop/again' }));
      else socket.end(httpAnswer('302 Found', '', { Location: `http://127.0.0.1:${thief.port}/` }));
    });
    const address = `http://127.0.0.1:${server.port}`;
    expect((await clientOf(`${address}/old/`).client.balance()).plan.name).toBe('Plan');
    expect(await failureOf(clientOf(`${address}/away`).client.balance())).toMatchObject({ code: 'redirect_refused' });
    expect(thief.requests).toEqual([]);
    const before = server.requests.length;
    expect(await failureOf(clientOf(`${address}/loop`).client.balance())).toMatchObject({ code: 'redirect_refused' });
    expect(server.requests.length - before).toBe(6);
  });

  it('sends the key, says who asks and what it takes, below the path of the base URL', async () => {
    const server = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    await clientOf(`http://127.0.0.1:${server.port}/prefix/`).client.balance();
    const [request = ''] = server.requests;
    expect(request).toMatch(/^GET \/prefix\/api\/v1\/user\/balance HTTP\/1\.1\r\n/);
    expect(request.toLowerCase()).toContain(`x-api-key: ${API_KEY}\r\n`.toLowerCase());
    expect(request).toMatch(/user-agent: pix\/\d+\.\d+\.\d+\r\n/i);
    expect(request).toMatch(/accept: application\/json\r\n/i);
  });
});
