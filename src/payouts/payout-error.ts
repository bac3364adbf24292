import type { Centavos } from '../pix/centavos.ts';

/**
 * - `run_unknown`: no run has that id
 * - `run_locked`: another process works on the run
 * - `lock_lost`: the file of the run's lock was removed or replaced, so that another process may work on it
 * - `run_not_approved`: the run is only staged; nothing of it may be sent
 * - `already_approved`: payouts of the run were approved in another one in the meantime
 * - `not_run_before`: payouts are to be paid once more, but no run of them exists
 * - `run_unfinished`: payouts are to be paid once more, but their run is not complete
 * - `other_origin`: the run belongs to another service
 * - `payout_unknown`: the run has no such row
 * - `illegal_transition`: the payout's state does not allow that step
 * - `withdrawal_claimed`: the withdrawal belongs to another payout
 * - `withdrawal_mismatch`: the withdrawal does not match this payout: another key, another amount, or FAILED
 * - `too_early`: the payout's request may still be processed, so it is not certain that it was not paid
 * - `other_account`: the run belongs to another account than the key
 * - `account_unclear`: it is unknown whether the account is one in whose runs money may have moved
 * - `foreign_journal`: another journal has paid from the account, and its payments are unknown here
 * - `cannot_look`: no key may read withdrawals, so a lost response could never be resolved
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
  | 'other_account'
  | 'account_unclear'
  | 'foreign_journal'
  | 'cannot_look';

/** Withdrawals by another journal. */
export interface ForeignWithdrawals {
  /** How many of the newest withdrawals they are. */
  readonly count: number;
  /** The newest of them. */
  readonly newest: ForeignWithdrawal;
}

/** A withdrawal by another journal. */
export interface ForeignWithdrawal {
  /** Its id. */
  readonly id: string;
  /** What was debited, in centavos. */
  readonly valueCentavos: Centavos;
  /** When it was created, as the service reports it: ISO 8601; null if it does not. */
  readonly createdAt: string | null;
  /** The mark in its description. */
  readonly mark: string;
}

interface PayoutErrorFacts {
  readonly code: PayoutErrorCode;
  /** The run concerned. */
  readonly runId?: string | undefined;
  readonly row?: number | undefined;
  /** For `foreign_journal`. */
  readonly foreign?: ForeignWithdrawals | undefined;
  readonly cause?: unknown;
}

/** Payouts cannot continue as requested. The journal contains what was sent before. */
export class PayoutError extends Error {
  /** Always `PayoutError`. */
  override readonly name = 'PayoutError';
  /** A stable word for programs. */
  readonly code: PayoutErrorCode;
  /** The run concerned; undefined if it concerns none. */
  readonly runId: string | undefined;
  /** The number of the row concerned, from 1; undefined if it concerns none. */
  readonly row: number | undefined;
  /** With `foreign_journal`: those withdrawals. */
  readonly foreign: ForeignWithdrawals | undefined;

  constructor(message: string, { code, runId, row, foreign, cause }: PayoutErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.runId = runId;
    this.row = row;
    this.foreign = foreign;
  }
}
