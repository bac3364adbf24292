import { isJournalAddress, shownLocation } from '../../../../payouts/journal/journal-location.ts';
import {
  JournalNotEmptyError,
  moveToDatabase,
  moveToFolder,
  type Moved,
} from '../../../../payouts/journal/move-journal.ts';
import { serviceFolder } from '../../../../payouts/journal/service-journal.ts';
import type { Context } from '../../../context/context.ts';
import { guardingOpening, journalSource } from '../../../context/payouts/open-payouts.ts';
import { confirm } from '../../../context/prompts.ts';
import { openStatesFolder } from '../../../context/state-folder.ts';
import { CommandError, usageError, EXIT } from '../../../errors/command-error.ts';
import type { Output } from '../../../output/output.ts';
import type { OptionsOf } from '../../../command/options.ts';
import type { move } from './command.ts';

export type MoveFlags = OptionsOf<typeof move>;

const LOCAL = 'local';

/** @throws CommandError invalid_target, no_shared_journal, journal_not_empty, journal_elsewhere, confirmation_required */
export async function run(context: Context, { target, yes }: MoveFlags, output: Output<Moved>): Promise<void> {
  const { text } = context.screen;
  const { origin, url: shared } = await journalSource(context);
  const toFolder = target === LOCAL;
  // What is typed is seen by others on the machine, so it contains no password.
  if (!toFolder && !isJournalAddress(target))
    throw usageError('invalid_target', text.settings.invalidJournal(text.payouts.moveTarget));
  const url = toFolder ? shared : target;
  if (url === undefined) throw usageError('no_shared_journal', text.payouts.noSharedJournal);
  const states = await openStatesFolder(context);
  const folder = serviceFolder(states, origin);
  const [from, to] = toFolder ? [shownLocation(url), folder] : [folder, shownLocation(url)];
  if (yes !== true) {
    if (!context.screen.isInteractive) throw usageError('confirmation_required', text.payouts.moveNeedsYes);
    if (!(await confirm(await context.screen.prompts(), text.payouts.confirmMove(from, to), text))) return;
  }
  const moving = { states, origin, url, clock: context.host.clock };
  const moved = await guardingOpening(context.screen, { folder, location: shownLocation(url) }, async () => {
    try {
      return await (toFolder ? moveToFolder(moving) : moveToDatabase(moving));
    } catch (error) {
      if (!(error instanceof JournalNotEmptyError)) throw error;
      const errorText = text.payouts.journalNotEmpty(error.location);
      throw new CommandError({ ...errorText, code: 'journal_not_empty', exitCode: EXIT.failed, cause: error });
    }
  });
  await output.one(moved);
  context.screen.notify(text.payouts.journalMoved(toFolder ? 'default' : to));
}
