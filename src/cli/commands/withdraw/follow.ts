import type { PixClient, WithdrawalDetails } from '../../../client/client.ts';
import type { Context } from '../../context.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** Looks a withdrawal up, less and less often, until it is COMPLETED or FAILED. Any other status is not final. */
export async function* followWithdrawal(
  { sleep, notify, text }: Context,
  client: PixClient,
  id: string,
): AsyncGenerator<WithdrawalDetails, void, undefined> {
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const withdrawal = await client.withdraws.get(id);
    yield withdrawal;
    if (withdrawal.status === 'COMPLETED' || withdrawal.status === 'FAILED') return;
    if (waitMs === FIRST_WAIT_MS) notify(text.withdraw.waiting);
    await sleep(waitMs);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5);
  }
}
