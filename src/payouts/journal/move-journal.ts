import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../client/clock.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { makePrivateFolder } from '../../files/private-files.ts';
import { PIN_FILE } from '../approval/policies.ts';
import { PayoutError } from '../payout-error.ts';
import { JOURNAL_FILE, openJournalDatabase, type JournalDatabase } from './journal-database.ts';
import { JournalElsewhereError, moveOf, shownLocation } from './journal-location.ts';
import { copyTables, countOf, takeIn } from './journal-tables.ts';
import { journalSchemaOf, openPostgresJournal } from './postgres-journal.ts';
import { lockedRunsIn } from './run-lock.ts';
import { makeLocalFolder, serviceFolder } from './service-journal.ts';

/** Where a journal cannot be moved to: it has other payments already. */
export class JournalNotEmptyError extends Error {
  override readonly name = 'JournalNotEmptyError';
  readonly location: string;

  constructor(location: string) {
    super(`${location} has a journal already`);
    this.location = location;
  }
}

interface Moving {
  readonly states: string;
  readonly origin: string;
  readonly url: string;
  readonly clock: Clock;
}

export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly runs: number;
  readonly payouts: number;
}

/**
 * Moves the journal of this machine into a database. It is closed first, then everything is copied in one transaction,
 * and then it is marked as moved: after an end in between, the same call continues, and nothing is used twice.
 *
 * @throws {PayoutError} `run_locked` when a process works on one of its runs
 * @throws {JournalNotEmptyError}, {JournalElsewhereError}
 */
export async function moveToDatabase({ states, origin, url, clock }: Moving): Promise<Moved> {
  const folder = serviceFolder(states, origin);
  const target = shownLocation(url);
  const from = await openJournalDatabase(folder, clock);
  try {
    const to = await openPostgresJournal({ address: { url, schema: journalSchemaOf(origin) }, clock });
    try {
      // What is closed can only be moved there.
      if (moveOf(from.database) === undefined) assertEmpty(to, target);
      const token = await underAllLocks(from, folder, () => close(from, target, clock));
      return { from: folder, to: target, ...copied(from, to, { token, target, clock }) };
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/**
 * Moves a shared journal into the folder of this machine, likewise. A journal that was moved away from there is put
 * aside.
 */
export async function moveToFolder({ states, origin, url, clock }: Moving): Promise<Moved> {
  const folder = serviceFolder(states, origin);
  makeLocalFolder(folder, states);
  const from = await openPostgresJournal({ address: { url, schema: journalSchemaOf(origin) }, clock });
  try {
    if (moveOf(from.database) === undefined) await isMovedAway(folder, clock, (other) => assertEmpty(other, folder));
    const token = from.transactions.transaction(() => {
      assertNoWorker(from);
      return close(from, folder, clock);
    });
    if (await isMovedAway(folder, clock)) putAside(folder);
    const to = await openJournalDatabase(folder, clock);
    try {
      return { from: shownLocation(url), to: folder, ...copied(from, to, { token, target: folder, clock }) };
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/** Takes all locks of a folder, so that no process is at work there. */
async function underAllLocks<Result>(from: JournalDatabase, folder: string, work: () => Result): Promise<Result> {
  const locks = [];
  try {
    for (const runId of lockedRunsIn(folder)) locks.push(await from.locks.lock(runId));
    return work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

function assertNoWorker({ database, clock }: JournalDatabase): void {
  const found = database.prepare('SELECT run_id FROM lease WHERE until > ? LIMIT 1').get(clock.epochMs());
  if (found === undefined) return;
  const runId = textOf(found, 'run_id');
  throw new PayoutError(`another process is working on the run ${runId}`, { code: 'run_locked', runId });
}

/**
 * From now on, nothing is written to it.
 *
 * @returns what names the move in both journals
 * @throws {JournalElsewhereError} when it was moved to another place
 */
function close({ transactions, database }: JournalDatabase, target: string, clock: Clock): string {
  return transactions.transaction(() => {
    const known = moveOf(database);
    if (known !== undefined && known.target !== target) throw new JournalElsewhereError('moved', known.target);
    if (known !== undefined) return known.token;
    const token = randomBytes(16).toString('hex');
    const insert = database.prepare('INSERT INTO moved (token, target, at) VALUES (?, ?, ?)');
    insert.run(token, target, clock.epochMs());
    return token;
  });
}

/** Copies a closed journal, unless it has arrived before, and marks it as moved. */
function copied(
  { database: from, transactions }: JournalDatabase,
  to: JournalDatabase,
  { token, target, clock }: { readonly token: string; readonly target: string; readonly clock: Clock },
): Pick<Moved, 'runs' | 'payouts'> {
  const { database } = to;
  to.transactions.transaction(() => {
    if (database.prepare('SELECT 1 FROM arrived WHERE token = ?').get(token) !== undefined) return;
    assertEmpty(to, target);
    takeIn(to, () => {
      copyTables(from, database);
      // What was signed and logged names the journal: it stays the same one.
      const identity = from.prepare('SELECT id, generation FROM identity').get();
      const update = database.prepare('UPDATE identity SET id = ?, generation = ?');
      update.run(textOf(identity, 'id'), integerOf(identity, 'generation') + 1);
      database.prepare('INSERT INTO arrived (token, at) VALUES (?, ?)').run(token, clock.epochMs());
    });
  });
  const counts = { runs: countOf(database, 'run'), payouts: countOf(database, 'payout') };
  transactions.transaction(() => from.prepare('UPDATE moved SET is_copied = 1').run());
  return counts;
}

function assertEmpty({ database }: JournalDatabase, location: string): void {
  if (countOf(database, 'run') + countOf(database, 'account') > 0) throw new JournalNotEmptyError(location);
}

/** Whether a folder has a journal that was moved away. @param judge called with one that was not */
async function isMovedAway(folder: string, clock: Clock, judge?: (other: JournalDatabase) => void): Promise<boolean> {
  if (!existsSync(join(folder, JOURNAL_FILE))) return false;
  const known = await openJournalDatabase(folder, clock);
  try {
    const isMoved = moveOf(known.database)?.isCopied === true;
    if (!isMoved) judge?.(known);
    return isMoved;
  } finally {
    known.close();
  }
}

/** A folder whose journal was moved away can have another one: what it had is kept beside it. */
function putAside(folder: string): void {
  let number = 1;
  while (existsSync(`${folder}.moved-${number}`)) number += 1;
  const aside = `${folder}.moved-${number}`;
  renameSync(folder, aside);
  // It is of this machine, wherever the journal is.
  const pin = join(aside, PIN_FILE);
  if (!existsSync(pin)) return;
  makePrivateFolder(folder);
  copyFileSync(pin, join(folder, PIN_FILE));
}
