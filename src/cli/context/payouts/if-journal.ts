import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { traitsOf } from '../../../find/index/traits.ts';
import type { HolderNames } from '../../../find/question.ts';
import type { WalletEntry } from '../../../find/wallet-entry.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../context.ts';
import { originOf, type Settings } from '../settings.ts';
import { statesFolder } from '../state-folder.ts';

/** Whether payments may have been sent from here, or from a machine that shares the journal. */
async function mayHaveJournal({ host }: Context, { baseUrl, journal }: Settings): Promise<boolean> {
  if (journal !== undefined) return true;
  const { JOURNAL_FILE } = await import('../../../payouts/journal/journal-database.ts');
  const { serviceFolder } = await import('../../../payouts/journal/service-journal.ts');
  return existsSync(join(serviceFolder(await statesFolder(host.environment), originOf(baseUrl)), JOURNAL_FILE));
}

/** Reads the journal of the service, if there is one. None is made. */
export async function ifJournal<Result>(
  context: Context,
  settings: Settings,
  read: (journal: Journal, account: number | undefined) => Result,
): Promise<Result | undefined> {
  if (!(await mayHaveJournal(context, settings))) return undefined;
  const { withPayouts } = await import('./open-payouts.ts');
  return withPayouts(context, ({ journal, knownAccount }) => read(journal, knownAccount), settings);
}

/** The same for what a screen can do without: a journal that cannot be read stops no look-up. */
export async function ifReadableJournal<Result>(
  context: Context,
  settings: Settings,
  read: (journal: Journal) => Result,
): Promise<Result | undefined> {
  try {
    return await ifJournal(context, settings, read);
  } catch (error) {
    if (error instanceof CommandError && error.code.startsWith('journal_')) return undefined;
    throw error;
  }
}

/** All names by Pix key, from files that were paid, or the newest of each key that are wanted. */
export function holderNamesIn(journal: NamingJournal, isWanted = (_name: string) => true): HolderNames {
  const names = new Map<string, string>();
  const known = new Set<string>();
  const renamed = new Set<string>();
  for (const { pixKey, name } of journal.holderNames()) {
    if (known.has(pixKey)) renamed.add(pixKey);
    known.add(pixKey);
    if (isWanted(name)) names.set(pixKey, name);
  }
  for (const key of renamed) if (names.has(key)) addPaidNames(names, journal, key);
  return names;
}

type NamingJournal = Pick<Journal, 'holderNames' | 'paidNames'>;

/** A key may have been paid under several names. */
function addPaidNames(names: Map<string, string>, journal: Pick<Journal, 'paidNames'>, pixKey: string): void {
  for (const { id, name } of journal.paidNames(pixKey)) if (name !== names.get(pixKey)) names.set(id, name);
}

/** Looks up the names of the recipients that are shown, each key once: a journal may name a million. */
export function shownNames(
  context: Context,
  settings: Settings,
): (entries: readonly WalletEntry[]) => Promise<HolderNames> {
  const names = new Map<string, string>();
  const known = new Set<string>();
  return async (entries) => {
    const keys = entries.flatMap((entry) => traitsOf(entry).pixKey ?? []).filter((key) => !known.has(key));
    if (keys.length === 0) return names;
    await ifReadableJournal(context, settings, (journal) => {
      for (const key of keys) {
        const name = known.has(key) ? undefined : journal.nameOf(key);
        if (name !== undefined) {
          names.set(key, name);
          addPaidNames(names, journal, key);
        }
        known.add(key);
      }
    });
    return names;
  };
}
