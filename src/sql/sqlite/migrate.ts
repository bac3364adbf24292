import type { SqlDatabase } from './driver.ts';
import { DatabaseOpenError } from './open-error.ts';
import { integerOf } from '../row.ts';
import { inTransaction } from './transaction.ts';

/** The tables of a database file, and the steps that create them. */
export interface Schema {
  /** Identifies the file as ours, https://sqlite.org/pragma.html#pragma_application_id */
  readonly applicationId: number;
  /** SQL from version n to n + 1. A released step is never edited. */
  readonly steps: readonly string[];
}

/** @throws {DatabaseOpenError} `foreign` or `newer`: the database does not belong to this schema */
export function refuseForeign(database: SqlDatabase, schema: Schema): void {
  if (pragma(database, 'application_id') !== schema.applicationId && !isEmpty(database)) {
    throw new DatabaseOpenError('foreign', 'the file is a database of another program');
  }
  const version = pragma(database, 'user_version');
  if (version > schema.steps.length) {
    throw new DatabaseOpenError('newer', `the file has version ${version}; this program knows ${schema.steps.length}`);
  }
}

/** Migrates a database to the newest version of its schema: all missing steps, or none. */
export function migrate(database: SqlDatabase, schema: Schema): void {
  if (pragma(database, 'user_version') === schema.steps.length) return;
  inTransaction(database, () => {
    // Another process may have taken these steps in the meantime.
    for (const step of schema.steps.slice(pragma(database, 'user_version'))) database.exec(step);
    database.exec(`PRAGMA application_id = ${schema.applicationId}; PRAGMA user_version = ${schema.steps.length};`);
  });
}

function pragma(database: SqlDatabase, name: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? 0 : integerOf(row, name);
}

function isEmpty(database: SqlDatabase): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}
