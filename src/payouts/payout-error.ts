/**
 * - `run_unknown`: no run has that id
 * - `run_locked`: another process works on the run
 * - `lock_lost`: the file of the run's lock was removed or replaced, so that another process may work on it
 * - `run_not_approved`: the run is staged only; nothing of it may be sent
 * - `already_approved`: the same payouts were approved as another run meanwhile
 * - `not_run_before`: the same payouts are to be paid once more, and no run of them is known
 * - `run_unfinished`: the same payouts are to be paid once more, and the run of them is not done with
 * - `other_origin`: the run belongs to another service than the one that is asked
 * - `payout_unknown`: the run has no such row
 * - `illegal_transition`: the payout is not in a state from which that step leads
 * - `withdrawal_claimed`: the withdrawal belongs to another payout
 * - `withdrawal_mismatch`: the withdrawal is none of this payout: another key, another amount, or FAILED
 * - `too_early`: the payout's request may still be carried out, so nobody can know that it was not paid
 * - `cannot_look`: no key may read withdrawals, so that a lost answer could never be cleared up
 */
export type PayoutErrorCode =
  | 'run_unknown'
  | 'run_locked'
  | 'lock_lost'
  | 'run_not_approved'
  | 'already_approved'
  | 'not_run_before'
  | 'run_unfinished'
  | 'other_origin'
  | 'payout_unknown'
  | 'illegal_transition'
  | 'withdrawal_claimed'
  | 'withdrawal_mismatch'
  | 'too_early'
  | 'cannot_look';

interface PayoutErrorFacts {
  readonly code: PayoutErrorCode;
  /** The run that it is about. */
  readonly runId?: string | undefined;
  readonly row?: number | undefined;
  readonly cause?: unknown;
}

/** Payouts can't go on as asked. What was sent before stands in the journal. */
export class PayoutError extends Error {
  override readonly name = 'PayoutError';
  readonly code: PayoutErrorCode;
  readonly runId: string | undefined;
  readonly row: number | undefined;

  constructor(message: string, { code, runId, row, cause }: PayoutErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.runId = runId;
    this.row = row;
  }
}
