import type { BoundAccount } from '../accounts/account.ts';
import type { BatchReading, BatchSummary } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunFacts, RunRecord } from '../journal/records.ts';
import type { StagedRun } from '../journal/staging.ts';
import { counting, payableCounter, payableOfRun, isRunToItsEnd, type Payable } from '../rules/payable.ts';
import type { Candidate } from '../rules/objections.ts';
import { namedRules, type Terms } from '../rules/permissions.ts';
import type { Preflight } from '../rules/preflight.ts';
import { startOfDay } from '../policy-day.ts';
import { withWithdrawals, historyFor, type PastWithdrawals, type PaymentHistory } from '../rules/payment-warnings.ts';
import { RunApproval, submittedApproval } from '../rules/run-approval.ts';

interface Staging extends Omit<RunFacts, 'account'> {
  readonly journal: Journal;
  readonly account: BoundAccount;
  readonly reading: BatchReading;
  readonly terms: Terms;
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
    const { journal, account, origin, reading, terms, nowMs, source, coverFee, usesMarks, resendsProvenAbsent } = work;
    const place = { account: account.number, newestRows: account.newest.rows, nowMs };
    const approval = new RunApproval(journal, place);
    const history = warningHistory(work, journal.history.of({ todaySinceMs: startOfDay(nowMs) }));
    const rules = namedRules(terms);
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

  /**
   * As it is judged before it is approved.
   *
   * @param payable what is left to send
   * @param dueOn the day on which it is sent; default: now
   */
  candidate(payable: Payable, forecast: Preflight, dueOn?: string): Candidate {
    const { journal, terms, account } = this.#work;
    const { id } = this.run;
    return {
      ...{ summary: this.summary, terms, fresh: this.fresh, payable, forecast },
      begunRunId: this.isKnown || this.isSubmitted ? id : undefined,
      isAtItsEnd: this.isKnown && isRunToItsEnd(journal, id, payable),
      account: {
        ...{ journal, number: account.number },
        assertMaySend: () => {
          if (dueOn === undefined) journal.approvals.assertMaySend(id);
          else journal.approvals.assertMayStart(id, dueOn);
        },
      },
    };
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
