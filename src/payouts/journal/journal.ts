import { AuditLog } from '../approval/audit-log.ts';
import { Approvals } from '../approval/approvals.ts';
import { Pin, Policies } from '../approval/policies.ts';
import { Rejections } from '../approval/rejections.ts';
import { JournalAccounts } from './journal-accounts.ts';
import type { Clock } from '../../client/clock.ts';
import { openJournalDatabase, type JournalClock, type JournalDatabase } from './journal-database.ts';
import { JournalHistory } from './payment-history.ts';
import { JournalReads } from './journal-reads.ts';
import { JournalSteps } from './journal-steps.ts';
import { JournalStaging } from './staging.ts';

/**
 * Intended payments and their outcomes, on disk: it is read by its own methods, and written by its parts. Every writing
 * method has written to the disk when it returns. Several processes may open a journal at once; one at a time works on a
 * run.
 *
 * Methods throw {@link PayoutError} for expected errors, and the database's own error when the disk fails.
 */
export class Journal extends JournalReads {
  readonly steps: JournalSteps;
  readonly staging: JournalStaging;
  readonly accounts: JournalAccounts;
  readonly log: AuditLog;
  readonly policies: Policies;
  readonly approvals: Approvals;
  readonly rejections: Rejections;
  readonly pin: Pin;
  readonly history: JournalHistory;
  /** Its database, for what is done with a journal as a whole. */
  readonly opened: JournalDatabase;

  constructor(opened: JournalDatabase, { folder }: Pick<JournalSettings, 'folder'>) {
    super(opened.database);
    const { database, transactions, journalId, clock } = opened;
    this.steps = new JournalSteps(opened, this);
    this.accounts = new JournalAccounts(opened);
    this.history = new JournalHistory(database);
    this.pin = new Pin(folder);
    this.log = new AuditLog(database, { journalId, clock });
    this.policies = new Policies(database, { journalId, clock, pin: this.pin, log: this.log });
    const { steps, log, policies } = this;
    this.approvals = new Approvals(database, { journalId, reads: this, transactions, clock, log, policies });
    const { approvals } = this;
    this.rejections = new Rejections({ journalId, reads: this, transactions, clock, log, policies, approvals });
    this.staging = new JournalStaging(opened, { reads: this, steps, approvals });
    this.opened = opened;
  }

  transaction<Result>(work: () => Result): Result {
    return this.opened.transactions.transaction(work);
  }

  /** A clock whose time of day is the journal's: the database's, where several machines share one. */
  timeFor(clock: Clock): Clock {
    const { clock: own, hasOwnTime } = this.opened;
    if (!hasOwnTime) return clock;
    // Clocks may be objects of classes, whose functions a copy would lack.
    return {
      now: () => clock.now(),
      epochMs: () => own.epochMs(),
      schedule: (delayMs, wake) => clock.schedule(delayMs, wake),
      random: () => clock.random(),
    };
  }

  close(): void {
    this.opened.close();
  }
}

export interface JournalSettings {
  /** The folder of a service; created if missing. */
  readonly folder: string;
  readonly clock: JournalClock;
}

/**
 * Opens the journal of a service, and creates it if missing: `payouts.sqlite`, readable only by its owner.
 *
 * @throws {JournalIncompleteError} when it lacks data that it is known to have had
 * @throws {DatabaseOpenError} when the file can't be used
 */
export async function openJournal(settings: JournalSettings): Promise<Journal> {
  return new Journal(await openJournalDatabase(settings.folder, settings.clock), settings);
}
