import { expect } from 'vitest';
import { openShop } from '../shop.mjs';
import { test } from './wallet.mjs';

test('an order is paid when its charge is', async ({ wallet }) => {
  const shop = openShop(wallet);
  const charge = await shop.charge(17, 100);
  expect(await shop.isPaid(charge)).toBe(false);
  await wallet.controls.payPayment(charge.id);
  expect(await shop.isPaid(charge)).toBe(true);
});

test('a refund to a key of tests fails', async ({ wallet }) => {
  const shop = openShop(wallet);
  const refund = await shop.refund('fail-ac03@example.com', 25);
  expect(await shop.refundStatus(refund)).toBe('FAILED');
});

test('a refund is settled two days later, on the clock of this account', async ({ wallet }) => {
  const shop = openShop(wallet);
  await wallet.controls.setAccount({ instant: false, settleAfterMs: 2 * 86_400_000 });
  const refund = await shop.refund('ana@example.com', 25);
  expect(await shop.refundStatus(refund)).toBe('PENDING');
  await wallet.controls.advance(2 * 86_400_000);
  expect(await shop.refundStatus(refund)).toBe('COMPLETED');
});

test('a refund whose response is lost was sent once', async ({ wallet }) => {
  const shop = openShop(wallet);
  await wallet.controls.addFault({ on: 'POST /api/v1/withdraw/create', fault: 'malformed', times: 1 });
  await expect(shop.refund('ana@example.com', 25)).rejects.toThrow();
  expect(await shop.refunds()).toBe(1);
});
