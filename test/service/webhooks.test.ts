import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { controls } from '../../src/contract/control.ts';
import { openTestService, startTestService, type OpenTestService } from '../support/service.ts';
import { controlOf } from '../support/service-controls.ts';
import { webhookReceiver, type ReceivedWebhook } from './webhook-receiver.ts';
import { eventually } from '../support/hang.ts';

const CREATE = '/api/v1/withdraw/create';
const MINUTE_MS = 60_000;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

type Service = Pick<OpenTestService, 'request'>;

async function registered(service: Service, url: string, more = {}) {
  const data = await controlOf(service, 'webhooks', { url, ...more });
  return controls.addWebhook.data.parse(data);
}

async function deliveriesOf(service: Service, query = '') {
  const { json } = await service.request(`/mock/webhooks/deliveries${query}`, { key: null });
  return controls.listDeliveries.data.parse(json.data).deliveries;
}

/** Waits for attempts: they are listed when their answers have come. */
async function attempts(service: Service, count: number) {
  return eventually(async () => {
    const found = await deliveriesOf(service);
    expect(found.length).toBeGreaterThanOrEqual(count);
    return found;
  });
}

async function pendingOf(service: Service) {
  const data = await service.request('/mock/webhooks', { key: null });
  return controls.listWebhooks.data.parse(data.json.data).webhooks.map(({ pending }) => pending);
}

