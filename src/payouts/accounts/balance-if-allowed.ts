import type { Balance } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';

/** The balance, for checking a payment against it. Undefined when the key may not read it: it may still send. */
export async function balanceIfAllowed(client: Pick<PixClient, 'balance'>): Promise<Balance | undefined> {
  try {
    return await client.balance();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code === 'account_blocked') throw error;
    return undefined;
  }
}
