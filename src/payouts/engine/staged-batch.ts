import type { BoundAccount } from '../accounts/account.ts';
import type { BatchReading, BatchSummary } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunFacts, RunRecord } from '../journal/records.ts';
import type { StagedRun } from '../journal/staging.ts';
import type { EarlierRules } from '../rules/duplicates/verdict.ts';
import { counting, payableCounter, payableOfRun, type Payable } from '../rules/payable.ts';
import { isRunToItsEnd } from '../rules/duplicates/same-file.ts';
import { startOfDay } from '../policy-day.ts';
import { withWithdrawals, type PastWithdrawals } from '../rules/past-withdrawals.ts';
import { historyFor, type PaymentHistory } from '../rules/payment-warnings.ts';
import { RunApproval, submittedApproval } from '../rules/run-approval.ts';

interface Staging extends Omit<RunFacts, 'account'> {
  readonly journal: Journal;
  readonly account: BoundAccount;
  readonly reading: BatchReading;
  /** What to do with rows that may have been paid before. */
  readonly rules: EarlierRules;
  /** With these, the rows that deserve a second look are collected. */
  readonly past?: readonly PastWithdrawals[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * A file that is on the disk, row by row, and of which nothing is sent yet. Its rows were compared with earlier payments
 * while they were read, and are compared with those of the meantime when the run is approved.
 */
export class StagedBatch {
  readonly summary: BatchSummary;
  readonly run: RunRecord;
  /** Whether the same payouts were approved before: this is that run, to be resumed. */
  readonly isKnown: boolean;
  /** Whether the same payouts were submitted before: this is that run, to be started. */
  readonly isSubmitted: boolean;
  readonly lock: StagedRun['lock'];
  /** What would be sent if the file is new. */
  readonly fresh: Payable;
  readonly #work: Staging;
  readonly #approval: RunApproval;

  private constructor(
    work: Staging,
    { run, isKnown, isSubmitted, lock }: StagedRun,
    fresh: Payable,
    approval: RunApproval,
  ) {
    this.summary = work.reading.summary();
    this.run = run;
    this.isKnown = isKnown;
    this.isSubmitted = isSubmitted;
    this.lock = lock;
    this.fresh = fresh;
    this.#work = work;
    this.#approval = approval;
  }

  /**
   * Reads the file to its end. {@link StagedBatch.close} is called whatever comes next.
   *
   * @throws {PayoutError} `run_locked`, `other_origin`
   * @throws errors of reading the file
   */
  static async stage(work: Staging): Promise<StagedBatch> {
    const { journal, account, origin, reading, rules, nowMs, source, coverFee, usesMarks, resendsProvenAbsent } = work;
    const place = { account: account.number, newestRows: account.newest.rows, nowMs };
    const approval = new RunApproval(journal, place);
    const history = warningHistory(work, journal.history.of({ todaySinceMs: startOfDay(nowMs) }));
    const counter = payableCounter(journal, { ...place, history }, rules);
    const facts = { source, origin, account: account.number, coverFee, usesMarks, resendsProvenAbsent };
    const rows = counting(reading.payouts, counter);
    const staged = await journal.staging.stage(facts, rows, () => reading.summary().digest, rules.again === true);
    const { run, isSubmitted } = staged;
    const ofSubmission = isSubmitted ? submittedApproval(journal, run.id, nowMs) : undefined;
    return new StagedBatch(work, staged, counter.result(run.digest), ofSubmission ?? approval);
  }

  /** What is left to send. @param resends as in {@link payableOfRun}; default: as staged */
  payable(resends: boolean | ReadonlySet<number> = this.#work.resendsProvenAbsent): Payable {
    if (!this.isKnown && !this.isSubmitted) return this.fresh;
    const { journal, nowMs } = this.#work;
    const history = warningHistory(this.#work, historyFor(journal, this.run.id, nowMs));
    return payableOfRun(journal, this.run.id, resends, { history });
  }

  /** Whether the file was completed before, so that nothing is sent now. */
  isRepetition(payable: Payable): boolean {
    return this.isKnown && isRunToItsEnd(this.#work.journal, this.run.id, payable);
  }

  /** @throws {PayoutError} `not_run_before`, `run_unfinished`: the file cannot be paid once more */
  assertRepeatable(): void {
    this.#work.journal.staging.assertRepeatable(this.summary.digest, this.#work.account.number);
  }

  /**
   * Makes a new run payable; one that is known was approved before.
   *
   * @throws {PayoutError} `already_approved`, `account_unclear`
   */
  approve(): void {
    if (!this.isKnown) this.#approval.approve(this.run.id);
  }

  /** Removes a run that was neither approved nor submitted, and lets others work on it. */
  close(): void {
    this.#work.journal.staging.discard(this.run.id);
    this.lock.release();
  }
}

function warningHistory({ past }: Staging, history: PaymentHistory): PaymentHistory | undefined {
  return past && withWithdrawals(history, past);
}
