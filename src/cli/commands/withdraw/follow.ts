import type { PixClient, WithdrawalDetails } from '../../../client/client.ts';
import type { Context } from '../../context/context.ts';
import { followStatus } from '../../output/lists/follow-status.ts';

/** Looks a withdrawal up until it is COMPLETED or FAILED. */
export async function* followWithdrawal(
  context: Context,
  client: PixClient,
  id: string,
): AsyncGenerator<WithdrawalDetails, void, undefined> {
  const read = () => client.withdraws.get(id);
  yield* followStatus(context, await read(), read, context.screen.text.withdraw.waiting);
}
