import { createJournalAccounts, type JournalAccounts } from './journal-accounts.ts';
import { openJournalDatabase } from './journal-database.ts';
import { createJournalReads, type JournalReads } from './journal-reads.ts';
import { createJournalSteps, type JournalSteps } from './journal-steps.ts';
import { lockRun, type RunLock } from './run-lock.ts';
import { createStaging, type JournalStaging } from './staging.ts';
import type { Transactions } from './transactions.ts';

/**
 * What was meant to be paid, and what has become of it, durably. Every method that writes has written to the disk when
 * it returns. Several processes may have a journal open at once; one at a time works on a run.
 *
 * Methods throw {@link PayoutError} for what a caller may meet, and the database's own error when the disk fails.
 */
export interface Journal extends JournalReads, JournalSteps, JournalStaging, JournalAccounts, Transactions {
  /** @throws {PayoutError} `run_locked`, `run_unknown` */
  lockRun(runId: string): Promise<RunLock>;
  close(): void;
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
export async function openJournal({ folder, clock }: JournalSettings): Promise<Journal> {
  const opened = await openJournalDatabase(folder);
  const { database, transaction } = opened;
  const reads = createJournalReads(database);
  return {
    ...reads,
    ...createJournalSteps({ database, reads, transactions: opened, clock }),
    ...createStaging({ database, reads, transactions: opened, folder, clock }),
    ...createJournalAccounts({ database, transaction, clock }),
    transaction,
    async lockRun(runId) {
      reads.run(runId);
      return lockRun(folder, runId);
    },
    close: () => {
      opened.close();
    },
  };
}
