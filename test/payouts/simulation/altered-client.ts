import type { PixClient } from '../../../src/client/client.ts';

type Withdraws = PixClient['withdraws'];

/** The same client, but for some of what it does with withdrawals. */
export function alteredClient(client: PixClient, alter: (withdraws: Withdraws) => Partial<Withdraws>): PixClient {
  return { ...client, withdraws: { ...client.withdraws, ...alter(client.withdraws) } };
}
