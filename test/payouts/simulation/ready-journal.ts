import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNAL_SCHEMA } from '../../../src/payouts/journal/journal-database.ts';
import { openSharedDatabase } from '../../../src/sql/sqlite/open.ts';

let empty: Promise<Uint8Array> | undefined;

/** Copies an empty journal into a folder: creating one takes longer than most lives. */
export async function readyJournal(folder: string): Promise<void> {
  writeFileSync(join(folder, 'payouts.sqlite'), await (empty ??= makeEmpty()), { mode: 0o600 });
}

async function makeEmpty(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-empty-'));
  const file = join(folder, 'payouts.sqlite');
  const database = await openSharedDatabase(file, JOURNAL_SCHEMA);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(file);
  database.close();
  rmSync(folder, { recursive: true });
  return bytes;
}
