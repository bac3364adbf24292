import type { BatchSummary } from '../files/batch-summary.ts';
import type { Journal } from '../journal/journal.ts';
import { PayoutError } from '../payout-error.ts';
import type { Payable } from './payable.ts';
import { OPEN_STATES } from '../payout-state.ts';
import type { SentPayment } from './duplicates/sent-payment.ts';
import type { EarlierRules } from './duplicates/verdict.ts';
import {
  againCode,
  grantedRules,
  isOverlooked,
  questionsLeft,
  repeatedRun,
  type PermissionKind,
  type RepetitionQuestion,
  type Terms,
} from './permissions.ts';
import type { Preflight, PreflightCheck } from './preflight.ts';

/** A file that was read, and what is known of its account. */
export interface Candidate {
  readonly summary: BatchSummary;
  readonly terms: Terms;
  /** What would be sent if the file were new. */
  readonly fresh: Payable;
  /** What would be sent now: the same, or what the run that was begun has left. */
  readonly payable: Payable;
  /** The run of the same rows that was approved or submitted before. */
  readonly begunRunId: string | undefined;
  /** That run is complete, so that nothing is sent. */
  readonly isAtItsEnd: boolean;
  readonly forecast: Preflight;
  /** Undefined where the file is not compared with an account. */
  readonly account: CandidateAccount | undefined;
}

interface CandidateAccount {
  readonly journal: Journal;
  /** Its number in the journal; undefined where nothing was ever paid, and the account cannot be read. */
  readonly number: number | undefined;
  /** @throws {PayoutError} what the policy does not allow */
  readonly assertMaySend: () => void;
}

type FileRefusal = 'rows_invalid' | 'nothing_to_pay' | 'digest_differs';

/**
 * Why a file is not paid, and what is asked before it is.
 *
 * - `file`: the file itself, or that it is paid once more
 * - `rows`: rows that may have been paid before, whatever is agreed to now
 * - `policy`, `balance`: nothing may leave, or not all of it can
 * - `question`: what a person may agree to
 */
export type Objection =
  | { readonly step: 'file'; readonly why: FileRefusal | 'nothing_again' }
  | { readonly step: 'file' | 'rows'; readonly why: 'not_allowed'; readonly kind: PermissionKind }
  | { readonly step: 'file'; readonly why: 'refused'; readonly error: PayoutError }
  | { readonly step: 'file'; readonly why: 'fee_otherwise'; readonly runId: string }
  | RowsObjection
  | SendingObjection
  | { readonly step: 'question'; readonly why: 'may_repeat'; readonly question: RepetitionQuestion };

/**
 * - `reference_taken`: a reference belongs to a payment to another key, or of another amount
 * - `reference_rewritten`: a row was paid, or may have been, under the reference that a spreadsheet has rewritten
 * - `equal_unsettled`: a run may still send an equal payment
 * - `nothing_new`: all of them are left out
 */
type RowsObjection = { readonly step: 'rows' } & (
  | { readonly why: 'reference_taken' | 'nothing_new' }
  | { readonly why: 'reference_rewritten'; readonly code: string | undefined }
  | { readonly why: 'equal_unsettled'; readonly runId: string; readonly newest: SentPayment }
);

type SendingObjection =
  | { readonly step: 'policy'; readonly why: 'refused'; readonly error: PayoutError }
  | { readonly step: 'balance'; readonly why: 'account_short'; readonly failed: FailedChecks };

/** What the account cannot pay; the first one is named. */
export type FailedChecks = readonly [PreflightCheck, ...PreflightCheck[]];

/** In the order in which they count: a check, a run, a submission and a plan of the library end with the first one. */
export function* objectionsTo(candidate: Candidate): Generator<Objection> {
  const { summary, terms, payable, begunRunId, isAtItsEnd, account } = candidate;
  const isNew = begunRunId === undefined;
  const wrong = refusalOfFile(summary, terms);
  if (wrong !== undefined) yield { step: 'file', why: wrong };
  if (isOverlooked(terms, 'equal', summary.equalCode)) yield { step: 'file', why: 'not_allowed', kind: 'equal' };
  if (isOverlooked(terms, 'reference', summary.rewrittenCode))
    yield { step: 'file', why: 'not_allowed', kind: 'reference' };
  if (!isNew && isFeeOtherwise(payable, terms)) yield { step: 'file', why: 'fee_otherwise', runId: begunRunId };
  if (terms.names('again')) yield* toAnotherRound(candidate);
  else if (isNew) yield* toNumber(candidate);
  if (isNew) yield* toRows(payable, terms);
  if (isAtItsEnd) return;
  if (payable.totals.payouts > 0) yield* objectionsToSending(candidate);
  if (!isNew) return;
  const same = account?.number === undefined ? undefined : { digest: summary.digest, account: account.number };
  const repeated = account && same && repeatedRun(account.journal, terms, same);
  for (const question of questionsLeft(payable, terms, repeated))
    yield { step: 'question', why: 'may_repeat', question };
}

/**
 * Why a file is not paid: invalid rows that nothing leaves out, no row to pay, or another digest than the approved one.
 */
