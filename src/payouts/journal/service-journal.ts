import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOnNetworkDisk } from '../../files/network-disk.ts';
import { makePrivateFolder } from '../../files/private-files.ts';
import { isDatabaseUrl } from '../../sql/postgres/database-url.ts';
import { PostgresOpenError } from '../../sql/postgres/errors.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { openSharedDatabase } from '../../sql/sqlite/open.ts';
import { textOf } from '../../sql/row.ts';
import type { Clock } from '../../client/clock.ts';
import {
  JOURNAL_FILE,
  openJournalDatabase,
  JOURNAL_SCHEMA,
  targetOf,
  type JournalDatabase,
} from './journal-database.ts';
import { assertNotMoved, JournalElsewhereError, moveOf } from './journal-location.ts';
import { Journal } from './journal.ts';

const DIGEST_LENGTH = 8;
const NAME_LENGTH_MAXIMUM = 60;

/**
 * Opens the journal of a service: one for all profiles and keys on a machine, because only what they see there shows
 * whose account they belong to.
 *
 * @param settings.states the folder of all state
 * @param settings.origin scheme, host and port of the service
 * @throws {JournalElsewhereError} when it was moved, was not moved into the shared one, or is on a network disk
 * @throws {PostgresOpenError}
 * @throws {JournalIncompleteError}
 * @throws {DatabaseOpenError} when one of the files can't be used
 */
export async function openServiceJournal(settings: {
  states: string;
  origin: string;
  clock: Clock;
  /** The address of a database that several machines share. Default: the folder. */
  journal?: string | undefined;
}): Promise<Journal> {
  const { states, origin, clock, journal } = settings;
  const folder = serviceFolder(states, origin);
  if (journal === undefined) makeLocalFolder(folder, states);
  const opened =
    journal === undefined ? await openJournalDatabase(folder, clock) : await openShared(journal, folder, settings);
  try {
    assertNotMoved(opened.database);
    return new Journal(opened, { folder });
  } catch (error) {
    opened.close();
    throw error;
  }
}

async function openShared(
  url: string,
  folder: string,
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): Promise<JournalDatabase> {
  if (!isDatabaseUrl(url))
    throw new PostgresOpenError('refused', 'the journal is not at postgres://USER@HOST/DATABASE');
  await assertNothingIsBehind(folder, clock);
  // What this machine has seen of the policy stays here.
  makePrivateFolder(folder);
  const { journalSchemaOf, openPostgresJournal } = await import('./postgres-journal.ts');
  return openPostgresJournal({ address: { url, schema: journalSchemaOf(origin) }, clock });
}

/** What the journal of this machine has paid must be known to the shared one. @throws {JournalElsewhereError} */
async function assertNothingIsBehind(folder: string, clock: Clock): Promise<void> {
  if (!existsSync(join(folder, JOURNAL_FILE))) return;
  const opened = await openJournalDatabase(folder, clock);
  const { database } = opened;
  try {
    const move = moveOf(database);
    if (move?.isCopied === true) return;
    if (move !== undefined) throw new JournalElsewhereError('moving', move.target);
    const hasRuns = database.prepare('SELECT 1 FROM run WHERE approved_at IS NOT NULL LIMIT 1').get() !== undefined;
    if (hasRuns) throw new JournalElsewhereError('behind', folder);
  } finally {
    opened.close();
  }
}

/**
 * Makes the folder of a service's journal.
 *
 * @throws {JournalElsewhereError} when other machines could use the journal, too
 */
export function makeLocalFolder(folder: string, states: string): void {
  makePrivateFolder(folder);
  const file = join(folder, JOURNAL_FILE);
  const places = [folder, dirname(targetOf(file))].filter((place) => existsSync(place));
  const shared = places.find(isOnNetworkDisk);
  if (shared === undefined) return;
  throw new JournalElsewhereError(
    existsSync(file) ? 'on_network' : 'network_folder',
    shared === folder ? states : shared,
  );
}

/** The service whose journal has a run that this one lacks. Undefined if there is none. */
export async function originOfRun(states: string, runId: string): Promise<string | undefined> {
  const services = join(states, 'services');
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
