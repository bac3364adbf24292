import { join } from 'node:path';
import type { Journal } from '../../payouts/journal.ts';
import { DatabaseOpenError } from '../../sqlite/open-error.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../exit-code.ts';
import { originOf, type Settings } from '../settings.ts';
import { openStateFolder } from '../state-folder.ts';

/** The journal of the account that the settings are for. */
export interface OpenPayouts {
  readonly journal: Journal;
  readonly settings: Settings;
  readonly origin: string;
}

/** @throws CommandError journal_unusable, or journal_failed when the disk fails while it is worked on */
export async function withPayouts<Result>(
  context: Context,
  work: (payouts: OpenPayouts) => Promise<Result>,
  account?: Settings,
): Promise<Result> {
  const settings = account ?? (await context.settings());
  const folder = await openStateFolder(context, settings);
  const journal = await openedJournal(context, folder);
  try {
    return await work({ journal, settings, origin: originOf(settings.baseUrl) });
  } catch (error) {
    // Of SQLite: the disk is full, or gone.
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    throw new CommandError({
      ...context.text.payouts.journalFailed(error.message),
      code: 'journal_failed',
      exitCode: EXIT.failed,
      details: { folder },
      cause: error,
    });
  } finally {
    journal.close();
  }
}

async function openedJournal({ clock, text }: Context, folder: string): Promise<Journal> {
  const { openJournal } = await import('../../payouts/journal.ts');
  try {
    return await openJournal({ folder, clock });
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    const path = join(folder, 'payouts.sqlite');
    throw new CommandError({
      ...text.payouts.journalUnusable(path, error.message),
      code: 'journal_unusable',
      exitCode: EXIT.failed,
      details: { path, reason: error.reason },
      cause: error,
    });
  }
}
