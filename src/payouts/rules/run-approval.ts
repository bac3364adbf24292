import type { Withdrawal } from '../../client/answers.ts';
import { assertNotJoined, type BoundAccount } from '../accounts/account.ts';
import type { Submission } from '../approval/submissions.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/records.ts';
import { PayoutError } from '../payout-error.ts';
import { Duplicates, RowJudge } from './duplicates/duplicates.ts';
import { isAllowed } from './duplicates/verdict.ts';

interface ApprovalPlace {
  readonly account: BoundAccount;
  readonly nowMs: number;
  /** Made elsewhere since its rows were compared with those of the account. Default: none. */
  readonly madeSince?: readonly Withdrawal[];
  /** The runs that its rows were compared with; default: all that are approved now. */
  readonly compared?: readonly RunRecord[];
}

/**
 * The approval of a run, created before its rows are compared with earlier payments. A run that is approved in the
 * meantime may contain the same payments: the rows are compared with those, too, and nothing that a person has allowed
 * before is about them. And the keys of another account
 * without payments may have been assigned to this account: the two cannot be distinguished, so the first one does not
 * continue.
 */
export class RunApproval {
  readonly #journal: Journal;
  readonly #place: ApprovalPlace;
  readonly #knownRuns: ReadonlySet<string>;

  constructor(journal: Journal, place: ApprovalPlace) {
    this.#journal = journal;
    this.#place = place;
    this.#knownRuns = new Set((place.compared ?? journal.runs()).map(({ id }) => id));
  }

  /**
   * @throws {PayoutError} `already_approved` when another run has payments of this one, `account_unclear` when other
   *   keys have joined the account, `run_not_approved` when the run is gone; errors of {@link Journal.approve}
   */
  approve(runId: string): RunRecord {
    return this.#journal.transaction(() => {
      this.#journal.staging.assertStillThere(runId);
      assertNotJoined(this.#journal, runId, this.#place.account);
      const paid = this.#paidMeanwhile(runId);
      if (paid === undefined) return this.#journal.staging.approve(runId);
      const { runId: paidBy, withdrawalId: withdrawal = '' } = paid;
      const message = `${paidBy ?? withdrawal} has payments of the run ${runId}`;
      const isSubmitted = this.#journal.approvals.submissionOf(runId) !== undefined;
      const facts = isSubmitted ? { submitted: runId, ...(paidBy === undefined && { withdrawal }) } : undefined;
      throw new PayoutError(message, { code: 'already_approved', runId: paidBy, facts });
    });
  }

  /**
   * The run of this account, or of another one of the journal, that has begun to pay the same in the meantime, or the
   * withdrawal by hand.
   */
  #paidMeanwhile(runId: string): { readonly runId?: string; readonly withdrawalId?: string | undefined } | undefined {
    const journal = this.#journal;
    const { madeSince = [], nowMs } = this.#place;
    const newRuns = new Set(journal.runs().flatMap(({ id }) => (this.#knownRuns.has(id) ? [] : [id])));
    if (newRuns.size === 0 && madeSince.length === 0) return undefined;
    const { account, digest, compared } = journal.run(runId);
    const duplicates = new Duplicates(journal, {
      ...{ account, newestRows: madeSince, nowMs, comparedAt: compared.at },
      counts: (payout) => newRuns.has(payout.runId),
    });
    // Its references are compared once more when it is sent.
    const judge = new RowJudge({
      of: (payout, before) => ({
        earlier: duplicates.earlierOf(payout, before),
        elsewhere: duplicates.elsewhereOf(payout),
      }),
    });
    let elsewhere: string | undefined;
    for (const payout of journal.payouts(runId)) {
      const verdict = judge.next(payout);
      const own = verdict.earlier;
      if (own !== undefined && !isAllowed(own, {})) {
        const { payout: paid, withdrawalId } = own.earlier;
        return paid === undefined ? { withdrawalId } : { runId: paid.runId };
      }
      elsewhere ??= verdict.elsewhere?.runId;
    }
    const run = journal.runsElsewhere(digest, account).find(({ id }) => newRuns.has(id))?.id ?? elsewhere;
    return run === undefined ? undefined : { runId: run };
  }
}

/** For a run that was submitted: its rows were compared then. */
export function approvalSince(
  { runId, at }: Submission,
  journal: Journal,
  place: Pick<ApprovalPlace, 'account' | 'nowMs' | 'madeSince'>,
): RunApproval {
  const begunSince = runsBegunSince(journal, runId);
  const compared = journal.runs().filter(
    // The clock may have been ahead at the submission, but the log has an order.
    ({ id, approvedAt }) => approvedAt !== null && approvedAt < at && !begunSince.has(id),
  );
  return new RunApproval(journal, { ...place, compared });
}

/** The runs that sent their first payment after a submission. */
function runsBegunSince({ log }: Pick<Journal, 'log'>, submittedId: string): ReadonlySet<string> {
  const begun = { before: new Set<string>(), since: new Set<string>() };
  let isSubmitted = false;
  for (const { act, runId } of log.entries()) {
    isSubmitted ||= act === 'submitted' && runId === submittedId;
    if (act !== 'ran' || runId === null || begun.before.has(runId)) continue;
    begun[isSubmitted ? 'since' : 'before'].add(runId);
  }
  return begun.since;
}
