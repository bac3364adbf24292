import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HolderNames } from '../../../find/question.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import { originOf, type Settings } from '../settings.ts';
import { statesFolder } from '../state-folder.ts';

/** Whether payments may have been sent from here, or from a machine that shares the journal. */
export async function mayHaveJournal({ host }: Context, { baseUrl, journal }: Settings): Promise<boolean> {
  const { JOURNAL_FILE } = await import('../../../payouts/journal/journal-database.ts');
  const { serviceFolder } = await import('../../../payouts/journal/service-journal.ts');
  const folder = serviceFolder(await statesFolder(host.environment), originOf(baseUrl));
  return journal !== undefined || existsSync(join(folder, JOURNAL_FILE));
}

/** Names by Pix key, from files that were paid. A list is shown without them when the journal cannot be read. */
export async function holderNames(context: Context, settings: Settings): Promise<HolderNames> {
  if (!(await mayHaveJournal(context, settings))) return new Map();
  const { withPayouts } = await import('./open-payouts.ts');
  try {
    const names = await withPayouts(context, ({ journal }) => Promise.resolve(journal.holderNames()), settings);
    return new Map(names.map(({ pixKey, name }) => [pixKey, name]));
  } catch (error) {
    if (error instanceof CommandError && error.code.startsWith('journal_')) return new Map();
    throw error;
  }
}
