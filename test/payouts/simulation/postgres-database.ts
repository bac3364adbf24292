import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/client/clock.ts';
import { openPostgresJournal } from '../../../src/payouts/journal/postgres-journal.ts';
import type { JournalDatabase } from '../../../src/payouts/journal/journal-database.ts';
import type { SqlDatabase } from '../../../src/sql/sqlite/driver.ts';
import { disturbed } from './simulated-disk.ts';

/** The journals of the simulations under way, on a server of PostgreSQL. */
const opened = new Map<string, JournalDatabase>();

/** The rules ask the database for the time: it is that of the simulation. */
const SIMULATED_NOW = `CREATE OR REPLACE FUNCTION journal_now() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT coalesce(nullif(current_setting('pix.now', true), ''), '0')::bigint $$`;

/** Before a simulation begins, which waits for nothing of the real world. */
export async function createOnPostgres(url: string, folder: string): Promise<void> {
  const schema = `simulated_${randomUUID().replaceAll('-', '')}`;
  const journal = await openPostgresJournal({ address: { url, schema }, clock: systemClock });
  journal.database.exec(SIMULATED_NOW);
  opened.set(folder, journal);
}

/** The shared journal of a simulation with PostgreSQL's own types, rules and failed transactions; undefined: it has none. */
export function databaseOnPostgres(folder: string, nowMs: () => number): SqlDatabase | undefined {
  const database = opened.get(folder)?.database;
  if (database === undefined) return undefined;
  const setNow = database.prepare("SELECT set_config('pix.now', ?, false)");
  return disturbed({
    exec(sql) {
      database.exec(sql);
      if (sql === 'BEGIN IMMEDIATE') setNow.get(String(nowMs()));
    },
    prepare: (sql) => database.prepare(sql),
    close: () => undefined,
  });
}

/** Does nothing where the journal of a simulation was no database of a server. */
export function dropOnPostgres(folder: string): void {
  const journal = opened.get(folder);
  opened.delete(folder);
  if (journal === undefined) return;
  const { schema } = journal.database.prepare('SELECT current_schema() AS schema').get() ?? {};
  journal.database.exec(`DROP SCHEMA ${String(schema)} CASCADE`);
  journal.close();
}
