import type { BoundAccount } from '../accounts/account.ts';
import { comparedWith } from '../accounts/newest-page.ts';
import type { BatchReading, BatchSummary } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunFacts, RunRecord } from '../journal/records.ts';
import type { StagedRun } from '../journal/staging.ts';
import { payableCounter, payableOfRun, isRunToItsEnd, payableOfFile, type Payable } from '../rules/payable.ts';
import type { Candidate } from '../rules/objections.ts';
import { namedRules, type Terms } from '../rules/permissions.ts';
import { preflight, type Preflight } from '../rules/preflight.ts';
import { startOfDay } from '../policy-day.ts';
import { withWithdrawals, historyFor, type PastWithdrawals, type PaymentHistory } from '../rules/payment-warnings.ts';
import { RunApproval } from '../rules/run-approval.ts';
import type { Balance } from '../../client/answers.ts';
import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';

interface FileToJudge {
  readonly reading: BatchReading;
  readonly terms: Terms;
  readonly balance: Balance | undefined;
  /** Undefined: the file alone is judged. */
  readonly journal: Journal | undefined;
  /** Undefined where nothing was ever paid, and the account cannot be read. */
  readonly account: BoundAccount | undefined;
  /** With these, the rows that deserve a second look are collected. */
  readonly past?: readonly PastWithdrawals[] | undefined;
  readonly recipientsMaximum?: number | undefined;
  /** Whether payouts that are proven absent are sent, too. */
  readonly resends?: boolean | undefined;
  readonly nowMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file that was read to its end and compared with earlier payments. Nothing of it is stored. */
export interface JudgedFile extends Candidate {
  /** The run of the same file that was approved before. */
  readonly knownRun: RunRecord | undefined;
  /** The sum of all rows of the run, those that were paid before included. */
  readonly sumCentavos: Centavos;
}

/** @throws errors of reading the file, and the reason of the signal */
export async function judgeFile(given: FileToJudge): Promise<JudgedFile> {
  const { reading, terms, journal, account, recipientsMaximum, resends = false, nowMs, signal } = given;
  const number = account?.number;
  const place = { account: number, newestRows: account?.newest.rows ?? [], nowMs };
  const counter = payableCounter(
    journal,
    { ...place, recipientsMaximum, history: warningHistory(given) },
    namedRules(terms),
  );
  const ruled = journal?.approvals.newPayments();
  let sum = centavos(0);
  for await (const payout of reading.payouts) {
    signal?.throwIfAborted();
    if (!counter.add(payout)) continue;
    ruled?.add(payout);
    sum = sumCentavos(sum, payout.amountCentavos);
  }
  const summary = reading.summary();
  const { digest } = summary;
  const fresh = counter.result(digest);
  const last = number === undefined ? undefined : journal?.runOfDigest(digest, number);
  // Once more is another run, which may have been submitted.
  const knownRun = terms.names('again') ? undefined : last;
  const round = (last?.round ?? 0) + 1;
  const begun = knownRun ?? (number === undefined ? undefined : journal?.staging.submittedOf(digest, number, round));
  const payable =
    journal === undefined || begun === undefined
      ? fresh
      : payableOfFile(journal, begun.id, resends, { recipientsMaximum, history: warningHistory(given, begun.id) });
  return {
    ...{ summary, terms, fresh, payable, knownRun },
    sumCentavos: knownRun?.amountCentavos ?? sum,
    begunRunId: begun?.id,
    isAtItsEnd: journal !== undefined && knownRun !== undefined && isRunToItsEnd(journal, knownRun.id, payable),
    forecast: preflight(payable.totals, given.balance),
    account: journal && {
      ...{ journal, number },
      assertMaySend: () => {
        if (begun !== undefined) journal.approvals.assertMaySend(begun.id);
        else {
          if (number !== undefined) journal.approvals.assertNotRejected({ id: '', digest, account: number });
          ruled?.assertMaySend();
        }
      },
    },
  };
}

interface Staging
  extends Omit<RunFacts, 'account' | 'compared'>, Pick<FileToJudge, 'reading' | 'terms' | 'past' | 'nowMs'> {
  readonly journal: Journal;
  readonly account: BoundAccount;
  readonly submittedApproval: (run: RunRecord) => Promise<RunApproval | undefined>;
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
    const { journal, account, origin, reading, terms, nowMs, source, coverFee, usesMarks } = work;
    const { resendsProvenAbsent, submittedApproval } = work;
    const place = { account: account.number, newestRows: account.newest.rows, nowMs };
    const approval = new RunApproval(journal, { account, nowMs });
    const rules = namedRules(terms);
    const counter = payableCounter(journal, { ...place, history: warningHistory(work) }, rules);
    const compared = comparedWith(account.newest, journal);
    const facts = { source, origin, account: account.number, coverFee, usesMarks, resendsProvenAbsent, compared };
    const csvForm = () => {
      const { format, encoding } = reading.summary();
      return format?.kind === 'csv' && encoding !== undefined ? { delimiter: format.delimiter, encoding } : undefined;
    };
    const digest = () => reading.summary().digest;
    const staged = await journal.staging.stage(
      facts,
      counter.counting(reading.payouts),
      digest,
      rules.again === true,
      csvForm,
    );
    try {
      const ofSubmission = staged.isSubmitted ? await submittedApproval(staged.run) : undefined;
      return new StagedBatch(work, staged, counter.result(staged.run.digest), ofSubmission ?? approval);
    } catch (error) {
      staged.lock.release();
      throw error;
    }
  }

  /** What is left to send. @param resends as in {@link payableOfRun}; default: as staged */
  payable(resends: boolean | ReadonlySet<number> = this.#work.resendsProvenAbsent): Payable {
    if (!this.isKnown && !this.isSubmitted) return this.fresh;
    const history = warningHistory(this.#work, this.run.id);
    return payableOfRun(this.#work.journal, this.run.id, resends, { history });
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
    try {
      this.#work.journal.staging.discard(this.run.id);
    } finally {
      this.lock.release();
    }
  }
}

/** @param runId of what was begun, which is not compared with itself */
function warningHistory(
  { journal, past, nowMs }: Pick<FileToJudge, 'journal' | 'past' | 'nowMs'>,
  runId?: string,
): PaymentHistory | undefined {
  if (journal === undefined || past === undefined) return undefined;
  const since = runId === undefined ? undefined : historyFor(journal, runId, nowMs);
  return withWithdrawals(since ?? journal.history.of({ todaySinceMs: startOfDay(nowMs) }), past);
}
