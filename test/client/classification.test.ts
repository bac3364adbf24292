import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import type { PixClientOptions } from '../../src/client/client.ts';
import { deafPort } from '../support/deaf-server.ts';
import { API_KEY, clientOf, failureOf, withdraw } from '../support/wallet-client.ts';
import { httpAnswer, listen, wireServer } from '../support/wire.ts';

/*
 * When may a request that moves money be sent again? Every row of the classification, a withdrawal each, over real
 * sockets. What takes more of a network than a machine has is in outcome.test.ts, what proxies do in proxy.test.ts.
 */

/** What a withdrawal meets. */
interface Encounter {
  readonly baseUrl: string;
  readonly options?: Partial<PixClientOptions>;
  /** Requests that arrived. */
  readonly arrived?: () => number;
}

type Row = readonly [happens: string, code: string, arrange: () => Promise<Encounter>];

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const REFUSAL = '{"success":false,"error":"Refused","message":"No, and nothing was done."}';
const PAGE = '<html><body>proxy at work</body></html>';

function fetchVia(agent: Agent): typeof fetch {
  const through: object = { dispatcher: agent };
  return (input, init) => fetch(input, { ...init, ...through });
}

/** A key and certificate for tests only: openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj '/CN=pix test' … */
const pemOf = (name: string) => readFileSync(new URL(`support/${name}.pem`, import.meta.url));

async function tlsEncounter(name: string, isTrusted: boolean, host = '127.0.0.1'): Promise<Encounter> {
  const pem = pemOf(name);
  let received = 0;
  const server = createTlsServer({ key: pem, cert: pem }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => (received += 1));
  });
  const baseUrl = `https://${host}:${await listen(server)}`;
  const options = isTrusted ? { fetch: fetchVia(new Agent({ connect: { ca: pem } })) } : {};
  return { baseUrl, options, arrived: () => received };
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const at = (baseUrl: string, options: Partial<PixClientOptions> = {}) => Promise.resolve({ baseUrl, options });

/** A service that takes the request, and does that to the connection. */
const answering =
  (answer: (socket: Socket) => void, options: Partial<PixClientOptions> = {}) =>
  async (): Promise<Encounter> => {
    const { port, requests } = await wireServer(answer);
    return { baseUrl: `http://127.0.0.1:${port}`, options, arrived: () => requests.length };
  };
const saying = (status: string, body: string) => answering((socket) => socket.end(httpAnswer(status, body)));

async function failureAt({ baseUrl, options }: Encounter) {
  const { client, clock, events } = clientOf(baseUrl, options);
  const error = await failureOf(withdraw(client));
  expect(inspect({ error, events }, { depth: 20, showHidden: true })).not.toContain(API_KEY);
  // It is sent once, and nothing is waited for.
  expect(events.filter(({ type }) => type === 'request')).toHaveLength(1);
  expect(clock.waitsMs).toEqual([]);
  return error;
}

const NOT_SENT: readonly Row[] = [
  ['refused: nothing listens', 'connection_refused', async () => at(`http://127.0.0.1:${await closedPort()}`)],
  ['refused at each address', 'connection_refused', async () => at(`http://localhost:${await closedPort()}`)],
  ['unknown host', 'host_not_found', () => at('https://invalid.invalid')],
  ['bad certificate: of nobody that is trusted', 'certificate_invalid', () => tlsEncounter('self-signed', false)],
  ['bad certificate: for another host', 'certificate_invalid', () => tlsEncounter('trusted', true, 'localhost')],
  ['bad certificate: expired', 'certificate_invalid', () => tlsEncounter('expired', true)],
];

/** A server that takes connections, and never says a word. */
async function silentTls(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  return `https://127.0.0.1:${await listen(server)}`;
}

async function withoutTls(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end(httpAnswer('400 Bad Request', '{}')));
  });
  return `https://127.0.0.1:${await listen(server)}`;
}

