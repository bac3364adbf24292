import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/private-files.ts';
import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { DatabaseOpenError } from '../../sql/sqlite/open-error.ts';
import { openSharedDatabase } from '../../sql/sqlite/open.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { JOURNAL_SCHEMA } from './journal-schema.ts';
import { fileLocks, type RunLocks } from './run-lock.ts';
import { Stamp, type StampFacts } from './stamp.ts';
import { Transactions } from './transactions.ts';

export const JOURNAL_FILE = 'payouts.sqlite';
const STAMP_FILE = 'payouts.stamp';

/**
 * `missing`: there is no database, or an empty one. `older`: the latest commits are not in it. `replaced`: it is
 * another journal.
 */
export type Lack = 'missing' | 'older' | 'replaced';

/** A journal lacks data that it is known to have had: payments in it may be missing. */
export class JournalIncompleteError extends DatabaseOpenError {
  readonly lack: Lack;
  readonly folder: string;

  constructor(lack: Lack, folder: string) {
    super('unreadable', `${folder}: ${LACKS[lack]}`);
    this.lack = lack;
    this.folder = folder;
  }
}

export interface JournalClock {
  epochMs(): number;
  random(): number;
}

/** The database of a journal, and what depends on where it is. */
export interface JournalDatabase {
  readonly database: SqlDatabase;
  readonly transactions: Transactions;
  readonly locks: RunLocks;
  /** The times in the journal are by this clock. */
  readonly clock: JournalClock;
  /** Whether it is that of a database that several machines share, which the engine follows, too. */
  readonly hasOwnTime: boolean;
  /** The same for as long as the journal exists, on every machine. */
  readonly journalId: string;
  close(): void;
}

/**
 * Opens the database of a journal; creates it if there never was one.
 *
 * @throws {JournalIncompleteError} and does not change the folder
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openJournalDatabase(folder: string, clock: JournalClock): Promise<JournalDatabase> {
  makePrivateFolder(folder);
  const file = join(folder, JOURNAL_FILE);
  const stamp = new Stamp(join(folder, STAMP_FILE));
  // The stamp first: it is never ahead of a database that is read later.
  const vouched = stamp.read();
  const hadRuns = vouched !== undefined || hasLocks(folder);
  if (hadRuns && isMissing(file)) throw new JournalIncompleteError('missing', folder);
  const database = await openSharedDatabase(file, JOURNAL_SCHEMA, (opened) => {
    if (hadRuns && isEmpty(opened)) throw new JournalIncompleteError('missing', folder);
  });
  try {
    const { journal, generation } = factsOf(database);
    if (vouched !== undefined && vouched.journal !== journal) throw new JournalIncompleteError('replaced', folder);
    if (vouched !== undefined && vouched.generation > generation) throw new JournalIncompleteError('older', folder);
    const transactions = new Transactions(database, (reached) => {
      // A journal that was moved here has the identity that it had there.
      stamp.write({ journal: factsOf(database).journal, generation: reached });
    });
    return {
      database,
      transactions,
      locks: fileLocks(folder),
      clock,
      hasOwnTime: false,
      journalId: journal,
      close() {
        stamp.close();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function factsOf(database: SqlDatabase): StampFacts {
  const row = database.prepare('SELECT id, generation FROM identity').get() ?? {};
  return { journal: textOf(row, 'id'), generation: integerOf(row, 'generation') };
}

/** A log beside an empty file may contain everything. */
function isMissing(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** Runs create locks, which remain when the runs are approved. */
function hasLocks(folder: string): boolean {
  const runs = join(folder, 'runs');
  return existsSync(runs) && readdirSync(runs).some((name) => name.endsWith('.lock'));
}

const LACKS: Readonly<Record<Lack, string>> = {
  missing: 'the database is gone, though its runs have left traces beside it',
  older: 'the database lacks what was committed to it last',
  replaced: 'the database is another one than the runs beside it were kept in',
};
