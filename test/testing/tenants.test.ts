import { test as base, describe, expect, expectTypeOf, onTestFinished, vi } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { openTestTenant, openTestWallet, walletFixture, type TestTenant } from '../../src/testing/index.ts';
import { startTestService } from '../support/service.ts';

const test = base.extend(walletFixture());
const DAY_MS = 86_400_000;
const ORDER = { amountCentavos: centavos(10_00), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;

describe('the fixture for Vitest', () => {
  const seen = new Set<string>();

  test.for([1, 2])('gives each test an account of its own (%i)', async (_, { wallet }) => {
    expectTypeOf(wallet).toEqualTypeOf<TestTenant>();
    expect(seen.has(wallet.account)).toBe(false);
    seen.add(wallet.account);
    await wallet.client().withdraws.create(ORDER);
    expect((await wallet.client().balance()).balance.total).toBe(4_990_00);
  });
});

test('the fixture leaves room on the service for the faults and webhooks of more tests', async () => {
  const { url: baseUrl } = await startTestService();
  const { wallet: fixture } = walletFixture({ baseUrl });
  for (let number = 1; number <= 21; number += 1) {
    await fixture({}, async ({ controls }) => {
      for (let index = 0; index < 5; index += 1) {
        await controls.addFault({ on: 'POST /api/v1/withdraw/create', fault: 'status-503' });
      }
      const { id } = await controls.addWebhook('http://127.0.0.1:9/');
      if (number === 1) await controls.removeWebhook(id);
    });
  }
  const wallet = await openTestTenant({ baseUrl });
  expect((await wallet.controls.addFault({ on: 'GET *', fault: 'status-503' })).id).toBe('fault-106');
});

test.for(['in this process', 'on a service'])('a tenant %s sees nothing of another', async (where) => {
  const baseUrl = where === 'on a service' ? (await startTestService()).url : undefined;
  const [one, other] = [await openTestTenant({ baseUrl }), await openTestTenant({ baseUrl })];
  await one.controls.setAccount({ transferSecurity: true, instant: false, settleAfterMs: DAY_MS });
  await one.controls.addFault({ on: 'POST /api/v1/withdraw/create', fault: 'status-503', times: 1 });
  await expect(one.client().withdraws.create(ORDER)).rejects.toMatchObject({ status: 503 });
  expect((await other.client().balance()).balance.total).toBe(5_000_00);
  await one.client().withdraws.requestTransferCode({ amountCentavos: centavos(11_00) });
  await one.client().withdraws.requestTransferCode({ amountCentavos: centavos(10_00) });
  const [message] = await one.controls.inbox();
  await one.client().withdraws.create({ ...ORDER, verificationCode: message!.code });
  await other.client().withdraws.create(ORDER);
  expect(await one.controls.advance(DAY_MS)).not.toBe(await other.controls.advance(0));
  expect(await one.controls.clearFaults()).toMatchObject([{ account: one.account, fired: 1 }]);
  expect([await other.controls.inbox(), await other.controls.faults()]).toEqual([[], []]);
  expect((await one.controls.deposit(centavos(10_50))).status).toBe('COMPLETED');
  const seen = [...(await other.controls.requests()), ...(await other.controls.changes())];
  expect(new Set(seen.map(({ account }) => account))).toEqual(new Set([other.account]));
  expect((await other.controls.account()).availableCentavos).toBe(4_990_00);
  expect((await one.controls.account()).inTransitCentavos).toBe(0);
});

test('the environment names the service, and one that has no controls is refused before a key is sent', async () => {
  const { url } = await startTestService({ expose: true, host: '127.0.0.1', controlToken: 'a-token-of-tests' });
  vi.stubEnv('PIX_BASE_URL', url);
  await expect(openTestTenant()).rejects.toMatchObject({ code: 'lever_token_wanted' });
  vi.stubEnv('PIX_MOCK_TOKEN', 'a-token-of-tests');
  const tenant = await openTestTenant({ balanceCentavos: centavos(7_00) });
  expect([tenant.url, (await tenant.client().balance()).balance.total]).toEqual([url, 7_00]);
  await expect(openTestTenant({ baseUrl: `${url}/elsewhere` })).rejects.toMatchObject({ code: 'not_local_service' });
});

test('a wallet of its own has tenants, too', async () => {
  const wallet = await openTestWallet({ startAt: new Date('2026-07-14T12:00:00Z') });
  onTestFinished(() => wallet.close());
  const tenant = await wallet.openTenant(centavos(1_00));
  expect(await tenant.controls.advance(DAY_MS)).toBe('2026-07-15T12:00:00.000Z');
  expect(await wallet.controls.advance(0)).toBe('2026-07-14T12:00:00.000Z');
});
