import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../client/clock.ts';
import { makePrivateFolder } from '../../files/private-files.ts';
import { DatabaseOpenError, inTransaction, type SqlDatabase, type SqlStatement } from '../../sql/sqlite/driver.ts';
import { openSharedDatabase, type Schema } from '../../sql/sqlite/open.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { fileLocks, lockedRunsIn, type RunLocks } from './run-lock.ts';
import { Stamp, StampError, type StampFacts } from './stamp.ts';
import { ConnectionLostError, sqlStateOf, StatementError } from '../../sql/postgres/errors.ts';
import { isLocked } from '../../sql/sqlite/damage.ts';
import { printedSchema, type Rule } from '../../sql/printed-schema.ts';
import { KEPT, PAYOUT_BEGINS_PLANNED, RULES, STORE_STEP } from './schema/rules.ts';
import { INSERT_TRANSITIONS, TABLES, type TableName } from './schema/tables.ts';

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
    super('unreadable', `${folder}: the database is ${lack}, so not all that it has paid is known`);
    this.lack = lack;
    this.folder = folder;
  }
}

export type JournalClock = Pick<Clock, 'epochMs' | 'random'>;

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

/** Clocks may return fractions, but whole milliseconds are stored. Rounding up is safer: absence is believed later. */
export function wholeMs<Time extends number | null>(time: Time): number | Time {
  return time === null ? time : Math.ceil(time);
}

export function nowOf({ clock }: Pick<JournalDatabase, 'clock'>): number {
  return wholeMs(clock.epochMs());
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
  const lockFolder = dirname(targetOf(file));
  // Runs create locks, which remain when the runs are approved.
  const hadRuns = vouched !== undefined || lockedRunsIn(lockFolder).length > 0;
  if (hadRuns && bytesOf(file) === 0) throw new JournalIncompleteError('missing', folder);
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
      locks: fileLocks(lockFolder),
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
  const row = database.prepare('SELECT id, generation FROM identity').get();
  return { journal: textOf(row, 'id'), generation: integerOf(row, 'generation') };
}

/** Of a database and its log. One beside an empty file may contain everything. */
export function bytesOf(file: string): number {
  const sizes = ['', '-wal'].map((suffix) => statSync(`${file}${suffix}`, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** The file itself, be it there or not: a link to it may be in the folder of another user. */
export function targetOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? resolve(dirname(file), readlinkSync(file)) : file;
}

/** An error of the database, or of the stamp beside it: the disk is full or missing, or the connection was lost. */
export function isJournalFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isJournalFailure);
  const isKnown = [StampError, StatementError, ConnectionLostError].some((known) => error instanceof known);
  // SQLite's drivers have no class of their own for errors: a number of SQLite's is what they have in common.
  return isKnown || (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number');
}

/** `lock_not_available` */
const LOCK_TIMEOUT = '55P03';

/** Whether another process has locked the journal. */
export function isInUse(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isInUse);
  if (error instanceof DatabaseOpenError) return error.reason === 'locked';
  return sqlStateOf(error) === LOCK_TIMEOUT || isLocked(error);
}

/** SQL transactions. When money moves, the journal and its stamp advance together. */
export class Transactions {
  readonly #database: SqlDatabase;
  readonly #grow: SqlStatement;
  readonly #onAdvance: (generation: number) => void;
  #isOpen = false;
  #isAdvancing = false;

  /** @param onAdvance called with each new generation, once it is durable and before the transaction returns */
  constructor(database: SqlDatabase, onAdvance: (generation: number) => void) {
    this.#database = database;
    this.#grow = database.prepare('UPDATE identity SET generation = generation + 1 RETURNING generation');
    this.#onAdvance = onAdvance;
  }

  /**
   * Everything that `work` wrote is durable on return; a nested transaction becomes part of the outer one.
   *
   * @throws what the work or the disk throws; then nothing is stored
   */
  transaction<Result>(work: () => Result): Result {
    if (this.#isOpen) return work();
    this.#isOpen = true;
    this.#isAdvancing = false;
    try {
      const { result, reached } = inTransaction(this.#database, () => ({ result: work(), reached: this.#advanced() }));
      if (reached !== undefined) this.#onAdvance(reached);
      return result;
    } finally {
      this.#isOpen = false;
    }
  }

  /** Call it within a transaction: increases the generation of the journal by one. */
  advance(): void {
    this.#isAdvancing = true;
  }

  #advanced(): number | undefined {
    const row = this.#isAdvancing ? this.#grow.get() : undefined;
    return row && integerOf(row, 'generation');
  }
}

function closedWhenMoved(table: TableName, event: 'INSERT' | 'UPDATE'): Rule<TableName> {
  return {
    name: `${table}_is_not_${event === 'INSERT' ? 'added' : 'changed'}_when_moved`,
    table,
    event,
    when: 'EXISTS (SELECT 1 FROM moved)',
    refusal: 'this journal was moved',
  };
}

const SQLITE_RULES: readonly Rule<TableName>[] = [
  PAYOUT_BEGINS_PLANNED,
  ...RULES,
  {
    name: 'intent_has_the_newest_fence',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: "NEW.state = 'sending'",
    when: `EXISTS (SELECT 1 FROM lease JOIN run ON run.id = lease.run_id
      WHERE run.number = NEW.run AND lease.fence IS DISTINCT FROM NEW.fence)`,
    refusal: 'another worker has this run',
  },
  closedWhenMoved('run', 'INSERT'),
  closedWhenMoved('run', 'UPDATE'),
  closedWhenMoved('payout', 'UPDATE'),
  ...KEPT.map((table) => closedWhenMoved(table, 'INSERT')),
];

const SQLITE_ONLY = `
CREATE TRIGGER step_is_kept AFTER UPDATE OF state ON payout BEGIN ${STORE_STEP} END;
INSERT INTO identity VALUES (lower(hex(randomblob(16))), 0);
`;

/** The journal in a file. A released step is never edited. */
export const JOURNAL_SCHEMA: Schema = {
  applicationId: 0x70697870,
  steps: [printedSchema('sqlite', { tables: TABLES, rules: SQLITE_RULES }) + INSERT_TRANSITIONS + SQLITE_ONLY],
};
