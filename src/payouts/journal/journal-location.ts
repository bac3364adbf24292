import { isDatabaseUrl, shownUrl } from '../../sql/postgres/database-url.ts';
import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';

/** How a location in a database is called where a folder is named else: without its password. */
export const shownLocation = shownUrl;

/** Whether it is the address of a database that can be stored: a password comes from elsewhere. */
export function isJournalAddress(typed: string): boolean {
  if (!isDatabaseUrl(typed)) return false;
  const { password, searchParams } = new URL(typed);
  return password === '' && !searchParams.has('password');
}

/**
 * `moved`: the journal was moved to another place, and is not used any more. `moving`: it is closed, and the move has not
 * ended. `behind`: this machine has a journal that was not moved into the database: it may know payments that are due no
 * more. `on_network`: other machines may use it at the same time, each with memory of its own
 * (https://sqlite.org/wal.html#use_without_shared_memory). `network_folder`: it would be made there.
 */
export type Elsewhere = 'moved' | 'moving' | 'behind' | 'on_network' | 'network_folder';

/** The payments of a service are, or belong, in another journal than the one that is asked for. Nothing was opened. */
export class JournalElsewhereError extends Error {
  override readonly name = 'JournalElsewhereError';
  readonly why: Elsewhere;
  /** The other journal: a folder, or an address without its password. */
  readonly location: string;

  constructor(why: Elsewhere, location: string) {
    super(`the journal is ${why}: ${location}`);
    this.why = why;
    this.location = location;
  }
}

export function moveOf(database: SqlDatabase) {
  const row = database.prepare('SELECT token, target, is_copied FROM moved').get();
  if (row === undefined) return undefined;
  return { token: textOf(row, 'token'), target: textOf(row, 'target'), isCopied: integerOf(row, 'is_copied') === 1 };
}

/** @throws {JournalElsewhereError} when the journal was moved */
export function assertNotMoved(database: SqlDatabase): void {
  const move = moveOf(database);
  if (move !== undefined) throw new JournalElsewhereError(move.isCopied ? 'moved' : 'moving', move.target);
}
