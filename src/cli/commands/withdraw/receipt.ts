import type { WithdrawalDetails } from '../../../client/answers.ts';
import { withdrawalFailed, descriptionOf } from './withdrawal-sheet.ts';
import type { Context } from '../../context/context.ts';
import { ifJournal } from '../../context/payouts/if-journal.ts';
import { readId } from '../../input/option-values.ts';
import { lookUpByPart, withdrawalRows } from '../../input/look-up.ts';
import type { Output } from '../../output/output.ts';
import { askedReceiptFormat, deliverReceipt, type ReceiptFlags } from '../../output/receipt/deliver-receipt.ts';
import { withdrawalReceipt, partiesOf } from '../../output/receipt/receipt.ts';

/** Rows that are searched: a second with one key. */
const LISTED_ROWS_MAXIMUM = 1_000;

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
    ...(known ?? { description: await descriptionOf(client, withdrawal, LISTED_ROWS_MAXIMUM) }),
    holder: flags.holder,
  };
  const facts = { host, now: context.host.now(), language, text, parties };
  const receipt = withdrawalReceipt(withdrawal, facts);
  await deliverReceipt(context, { receipt, resource: withdrawal, out: flags.out, format }, output);
}
