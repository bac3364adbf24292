import { JournalAccounts } from './journal-accounts.ts';
import { openJournalDatabase, type JournalDatabase } from './journal-database.ts';
import { JournalStaging } from './staging.ts';

/**
 * What was meant to be paid, and what has become of it, durably. Every method that writes has written to the disk when
 * it returns. Several processes may have a journal open at once; one at a time works on a run.
 *
 * Methods throw {@link PayoutError} for what a caller may meet, and the database's own error when the disk fails.
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
  /** The folder of a service; made when it is not there. */
  readonly folder: string;
  readonly clock: { epochMs(): number; random(): number };
}

/**
 * Opens the journal of a service, and makes it when it is not there: `payouts.sqlite`, for its owner's eyes alone.
 *
 * @throws {JournalIncompleteError} when it lacks what it is known to have had
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openJournal(settings: JournalSettings): Promise<Journal> {
  return new Journal(await openJournalDatabase(settings.folder), settings);
}
