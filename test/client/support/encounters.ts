import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { Agent } from 'undici';
import { expect } from 'vitest';
import type { ClientSettings } from '../../../src/client/client.ts';
import { deafPort } from '../../support/deaf-server.ts';
import { API_KEY, clientOf, failureOf, withdraw } from '../../support/wallet-client.ts';
import { holdTime, letTimePass } from '../../support/held-time.ts';
import { relayProxy, tlsFront } from '../../support/way.ts';
import { httpAnswer, listen, wireServer } from '../../support/wire.ts';

/*
 * What a withdrawal may meet over real sockets, and how its request may get there.
 */

/** What a withdrawal meets. */
export interface Encounter {
  readonly baseUrl: string;
  readonly options?: Partial<ClientSettings>;
  /** Requests that arrived. */
  readonly arrived?: () => number;
  /** Its time passes only by {@link letTimePass}. */
  readonly timesOut?: boolean;
}

export type Row = readonly [happens: string, code: string, arrange: () => Promise<Encounter>];

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const HALF = `${HEAD}Content-Length: 99\r\n\r\n{"success":`;
const CHUNKED = 'Transfer-Encoding: chunked';
export const REFUSAL = '{"success":false,"error":"Refused","message":"No, and nothing was done."}';
export const PAGE = '<html><body>proxy at work</body></html>';

function fetchVia(agent: Agent): typeof fetch {
  const through: object = { dispatcher: agent };
  return (input, init) => fetch(input, { ...init, ...through });
}

/**
 * A key and certificate for tests only: openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj '/CN=pix test' …
 */
const pemOf = (name: string) => readFileSync(new URL(`${name}.pem`, import.meta.url));

