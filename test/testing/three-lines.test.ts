import { afterAll, expect, it } from 'vitest';
import { openTestWallet } from '../../src/testing/index.ts';

const wallet = await openTestWallet();
afterAll(() => wallet.close());

it('starts with R$ 5.000,00', async () => {
  const { balance } = await wallet.client().balance();
  expect(balance.total).toBe(5_000_00);
});
