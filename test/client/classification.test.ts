import { createServer } from 'node:net';
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
} from './support/encounters.ts';

/*
 * When may a request that moves money be sent again? Every row of the classification, a withdrawal each, over real
 * sockets. What takes more of a network than a machine has is in outcome.test.ts, https and proxies are in
 * classification-proxies.test.ts.
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