function refusalOfFile(
  summary: BatchSummary,
  { onlyValid, digest }: Pick<Terms, 'onlyValid' | 'digest'>,
): FileRefusal | undefined {
  if (summary.isOfSeveralDays || summary.isUnread) return 'rows_invalid';
  if (!summary.isValid && (onlyValid !== true || summary.rows === 0)) return 'rows_invalid';
  if (summary.validRows === 0) return 'nothing_to_pay';
  return digest !== undefined && digest !== summary.digest ? 'digest_differs' : undefined;
}

/** Fees are stored with the rows of a run, and an option changes none. */
function isFeeOtherwise({ totals: { byFee } }: Payable, { coverFee }: Terms): boolean {
  return coverFee !== undefined && (coverFee ? byFee.taken : byFee.onTop).payouts > 0;
}

function* toAnotherRound({ summary: { digest }, fresh, terms, account }: Candidate): Generator<Objection> {
  if (account?.number === undefined) return;
  const { journal, number } = account;
  const error = refusalOf(() => journal.staging.assertRepeatable(digest, number));
  if (error !== undefined) yield { step: 'file', why: 'refused', error };
  const last = journal.runOfDigest(digest, number);
  if (last === undefined || !terms.allows('again', againCode(last)))
    yield { step: 'file', why: 'not_allowed', kind: 'again' };
  if (fresh.totals.payouts === 0) yield { step: 'file', why: 'nothing_again' };
}

/** Of a remittance. */
function* toNumber({ summary: { format }, account }: Candidate): Generator<Objection> {
  if (format?.kind !== 'cnab240' || format.number === undefined || account?.number === undefined) return;
  const { journal, number } = account;
  const { number: ofFile } = format;
  const error = refusalOf(() => journal.staging.assertNewNumber(ofFile, number));
  if (error !== undefined) yield { step: 'file', why: 'refused', error };
}

function* toRows(payable: Payable, terms: Terms): Generator<Objection> {
  // Rows that would have been left out were taken in for a permission.
  if (terms.onlyValid === true && isOverlooked(terms, 'reference', payable.rewritten.code))
    yield { step: 'rows', why: 'not_allowed', kind: 'reference' };
  if (terms.onlyValid === true && isOverlooked(terms, 'repeated', payable.repeated.code))
    yield { step: 'rows', why: 'not_allowed', kind: 'repeated' };
  yield* toEarlier(payable, grantedRules(payable, terms));
}

/** Rows of a new file that may have been paid before, whatever is agreed to now. */
export function* toEarlier(
  { taken, rewritten, unsettled, leftOut, totals }: Payable,
  { onlyValid, newReferences }: EarlierRules,
): Generator<RowsObjection> {
  if (taken.payouts > 0 && onlyValid !== true) yield { step: 'rows', why: 'reference_taken' };
  if (rewritten.payouts > 0 && onlyValid !== true && newReferences !== true)
    yield { step: 'rows', why: 'reference_rewritten', code: rewritten.code };
  const { newest } = unsettled;
  if (newest?.payout !== undefined) yield { step: 'rows', why: 'equal_unsettled', runId: newest.payout.runId, newest };
  if (leftOut.payouts > 0 && totals.payouts === 0) yield { step: 'rows', why: 'nothing_new' };
}

/** A run that is resumed. @param isEarly a person lets it be sent before its day */
export function resumed(
  journal: Journal,
  runId: string,
  forecast: Preflight,
  isEarly = false,
): Pick<Candidate, 'forecast' | 'begunRunId' | 'account'> {
  const assertMaySend = () => {
    if (isEarly) journal.approvals.assertMayStart(runId, null);
    else journal.approvals.assertMaySend(runId);
  };
  return { forecast, begunRunId: runId, account: { journal, number: undefined, assertMaySend } };
}

/** Those to sending what is left, of a file or a run. */
export function* objectionsToSending({
  forecast,
  begunRunId,
  account,
}: Pick<Candidate, 'forecast' | 'begunRunId' | 'account'>): Generator<SendingObjection> {
  // What may have been sent is looked for first, which moves no money, and it may have used up the balance or the limit.
  if (account !== undefined && begunRunId !== undefined && hasOpenRows(account.journal, begunRunId)) return;
  const error = account && refusalOf(account.assertMaySend);
  if (error !== undefined) yield { step: 'policy', why: 'refused', error };
  const [first, ...others] = forecast.checks.filter(({ verdict }) => verdict === 'not');
  if (first !== undefined) yield { step: 'balance', why: 'account_short', failed: [first, ...others] };
}

/** Whether payments of a run may have been made, or a copy of a refused one. */
function hasOpenRows(journal: Journal, runId: string): boolean {
  const [refused] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  const tally = journal.tally(runId);
  return refused !== undefined || OPEN_STATES.some((state) => tally[state].payouts > 0);
}

function refusalOf(assert: () => void): PayoutError | undefined {
  try {
    assert();
    return undefined;
  } catch (error) {
    if (error instanceof PayoutError) return error;
    throw error;
  }
}
