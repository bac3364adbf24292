import type { JournalReads } from '../journal/journal-reads.ts';
import type { Transactions } from '../journal/journal-database.ts';
import { PayoutError } from '../payout-error.ts';
import { currentActor, type Actor, type AuditEntry, type AuditLog, type LogSettings } from './audit-log.ts';
import type { Policies } from './policies.ts';
import { assertMay, personWhoSigned } from './policy.ts';
import { signerOf } from './ssh-key.ts';
import { NAMESPACES, statementOf } from './statement.ts';

interface Rejection extends Actor {
  readonly runId: string;
  readonly at: number;
  readonly reason: string;
}

/** Something to be signed, and what is stored with the signature. */
export interface Prepared<Facts> {
  readonly facts: Facts;
  readonly statement: string;
}

export interface SigningParts extends LogSettings {
  readonly reads: JournalReads;
  readonly transactions: Transactions;
  readonly log: AuditLog;
  readonly policies: Policies;
}

interface RejectionSettings extends SigningParts {
  /** Verifies the run and its signatures. */
  readonly approvals: { standing(runId: string): { readonly submitters: readonly string[] } };
}

/** Who has rejected a run, and why; undefined if it was not rejected. */
export function rejectionOf(log: Pick<AuditLog, 'newestOf'>, runId: string) {
  const entry = log.newestOf(runId, 'rejected');
  if (entry === undefined) return undefined;
  const { by, reason } = entry.details;
  return { person: String(by ?? `${entry.user}@${entry.host}`), reason: String(reason ?? '') };
}

/** @throws {PayoutError} `run_rejected` */
export function assertNotRejected(log: Pick<AuditLog, 'newestOf'>, runId: string): void {
  const facts = rejectionOf(log, runId);
  if (facts === undefined) return;
  throw new PayoutError('the run was rejected', { code: 'run_rejected', runId, facts });
}

/** Withdraws submitted runs. A rejection is an entry of the log: it is never changed, and signed like an approval. */
export class Rejections {
  readonly #settings: RejectionSettings;

  constructor(settings: RejectionSettings) {
    this.#settings = settings;
  }

  /** What is signed. @throws {PayoutError} `run_started`, and those of `Approvals.standing` */
  prepare(runId: string, reason: string): Prepared<Rejection> {
    this.#assertWaiting(runId);
    const facts = { ...currentActor(), runId, at: Math.ceil(this.#settings.clock.epochMs()), reason };
    return { facts, statement: this.#statementOf(facts) };
  }

  /**
   * Stores a rejection. Its run is never sent; the file may be submitted again.
   *
   * @param signature null only without a policy
   * @returns the person who has signed it, or the user and the machine
   * @throws {PayoutError} `not_rejecter`, and those of {@link Rejections.prepare} when something was changed meanwhile
   */
  reject({ facts, statement }: Prepared<Rejection>, signature: string | null): string {
    const { transactions, policies, log } = this.#settings;
    return transactions.transaction(() => {
      const { runId, reason, at, user, host } = facts;
      const submitters = this.#assertWaiting(runId);
      const policy = policies.current();
      const by = policy && personWhoSigned(policy.policy, signature, statement, NAMESPACES.rejection);
      if (policy !== undefined) {
        assertMay('reject', runId, by, [...new Set([...policy.policy.approvers, ...submitters])]);
      }
      log.append('rejected', runId, { by: by ?? null, reason, signedAt: at, signature });
      return by ?? `${user}@${host}`;
    });
  }

  /** For the log: whether an entry is no rejection, or one whose signature is of what it says. */
  isAsSigned({ act, runId, user, host, details }: AuditEntry): boolean {
    const { signature, reason, signedAt } = details;
    if (act !== 'rejected' || typeof signature !== 'string') return true;
    const facts = { user, host, runId: runId ?? '', at: Number(signedAt), reason: String(reason) };
    return signerOf(signature, this.#statementOf(facts), NAMESPACES.rejection) !== undefined;
  }

  #assertWaiting(runId: string): readonly string[] {
    const { reads, approvals } = this.#settings;
    const { submitters } = approvals.standing(runId);
    if (reads.run(runId).approvedAt === null) return submitters;
    throw new PayoutError('the run was started', { code: 'run_started', runId });
  }

  #statementOf({ runId, at, reason, user, host }: Rejection): string {
    const { journalId: journal } = this.#settings;
    return statementOf('pix payouts rejection 1', { journal, run: runId, reason, 'rejected-at': at, user, host });
  }
}
