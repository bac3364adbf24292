import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { readLongBody, type ReadAnswer } from '../../src/client/http/answer.ts';
import { HttpClient } from '../../src/client/http/call.ts';
import { collectGarbage, DRIPS, drip } from '../support/dripping.ts';
import { holdTime, letTimePass } from '../support/held-time.ts';
import { clientOf, failureOf, withdraw } from '../support/wallet-client.ts';
import { wireServer } from '../support/wire.ts';

/**
 * A service, or a gateway, sends a little from time to time, and never ends, while garbage is collected. No request may
 * stay open beyond its time, or be impossible to interrupt.
 */

const LONG_MS = 600_000;

async function drippingService(
  [first, piece]: readonly [string, string],
  onDrip: (drips: number) => void = () => undefined,
) {
  const sockets: Socket[] = [];
  let drips = 0;
  const server = await wireServer((socket) => {
    sockets.push(socket);
    drip(socket, first, piece, () => {
      collectGarbage();
      onDrip(++drips);
    });
  });
  const closed = () =>
    Promise.all(
      sockets.map(async (socket) => {
        if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
      }),
    );
  return { baseUrl: `http://127.0.0.1:${server.port}`, server, closed };
}

/** At the second of the collections. */
function endTime(drips: number): void {
  if (drips === 2) letTimePass();
}

describe.each(Object.entries(DRIPS))('a slowly sent response: %s', (_, dripping) => {
  it('is cancelled when the time is over, with its connection', async () => {
    const { baseUrl, server, closed } = await drippingService(dripping, endTime);
    const { client } = clientOf(baseUrl);
    holdTime();
    expect(await failureOf(withdraw(client))).toMatchObject({ outcome: 'unknown' });
    await closed();
    expect(server.requests).toHaveLength(1);
  });

  it('is cancelled at an interruption, with its connection', async () => {
    const interruption = new AbortController();
    const reason = new Error('Ctrl-C');
    const { baseUrl, closed } = await drippingService(dripping, () => interruption.abort(reason));
    const { client } = clientOf(baseUrl, { timeoutMs: LONG_MS, signal: interruption.signal });
    const error = await failureOf(withdraw(client));
    expect(error).toMatchObject({ code: 'interrupted', outcome: 'unknown', cause: reason });
    await closed();
  });
});

describe('a slowly sent body', () => {
  const to = (baseUrl: string) =>
    new HttpClient({ baseUrl: new URL(baseUrl), onEvent: () => undefined, clock: systemClock, secrets: [] });
  const { signal } = new AbortController();
  const facts = { requestId: 1, attempt: 1, timeoutMs: 30_000, signal };
  const request = { method: 'GET', to: '', ...facts, prepare: () => undefined };
  const body = DRIPS['a body in chunks'] ?? ['', ''];

  it('ends for a caller that reads all of its bytes', async () => {
    const { baseUrl, closed } = await drippingService(body, endTime);
    holdTime();
    expect(await failureOf(to(baseUrl).exchange({ ...request, receive: readLongBody }))).toMatchObject({
      code: 'timed_out',
    });
    await closed();
  });

  it('ends for a caller that reads chunk by chunk, after the current chunk', async () => {
    const { baseUrl, closed } = await drippingService(body, endTime);
    holdTime();
    let cleanedUp = false;
    const receive: ReadAnswer = async ({ status, headers }, pieces) => {
      try {
        for await (const piece of pieces) expect(piece.byteLength).toBeGreaterThan(0);
        return { status, headers, bytes: new Uint8Array(), isWhole: true };
      } finally {
        cleanedUp = true;
      }
    };
    expect(await failureOf(to(baseUrl).exchange({ ...request, receive }))).toMatchObject({ code: 'timed_out' });
    expect(cleanedUp).toBe(true);
    await closed();
  });

  it('ends with the error of a caller that fails on its own, with its connection', async () => {
    const { baseUrl, closed } = await drippingService(body);
    const full = new Error('no space left');
    const receive: ReadAnswer = async (_response, pieces) => {
      for await (const piece of pieces) if (piece.byteLength > 0) throw full;
      throw new Error('nothing came');
    };
    await expect(to(baseUrl).exchange({ ...request, timeoutMs: LONG_MS, receive })).rejects.toBe(full);
    await closed();
  });

  it('leaves no connection when more of it arrived than is read', async () => {
    const long = ['HTTP/1.1 400 Bad\r\nContent-Length: 100000000\r\n\r\n', 'x'.repeat(70_000)] as const;
    const { baseUrl, closed } = await drippingService(long);
    const { client } = clientOf(baseUrl, { timeoutMs: LONG_MS });
    expect(await failureOf(withdraw(client))).toMatchObject({ status: 400, outcome: 'unknown' });
    await closed();
  });
});

describe('a read from a silent service', () => {
  it('waits twice as long as one request may take, and later reads wait once', async () => {
    holdTime();
    const server = await wireServer(letTimePass);
    const { client, events } = clientOf(`http://127.0.0.1:${server.port}`);
    const codes = async (work: Promise<unknown>) => [(await failureOf(work)).code, server.requests.length];
    expect(await codes(client.balance())).toEqual(['timed_out', 2]);
    expect(await codes(client.payments.get('pay-1'))).toEqual(['timed_out', 3]);
    const retries = events.filter((event) => event.type === 'retry');
    expect(retries).toMatchObject([{ code: 'timed_out', attempt: 2 }]);
    expect(retries[0]?.silentMs).toBeTypeOf('number');
  });

  it.each(['payments', 'withdraws'] as const)('ends the proof of a list of %s as soon', async (name) => {
    holdTime();
    const server = await wireServer(letTimePass);
    const { client } = clientOf(`http://127.0.0.1:${server.port}`);
    expect(await failureOf(client[name].proven().start())).toMatchObject({ code: 'timed_out' });
    expect(server.requests).toHaveLength(2);
  });
});
