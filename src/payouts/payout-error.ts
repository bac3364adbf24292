import type { Centavos } from '../pix/centavos.ts';

/**
 * - `run_unknown`: no run has that id
 * - `run_locked`: another process works on the run
 * - `lock_lost`: the file of the run's lock was removed or replaced, or its lease has ended, so that another process may
 *   work on it
 * - `run_not_approved`: the run is only staged; nothing of it may be sent
 * - `already_approved`: payouts of the run were approved in another one in the meantime
 * - `plan_changed`: more would be sent than was agreed to, because a payment that stood against it was not made
 * - `not_run_before`: payouts are to be paid once more, but no run of them exists
 * - `run_unfinished`: payouts are to be paid once more, but their run is not complete
 * - `remittance_used`: another run has a remittance with the same number
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
 * - `approval_required`: the policy requires approvals, and the payments were not submitted
 * - `approvals_missing`: the run was submitted, and has not enough approvals that are valid now
 * - `approval_invalid`: a run, its rows, a submission or an approval is not what was signed
 * - `cap_exceeded`: the policy does not allow such a payment, no more today, or has too few approvers for the run
 * - `not_due`: the day of the run has not come
 * - `no_policy`: there is no policy, so there is nothing to approve
 * - `policy_invalid`: a version of the policy is not signed by an administrator, or cannot be used
 * - `policy_replaced`: this machine has seen another policy in the journal, which is not there any more
 * - `pin_unreadable`: what this machine has seen of the policy, in `policy.pin` beside the journal, cannot be read
 * - `not_submitted`: the run does not wait for approvals
 * - `not_submitter`: the policy does not let this person submit
 * - `not_approver`: the policy does not let this person approve
 * - `own_submission`: the person has submitted the run, and may not approve it
 * - `run_rejected`: a person has withdrawn the submitted run; it is never sent
 * - `run_started`: the run was started, so it cannot be rejected
 * - `not_rejecter`: the policy lets approvers and the person who submitted the run reject it, and no one else
 */
export type PayoutErrorCode =
  | 'run_unknown'
  | 'run_locked'
  | 'lock_lost'
  | 'run_not_approved'
  | 'already_approved'
  | 'plan_changed'
  | 'not_run_before'
  | 'run_unfinished'
  | 'remittance_used'
  | 'other_origin'
  | 'payout_unknown'
  | 'illegal_transition'
  | 'withdrawal_claimed'
  | 'withdrawal_mismatch'
  | 'too_early'
  | 'other_account'
  | 'account_unclear'
  | 'foreign_journal'
  | 'cannot_look'
  | 'approval_required'
  | 'approvals_missing'
  | 'approval_invalid'
  | 'cap_exceeded'
  | 'not_due'
  | 'no_policy'
  | 'policy_invalid'
  | 'policy_replaced'
  | 'pin_unreadable'
  | 'not_submitted'
  | 'not_submitter'
  | 'not_approver'
  | 'own_submission'
  | 'run_rejected'
  | 'run_started'
  | 'not_rejecter';

/** Figures and words of a refusal by the policy. Amounts are centavos. */
export type PolicyFacts = Readonly<Record<string, string | number>>;

/** Withdrawals by another journal. */
export interface ForeignWithdrawals {
  /** How many of the newest withdrawals they are. */
  readonly count: number;
  /** The newest of them. */
  readonly newest: ForeignWithdrawal;
  /** Of the newest one and the payouts in question: `pix --allow journal:CODE`. */
  readonly code: string;
  /** Whether they have the key and amount of a row. */
  readonly isOfRow?: boolean;
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
  readonly mark: string | null;
}

type PayoutErrorFacts = Pick<PayoutError, 'code'> &
  Partial<Omit<PayoutError, keyof Error | 'code'>> & { readonly cause?: unknown };

/** Payouts cannot continue as requested. The journal contains what was sent before. */
export class PayoutError extends Error {
  /** Always `PayoutError`. */
  override readonly name = 'PayoutError';
  /** A stable word for programs. */
  declare readonly code: PayoutErrorCode;
  /** The run concerned; undefined if it concerns none. */
  declare readonly runId: string | undefined;
  /** The number of the row concerned, from 1; undefined if it concerns none. */
  declare readonly row: number | undefined;
  /** The line of its file, if it is known. */
  declare readonly line: number | undefined;
  /** With `foreign_journal`: those withdrawals. */
  declare readonly foreign: ForeignWithdrawals | undefined;
  /** Of a refusal by the policy: its figures, such as `needed` and `given`. */
  declare readonly facts: PolicyFacts | undefined;

  constructor(message: string, { cause, ...facts }: PayoutErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}

const NOT_NOW_CODES: readonly PayoutErrorCode[] = [
  'approval_required',
  'approvals_missing',
  'approval_invalid',
  'cap_exceeded',
  'policy_invalid',
  'policy_replaced',
  'pin_unreadable',
  'run_rejected',
  'not_due',
];

/** Whether the policy of the journal, a signature or the day of the run forbids to send. */
export function isPolicyRefusal(error: unknown): boolean {
  return error instanceof PayoutError && NOT_NOW_CODES.includes(error.code);
}
