import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import { hasOldJournals } from '../../../payouts/journal/take-over.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Context } from '../../context/context.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** A reference that was used again and again was refused again and again. */
const PAYOUTS_TOLD = 5;

/**
 * The service knows nothing of the references of payouts; the journal does. Reports every payout that had this one.
 *
 * @returns the ids of the withdrawals that they became
 */
export async function referencedWithdrawals(
  context: Context,
  settings: Settings,
  typed: string,
): Promise<readonly string[]> {
  const states = await statesFolder(context.host.environment);
  const folder = serviceFolder(states, originOf(settings.baseUrl));
  if (!existsSync(join(folder, JOURNAL_FILE)) && !hasOldJournals(states)) return [];
  const payouts = await withPayouts(
    context,
    ({ journal, knownAccount }) => Promise.resolve(journal.payoutsOf(typed, knownAccount)),
    settings,
  );
  const { find, statuses } = context.screen.text;
  for (const { runId, row, state } of payouts.slice(0, PAYOUTS_TOLD)) {
    context.screen.notify(find.payoutOf(typed, runId, row, statuses[state]));
  }
  return payouts.flatMap(({ withdrawal }) => (withdrawal === null ? [] : [withdrawal.id]));
}
