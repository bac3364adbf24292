import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { openTestWallet, verifyWebhook } from '../../src/testing/index.ts';
import { webhookReceiver } from '../service/webhook-receiver.ts';
import { eventually } from '../support/hang.ts';

afterEach(() => vi.useRealTimers());

/** Source: the tests of the libraries of Standard Webhooks. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  at: 1_614_265_330,
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
};

it('verifyWebhook: accepts the example of Standard Webhooks, also among other signatures, and nothing else', () => {
  const { secret, body, at, headers } = VECTOR;
  vi.useFakeTimers({ now: at * 1000, toFake: ['Date'] });
  const signature = headers['webhook-signature'];
  expect(verifyWebhook(headers, body, secret)).toBe(true);
  expect(verifyWebhook(new Headers(headers), body, secret.replace('whsec_', ''))).toBe(true);
  expect(
    verifyWebhook({ ...headers, 'webhook-signature': `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/W3h= ${signature}` }, body, secret),
  ).toBe(true);
  expect(verifyWebhook(headers, `${body} `, secret)).toBe(false);
  expect(verifyWebhook({ ...headers, 'webhook-id': 'msg_other' }, body, secret)).toBe(false);
  expect(verifyWebhook({ ...headers, 'webhook-signature': signature.replace('v1', 'v2') }, body, secret)).toBe(false);
  expect(verifyWebhook({ ...headers, 'webhook-signature': undefined }, body, secret)).toBe(false);
  expect(verifyWebhook({}, body, secret)).toBe(false);
  for (const none of ['', 'whsec_', 'undefined']) {
    expect(() => verifyWebhook(headers, body, none)).toThrow(RangeError);
  }
  for (const away of [-301, 301]) {
    vi.setSystemTime((at + away) * 1000);
    expect(verifyWebhook(headers, body, secret)).toBe(false);
  }
});

it('posts what verifyWebhook accepts, and resends it', async () => {
  const wallet = await openTestWallet();
  onTestFinished(() => wallet.close());
  const receiver = await webhookReceiver();
  const { secret } = await wallet.controls.addWebhook(receiver.url);
  const { id } = await wallet.controls.deposit(centavos(10_00));
  await receiver.until(2);
  for (const { headers, body } of receiver.received) expect(verifyWebhook(headers, body, secret)).toBe(true);
  const [first] = await eventually(async () => {
    const deliveries = await wallet.controls.deliveries(0, id);
    expect(deliveries).toHaveLength(2);
    return deliveries;
  });
  expect(await wallet.controls.resendWebhook(first?.id ?? '')).toMatchObject([
    { type: 'payment.pending', status: 200 },
  ]);
});

it('posts to a tenant what happens on its account, and signs with a function of the test', async () => {
  const wallet = await openTestWallet({ webhookSignature: ({ id, secret }) => ({ 'x-own': `${secret} ${id}` }) });
  onTestFinished(() => wallet.close());
  const receiver = await webhookReceiver();
  const [tenant, other] = [await wallet.openTenant(), await wallet.openTenant()];
  const webhook = await tenant.controls.addWebhook(receiver.url, { secret: 'own' });
  expect(webhook.account).toBe(tenant.account);
  await other.controls.deposit(centavos(10_00));
  await tenant.controls.deposit(centavos(10_00));
  await receiver.until(2);
  expect(receiver.received.map(({ json }) => json.account)).toEqual([tenant.account, tenant.account]);
  expect(receiver.received[0]?.headers['x-own']).toBe(`own ${receiver.received[0]?.json.id}`);
  expect(await other.controls.deliveries()).toEqual([]);
  await tenant.controls.removeWebhook(webhook.id);
});
