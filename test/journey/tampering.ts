import { copyFileSync, rmSync } from 'node:fs';
import { inject, onTestFinished } from 'vitest';
import { journalSchemaOf, POSTGRES_JOURNAL_SQL } from '../../src/payouts/journal/postgres-journal.ts';
import { BlockingConnection } from '../../src/sql/postgres/blocking-connection.ts';
import { loadDriver, type SqlDatabase } from '../../src/sql/sqlite/driver.ts';
import { textOf } from '../../src/sql/row.ts';
import type {} from '../support/postgres.ts';
import type { PayoutOffice } from './payout-office.ts';

/** Changes the journal of an office as no program would: without its rules. */
export interface Tampering {
  readonly change: (work: (database: SqlDatabase) => void) => void;
  /** Keeps a copy with its rules. @returns what `restore` takes */
  readonly keep: (name: string) => string;
  readonly restore: (copy: string) => void;
}

/** On the store that the project of the test has. */
export function openTampering(office: PayoutOffice): Promise<Tampering> {
  const shared = inject('postgresUrl');
  return shared === undefined ? tamperingOfFile(office) : Promise.resolve(tamperingOfSchema(office, shared));
}

async function tamperingOfFile(office: PayoutOffice): Promise<Tampering> {
  const { DatabaseSync } = await loadDriver();
  const journal = office.journal();
  function opened(work: (database: SqlDatabase) => void): void {
    const database = new DatabaseSync(journal);
    work(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
  return {
    change(work) {
      opened((database) => {
        const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
        const dropped = triggers.map((row) => `DROP TRIGGER ${textOf(row, 'name')};`);
        database.exec(`PRAGMA foreign_keys = OFF; ${dropped.join('')}`);
        work(database);
      });
    },
    keep(name) {
      opened(() => undefined);
      copyFileSync(journal, `${journal}.${name}`);
      return `${journal}.${name}`;
    },
    restore(copy) {
      for (const ending of ['-wal', '-shm']) rmSync(`${journal}${ending}`, { force: true });
      copyFileSync(copy, journal);
    },
  };
}

function tamperingOfSchema({ service }: PayoutOffice, url: string): Tampering {
  const schema = journalSchemaOf(service.url);
  const database = new BlockingConnection({ url, schema }, POSTGRES_JOURNAL_SQL);
  onTestFinished(() => database.close());
  // Neither triggers nor foreign keys apply to such a session.
  database.exec('SET session_replication_role = replica');
  const tables = database
    .prepare('SELECT tablename::text AS name FROM pg_tables WHERE schemaname = ?')
    .all(schema)
    .map((row) => textOf(row, 'name'));
  return {
    change(work) {
      work(database);
    },
    keep(name) {
      const copy = `${schema}_${name}`;
      const copies = tables.map((table) => `CREATE TABLE ${copy}.${table} AS TABLE ${schema}.${table};`);
      database.exec(`CREATE SCHEMA ${copy}; ${copies.join(' ')}`);
      return copy;
    },
    restore(copy) {
      const restored = tables.map(
        (table) =>
          `DELETE FROM ${schema}.${table}; INSERT INTO ${schema}.${table} OVERRIDING SYSTEM VALUE TABLE ${copy}.${table};`,
      );
      database.exec(restored.join(' '));
    },
  };
}
