import type { Balance } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { balanceIfAllowed } from '../../payouts/accounts/newest-page.ts';
import type { Screen } from '../context/screen.ts';

/** The balance, for checking a payment against it. Undefined, with a warning, when the key may not read it. */
export async function lookAtBalance(
  { text, warn }: Pick<Screen, 'text' | 'warn'>,
  client: Pick<PixClient, 'balance'>,
): Promise<Balance | undefined> {
  const balance = await balanceIfAllowed(client);
  if (balance === undefined) warn(text.payouts.balanceUnchecked);
  return balance;
}
