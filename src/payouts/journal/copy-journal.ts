import { textOf } from '../../sql/row.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { openJournalDatabase, type JournalClock, type JournalDatabase } from './journal-database.ts';
import { copyRows, JOURNAL_TABLES } from './journal-tables.ts';

/** A policy, its signatures and its log are of the journal that they were made in, and a key is of its service. */
const LEFT_OUT = new Set(['account_key', 'policy', 'submission', 'approval', 'audit']);

interface Copying {
  /** Of the new journal. */
  readonly folder: string;
  readonly clock: JournalClock;
  /** The service that the copy is for. */
  readonly origin: string;
  /** A payment as it is copied. */
  readonly replaced: (payout: SqlRow) => SqlRow;
}

/** Copies what a journal knows of payments into a new one, for a rehearsal. */
export async function copyJournal(
  { database: from, transactions }: JournalDatabase,
  { folder, clock, origin, replaced }: Copying,
): Promise<void> {
  const to = await openJournalDatabase(folder, clock);
  try {
    const tables = JOURNAL_TABLES.filter(({ name }) => !LEFT_OUT.has(name));
    to.transactions.transaction(() => {
      to.transactions.advance();
      const guard = "SELECT sql FROM sqlite_schema WHERE name = 'payout_begins_planned'";
      const sql = textOf(to.database.prepare(guard).get(), 'sql');
      to.database.exec('DROP TRIGGER payout_begins_planned');
      transactions.transaction(() => {
        for (const table of tables) {
          copyRows(from, to.database, table, (row) => {
            if (table.name === 'run') return { ...row, origin };
            return table.name === 'payout' ? replaced(row) : row;
          });
        }
      });
      to.database.exec(sql);
    });
  } finally {
    to.close();
  }
}
