import type { Journal } from '../journal/journal.ts';
import { OPEN_STATES } from '../payout-state.ts';
import type { PaidElsewhere } from './duplicates/duplicates.ts';
import type { SentPayment } from './duplicates/sent-payment.ts';
import type { EarlierRules } from './duplicates/verdict.ts';
import type { Payable } from './payable.ts';
import type { PreflightCheckName } from './preflight.ts';
import { seenCodeOf } from '../seen-code.ts';

/**
 * Why rows are not paid that may have been paid before, whatever is agreed to now.
 *
 * - `reference_taken`: a reference belongs to a payment to another key, or of another amount
 * - `reference_rewritten`: a row was paid, or may have been, under the reference that a spreadsheet has rewritten
 * - `equal_unsettled`: a run may still send an equal payment
 * - `nothing_new`: all of them are left out
 */
export type RowsRefusal =
  | { readonly why: 'reference_taken' | 'nothing_new' }
  | { readonly why: 'reference_rewritten'; readonly code: string | undefined }
  | { readonly why: 'equal_unsettled'; readonly runId: string; readonly newest: SentPayment };

/** Those of a new file, in the order in which they count. */
export function refusalsOfRows(
  { taken, rewritten, unsettled, leftOut, totals }: Payable,
  { onlyValid, newReferences }: EarlierRules,
): readonly RowsRefusal[] {
  const refusals: RowsRefusal[] = [];
  if (taken.payouts > 0 && onlyValid !== true) refusals.push({ why: 'reference_taken' });
  if (rewritten.payouts > 0 && onlyValid !== true && newReferences !== true) {
    refusals.push({ why: 'reference_rewritten', code: rewritten.code });
  }
  const { newest } = unsettled;
  if (newest?.payout !== undefined) refusals.push({ why: 'equal_unsettled', runId: newest.payout.runId, newest });
  if (leftOut.payouts > 0 && totals.payouts === 0) refusals.push({ why: 'nothing_new' });
  return refusals;
}

/** What is paid once a person agrees to it, or an option has: rows that this account has paid, or another one. */
export type RepetitionQuestion =
  | { readonly about: 'paid_before'; readonly newest: SentPayment; readonly code: string | undefined }
  | { readonly about: 'paid_elsewhere'; readonly elsewhere: PaidElsewhere; readonly code: string };

/** Those of a new file, in the order in which they are asked. */
export function questionsOf(
  { elsewhere, repeated: { newest, code }, totals }: Payable,
  { onlyValid }: Pick<EarlierRules, 'onlyValid'>,
): readonly RepetitionQuestion[] {
  const questions: RepetitionQuestion[] = [];
  if (elsewhere !== undefined && totals.payouts > 0) {
    const { runId, sentAt, payouts, amountCentavos } = elsewhere;
    const facts = [runId, sentAt, payouts, amountCentavos, totals.payouts, totals.sumCentavos];
    questions.push({ about: 'paid_elsewhere', elsewhere, code: seenCodeOf('elsewhere', ...facts) });
  }
  if (newest !== undefined && onlyValid !== true) questions.push({ about: 'paid_before', newest, code });
  return questions;
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
 * Whether payments of a run may have been made, or a copy of a refused one. They are looked for before anything else is
 * sent, which moves no money and needs no approval. They may also have used up the balance or the limit, so the account is
 * no reason to refuse the run.
 */
export function hasOpenRows(journal: Pick<Journal, 'payouts' | 'tally'>, runId: string): boolean {
  const [refused] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  const tally = journal.tally(runId);
  return refused !== undefined || OPEN_STATES.some((state) => tally[state].payouts > 0);
}
