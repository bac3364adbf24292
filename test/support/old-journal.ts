import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_SCHEMA } from '../../src/payouts/journal/journal-schema.ts';
import { openSharedDatabase } from '../../src/sqlite/open.ts';

/** The schema of the last version that kept a journal per profile. */
const OLD_VERSIONS = 2;
const GUARDS = ['payout_begins_planned', 'run_stays_approved'];

/**
 * Copies the runs of a journal into one of an older version, in the folder of a profile or key. Columns that the
 * version did not have are dropped.
 *
 * @param version of the schema, 1 or 2
 */
export async function makeOldJournal(journal: string, folder: string, version = OLD_VERSIONS): Promise<void> {
  mkdirSync(join(folder, 'runs'), { recursive: true });
  const file = join(folder, 'payouts.sqlite');
  const old = await openSharedDatabase(file, { ...JOURNAL_SCHEMA, steps: JOURNAL_SCHEMA.steps.slice(0, version) });
  const guards = old.prepare(`SELECT sql FROM sqlite_schema WHERE name IN ('${GUARDS.join("', '")}')`).all();
  for (const name of GUARDS) old.exec(`DROP TRIGGER ${name}`);
  old.prepare('ATTACH DATABASE ? AS source').run(journal);
  for (const table of ['run', 'payout', 'step']) {
    const columns = old
      .prepare("SELECT name FROM pragma_table_info(?, 'main')")
      .all(table)
      .map(({ name }) => String(name))
      .join(', ');
    old.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`);
  }
  old.exec('DETACH DATABASE source');
  for (const { sql } of guards) old.exec(String(sql));
  old.close();
}

/** Leaves the files of a machine on which only an older version has run. */
export function forgetServices(states: string): void {
  rmSync(join(states, 'services'), { recursive: true, force: true });
}
