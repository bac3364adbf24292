import type { SqlDatabase } from '../../sql/sqlite/driver.ts';
import type { RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { currentActor } from './audit-log.ts';
import { assertPossible, assertWithinCaps, SentSums, NewPayments } from './caps.ts';
import { dueDays } from './due-days.ts';
import type { SetPolicy } from './policies.ts';
import {
  assertApprovable,
  assertMay,
  assertMayApprove,
  assertNeedsNone,
  personOf,
  personWhoSigned,
  requirementOf,
} from './policy.ts';
import { assertNotRejected, type Prepared, type SigningParts } from './rejections.ts';
import { rowsDigest, NAMESPACES, recordOf } from './statement.ts';
import { signerOf } from './ssh-key.ts';
import {
  approvalStatement,
  submissionStatement,
  Submissions,
  type SamePayments,
  type Approval,
  type SignedSubmission,
  type Submission,
  type SubmittedRules,
} from './submissions.ts';

/** How a submitted run stands, after every signature was verified. */
export interface Standing {
  readonly run: RunRecord;
  /** The first submission. */
  readonly submission: SignedSubmission;
  /** The people who signed submissions; empty without a policy. */
  readonly submitters: readonly string[];
  /** How many approvals the policy requires; 0 without one. */
  readonly needed: number;
  /** Who has approved it, in their order: only approvals that are valid now. */
  readonly approvers: readonly string[];
  readonly missing: number;
  /** When the first of these approvals expires. Milliseconds since the epoch. */
  readonly expiresAt: number | null;
  /** When the approval of each approver expires. */
  readonly expiries: readonly number[];
}

/** How many approvals a run lacks at a moment, unless more are given until then. */
export function missingAt({ missing, needed, expiries }: Standing, atMs: number): number {
  return Math.max(missing, needed - expiries.filter((expiresAt) => expiresAt > atMs).length);
}

/** The approval of a person that no longer counts: it expired, the policy was changed, or the person submitted the run. */
export interface LapsedApproval {
  readonly by: string;
  readonly why: 'expired' | 'policy' | 'submitted';
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Runs that wait for approvals, and the rule that nothing leaves without those that the policy requires. */
export class Approvals {
  readonly days: ReturnType<typeof dueDays>;
  readonly #settings: SigningParts;
  readonly #submissions: Submissions;
  readonly #sums: SentSums;

  constructor(database: SqlDatabase, settings: SigningParts) {
    this.days = dueDays(settings);
    this.#settings = settings;
    this.#submissions = new Submissions(database);
    this.#sums = new SentSums(database);
  }

  /** The submission of a run whose rules count; undefined if it was not submitted. */
  submissionOf(runId: string): SignedSubmission | undefined {
    return this.#submissions.of(runId)[0];
  }

  /** What a submitter signs. @param number of the rows, for a run that is staged or unfinished */
  prepareSubmission(runId: string, rules: SubmittedRules): Prepared<Submission> {
    const { journalId, reads, clock } = this.#settings;
    const earlier = this.#submissions.of(runId);
    const facts: Submission = {
      ...currentActor(),
      runId,
      number: earlier.length + 1,
      at: Math.ceil(clock.epochMs()),
      rowsDigest: rowsDigest(reads.payouts(runId)),
      rules: earlier[0]?.rules ?? rules,
    };
    return { facts, statement: submissionStatement(journalId, reads.run(runId), facts) };
  }

  /**
   * Stores a submission. From then on, its run and rows stay as they are.
   *
   * @param signature null only without a policy
   * @throws {PayoutError} `not_submitter`, `cap_exceeded`, `approval_invalid` when the run was changed meanwhile
   */
  submit({ facts, statement }: Prepared<Submission>, signature: string | null): void {
    const { transactions, policies, log, reads, journalId } = this.#settings;
    transactions.transaction(() => {
      const { runId } = facts;
      const policy = policies.current();
      if (statement !== submissionStatement(journalId, reads.run(runId), facts)) throw invalid(runId, 'submission');
      const by = policy && personWhoSigned(policy.policy, signature, statement, NAMESPACES.submission);
      if (policy !== undefined) {
        assertMay('submit', runId, by, policy.policy.submitters);
        this.assertPossible(runId, policy);
        // All of the run, as its approvals count: also what of it was sent before there was a policy.
        assertApprovable(policy.policy, runId, reads.run(runId).amountCentavos, by);
      }
      this.#submissions.add({ ...facts, signature });
      const { payouts, amountCentavos, source } = reads.run(runId);
      const figures = { file: source, payments: payouts, sumCentavos: amountCentavos };
      log.append('submitted', runId, { ...figures, by: by ?? null, record: recordOf(statement, signature) });
    });
  }

  /** @throws {PayoutError} `cap_exceeded` for what of a run no approval makes possible on any day */
  assertPossible(runId: string, { policy }: Pick<SetPolicy, 'policy'>): void {
    assertPossible(policy.caps, runId, { reads: this.#settings.reads, sums: this.#sums });
  }

  /** What an approver signs. @throws {PayoutError} `no_policy`, `not_submitted`, `approval_invalid` */
  prepareApproval(runId: string): Prepared<Approval> {
    const { clock, policies } = this.#settings;
    const policy = policies.current();
    if (policy === undefined) throw new PayoutError('the journal has no policy', { code: 'no_policy', runId });
    this.standing(runId);
    const at = Math.ceil(clock.epochMs());
    const facts: Approval = {
      ...currentActor(),
      runId,
      number: this.#submissions.approvalsOf(runId).length + 1,
      policy: policy.version,
      at,
      expiresAt: at + policy.policy.approvalsExpireAfterMs,
    };
    return { facts, statement: this.#statementOf(policy, facts) };
  }

  /**
   * Stores an approval.
   *
   * @returns the person who has signed it; undefined when another approval came first: its number is signed, too
   * @throws {PayoutError} `not_approver`, `own_submission`, `approval_invalid` when something was changed meanwhile
   */
  approve({ facts, statement }: Prepared<Approval>, signature: string): string | undefined {
    const { transactions, policies, log } = this.#settings;
    return transactions.transaction(() => {
      const { runId } = facts;
      const policy = policies.current();
      if (policy === undefined || statement !== this.#statementOf(policy, facts)) throw invalid(runId, 'approval');
      const { submitters } = this.standing(runId);
      const by = personWhoSigned(policy.policy, signature, statement, NAMESPACES.approval);
      assertMayApprove(policy.policy, runId, by, submitters);
      if (this.#submissions.approvalsOf(runId).length >= facts.number) return undefined;
      this.#submissions.addApproval({ ...facts, signature });
      log.append('approved', runId, { by, expiresAt: facts.expiresAt, record: recordOf(statement, signature) });
      return by;
    });
  }

  /** Every run that was submitted, and neither rejected nor started yet, oldest first. Nothing of it is verified. */
  unstarted(): readonly RunRecord[] {
    return this.#submitted().filter(({ approvedAt }) => approvedAt === null);
  }

  /** Every run that waits for approvals, or for its start, oldest first. */
  pending(): readonly Standing[] {
    return this.#submitted()
      .filter(({ id, approvedAt }) => approvedAt === null || !this.#settings.reads.isFinished(id))
      .map(({ id }) => this.standing(id))
      .filter(({ run, missing }) => run.approvedAt === null || missing > 0);
  }

  /**
   * How a submitted run stands.
   *
   * @throws {PayoutError} `run_rejected`, `not_submitted`, `approval_invalid`, and those of {@link Policies.current}
   */
  standing(runId: string): Standing {
    const { policies, log } = this.#settings;
    assertNotRejected(log, runId);
    const policy = policies.current();
    const run = this.#unchangedRun(runId);
    const submissions = this.#submissions.of(runId);
    const [submission] = submissions;
    if (submission === undefined) throw new PayoutError('it was not submitted', { code: 'not_submitted', runId });
    if (policy === undefined) {
      return { run, submission, submitters: [], needed: 0, approvers: [], missing: 0, expiresAt: null, expiries: [] };
    }
    const submitters = this.#submittersOf(policy, run, submissions);
    const approvals = this.#validApprovals(policy, run, submitters);
    const approvers = [...approvals.keys()];
    const { needed } = this.#requirementOf(policy, run);
    // A submission that no known person has signed could be an approver's own.
    const counted = submitters.length === 0 ? 0 : approvers.length;
    const missing = Math.max(0, needed - counted);
    const expiresAt = approvals.size === 0 ? null : Math.min(...approvals.values());
    return { run, submission, submitters, needed, approvers, missing, expiresAt, expiries: [...approvals.values()] };
  }

  /** The newest approval of each person whose approval no longer counts. Only for people to see: it decides nothing. */
  lapsed({ run, approvers }: Standing): readonly LapsedApproval[] {
    const { policies, clock } = this.#settings;
    const lapsed = new Map<string, LapsedApproval>();
    for (const { signature, ...approval } of this.#submissions.approvalsOf(run.id)) {
      const signed = policies.version(approval.policy);
      if (signed === undefined) continue;
      const by = personWhoSigned(signed.policy, signature, this.#statementOf(signed, approval), NAMESPACES.approval);
      if (by === undefined || approvers.includes(by)) continue;
      const isOfOldPolicy = policies.version(approval.policy + 1) !== undefined;
      const isExpired = approval.expiresAt <= clock.epochMs();
      lapsed.set(by, {
        by,
        why: isExpired ? 'expired' : isOfOldPolicy ? 'policy' : 'submitted',
        expiresAt: approval.expiresAt,
      });
    }
    return [...lapsed.values()];
  }

  /**
   * Call it before a process sends any of a run.
   *
   * @throws {PayoutError} `not_due`, and those of {@link Approvals.assertMayStart}
   */
  assertMaySend(runId: string): void {
    this.days.assertCome(this.#settings.reads.run(runId));
    this.assertMayStart(runId);
  }

  /** Lets a run be sent before its day, from now on. @throws {PayoutError} those of {@link Approvals.assertMayStart} */
  allowEarly(runId: string): void {
    const { transactions, log, reads } = this.#settings;
    transactions.transaction(() => {
      log.append('early', runId, { dueOn: reads.run(runId).dueOn });
      this.assertMayStart(runId);
    });
  }

  /**
   * Call it when a run was made payable, in the same transaction: whether it may be sent when its day has come.
   *
   * @param dueOn that day; default: the stored one
   * @throws {PayoutError} `approval_required`, `approvals_missing`, `approval_invalid`, `cap_exceeded`, `run_rejected`
   *   when the same payments were submitted and rejected, and those of {@link Policies.current}
   */
  assertMayStart(runId: string, dueOn = this.#settings.reads.run(runId).dueOn): void {
    const { policies, reads } = this.#settings;
    const run = { ...reads.run(runId), dueOn };
    const policy = policies.current();
    const isSubmitted = this.#submissions.of(runId).length > 0;
    if (!isSubmitted) this.assertNotRejected(run);
    else {
      const { missing, needed, submitters } = this.standing(runId);
      const facts = { needed, given: needed - missing, submitters: submitters.join(', ') };
      if (missing > 0) {
        throw new PayoutError(`${missing} approvals are missing`, { code: 'approvals_missing', runId, facts });
      }
    }
    if (policy === undefined) return;
    if (!isSubmitted) assertNeedsNone(this.#requirementOf(policy, run), runId);
    assertWithinCaps(policy.policy.caps, runId, this.days.startOf(run), { reads, sums: this.#sums });
  }

  /** @throws {PayoutError} `run_rejected` when the same payments were submitted and rejected */
  assertNotRejected(payments: SamePayments): void {
    const rejected = this.#submissions.rejectedTwinOf(payments);
    if (rejected !== undefined) assertNotRejected(this.#settings.log, rejected);
  }

  /**
   * For payments that are not in the journal, such as one payment before a person is asked about it.
   *
   * @throws {PayoutError} those of {@link Policies.current}
   */
  newPayments(): NewPayments {
    const { policies, clock } = this.#settings;
    return new NewPayments(policies.current()?.policy, this.#sums, clock.epochMs());
  }

  /** For the log: what is stored, whether or not it is what was signed. */
  records(): readonly string[] {
    const { reads, journalId, policies } = this.#settings;
    const digests = policies.digests();
    return this.#submissions.runIds().flatMap((runId) => {
      const run = reads.run(runId);
      const submissions = this.#submissions.of(runId).map(({ signature, ...submission }) => {
        return recordOf(submissionStatement(journalId, run, submission), signature);
      });
      const approvals = this.#submissions.approvalsOf(runId).map(({ signature, ...approval }) => {
        return recordOf(this.#statementOf({ digest: digests[approval.policy - 1] ?? '' }, approval), signature);
      });
      return [...submissions, ...approvals];
    });
  }

  #submitted(): readonly RunRecord[] {
    const { reads, log } = this.#settings;
    const ids = this.#submissions.runIds().filter((runId) => log.newestOf(runId, 'rejected') === undefined);
    return ids.map((runId) => reads.run(runId));
  }

  #requirementOf({ policy }: SetPolicy, run: RunRecord) {
    // What is sent early comes after all that was started before.
    const beside = { id: run.id, approvedAt: this.days.isEarly(run) ? null : run.approvedAt };
    return requirementOf(policy, run.amountCentavos, () => this.#sums.unapprovedOfDay(this.days.startOf(run), beside));
  }

  /** @throws {PayoutError} `approval_invalid` when its rows are not what it says */
  #unchangedRun(runId: string): RunRecord {
    const { reads } = this.#settings;
    const run = reads.run(runId);
    const [submission] = this.#submissions.of(runId);
    if (submission === undefined) return run;
    let payouts = 0;
    let sum = 0;
    const counted = function* () {
      for (const payout of reads.payouts(runId)) {
        payouts += 1;
        sum += payout.amountCentavos;
        yield payout;
      }
    };
    const digest = rowsDigest(counted());
    if (digest !== submission.rowsDigest) throw invalid(runId, 'rows');
    if (payouts !== run.payouts || sum !== run.amountCentavos) throw invalid(runId, 'run');
    return run;
  }

  #submittersOf(policy: SetPolicy, run: RunRecord, submissions: readonly SignedSubmission[]): readonly string[] {
    const { journalId } = this.#settings;
    const names = submissions.flatMap(({ signature, ...submission }) => {
      // It was made before there was a policy.
      if (signature === null) return [];
      const signer = signerOf(signature, submissionStatement(journalId, run, submission), NAMESPACES.submission);
      if (signer === undefined) throw invalid(run.id, 'submission');
      return personOf(policy.policy, signer) ?? [];
    });
    return [...new Set(names)];
  }

  /** When the approval of each person expires. */
  #validApprovals(policy: SetPolicy, run: RunRecord, submitters: readonly string[]): ReadonlyMap<string, number> {
    const now = this.#settings.clock.epochMs();
    const { approvers, approvalsExpireAfterMs } = policy.policy;
    const valid = new Map<string, number>();
    for (const { signature, ...approval } of this.#submissions.approvalsOf(run.id)) {
      if (approval.policy !== policy.version || approval.expiresAt <= now) continue;
      const by = personWhoSigned(policy.policy, signature, this.#statementOf(policy, approval), NAMESPACES.approval);
      const isTooLong = approval.expiresAt - approval.at > approvalsExpireAfterMs;
      if (by === undefined || !approvers.includes(by) || isTooLong) throw invalid(run.id, 'approval');
      if (!submitters.includes(by)) valid.set(by, Math.max(valid.get(by) ?? 0, approval.expiresAt));
    }
    return valid;
  }

  #statementOf(policy: Pick<SetPolicy, 'digest'>, approval: Approval): string {
    const { journalId, reads } = this.#settings;
    const { runId } = approval;
    const rows = this.submissionOf(runId)?.rowsDigest ?? '';
    const facts = { ...approval, rowsDigest: rows, policyDigest: policy.digest };
    return approvalStatement(journalId, reads.run(runId), facts);
  }
}

function invalid(runId: string, what: 'rows' | 'run' | 'submission' | 'approval'): PayoutError {
  return new PayoutError(`not what was signed: ${what}`, { code: 'approval_invalid', runId, facts: { what } });
}
