import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseOpenError } from '../../sqlite/open-error.ts';
import { openSharedDatabase } from '../../sqlite/open.ts';
import { textOf } from '../../sqlite/row.ts';
import { JOURNAL_FILE } from './journal-database.ts';
import { JOURNAL_SCHEMA } from './journal-schema.ts';
import { openJournal, type Journal } from './journal.ts';
import { takeOverOldJournals } from './take-over.ts';

const DIGEST_LENGTH = 8;
const NAME_LENGTH_MAXIMUM = 60;

/**
 * Opens the journal of a service: one for all profiles and keys on a machine, because only what they see there shows
 * whose account they belong to. Journals of single profiles and keys from older versions are imported first.
 *
 * @param settings.states the folder of all state
 * @param settings.origin scheme, host and port of the service
 * @throws {PayoutError} `run_locked` when an older version uses such a journal
 * @throws {JournalIncompleteError}
 * @throws {DatabaseOpenError} when one of the files can't be used
 */
export async function openServiceJournal(settings: {
  states: string;
  origin: string;
  clock: { epochMs(): number; random(): number };
}): Promise<Journal> {
  const { states, origin, clock } = settings;
  await takeOverOldJournals({ states, origin, folderOf: (other) => serviceFolder(states, other), clock });
  return openJournal({ folder: serviceFolder(states, origin), clock });
}

/** The service whose journal has a run that this one lacks. Undefined if there is none. */
export async function originOfRun(states: string, runId: string): Promise<string | undefined> {
  const services = join(states, 'services');
  if (!existsSync(services)) return undefined;
  for (const name of readdirSync(services)) {
    const file = join(services, name, JOURNAL_FILE);
    if (!existsSync(file)) continue;
    const database = await openSharedDatabase(file, JOURNAL_SCHEMA).catch(ifUnusable);
    const found = database?.prepare('SELECT origin FROM run WHERE id = ?').get(runId);
    database?.close();
    if (found !== undefined) return textOf(found, 'origin');
  }
  return undefined;
}

function ifUnusable(error: unknown): undefined {
  if (error instanceof DatabaseOpenError) return undefined;
  throw error;
}

/** Readable, and different for every origin. */
export function serviceFolder(states: string, origin: string): string {
  const name = new URL(origin).host.replaceAll(/[^\w.-]+/g, '-').slice(0, NAME_LENGTH_MAXIMUM);
  const digest = createHash('sha256').update(origin).digest('hex').slice(0, DIGEST_LENGTH);
  return join(states, 'services', `${name}-${digest}`);
}
