import type { Balance } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { Screen } from '../context/screen.ts';

/** The balance, for checking a payment against it. Undefined when the key may not read it: it may still send. */
export async function lookAtBalance(
  { text, warn }: Pick<Screen, 'text' | 'warn'>,
  client: Pick<PixClient, 'balance'>,
): Promise<Balance | undefined> {
  try {
    return await client.balance();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code === 'account_blocked') throw error;
    warn(text.withdraw.balanceUnchecked);
    return undefined;
  }
}