/** What fetch cannot tell from a request that has left, and a socket can. */
const NEVER_CONNECTED: readonly Row[] = [
  ['https to a port without TLS', 'tls_failed', async () => at(await withoutTls())],
  [
    'a connection that is reset in the middle of the handshake',
    'connection_failed',
    async () => {
      const server = createServer((socket) => {
        socket.once('data', () => socket.resetAndDestroy());
      });
      return at(`https://127.0.0.1:${await listen(server)}`);
    },
  ],
  ['our own timeout: TLS stalls', 'connect_timeout', async () => at(await silentTls(), { timeoutMs: 300 })],
];
const NEVER_CONNECTED_ON_LINUX: readonly Row[] = [
  [
    'our own timeout: not even connected',
    'connect_timeout',
    async () => at(`http://127.0.0.1:${await deafPort()}`, { timeoutMs: 200 }),
  ],
];

/** Where other systems than Linux behave otherwise. */
const NOT_SENT_ON_LINUX: readonly Row[] = [
  ['no way there', 'network_unreachable', () => at('http://255.255.255.255:8080')],
  [
    'connect timeout of undici',
    'connect_timeout',
    async () =>
      at(`http://127.0.0.1:${await deafPort()}`, { fetch: fetchVia(new Agent({ connect: { timeout: 200 } })) }),
  ],
];

const UNKNOWN: readonly Row[] = [
  ['reset without an answer', 'connection_lost', answering((socket) => socket.resetAndDestroy())],
  ['closed without an answer', 'connection_lost', answering((socket) => socket.end())],
  ['half a head', 'connection_lost', answering((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'))],
  ['half a body', 'answer_cut', answering((socket) => socket.end(`${HEAD}Content-Length: 99\r\n\r\n{"success":`))],
  [
    'half a body, then a reset',
    'answer_cut',
    answering((socket) => {
      socket.write(`${HEAD}Content-Length: 99\r\n\r\n{"success":`, () => {
        setImmediate(() => socket.resetAndDestroy());
      });
    }),
  ],
  [
    'half a chunk',
    'answer_cut',
    answering((socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\n{"s`)),
  ],
  ['not HTTP', 'not_http', answering((socket) => socket.end('220 mail ready\r\n\r\n'))],
  ['our own timeout: nothing answers', 'timed_out', answering(() => undefined, { timeoutMs: 300 })],
  [
    'our own timeout: nothing comes after the head',
    'timed_out',
    answering((socket) => socket.write(`${HEAD}Content-Length: 99\r\n\r\n{`), { timeoutMs: 300 }),
  ],
  [
    'our own timeout: half of what is sent is taken',
    'timed_out',
    async () => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.pause());
      });
      return at(`http://127.0.0.1:${await listen(server)}`, { timeoutMs: 300 });
    },
  ],
  ['half a body of no told length', 'contract_broken', answering((socket) => socket.end(`${HEAD}\r\n{"success":`))],
  ['a success that is no JSON', 'contract_broken', saying('200 OK', PAGE)],
  ['a success without an id', 'contract_broken', saying('200 OK', '{"success":true,"data":{"value":1234}}')],
  ['a success that says no', 'status_200', saying('200 OK', REFUSAL)],
  ...[
    ['405 Method Not Allowed', 'status_405', REFUSAL],
    ['408 Request Timeout', 'request_timeout', REFUSAL],
    ['409 Conflict', 'conflict', REFUSAL],
    ['421 Misdirected Request', 'status_421', REFUSAL],
    ['500 Internal Server Error', 'service_failed', REFUSAL],
    ['501 Not Implemented', 'service_failed', REFUSAL],
    ['502 Bad Gateway', 'service_failed', PAGE],
    ['503 Service Unavailable', 'service_failed', REFUSAL],
    ['504 Gateway Timeout', 'service_failed', ''],
  ].map(([status = '', code = '', body = '']): Row => [status, code, saying(status, body)]),
  ['400 without the API’s own body', 'bad_request', saying('400 Bad Request', '{}')],
  ['400 with a body beyond measure', 'bad_request', saying('400 Bad', `{"success":false,"a":"${'x'.repeat(70_000)}"}`)],
];

const onLinux = (rows: readonly Row[]) => (process.platform === 'linux' ? rows : []);

const TRANSPORTS: readonly (readonly [name: string, options: Partial<PixClientOptions>])[] = [
  ['node:http', {}],
  ['fetch', { fetch }],
];

describe.each(TRANSPORTS)('over %s', (_transport, { fetch: asked }) => {
  const over = ({ options = {}, ...encounter }: Encounter): Encounter => ({
    ...encounter,
    options: { ...(asked !== undefined && { fetch: asked }), ...options },
  });

  it.each([...NOT_SENT, ...onLinux(NOT_SENT_ON_LINUX)])('%s (%s) was certainly not sent', async (_, code, arrange) => {
    const encounter = over(await arrange());
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'not-sent' });
    expect(encounter.arrived?.() ?? 0).toBe(0);
  });

  it.each(UNKNOWN)('%s (%s) is unknown', async (_, code, arrange) => {
    const encounter = over(await arrange());
    expect(await failureAt(encounter)).toMatchObject({ code, outcome: 'unknown' });
    expect(encounter.arrived?.() ?? 1).toBe(1);
  });

  it.each([...NEVER_CONNECTED, ...onLinux(NEVER_CONNECTED_ON_LINUX)])('%s (%s)', async (_, code, arrange) => {
    const error = await failureAt(over(await arrange()));
    if (asked === undefined) expect(error).toMatchObject({ code, outcome: 'not-sent' });
    else expect(error).toMatchObject({ outcome: 'unknown' });
  });
});

