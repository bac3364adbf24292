import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withPayouts } from '../payouts/open-payouts.ts';
import type { Context } from '../context.ts';
import type { Settings } from '../settings.ts';
import { openStateFolder } from '../state-folder.ts';

/** A reference that was used again and again was refused again and again. */
const PAYOUTS_TOLD = 5;

/**
 * The service knows nothing of the references of payouts; the journal does. Tells of every payout that had this one.
 *
 * @returns the ids of the withdrawals that they became
 */
export async function referencedWithdrawals(
  context: Context,
  settings: Settings,
  typed: string,
): Promise<readonly string[]> {
  const folder = await openStateFolder(context, settings);
  if (!existsSync(join(folder, 'payouts.sqlite'))) return [];
  const payouts = await withPayouts(context, ({ journal }) => Promise.resolve(journal.payoutsOf(typed)), settings);
  const { find, statuses } = context.text;
  for (const { runId, row, state } of payouts.slice(0, PAYOUTS_TOLD)) {
    context.notify(find.payoutOf(typed, runId, row, statuses[state]));
  }
  return payouts.flatMap(({ withdrawal }) => (withdrawal === null ? [] : [withdrawal.id]));
}
