import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../client/clock.ts';
import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import { makePrivateFolder } from '../../files/private-files.ts';
import { PIN_FILE } from '../approval/policies.ts';
import { PayoutError } from '../payout-error.ts';
import { JOURNAL_FILE, openJournalDatabase, type JournalDatabase } from './journal-database.ts';
import { JournalElsewhereError, moveOf, shownLocation, type Move } from './journal-location.ts';
import { copyTables, countOf, takeIn } from './journal-tables.ts';
import { journalSchemaOf, openPostgresJournal } from './postgres-journal.ts';
import { serviceFolder } from './service-journal.ts';

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

const PUT_AWAY = '.moved';

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
      const { token } = await closing(from, folder, () => close(from, target, clock));
      to.transactions.transaction(() => {
        if (hasArrived(to.database, token)) return;
        assertEmpty(to, target);
        to.database.exec("SET LOCAL pix.is_moving = 'yes'");
        copyAll(from.database, to.database, token, clock);
        for (const table of ['run', 'step']) {
          to.database.exec(`SELECT setval(pg_get_serial_sequence('${table}', 'number'),
            (SELECT coalesce(max(number), 0) + 1 FROM ${table}), false)`);
        }
      });
      const moved = { from: folder, to: target, ...countsOf(to.database) };
      markCopied(from);
      return moved;
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
  const source = shownLocation(url);
  const from = await openPostgresJournal({ address: { url, schema: journalSchemaOf(origin) }, clock });
  try {
    if (moveOf(from.database) === undefined) await assertRoom(folder, clock);
    const { token } = from.transactions.transaction(() => {
      assertNoWorker(from);
      return close(from, folder, clock);
    });
    await putAsideMoved(folder, clock);
    const to = await openJournalDatabase(folder, clock);
    try {
      to.transactions.transaction(() => {
        if (hasArrived(to.database, token)) return;
        assertEmpty(to, folder);
        takeIn(to, () => copyAll(from.database, to.database, token, clock));
      });
      markCopied(from);
      return { from: source, to: folder, ...countsOf(to.database) };
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/** Takes all locks of a folder, so that no process is at work there. */
async function closing<Result>(from: JournalDatabase, folder: string, work: () => Result): Promise<Result> {
  const runs = join(folder, 'runs');
  const names = existsSync(runs) ? readdirSync(runs).flatMap((name) => /^(.+)\.lock$/.exec(name)?.[1] ?? []) : [];
  const locks = [];
  try {
    for (const runId of names) locks.push(await from.locks.lock(runId));
    return work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

function assertNoWorker({ database, clock }: JournalDatabase): void {
  const found = database.prepare('SELECT run_id FROM lease WHERE until > ? LIMIT 1').get(Math.floor(clock.epochMs()));
  if (found === undefined) return;
  const runId = textOf(found, 'run_id');
  throw new PayoutError(`another process is working on the run ${runId}`, { code: 'run_locked', runId });
}

/** From now on, nothing is written to it. @throws {JournalElsewhereError} when it was moved to another place */
function close(from: JournalDatabase, target: string, clock: Clock): Move {
  return from.transactions.transaction(() => {
    const known = moveOf(from.database);
    if (known !== undefined && known.target !== target) throw new JournalElsewhereError('moved', known.target);
    if (known !== undefined) return known;
    const token = randomBytes(16).toString('hex');
    const insert = from.database.prepare('INSERT INTO moved (token, target, at) VALUES (?, ?, ?)');
    insert.run(token, target, Math.floor(clock.epochMs()));
    return { token, target, isCopied: false };
  });
}

function copyAll(from: SqlDatabase, to: SqlDatabase, token: string, clock: Clock): void {
  copyTables(from, to);
  // What was signed and logged names the journal: it stays the same one.
  const identity = from.prepare('SELECT id, generation FROM identity').get();
  const update = to.prepare('UPDATE identity SET id = ?, generation = ?');
  update.run(textOf(identity, 'id'), integerOf(identity, 'generation') + 1);
  to.prepare('INSERT INTO arrived (token, at) VALUES (?, ?)').run(token, Math.floor(clock.epochMs()));
}

function markCopied({ transactions, database }: JournalDatabase): void {
  transactions.transaction(() => database.prepare('UPDATE moved SET is_copied = 1').run());
}

function hasArrived(database: SqlDatabase, token: string): boolean {
  return database.prepare('SELECT 1 FROM arrived WHERE token = ?').get(token) !== undefined;
}

function assertEmpty({ database }: JournalDatabase, location: string): void {
  if (countOf(database, 'run') + countOf(database, 'account') > 0) throw new JournalNotEmptyError(location);
}

/** @throws {JournalNotEmptyError} when a folder has a journal that was not moved away */
async function assertRoom(folder: string, clock: Clock): Promise<void> {
  if (!existsSync(join(folder, JOURNAL_FILE))) return;
  const known = await openJournalDatabase(folder, clock);
  try {
    if (!wasMoved(known)) assertEmpty(known, folder);
  } finally {
    known.close();
  }
}

function wasMoved({ database }: JournalDatabase): boolean {
  return moveOf(database)?.isCopied === true;
}

function countsOf(database: SqlDatabase): { readonly runs: number; readonly payouts: number } {
  return { runs: countOf(database, 'run'), payouts: countOf(database, 'payout') };
}

/** A folder whose journal was moved away can have another one: what it had is kept beside it. */
async function putAsideMoved(folder: string, clock: Clock): Promise<void> {
  if (!existsSync(join(folder, JOURNAL_FILE))) return;
  const known = await openJournalDatabase(folder, clock);
  const isMoved = wasMoved(known);
  known.close();
  if (!isMoved) return;
  for (let number = 1; ; number += 1) {
    const aside = `${folder}${PUT_AWAY}-${number}`;
    if (existsSync(aside)) continue;
    renameSync(folder, aside);
    keepPin(aside, folder);
    return;
  }
}

/** It is of this machine, wherever the journal is. */
function keepPin(aside: string, folder: string): void {
  const pin = join(aside, PIN_FILE);
  if (!existsSync(pin)) return;
  makePrivateFolder(folder);
  copyFileSync(pin, join(folder, PIN_FILE));
}