describe('webhooks', () => {
  it('report every change of status with what the API answers, signed', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    expect(await registered(service, receiver.url, { secret: SECRET })).toEqual({
      id: 'webhook-1',
      url: receiver.url,
      account: null,
      secret: SECRET,
    });
    const { id } = (await service.request('/api/v1/payment/create', { json: { value: 10 } })).json.data;
    await receiver.until(1);
    await controlOf(service, 'payment/pay', { id });
    await receiver.until(2);
    await controlOf(service, 'dispute/open', { paymentId: id });
    await receiver.until(3);
    const sent = (await service.request(CREATE, { json: { amount: 10 } })).json.data;
    await receiver.until(4);

    const { received } = receiver;
    expect(received.map(({ json }) => json.type)).toEqual([
      'payment.pending',
      'payment.completed',
      'dispute.opened',
      'withdrawal.completed',
    ]);
    const paid = (await service.request(`/api/v1/payment/get/${id}`)).json.data;
    expect(received[1]?.json).toEqual({
      id: received[1]?.headers['webhook-id'],
      type: 'payment.completed',
      createdAt: paid.updatedAt,
      account: 'demo',
      data: paid,
    });
    expect(received[3]?.json.data).toEqual((await service.request(`/api/v1/withdraw/get/${sent.id}`)).json.data);
    for (const { headers, body } of received) {
      expect(headers['content-type']).toBe('application/json');
      const [message, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
      expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(MINUTE_MS);
      const expected = createHmac('sha256', Buffer.alloc(24, 7)).update(
        `${String(message)}.${String(timestamp)}.${body}`,
      );
      expect(headers['webhook-signature']).toBe(`v1,${expected.digest('base64')}`);
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  it('report what the time settles, without a request', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    await registered(service, receiver.url);
    await controlOf(service, 'account', { instant: false, settleAfterMs: MINUTE_MS, settleAs: 'AC03' });
    await service.request(CREATE, { json: { amount: 10 } });
    service.clock.advance(MINUTE_MS);
    await receiver.until(2);
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['withdrawal.pending', 'withdrawal.failed']);
    expect(receiver.received[0]?.json.data.status).toBe('PENDING');
  });

  it('are for one account where one is named, and for an account that exists', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    await registered(service, receiver.url, { account: 'other' });
    await controlOf(service, 'deposit', { amountCentavos: 1_000 });
    await controlOf(service, 'deposit', { account: 'other', amountCentavos: 1_000 });
    await receiver.until(2);
    expect(receiver.received.map(({ json }) => json.account)).toEqual(['other', 'other']);
    const json = { url: receiver.url, account: 'no-such' };
    expect((await service.request('/mock/webhooks', { key: null, json })).status).toBe(404);
  });

  it('are sent again when they fail, in the order of their transaction, and after an advance of the clock at once', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    receiver.answer = 500;
    await registered(service, receiver.url);
    await controlOf(service, 'deposit', { amountCentavos: 1_000 });
    await attempts(service, 1);
    await controlOf(service, 'clock/advance', { durationMs: MINUTE_MS });
    await attempts(service, 2);
    receiver.answer = 204;
    await controlOf(service, 'clock/advance', { durationMs: MINUTE_MS });
    const listed = await attempts(service, 4);
    expect(listed.map(({ type, attempt, status, retryAfterMs }) => [type, attempt, status, retryAfterMs])).toEqual([
      ['payment.pending', 1, 500, 1_000],
      ['payment.pending', 2, 500, 5_000],
      ['payment.pending', 3, 204, null],
      ['payment.completed', 1, 204, null],
    ]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([new Set(ids.slice(0, 3)).size, await pendingOf(service)]).toEqual([1, [0]]);
  });

  it('are given up after six attempts', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    receiver.answer = 404;
    await registered(service, receiver.url);
    await service.request(CREATE, { json: { amount: 10 } });
    for (let count = 1; count <= 6; count += 1) {
      await attempts(service, count);
      await controlOf(service, 'clock/advance', { durationMs: 10 * MINUTE_MS });
    }
    expect((await deliveriesOf(service)).map(({ retryAfterMs }) => retryAfterMs)).toEqual([
      1_000,
      5_000,
      30_000,
      120_000,
      600_000,
      null,
    ]);
    expect(await pendingOf(service)).toEqual([0]);
  });

  it('follow no redirect', async () => {
    const service = await openTestService();
    const [receiver, target] = [await webhookReceiver(), await webhookReceiver()];
    receiver.answer = (response) => response.writeHead(307, { Location: target.url }).end();
    await registered(service, receiver.url);
    await service.request(CREATE, { json: { amount: 10 } });
    expect(await attempts(service, 1)).toMatchObject([{ status: 307, delivered: false }]);
    expect(target.received).toEqual([]);
  });

  it('delay no request when a receiver hangs, and no other transaction', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    receiver.answer = (response, { json }) => {
      if (json.data.value !== 1_000) response.writeHead(200).end();
    };
    await registered(service, receiver.url);
    for (const amount of [10, 11]) expect((await service.request(CREATE, { json: { amount } })).status).toBe(200);
    expect((await attempts(service, 1)).map(({ delivered }) => delivered)).toEqual([true]);
    expect(await pendingOf(service)).toEqual([1]);
  });

  it('are sent once more on request, and the answer says what came of it', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    await registered(service, receiver.url);
    await service.request(CREATE, { json: { amount: 10 } });
    const id = (await attempts(service, 1))[0]?.id ?? '';
    receiver.answer = 503;
    const { deliveries } = controls.resendWebhook.data.parse(await controlOf(service, 'webhooks/resend', { id }));
    expect(deliveries).toMatchObject([{ number: 2, id, status: 503, delivered: false, retryAfterMs: null }]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    const unknown = await service.request('/mock/webhooks/resend', { key: null, json: { id: 'evt_none' } });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
  });

  it('are in the request log, marked as outgoing', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    await registered(service, receiver.url);
    await service.request(CREATE, { json: { amount: 10 } });
    await attempts(service, 1);
    const { json } = await service.request('/mock/requests', { key: null });
    const [created, webhook] = controls.listRequests.data.parse(json.data).requests;
    expect(created?.outgoing).toBeUndefined();
    expect(webhook).toMatchObject({
      outgoing: true,
      method: 'POST',
      path: receiver.url,
      account: 'demo',
      status: 200,
      requestBody: receiver.received[0]?.body,
      answerBody: '{"ok":true}',
    });
  });

  it('say why there was no answer', async () => {
    const service = await openTestService();
    await registered(service, 'http://127.0.0.1:9/');
    await service.request(CREATE, { json: { amount: 10 } });
    const [attempt] = await attempts(service, 1);
    expect([attempt?.status, attempt?.delivered]).toEqual([null, false]);
    expect(attempt?.error).toBeTruthy();
  });

  it('end with their address, whose secret is masked in the list', async () => {
    const service = await openTestService();
    const receiver = await webhookReceiver();
    const { id, secret } = await registered(service, receiver.url);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(24);
    expect((await service.request('/mock/webhooks', { key: null })).text).not.toContain(secret.slice(6, -4));
    await controlOf(service, 'webhooks/remove', { id });
    await service.request(CREATE, { json: { amount: 10 } });
    await registered(service, receiver.url);
    await service.request(CREATE, { json: { amount: 11 } });
    await receiver.until(1);
    expect(receiver.received[0]?.json.data.value).toBe(1_100);
    expect((await service.request('/mock/webhooks/remove', { key: null, json: { id } })).status).toBe(404);
  });

  it('are forgotten on a reset, except the addresses of the start', async () => {
    const [kept, forgotten] = [await webhookReceiver(), await webhookReceiver()];
    const service = await openTestService({ webhooks: [{ url: kept.url }] });
    await registered(service, forgotten.url);
    await controlOf(service, 'reset');
    await service.request(CREATE, { json: { amount: 10 } });
    await kept.until(1);
    expect(await pendingOf(service)).toHaveLength(1);
    expect(forgotten.received).toEqual([]);
  });

  it('that were posted before a reset are not those of what has the same id afterwards', async () => {
    const receiver = await webhookReceiver();
    const service = await openTestService({ webhooks: [{ url: receiver.url }] });
    const sent = (await service.request(CREATE, { json: { amount: 10 } })).json.data;
    const [delivery] = await attempts(service, 1);
    const answers: ServerResponse[] = [];
    receiver.answer = (response) => void answers.push(response);
    await service.request(CREATE, { json: { amount: 11 } });
    await receiver.until(2);
    await controlOf(service, 'reset');
    for (const answer of answers) answer.end();
    receiver.answer = 200;
    const resent = await service.request('/mock/webhooks/resend', { key: null, json: { id: delivery?.id } });
    expect(resent.status).toBe(404);

    const again = (await service.request(CREATE, { json: { amount: 12 } })).json.data;
    expect(again.id).toBe(sent.id);
    const since = await attempts(service, 1);
    expect(since.map(({ id, body }) => [id, JSON.parse(body).data.value])).toEqual([[expect.any(String), 1_200]]);
  });

  it.each([
    [{ url: 'ftp://127.0.0.1/' }, 'url'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: 'http://user:word@127.0.0.1/' }, 'url'],
    [{ url: 'http://127.0.0.1/', secret: 'short' }, 'secret'],
  ])('are refused for %j', async (json, path) => {
    const service = await openTestService();
    const answer = await service.request('/mock/webhooks', { key: null, json });
    expect([answer.status, answer.json.code, answer.json.details[0].path]).toEqual([400, 'validation_failed', path]);
  });

  it('go only to the addresses of the start when other machines can reach the service', async () => {
    const receiver = await webhookReceiver();
    const token = 'a-token-of-the-test';
    const service = await openTestService({ expose: true, controlToken: token, webhooks: [{ url: receiver.url }] });
    const headers = { 'X-Mock-Token': token };
    const answer = await service.request('/mock/webhooks', { key: null, headers, json: { url: receiver.url } });
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed']);
    await service.request(CREATE, { json: { amount: 10 } });
    await receiver.until(1);
  });

  it.each([
    ['none', undefined],
    ['stripe', /^t=\d+,v1=[0-9a-f]{64}$/],
  ] as const)('are signed as %s', async (webhookSignature, shape) => {
    const receiver = await webhookReceiver();
    const service = await openTestService({ webhookSignature, webhooks: [{ url: receiver.url, secret: 'secret' }] });
    await service.request(CREATE, { json: { amount: 10 } });
    await receiver.until(1);
    const [{ headers, body }] = receiver.received as [ReceivedWebhook];
    expect(headers['webhook-signature']).toBeUndefined();
    if (shape === undefined) expect(headers['stripe-signature']).toBeUndefined();
    else {
      const timestamp = headers['webhook-timestamp'];
      const signature = createHmac('sha256', 'secret')
        .update(`${String(timestamp)}.${body}`)
        .digest('hex');
      expect(headers['stripe-signature']).toBe(`t=${String(timestamp)},v1=${signature}`);
    }
  });

  it('are signed by a function, whose error is that of the attempt', async () => {
    const receiver = await webhookReceiver();
    let isBroken = false;
    const service = await openTestService({
      webhooks: [{ url: receiver.url, secret: 'any' }],
      webhookSignature({ id, secret }) {
        if (isBroken) throw new Error('no key');
        return { 'x-own': `${secret} ${id}` };
      },
    });
    await service.request(CREATE, { json: { amount: 10 } });
    await receiver.until(1);
    expect(receiver.received[0]?.headers['x-own']).toBe(`any ${receiver.received[0]?.json.id}`);
    isBroken = true;
    await service.request(CREATE, { json: { amount: 11 } });
    expect(await attempts(service, 2)).toContainEqual(expect.objectContaining({ status: null, error: 'no key' }));
  });

  it('that are not delivered are dropped and counted when the service stops, which waits for none', async () => {
    const receiver = await webhookReceiver();
    receiver.answer = () => undefined;
    const dropped: number[] = [];
    const service = await startTestService({
      webhooks: [{ url: receiver.url }],
      onWebhooksDropped: (count) => dropped.push(count),
    });
    await service.request(CREATE, { json: { amount: 10 } });
    await receiver.until(1);
    await service.stop();
    expect(dropped).toEqual([1]);
  });
});
