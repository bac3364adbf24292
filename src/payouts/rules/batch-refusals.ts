import type { BatchSummary } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import { OPEN_STATES } from '../payout-state.ts';
import { isAgainAllowed, type EarlierRules } from './earlier-payments.ts';
import type { Payable } from './payable.ts';
import type { PreflightCheckName } from './preflight.ts';

/** What a person has approved of a file. */
export interface FileApproval {
  /** Leaves invalid rows out. */
  readonly onlyValid?: boolean | undefined;
  /** The digest of the approved file. */
  readonly digest?: string | undefined;
}

/**
 * Why a file is not paid: invalid rows that nothing leaves out, no row to pay, or another digest than the approved one.
 */
export function refusalOfFile(
  summary: BatchSummary,
  { onlyValid, digest }: FileApproval,
): 'rows_invalid' | 'nothing_to_pay' | 'digest_differs' | undefined {
  if (!summary.isValid && (onlyValid !== true || summary.rows === 0)) return 'rows_invalid';
  if (summary.validRows === 0) return 'nothing_to_pay';
  return digest !== undefined && digest !== summary.digest ? 'digest_differs' : undefined;
}

/**
 * A reference that was paid to another recipient, or with another amount, is a mistake in this file or in the earlier
 * one.
 */
export function refusesTaken({ taken }: Payable, { onlyValid }: EarlierRules): boolean {
  return taken.payouts > 0 && onlyValid !== true;
}

/** A reference that a spreadsheet has rewritten is not new: the row was paid, or may have been, under the old one. */
export function refusesRewritten({ rewritten }: Payable, { onlyValid, newReferences }: EarlierRules): boolean {
  return rewritten.payouts > 0 && onlyValid !== true && newReferences !== true;
}

/** Whether a new file is left without payments, because all of them may have been made before. */
export function hasNothingNew({ leftOut, totals }: Payable): boolean {
  return leftOut.payouts > 0 && totals.payouts === 0;
}

/** Whether rows that repeat earlier payments require a confirmation of their own. */
export function needsPayAgain({ repeated }: Payable, { onlyValid, payAgain, again }: EarlierRules): boolean {
  return repeated.newest !== undefined && onlyValid !== true && payAgain !== true && again !== true;
}

/** Whether rows that another account of the journal has paid require a confirmation of their own. */
export function needsOtherAccount({ elsewhere, totals }: Payable, rules: EarlierRules): boolean {
  return elsewhere !== undefined && totals.payouts > 0 && !isAgainAllowed(rules);
}

/** The codes of the service for what an account cannot pay. */
export const PREFLIGHT_CODES = {
  fee: 'below_minimum',
  per_transaction: 'limit_exceeded',
  balance: 'insufficient_balance',
  daily: 'limit_exceeded',
  monthly: 'limit_exceeded',
} as const satisfies Readonly<Record<PreflightCheckName, string>>;

/**
 * Whether a run has rows that were refused after they were sent. These are looked up before anything else is sent: an
 * earlier copy may have been paid, and used up the balance or the limit. Then the account is no reason to refuse the run.
 */
export function hasRefusedRows(journal: Pick<Journal, 'payouts'>, runId: string): boolean {
  const [first] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  return first !== undefined;
}

/** Whether payments of a run may have been made: a look for them moves no money, and needs no approval. */
export function hasOpenRows(journal: Pick<Journal, 'payouts' | 'tally'>, runId: string): boolean {
  const tally = journal.tally(runId);
  return hasRefusedRows(journal, runId) || OPEN_STATES.some((state) => tally[state].payouts > 0);
}
