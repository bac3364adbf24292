import { openTestTenant } from 'pix-wallet/testing';
import { openShop } from '../shop.mjs';

let wallet;
beforeEach(async () => {
  wallet = await openTestTenant();
});

test('an order is paid when its charge is', async () => {
  const shop = openShop(wallet);
  const charge = await shop.charge(17, 100);
  expect(await shop.isPaid(charge)).toBe(false);
  await wallet.controls.payPayment(charge.id);
  expect(await shop.isPaid(charge)).toBe(true);
});

test('a refund is settled two days later, on the clock of this account', async () => {
  const shop = openShop(wallet);
  await wallet.controls.setAccount({ instant: false, settleAfterMs: 2 * 86_400_000 });
  const refund = await shop.refund('ana@example.com', 25);
  await wallet.controls.advance(2 * 86_400_000);
  expect(await shop.refundStatus(refund)).toBe('COMPLETED');
  expect(await shop.refunds()).toBe(1);
});
