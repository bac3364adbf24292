import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSharedDatabase } from '../sqlite/open.ts';
import { createJournalReads, type JournalReads } from './journal-reads.ts';
import { JOURNAL_SCHEMA } from './journal-schema.ts';
import { createJournalSteps, type JournalSteps } from './journal-steps.ts';
import { lockRun, type RunLock } from './run-lock.ts';
import { createStaging, type JournalStaging } from './staging.ts';
import { createTransactions, type Transactions } from './transactions.ts';

/**
 * What was meant to be paid, and what has become of it, durably. Every method that writes has written to the disk when
 * it returns. Several processes may have a journal open at once; one at a time works on a run.
 *
 * Methods throw {@link PayoutError} for what a caller may meet, and the database's own error when the disk fails.
 */
export interface Journal extends JournalReads, JournalSteps, JournalStaging, Transactions {
  /** @throws {PayoutError} `run_locked`, `run_unknown` */
  lockRun(runId: string): Promise<RunLock>;
  close(): void;
}

export interface JournalSettings {
  /** The state folder of a profile; made when it is not there. */
  readonly folder: string;
  readonly clock: { epochMs(): number; random(): number };
}

/**
 * Opens the journal of a profile, and makes it when it is not there: `payouts.sqlite`, for its owner's eyes alone.
 *
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openJournal({ folder, clock }: JournalSettings): Promise<Journal> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = await openSharedDatabase(join(folder, 'payouts.sqlite'), JOURNAL_SCHEMA);
  const { transaction } = createTransactions(database);
  const reads = createJournalReads(database);
  return {
    ...reads,
    ...createJournalSteps({ database, reads, transaction, clock }),
    ...createStaging({ database, reads, transaction, folder, clock }),
    transaction,
    async lockRun(runId) {
      reads.run(runId);
      return lockRun(folder, runId);
    },
    close: () => {
      database.close();
    },
  };
}
