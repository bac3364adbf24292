import type { Run } from '../../command/command.ts';
import type { WithdrawalDetails } from '../../../client/answers.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import { ifReadableJournal } from '../../context/payouts/if-journal.ts';
import { followStatus } from '../../output/lists/watch.ts';
import { readId } from '../../input/option-values.ts';
import { lookUpByPart, withdrawalRows } from '../../input/look-up.ts';
import { knownOf, withdrawalSheet, withdrawalFailed, descriptionOf } from './withdrawal-sheet.ts';
import type { get } from './command.ts';

/** What one request can show of the description, which the look-up does not have. */
const PAGE_ROWS = 100;

export const run: Run<typeof get, WithdrawalDetails> = async (context, flags, output) => {
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
