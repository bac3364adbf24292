import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DatabaseOpenError, type SqlDatabase, type DatabaseOpenReason } from '../../../sql/sqlite/driver.ts';
import { openDatabase } from '../../../sql/sqlite/open.ts';
import { integerOf, textOf } from '../../../sql/row.ts';
import { FOLDER_PREFIX, refusedSnapshot } from '../whole-state.ts';
import { SERVICE_SCHEMA } from '../schema/tables.ts';

const LEFTOVER_AGE_MS = 3_600_000;

/**
 * Receives a snapshot into a new file and checks it.
 *
 * @param replaced what the snapshot is to replace
 * @returns its size in bytes, and the open file
 * @throws {Refusal} `validation_failed` when it is no snapshot of this service
 */
export async function readSnapshot(
  file: string,
  snapshot: AsyncIterable<Uint8Array>,
  replaced: SqlDatabase,
): Promise<{ size: number; database: SqlDatabase }> {
  await pipeline(snapshot, createWriteStream(file));
  const { size } = await stat(file);
  const database = await openSnapshot(file);
  try {
    const damage = damageOf(replaced, database);
    if (damage !== undefined) throw refusedSnapshot(damage);
    return { size, database };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Removes folders of killed processes that were writing a state: as large as the state, and full of names. A folder
 * with a recent write is still in use.
 */
export async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    if (Date.now() - (await latestWriteMs(folder)) < LEFTOVER_AGE_MS) continue;
    // Folders of other users cannot be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @returns epoch milliseconds; now, if it cannot be read */
async function latestWriteMs(folder: string): Promise<number> {
  try {
    const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
    return Math.max(...(await Promise.all(paths.map((path) => stat(path)))).map(({ mtimeMs }) => mtimeMs));
  } catch {
    return Date.now();
  }
}

const SNAPSHOT_PROBLEMS = {
  locked: 'it is in use',
  unreadable: 'it is no data file',
  foreign: 'another program made it',
  newer: 'a newer version of this program made it',
} as const satisfies Record<DatabaseOpenReason, string>;

/** Migrates a snapshot of an older program to the newest schema. */
async function openSnapshot(file: string): Promise<SqlDatabase> {
  try {
    return await openDatabase(file, SERVICE_SCHEMA);
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    throw refusedSnapshot(SNAPSHOT_PROBLEMS[error.reason]);
  }
}

/** @returns what is wrong with a database that is to replace this one; undefined if nothing is */
function damageOf(database: SqlDatabase, replacement: SqlDatabase): string | undefined {
  if (schemaOf(replacement) !== schemaOf(database)) return 'its tables are not those of this program';
  const [finding] = replacement.prepare('PRAGMA integrity_check(1)').all();
  const damage = finding === undefined ? 'ok' : textOf(finding, 'integrity_check');
  if (damage !== 'ok') return damage;
  const [orphan] = replacement.prepare('PRAGMA foreign_key_check').all();
  if (orphan !== undefined) return `a row of ${textOf(orphan, 'table')} refers to what is not there`;
  const state = replacement.prepare('SELECT count(*) AS rows FROM service_state').get();
  return state === undefined || integerOf(state, 'rows') === 0 ? 'it holds nothing' : undefined;
}

function schemaOf(database: SqlDatabase): string {
  return JSON.stringify(database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all());
}

/**
 * Replaces all rows by those of another database file with the same schema: durably, and all of them or none. No
 * transaction may be open. Prepared statements stay valid.
 */
export function replaceRows(database: SqlDatabase, file: string): void {
  database.prepare('ATTACH ? AS replacement').run(file);
  try {
    // References are checked at the end: until the last table is copied, some are missing.
    database.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE;');
    try {
      copyRows(database);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  } finally {
    database.exec('PRAGMA foreign_keys = ON; DETACH replacement;');
  }
}

function copyRows(database: SqlDatabase): void {
  const tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  for (const table of database.prepare(tables).all()) {
    const name = textOf(table, 'name');
    // An error undoes everything, so SQLite need not keep undo data for single statements.
    database.exec(`DELETE FROM main.${name}; INSERT OR FAIL INTO main.${name} SELECT * FROM replacement.${name};`);
  }
}
