import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { PixClient } from '../../src/client/client.ts';
import { ControlClient } from '../../src/client/controls.ts';
import { InterruptedError } from '../../src/client/errors.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { balance } from '../support/bodies.ts';
import { API_KEY, clientOf, failureOf, withdraw } from '../support/wallet-client.ts';
import { httpAnswer, listen, wireServer } from '../support/wire.ts';
import { closedPort, PAGE } from './support/encounters.ts';
import { eventually } from '../support/hang.ts';

const BALANCE = JSON.stringify({ success: true, data: balance });

it('a withdrawal is unknown when the program is interrupted while it waits', async () => {
  const interruption = new AbortController();
  const reason = new Error('Ctrl-C');
  const server = await wireServer(() => interruption.abort(reason));
  const { client } = clientOf(`http://127.0.0.1:${server.port}`, { signal: interruption.signal });
  const error = await failureOf(withdraw(client));
  expect(error).toBeInstanceOf(InterruptedError);
  expect(error).toMatchObject({ outcome: 'unknown', cause: reason });

  const unsent = { code: 'interrupted', outcome: 'not-sent', cause: reason };
  expect(await failureOf(withdraw(client))).toMatchObject(unsent);
  expect(server.requests).toHaveLength(1);
});

describe('a withdrawal that its sender holds back as its connection stands', () => {
  const held = (client: PixClient) => {
    const order = { amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;
    const beforeSending = () => {
      throw new Error('held back');
    };
    return failureOf(client.withdraws.create(order, { beforeSending }));
  };

  it.each(['http', 'https'])('sends no byte, on a new connection or one that is kept open: %s', async (scheme) => {
    const pem = readFileSync(new URL('support/trusted.pem', import.meta.url));
    let received = '';
    let [connections, closed] = [0, 0];
    const answer = (socket: Socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.on('close', () => (closed += 1));
      socket.on('data', (data) => {
        received += data.toString();
        if (received.endsWith('\r\n\r\n')) {
          socket.write(httpAnswer('200 OK', BALANCE).replace('Connection: close', 'Connection: keep-alive'));
        }
      });
    };
    const server = scheme === 'http' ? createServer(answer) : createTlsServer({ key: pem, cert: pem }, answer);
    const { client } = clientOf(`${scheme}://127.0.0.1:${await listen(server)}`);
    const unsent = { code: 'interrupted', outcome: 'not-sent' };

    expect([await held(client), received]).toMatchObject([unsent, '']);
    await client.balance();
    const read = received;
    expect(read).toMatch(/^GET /);
    const before = connections;
    expect(await held(client)).toMatchObject(unsent);
    // Once the server has seen the end of the connection, nothing of the request can still arrive.
    await eventually(() => expect(closed).toBe(before));
    expect([received, connections]).toEqual([read, before]);
  });
});

it.each(['099', '600', '999'])(
  'a withdrawal that is answered with a status that HTTP does not have is unknown: %s',
  async (status) => {
    const server = await wireServer((socket) => socket.end(httpAnswer(`${status} Strange`, '{}')));
    const { client } = clientOf(`http://127.0.0.1:${server.port}`);
    expect(await failureOf(withdraw(client))).toMatchObject({ code: 'not_http', outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
  },
);

describe('a read', () => {
  it('is repeated after responses that were lost, cut or failed', async () => {
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
    expect(await client.balance()).toEqual(balance);
    expect(server.requests).toHaveLength(4);
    const retries = events.filter((event) => event.type === 'retry');
    expect(retries.map(({ code, attempt, waitMs }) => [code, attempt, waitMs])).toEqual([
      ['connection_lost', 2, 1_500],
      ['answer_cut', 3, 3_000],
      ['service_failed', 4, 6_000],
    ]);
  });

  it('fails when there never was a response, which means a wrong address', async () => {
    const { client, clock } = clientOf(`http://127.0.0.1:${await closedPort()}`);
    expect(await failureOf(client.balance())).toMatchObject({ code: 'connection_refused' });
    expect(clock.waitsMs).toEqual([]);
  });

  it('is repeated while a service that has answered before is away', async () => {
    const server = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    const { client, clock } = clientOf(`http://127.0.0.1:${server.port}`);
    await client.balance();
    server.close();
    expect(await failureOf(client.balance())).toMatchObject({ code: 'connection_refused' });
    expect(clock.waitsMs).toEqual([1_500, 3_000, 6_000]);
  });

  it('follows redirects within the service, and never sends the key elsewhere', async () => {
    const thief = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    const server = await wireServer((socket, request) => {
      if (request.startsWith('GET /old/')) socket.end(httpAnswer('308 Moved', '', { Location: '/new/balance' }));
      else if (request.startsWith('GET /new/')) socket.end(httpAnswer('200 OK', BALANCE));
      else if (request.startsWith('GET /loop/')) socket.end(httpAnswer('302 Found', '', { Location: '/loop/again' }));
      else socket.end(httpAnswer('302 Found', '', { Location: `http://127.0.0.1:${thief.port}/` }));
    });
    const address = `http://127.0.0.1:${server.port}`;
    expect(await clientOf(`${address}/old/`).client.balance()).toEqual(balance);
    expect(await failureOf(clientOf(`${address}/away`).client.balance())).toMatchObject({ code: 'redirect_refused' });
    expect(thief.requests).toEqual([]);
    const before = server.requests.length;
    expect(await failureOf(clientOf(`${address}/loop`).client.balance())).toMatchObject({ code: 'redirect_refused' });
    expect(server.requests.length - before).toBe(6);
  });

  it.each(['204 No Content', '205 Reset Content'])('may be answered without a body: %s', async (status) => {
    const server = await wireServer((socket) => socket.end(`HTTP/1.1 ${status}\r\nX-Request-Id: req-1\r\n\r\n`));
    const { client } = clientOf(`http://127.0.0.1:${server.port}`);
    const answer = await client.request({ method: 'GET', path: '/health' });
    const { bytes, headers } = answer;
    const expected = [Number(status.slice(0, 3)), 0, 'req-1'];
    expect([answer.status, bytes.byteLength, headers.get('X-Request-Id')]).toEqual(expected);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['099', '100', '600', '999'])('is repeated after the status %s, which HTTP does not have', async (status) => {
    const answers = [`HTTP/1.1 ${status} Strange\r\nContent-Length: 0\r\n\r\n`];
    const server = await wireServer((socket) => socket.end(answers.shift() ?? httpAnswer('200 OK', BALANCE)));
    const { client, events } = clientOf(`http://127.0.0.1:${server.port}`);
    expect(await client.balance()).toEqual(balance);
    expect(events.filter((event) => event.type === 'retry')).toHaveLength(1);
  });

  it('sends the key, User-Agent and Accept, below the path of the base URL', async () => {
    const server = await wireServer((socket) => socket.end(httpAnswer('200 OK', BALANCE)));
    await clientOf(`http://127.0.0.1:${server.port}/prefix/`).client.balance();
    const [request = ''] = server.requests;
    expect(request).toMatch(/^GET \/prefix\/api\/v1\/user\/balance HTTP\/1\.1\r\n/);
    expect(request.toLowerCase()).toContain(`x-api-key: ${API_KEY}\r\n`.toLowerCase());
    expect(request).toMatch(/user-agent: pix\/\d+\.\d+\.\d+\r\n/i);
    expect(request).toMatch(/accept: application\/json\r\n/i);
  });
});

it('a document that its reader gives up before its first byte keeps no connection open', async () => {
  let isClosed = false;
  const server = await wireServer((socket) => {
    socket.once('close', () => (isClosed = true));
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\nSQL');
  });
  const service = new ControlClient({ baseUrl: `http://127.0.0.1:${server.port}` });
  const full = new Error('the disk is full');
  await expect(service.snapshot(() => Promise.reject(full))).rejects.toBe(full);
  await eventually(() => expect(isClosed).toBe(true));
});
