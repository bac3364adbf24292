import { JournalAccounts } from './journal-accounts.ts';
import { openJournalDatabase, type JournalDatabase } from './journal-database.ts';
import { JournalStaging } from './staging.ts';

/**
 * Intended payments and their outcomes, on disk. Every writing method has written to the disk when it returns. Several
 * processes may open a journal at once; one at a time works on a run.
 *
 * Methods throw {@link PayoutError} for expected errors, and the database's own error when the disk fails.
 */
export class Journal extends JournalStaging {
  readonly accounts: JournalAccounts;
  readonly #opened: JournalDatabase;

  constructor(opened: JournalDatabase, { folder, clock }: JournalSettings) {
    const { database, transactions } = opened;
    super({ database, transactions, folder, clock });
    this.accounts = new JournalAccounts(database, transactions, clock);
    this.#opened = opened;
  }

  close(): void {
    this.#opened.close();
  }
}

export interface JournalSettings {
  /** The folder of a service; created if missing. */
  readonly folder: string;
  readonly clock: { epochMs(): number; random(): number };
}

/**
 * Opens the journal of a service, and creates it if missing: `payouts.sqlite`, readable only by its owner.
 *
 * @throws {JournalIncompleteError} when it lacks data that it is known to have had
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openJournal(settings: JournalSettings): Promise<Journal> {
  return new Journal(await openJournalDatabase(settings.folder), settings);
}
