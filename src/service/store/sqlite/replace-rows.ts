import type { SqlDatabase } from '../../../sqlite/driver.ts';
import { textOf } from '../../../sqlite/row.ts';

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
