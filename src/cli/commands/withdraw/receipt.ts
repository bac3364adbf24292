import { fieldsOf, type WithdrawalDetails } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { listFailures } from '../../../client/list-source.ts';
import { uncachedLimit } from '../../../contract/limits.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';
import { withdrawalFailed } from './withdrawal-failed.ts';
import type { Context } from '../../context/context.ts';
import { ifJournal } from '../../context/payouts/if-journal.ts';
import { readId } from '../../input/id.ts';
import { lookUpByPart, withdrawalRows } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';
import { askedReceiptFormat, deliverReceipt, type ReceiptFlags } from '../../output/receipt/deliver-receipt.ts';
import { partiesOf } from '../../output/receipt/parties-of.ts';
import { withdrawalReceipt } from '../../output/receipt/receipt.ts';

/**
 * `pix withdraw receipt ID`.
 *
 * @throws CommandError withdrawal_failed: there is no receipt for returned money
 */
export async function run(context: Context, flags: ReceiptFlags, output: Output<WithdrawalDetails>): Promise<void> {
  const { text, language } = context.screen;
  const id = readId(flags.id, text);
  const format = askedReceiptFormat(context, flags);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const withdrawal = await lookUpByPart(context, 'withdrawal', id, withdrawalRows(client));
  if (withdrawal.status === 'FAILED') throw withdrawalFailed(withdrawal, text, text.receipts.noneOfFailed);
  const { host } = new URL(settings.baseUrl);
  // Only the journal knows the names, and only of withdrawals that pix sent.
  const payout = await ifJournal(context, settings, (journal) => journal.claimantOf(withdrawal.id));
  const known = payout && partiesOf(payout);
  const parties = {
    ...(known ?? { description: await descriptionOf(context, client, withdrawal) }),
    holder: flags.holder,
  };
  const facts = { host, now: context.host.now(), language, text, parties };
  const receipt = withdrawalReceipt(withdrawal, facts);
  await deliverReceipt(context, { receipt, resource: withdrawal, out: flags.out, format }, output);
}

/** Rows that are searched: a second with one key. */
const LISTED_ROWS_MAXIMUM = 1_000;

/** The specified look-up of a withdrawal has no description; the list has. */
async function descriptionOf(
  { host }: Context,
  { withdraws }: Pick<PixClient, 'withdraws'>,
  withdrawal: WithdrawalDetails,
): Promise<string | undefined> {
  const { id, createdAt, description } = fieldsOf(withdrawal);
  if (typeof description === 'string') return withoutMarks(description);
  try {
    for await (const row of withdraws.list({ maximum: LISTED_ROWS_MAXIMUM, firstLimit: uncachedLimit(host.now()) })) {
      if (row.id === id) return withoutMarks(row.description ?? '');
      if (Date.parse(row.createdAt ?? '') < Date.parse(String(createdAt))) return undefined;
    }
    return undefined;
  } catch (error) {
    if (listFailures.isOfService(error)) return undefined;
    throw error;
  }
}
