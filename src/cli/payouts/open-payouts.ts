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

/**
 * @throws CommandError journal_unusable; when the disk fails while it is worked on, journal_failed, or the last words of
 *   whatever has left before: what became of that could not be kept
 */
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
    if (!(error instanceof Error && isOfDatabase(error))) throw error;
    const failure = new CommandError({
      ...context.text.payouts.journalFailed(error.message),
      code: 'journal_failed',
      exitCode: EXIT.failed,
      details: { folder },
      cause: error,
    });
    throw context.lastWords.complain?.(failure.message) ?? failure;
  } finally {
    journal.close();
  }
}

/** Of SQLite: the disk is full, or gone; so it is when what was known could not be kept any more, either. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOfDatabase);
  return error instanceof Error && 'errcode' in error;
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
