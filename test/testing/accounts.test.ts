import { expect, it, onTestFinished } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { openTestWallet } from '../../src/testing/index.ts';

it('gives each test an account of its own in one wallet', async () => {
  const wallet = await openTestWallet();
  onTestFinished(() => wallet.close());
  const [one, other] = [await wallet.controls.openAccount(centavos(100_00)), await wallet.controls.openAccount()];
  await wallet.controls.setAccount({ account: one.id, blocked: true });
  const order = { amountCentavos: centavos(10_00), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;
  await expect(wallet.client({ account: one.id }).withdraws.create(order)).rejects.toThrow('blocked');
  await wallet.client({ account: other.id }).withdraws.create(order);
  const totals = await Promise.all(
    [one.id, other.id, 'demo'].map(async (account) => (await wallet.client({ account }).balance()).balance.total),
  );
  expect([totals, (await wallet.controls.verify()).holds]).toEqual([[100_00, 4_990_00, 5_000_00], true]);
});