it('an interruption before there is a secure connection leaves nothing sent', async () => {
  const interruption = new AbortController();
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        interruption.abort(new Error('Ctrl-C'));
      });
  });
  const { client } = clientOf(`https://127.0.0.1:${await listen(server)}`, { signal: interruption.signal });
  expect(await failureOf(withdraw(client))).toMatchObject({ code: 'interrupted', outcome: 'not-sent' });
});

describe('fetch', () => {
  it('blocks the ports of other protocols before anything is sent', async () => {
    const error = await failureAt({ baseUrl: 'http://127.0.0.1:6000', options: { fetch } });
    expect(error).toMatchObject({ code: 'blocked_port', outcome: 'not-sent' });
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i, which is not followed', async (status) => {
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
});

const STATUS_LINES = [
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '422 Unprocessable',
  '429 Too Many Requests',
];

/** What gateways say that let a request through, and then found something to refuse in what came back. */
const FROM_ELSEWHERE = [
  PAGE,
  '{"message":"No, and nothing was done."}',
  '{"error":"Refused"}',
  '{"error":"Refused","message":"No"}',
  '{"success":false}',
  '{"success":false,"message":"No"}',
  '{"success":false,"error":"Refused"}',
  '{"success":false,"error":"Refused","message":""}',
  '{"success":false,"error":{"code":7},"message":"No"}',
  '{"success":"false","error":"Refused","message":"No"}',
  '{"success":true,"error":"Refused","message":"No"}',
  '{"success":false,"error":"Refused","message":"No","data":{"id":"wd-1"}}',
  '[{"success":false,"error":"Refused","message":"No"}]',
  '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 1 seconds."}',
];

/** A refusal of the service's own form; of a 429, with how long to wait. */
const ownRefusal = (status: number) =>
  JSON.stringify({ ...JSON.parse(REFUSAL), ...(status === 429 && { retryAfter: 3 }) });

describe.each(STATUS_LINES)('%s', (statusLine) => {
  const status = Number(statusLine.slice(0, 3));

  it('is a refusal only in the form of the service', async () => {
    const refused = await failureAt(await saying(statusLine, ownRefusal(status))());
    expect(refused).toMatchObject({ status, outcome: 'refused', message: 'No, and nothing was done.' });
  });

  it.each(FROM_ELSEWHERE)('is unknown with %s', async (body) => {
    expect(await failureAt(await saying(statusLine, body)())).toMatchObject({ status, outcome: 'unknown' });
  });

  it('is a refusal with any message of a service with that setting', async () => {
    const says = (body: string) =>
      answering((socket) => socket.end(httpAnswer(statusLine, body)), { refusalForm: 'message' });
    const outcomes = FROM_ELSEWHERE.map(async (body) => (await failureAt(await says(body)())).outcome);
    expect(await Promise.all(outcomes)).toEqual([
      ...['unknown', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
      ...['unknown', 'unknown', 'unknown', 'refused'],
    ]);
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
