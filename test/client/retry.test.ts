import { describe, expect, it } from 'vitest';
import type { PixClient } from '../../src/client/client.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import type { ClientEvent } from '../../src/client/events.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { hurriedClock } from '../support/clocks.ts';
import { pendingWithdrawal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const SERVICE = 'https://wallet.example';
const success = { success: true, data: pendingWithdrawal };
const tooMany = { success: false, error: 'Too Many Requests', message: 'Wait' };

function openClient(signal?: AbortSignal) {
  const clock = hurriedClock();
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => events.push(event);
  const client = createPixClient({ baseUrl: SERVICE, apiKey: 'pk_retry0123456789', onEvent, signal }, clock);
  return { client, clock, events };
}

const lookUp = (client: PixClient) => client.withdraws.get('wd-1');
const service = () => nock(SERVICE).get('/api/v1/withdraw/get/wd-1');

onlyNock({ isAsked: true });

describe('a read that meets a 429', () => {
  it('waits as the body says, otherwise as the header says, otherwise 2 to the power of the attempt', async () => {
    service().reply(429, { ...tooMany, retryAfter: 3 }, { 'Retry-After': '9' });
    service().reply(429, tooMany, { 'Retry-After': '4' });
    service().reply(429, tooMany);
    service().reply(429, '<html>slow down</html>');
    service().reply(200, success);
    const { client, clock, events } = openClient();
    expect([await lookUp(client), clock.waitsMs]).toEqual([pendingWithdrawal, [3_000, 4_000, 8_000, 16_000]]);
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([
      { code: 'too_many_requests', attempt: 2, waitMs: 3_000 },
      { attempt: 3, waitMs: 4_000 },
      { attempt: 4, waitMs: 8_000 },
      { attempt: 5, waitMs: 16_000 },
    ]);
  });

  it('gives up before it would wait for longer than a minute', async () => {
    service().times(6).reply(429, tooMany);
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(clock.waitsMs).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  });

  it('reports at once a wait that is too long for a caller', async () => {
    service().reply(429, { ...tooMany, retryAfter: 3_600 });
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(clock.waitsMs).toEqual([]);
  });
});

describe('a read that meets temporary failures', () => {
  it('is repeated three times with growing waits, then fails with the last failure', async () => {
    service().reply(500, { success: false, message: 'first' });
    service().reply(408, '');
    service().reply(502, '<html>');
    service().reply(504, { success: false, message: 'last' });
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ status: 504, serviceMessage: 'last' });
    expect(clock.waitsMs).toEqual([1_500, 3_000, 6_000]);
  });

  it('waits longer when the service says so', async () => {
    service().reply(503, '', { 'Retry-After': '20' });
    service().reply(200, success);
    const { client, clock } = openClient();
    await lookUp(client);
    expect(clock.waitsMs).toEqual([20_000]);
  });

  it('spends no more than two minutes on one call', async () => {
    service().times(3).reply(503, '', { 'Retry-After': '50' });
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ status: 503 });
    expect(clock.waitsMs).toEqual([50_000, 50_000]);
  });

  it.each([400, 401, 403, 404, 409, 422])('is not repeated after %i', async (status) => {
    service().reply(status, { success: false, message: 'no' });
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ status });
    expect(clock.waitsMs).toEqual([]);
  });

  it.each([
    ['tls_failed', { code: 'EPROTO', syscall: 'write' }],
    ['certificate_invalid', { code: 'CERT_HAS_EXPIRED' }],
    ['connection_refused', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ])('is not repeated after %s, unless the service has answered before', async (code, facts) => {
    const fail = () => service().replyWithError(Object.assign(new Error('no connection'), facts));
    fail();
    const { client, clock } = openClient();
    await expect(lookUp(client)).rejects.toMatchObject({ code });
    expect(clock.waitsMs).toEqual([]);
    service().reply(200, success);
    await lookUp(client);
    fail();
    service().reply(200, success);
    expect(await lookUp(client)).toEqual(pendingWithdrawal);
  });

  it('stops waiting when it is interrupted', async () => {
    service().reply(503, '', { 'Retry-After': '50' });
    const interruption = new AbortController();
    const reason = new Error('Ctrl-C');
    const events: ClientEvent[] = [];
    const client = createPixClient({
      baseUrl: SERVICE,
      apiKey: 'pk_retry0123456789',
      signal: interruption.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'retry') interruption.abort(reason);
      },
    });
    await expect(lookUp(client)).rejects.toMatchObject({ code: 'interrupted', outcome: 'not-sent', cause: reason });
    expect(events.filter(({ type }) => type === 'request')).toHaveLength(1);
  });
});

describe('a request that creates something', () => {
  const create = (client: PixClient) =>
    client.withdraws.create({ amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' });

  it('delays the other requests of its key for its 429', async () => {
    nock(SERVICE)
      .post('/api/v1/withdraw/create')
      .reply(429, { ...tooMany, retryAfter: 5 });
    service().reply(200, success);
    const { client, clock, events } = openClient();
    await expect(create(client)).rejects.toMatchObject({ retryAfterSeconds: 5, outcome: 'refused' });
    await lookUp(client);
    expect(clock.waitsMs).toEqual([5_000]);
    expect(events).toContainEqual({ type: 'waiting', reason: 'too_many_requests', waitMs: 5_000 });
  });
});
