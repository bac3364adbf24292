import type { SqlDatabase } from '../../sqlite/driver.ts';
import { integerOf, textOf } from '../../sqlite/row.ts';

/** Writes all that is committed into a new file, in the order and the size of a fresh one. */
export function copyInto(database: SqlDatabase, file: string): void {
  database.prepare('VACUUM INTO ?').run(file);
}

/** @returns what is wrong with a database that is to replace this one; nothing, usually */
export function damageOf(database: SqlDatabase, replacement: SqlDatabase): string | undefined {
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
 * Puts the rows of another database, a file that has the same schema, in the place of all rows: durably, and all of
 * them or none. No transaction may be under way. Prepared statements go on as before.
 */
export function replaceRows(database: SqlDatabase, file: string): void {
  database.prepare('ATTACH ? AS replacement').run(file);
  try {
    // What refers to what has been checked, and is not so before the last table is there.
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

/** The triggers forbid most of this, and count what is counted already: they are away in the meantime. */
function copyRows(database: SqlDatabase): void {
  const schema = (type: 'table' | 'trigger') =>
    database.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%'").all(type);
  const triggers = schema('trigger');
  for (const trigger of triggers) database.exec(`DROP TRIGGER main.${textOf(trigger, 'name')}`);
  for (const table of schema('table')) {
    const name = textOf(table, 'name');
    // What fails undoes all of it: nothing has to be kept in memory for undoing the one statement.
    database.exec(`DELETE FROM main.${name}; INSERT OR FAIL INTO main.${name} SELECT * FROM replacement.${name};`);
  }
  for (const trigger of triggers) database.exec(textOf(trigger, 'sql'));
}
