import * as z from 'zod';
import type { SqlDatabase, SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableTextOf, textOf } from '../../sql/row.ts';
import type { RunRecord } from '../journal/records.ts';
import { statementOf } from './statement.ts';

/** What was allowed when the file was submitted, for rows that may have been paid before. */
const rulesForm = z.object({
  onlyValid: z.boolean().optional(),
  newReferences: z.boolean().optional(),
  payAgain: z.boolean().optional(),
  again: z.boolean().optional(),
});
export type SubmittedRules = z.output<typeof rulesForm>;

/** A run was put into the journal, to be approved. */
export type SignedSubmission = Readonly<ReturnType<typeof submissionOf>>;
export type Submission = Omit<SignedSubmission, 'signature'>;

export type SignedApproval = Readonly<ReturnType<typeof approvalOf>>;
export type Approval = Omit<SignedApproval, 'signature'>;

/** Payments in the journal, or of a file that is not (yet): then the id is empty. */
export type SamePayments = Pick<RunRecord, 'id' | 'digest' | 'account'>;

/** Submissions and approvals, as they are stored: nothing of them is verified here. */
export class Submissions {
  readonly #sql: ReturnType<typeof prepareSubmissions>;

  constructor(database: SqlDatabase) {
    this.#sql = prepareSubmissions(database);
  }

  /** The runs that were ever submitted, oldest first. */
  runIds(): readonly string[] {
    return this.#sql.runs.all().map((row) => textOf(row, 'id'));
  }

  of(runId: string): readonly SignedSubmission[] {
    return this.#sql.ofRun.all(runId).map((row) => submissionOf(runId, row));
  }

  /** A rejected run of the same payments, unless another one than `id` has paid them later. */
  rejectedTwinOf({ id, digest, account }: SamePayments): string | undefined {
    const found = this.#sql.rejectedTwin.get(digest, account, id, id);
    return found && textOf(found, 'id');
  }

  add({ runId, number, at, user, host, rowsDigest, rules, signature }: SignedSubmission): void {
    this.#sql.add.run(number, at, user, host, rowsDigest, JSON.stringify(rules), signature, runId);
  }

  approvalsOf(runId: string): readonly SignedApproval[] {
    return this.#sql.approvals.all(runId).map((row) => approvalOf(runId, row));
  }

  addApproval({ runId, number, policy, at, expiresAt, user, host, signature }: SignedApproval): void {
    this.#sql.approve.run(number, policy, at, expiresAt, user, host, signature, runId);
  }
}

function prepareSubmissions(database: SqlDatabase) {
  return {
    runs: database.prepare(`SELECT id FROM run WHERE number IN (SELECT run FROM submission) ORDER BY number`),
    ofRun: database.prepare(`SELECT submission.* FROM submission JOIN run ON run.number = submission.run
      WHERE run.id = ? ORDER BY submission.number`),
    rejectedTwin: database.prepare(`SELECT twin.id FROM run AS twin JOIN account ON account.number = twin.account
      WHERE twin.digest = ? AND account.root = (SELECT root FROM account WHERE number = ?) AND twin.id <> ?
        AND EXISTS (SELECT 1 FROM audit WHERE audit.run = twin.id AND audit.act = 'rejected')
        AND NOT EXISTS (SELECT 1 FROM run AS paid WHERE paid.digest = twin.digest AND paid.id <> ?
          AND paid.number > twin.number AND paid.approved_at IS NOT NULL)
      ORDER BY twin.number DESC LIMIT 1`),
    add: database.prepare(`INSERT INTO submission (run, number, submitted_at, user_name, host_name, rows_digest, rules,
      signature) SELECT run.number, ?, ?, ?, ?, ?, ?, ? FROM run WHERE run.id = ?`),
    approvals: database.prepare(`SELECT approval.* FROM approval JOIN run ON run.number = approval.run
      WHERE run.id = ? ORDER BY approval.number`),
    approve: database.prepare(`INSERT INTO approval (run, number, policy, approved_at, expires_at, user_name, host_name,
      signature) SELECT run.number, ?, ?, ?, ?, ?, ?, ? FROM run WHERE run.id = ?`),
  };
}

function submissionOf(runId: string, row: SqlRow) {
  return {
    runId,
    /** From 1 within a run, which a second person may submit once more. */
    number: integerOf(row, 'number'),
    at: integerOf(row, 'submitted_at'),
    user: textOf(row, 'user_name'),
    host: textOf(row, 'host_name'),
    /** Of all columns of all rows. */
    rowsDigest: textOf(row, 'rows_digest'),
    rules: rulesIn(textOf(row, 'rules')),
    /** Null without a policy. */
    signature: nullableTextOf(row, 'signature'),
  };
}

/** Rules that cannot be read allow nothing. */
function rulesIn(text: string): SubmittedRules {
  try {
    return rulesForm.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function approvalOf(runId: string, row: SqlRow) {
  return {
    runId,
    /** From 1 within a run. */
    number: integerOf(row, 'number'),
    policy: integerOf(row, 'policy'),
    at: integerOf(row, 'approved_at'),
    expiresAt: integerOf(row, 'expires_at'),
    user: textOf(row, 'user_name'),
    host: textOf(row, 'host_name'),
    signature: textOf(row, 'signature'),
  };
}

/** What a submitter signs. */
export function submissionStatement(journalId: string, run: RunRecord, submission: Submission): string {
  const { number, at, user, host, rules } = submission;
  return statementOf('pix payouts submission 1', {
    ...runFacts(journalId, run, submission.rowsDigest),
    ...{ submission: number, rules: JSON.stringify(rules), 'submitted-at': timeOf(at), user, host },
  });
}

/** What an approver signs. */
export function approvalStatement(
  journalId: string,
  run: RunRecord,
  { rowsDigest, policyDigest, ...approval }: Approval & { readonly rowsDigest: string; readonly policyDigest: string },
): string {
  const { number, at, expiresAt, user, host, policy } = approval;
  return statementOf('pix payouts approval 1', {
    ...runFacts(journalId, run, rowsDigest),
    ...{ approval: number, policy, 'policy-digest': policyDigest },
    ...{ 'approved-at': timeOf(at), expires: timeOf(expiresAt), user, host },
  });
}

function runFacts(journal: string, run: RunRecord, rows: string) {
  const { origin: service, account, id, round, source: file, digest, usesMarks: marks } = run;
  return {
    ...{ journal, service, account, run: id, round, file, digest, rows },
    ...{ payments: run.payouts, 'sum-centavos': run.amountCentavos, 'cover-fee': run.coverFee, marks },
    ...{ 'resends-proven-absent': run.resendsProvenAbsent, 'created-at': timeOf(run.createdAt) },
  };
}

function timeOf(ms: number): string {
  const moment = new Date(ms);
  return Number.isNaN(moment.getTime()) ? String(ms) : moment.toISOString();
}
