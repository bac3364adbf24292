import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { Context } from '../context.ts';
import { originOf, type Settings } from '../settings.ts';

/** Reads the journal of the service, if there is one. None is made. */
export async function ifJournal<Result>(
  context: Context,
  settings: Settings,
  read: (journal: Journal) => Result,
): Promise<Result | undefined> {
  const { serviceFolder } = await import('../../../payouts/journal/service-journal.ts');
  const { JOURNAL_FILE } = await import('../../../payouts/journal/journal-database.ts');
  const { statesFolder } = await import('../state-folder.ts');
  const folder = serviceFolder(await statesFolder(context.host.environment), originOf(settings.baseUrl));
  if (settings.journal === undefined && !existsSync(join(folder, JOURNAL_FILE))) return undefined;
  const { withPayouts } = await import('./open-payouts.ts');
  return withPayouts(context, ({ journal }) => Promise.resolve(read(journal)), settings);
}
