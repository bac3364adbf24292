import type { SqlDatabase } from '../../../sql/sqlite/driver.ts';
import { textOf } from '../../../sql/row.ts';

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
