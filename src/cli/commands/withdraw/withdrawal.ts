import type { Run } from '../../command/command.ts';
import type { WithdrawalDetails } from '../../../client/answers.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import { ifReadableJournal, ifJournal } from '../../context/payouts/if-journal.ts';
import { followStatus } from '../../output/lists/watch.ts';
import { readId } from '../../input/option-values.ts';
import { lookUpByPart, withdrawalRows } from '../../input/look-up.ts';
import { knownOf, withdrawalSheet, withdrawalFailed, descriptionOf } from './withdrawal-sheet.ts';
import type { get } from './command.ts';
import type { Context } from '../../context/context.ts';
import type { Output } from '../../output/output.ts';
import { askedReceiptFormat, deliverReceipt, type ReceiptFlags } from '../../output/receipt/deliver-receipt.ts';
import { withdrawalReceipt, partiesOf } from '../../output/receipt/receipt.ts';

/** What one request can show of the description, which the look-up does not have. */
const PAGE_ROWS = 100;

export const runGet: Run<typeof get, WithdrawalDetails> = async (context, flags, output) => {
  const { text } = context.screen;
  const typed = readId(flags.id, text);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  let withdrawal = await lookUpByPart(context, 'withdrawal', typed, withdrawalRows(client));
  const { id } = withdrawal;
  const read = () => client.withdraws.get(id);
  if (flags.wait === true) {
    for await (const seen of followStatus(context, withdrawal, read, text.withdraw.waitingForEnd)) {
      withdrawal = seen;
    }
  }
  const known = output.isForPerson ? await ifReadableJournal(context, settings, knownOf(withdrawal)) : undefined;
  const isDescribed = known?.description !== undefined || !output.isForPerson;
  const description = isDescribed ? known?.description : await descriptionOf(client, withdrawal, PAGE_ROWS);
  await output.one(withdrawal, (style) => withdrawalSheet(withdrawal, style, { ...known, description }));
  if (flags.copy === true) await copyToClipboard(context, id);
  if (flags.wait === true && withdrawal.status === 'FAILED') {
    throw withdrawalFailed(withdrawal, text);
  }
};

/** Rows that are searched: a second with one key. */
const LISTED_ROWS_MAXIMUM = 1_000;

/** `pix withdraw receipt ID`. @throws CommandError withdrawal_failed: there is no receipt for returned money */
export async function runReceipt(context: Context, flags: ReceiptFlags, output: Output<WithdrawalDetails>) {
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
  const receipt = withdrawalReceipt(withdrawal, { host, now: context.host.now(), language, text, parties });
  await deliverReceipt(context, { receipt, resource: withdrawal, out: flags.out, format }, output);
}