export async function tlsEncounter(name: string, isTrusted: boolean, host = '127.0.0.1'): Promise<Encounter> {
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

export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const at = (baseUrl: string, options: Partial<ClientSettings> = {}) => Promise.resolve({ baseUrl, options });

/** A service that takes the request, and does that to the connection. */
export const answering =
  (answer: (socket: Socket) => void, options: Partial<ClientSettings> = {}) =>
  async (): Promise<Encounter> => {
    const { port, requests } = await wireServer(answer);
    return { baseUrl: `http://127.0.0.1:${port}`, options, arrived: () => requests.length };
  };
export const saying = (status: string, body: string) => answering((socket) => socket.end(httpAnswer(status, body)));

/** A service that takes the request, does that to the connection, and then nothing until the time is over. */
const outlasting = (answer: (socket: Socket) => void) => async (): Promise<Encounter> => {
  const arrange = answering((socket) => {
    answer(socket);
    letTimePass();
  });
  return { ...(await arrange()), timesOut: true };
};

export async function failureAt({ baseUrl, options, timesOut = false }: Encounter) {
  const { client, clock, events } = clientOf(baseUrl, options);
  if (timesOut) holdTime();
  const error = await failureOf(withdraw(client));
  expect(inspect({ error, events }, { depth: 20, showHidden: true })).not.toContain(API_KEY);
  // It is sent once, and nothing is waited for.
  expect(events.filter(({ type }) => type === 'request')).toHaveLength(1);
  expect(clock.waitsMs).toEqual([]);
  return error;
}

export const NOT_SENT: readonly Row[] = [
  ['refused: nothing listens', 'connection_refused', async () => at(`http://127.0.0.1:${await closedPort()}`)],
  ['refused at each address', 'connection_refused', async () => at(`http://localhost:${await closedPort()}`)],
  ['unknown host', 'host_not_found', () => at('https://invalid.invalid')],
  ['bad certificate: signed by no trusted authority', 'certificate_invalid', () => tlsEncounter('self-signed', false)],
  ['bad certificate: for another host', 'certificate_invalid', () => tlsEncounter('trusted', true, 'localhost')],
  ['bad certificate: expired', 'certificate_invalid', () => tlsEncounter('expired', true)],
];

/** A server that takes connections, and never says a word. */
export async function silentTls(): Promise<string> {
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

/** Where connections are never accepted. */
export const deafAddress = async () => `http://127.0.0.1:${await deafPort()}`;
const impatient = () => fetchVia(new Agent({ connect: { timeout: 200 } }));

/** Failures before sending that a socket can detect, and fetch cannot. */
export const NEVER_CONNECTED: readonly Row[] = [
  ['https to a port without TLS', 'tls_failed', async () => at(await withoutTls())],
  [
    'a connection that is reset in the middle of the handshake',
    'connection_failed',
    async () => {
      const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
      return at(`https://127.0.0.1:${await listen(server)}`);
    },
  ],
  ['our own timeout: TLS stalls', 'connect_timeout', async () => at(await silentTls(), { timeoutMs: 300 })],
];
export const NEVER_CONNECTED_ON_LINUX: readonly Row[] = [
  ['our own timeout: not even connected', 'connect_timeout', async () => at(await deafAddress(), { timeoutMs: 200 })],
];

/** Where other systems than Linux behave otherwise. */
export const NOT_SENT_ON_LINUX: readonly Row[] = [
  ['no way there', 'network_unreachable', () => at('http://255.255.255.255:8080')],
  ['connect timeout of undici', 'connect_timeout', async () => at(await deafAddress(), { fetch: impatient() })],
];

export const UNKNOWN: readonly Row[] = [
  ['reset without an answer', 'connection_lost', answering((socket) => socket.resetAndDestroy())],
  ['closed without an answer', 'connection_lost', answering((socket) => socket.end())],
  ['half a head', 'connection_lost', answering((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'))],
  ['half a body', 'answer_cut', answering((socket) => socket.end(HALF))],
  ['half a chunk', 'answer_cut', answering((socket) => socket.end(`${HEAD}${CHUNKED}\r\n\r\n9\r\n{"s`))],
  ['not HTTP', 'not_http', answering((socket) => socket.end('220 mail ready\r\n\r\n'))],
  ['our own timeout: nothing answers', 'timed_out', outlasting(() => undefined)],
  [
    'our own timeout: nothing comes after the head',
    'timed_out',
    outlasting((socket) => socket.write(`${HEAD}Content-Length: 99\r\n\r\n{`)),
  ],
  [
    'our own timeout: half of what is sent is taken',
    'timed_out',
    async () => {
      const server = createServer((socket) => {
        socket
          .on('error', () => undefined)
          .once('data', () => {
            socket.pause();
            letTimePass();
          });
      });
      return { ...(await at(`http://127.0.0.1:${await listen(server)}`)), timesOut: true };
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

/** A reset overtakes what is not decrypted yet: over TLS, this may look like one without an answer. */
export const UNKNOWN_WITHOUT_TLS: readonly Row[] = [
  [
    'half a body, then a reset',
    'answer_cut',
    answering((socket) => socket.write(HALF, () => setImmediate(() => socket.resetAndDestroy()))),
  ],
];

export const onLinux = (rows: readonly Row[]) => (process.platform === 'linux' ? rows : []);

/** How a request gets to what it meets. */
type Way = readonly [name: string, lead: (encounter: Encounter) => Promise<Encounter>];

export const OVER_HTTP: Way = ['node:http', (encounter) => Promise.resolve(encounter)];
export const OVER_FETCH: Way = [
  'fetch',
  ({ options, ...encounter }) => Promise.resolve({ ...encounter, options: { fetch, ...options } }),
];
export const OVER_HTTPS: Way = [
  'node:https',
  async (encounter) => ({ ...encounter, baseUrl: `https://127.0.0.1:${await tlsFront(portOf(encounter))}` }),
];
export const OVER_PROXY: Way = [
  'a proxy',
  (encounter) => throughProxy(encounter, `http://wallet.example:${portOf(encounter)}`),
];
export const OVER_TUNNEL: Way = [
  'a tunnel',
  async (encounter) => throughProxy(encounter, `https://wallet.example:${await tlsFront(portOf(encounter))}`),
];

const portOf = ({ baseUrl }: Encounter) => Number(new URL(baseUrl).port);

export async function throughProxy({ options, ...encounter }: Encounter, baseUrl: string): Promise<Encounter> {
  const { address } = await relayProxy();
  return { ...encounter, baseUrl, options: { ...options, proxies: { HTTP_PROXY: address, HTTPS_PROXY: address } } };
}
