import { NOTHING, type Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';
import type { BatchNotice, BatchProblem } from '../files/batch-problem.ts';
import type { PayoutErrorCode } from '../payout-error.ts';
import { objectionsTo, type Candidate, type FailedChecks, type Objection } from '../rules/objections.ts';
import type { RepetitionQuestion } from '../rules/permissions.ts';
import { PREFLIGHT_CODES } from '../rules/preflight.ts';

/**
 * Why a plan is not paid.
 *
 * - `rows_invalid`: see `problems`; `onlyValid` leaves such rows out
 * - `nothing_to_pay`: no row is left to pay
 * - `reference_taken`: a reference was paid to another key, or with another amount
 * - `reference_rewritten`: a spreadsheet may have rewritten the reference of a row that was paid; see `newReferences`
 * - `paid_before`: rows may repeat earlier payments, of this account or another one of the journal; see `payAgain`
 * - `insufficient_balance`, `limit_exceeded`, `below_minimum`: the account cannot pay all of it
 * - `fee_otherwise`: the run of these rows has its fees on top, or not, otherwise than `coverFee` says
 * - `digest_differs`, `total_differs`: the consent is to something else
 * - those of a `PayoutError`: what the policy does not allow; with `again`, `not_run_before` and `run_unfinished`
 */
export type PlanRefusalCode =
  | 'rows_invalid'
  | 'nothing_to_pay'
  | 'reference_taken'
  | 'reference_rewritten'
  | 'paid_before'
  | 'insufficient_balance'
  | 'limit_exceeded'
  | 'below_minimum'
  | 'fee_otherwise'
  | 'digest_differs'
  | 'total_differs'
  | PayoutErrorCode;

/** One reason why a plan is not paid. */
export interface PlanRefusal {
  /** For programs. */
  readonly code: PlanRefusalCode;
  /** For people, in English. */
  readonly message: string;
}

/** What is wrong about a row, or about the whole file. */
export interface PlanProblem {
  /** Such as `invalid_key`: those of `pix payouts check`. */
  readonly code: string;
  /** The number of the data row, from 1; undefined for the whole file. */
  readonly row: number | undefined;
  /** The line of the file, from 1; undefined for the whole file. */
  readonly line: number | undefined;
  /** The heading of the column; undefined for the whole row. */
  readonly column: string | undefined;
  /** The text that is wrong; undefined for the whole row. */
  readonly value: string | undefined;
}

/** What is worth knowing of a source that can be paid. */
export interface PlanNotice extends Omit<PlanProblem, 'code'> {
  /** Such as `hidden_column`: those of `pix payouts check` about the file. */
  readonly code: string;
}

/** Whom a row would pay. */
export interface PlannedRecipient {
  /** The number of the data row, from 1. */
  readonly row: number;
  /** The payer's own name for the payment; undefined without one. */
  readonly reference: string | undefined;
  /** The name in the row, or in an earlier run; undefined without one. */
  readonly name: string | undefined;
  /** The Pix key, in canonical form. */
  readonly pixKey: string;
  /** The type of that key. */
  readonly pixKeyType: PixKeyType;
  /** The amount, in centavos. */
  readonly amountCentavos: Centavos;
  /** Whether the fee is added on top of the amount. */
  readonly coverFee: boolean;
  /** Whether this journal has no payment to the key. */
  readonly isNew: boolean;
}

/** What would be paid. Nothing of it is stored or sent. Amounts are integer centavos. */
export interface PlanFacts {
  /** The digest of the valid rows: `sha256:` and 64 hexadecimal digits. A consent names it. */
  readonly digest: string;
  /** The sum of all rows of the run, those that were paid before included, in centavos. A consent names it. */
  readonly sumCentavos: Centavos;
  /** How many payments would be sent now. */
  readonly payments: number;
  /** The sum of their amounts, in centavos. */
  readonly sendingCentavos: Centavos;
  /** Their fees, in centavos; undefined where the service does not report them. */
  readonly feesCentavos: Centavos | undefined;
  /** What leaves the balance, in centavos; undefined while fees on top are not known. */
  readonly leavingCentavos: Centavos | undefined;
  /** What recipients receive, in centavos; undefined while fees are not known. */
  readonly arrivingCentavos: Centavos | undefined;
  /** What can be sent from the account now, in centavos; undefined where the service does not report it. */
  readonly availableCentavos: Centavos | undefined;
  /** Whom it pays, row by row; at most 10,000. */
  readonly recipients: readonly PlannedRecipient[];
  /** How many rows were paid before, or are under way. */
  readonly alreadyPaid: number;
  /** What is wrong about rows; at most 10,000. */
  readonly problems: readonly PlanProblem[];
  /** What is worth knowing, such as a column of amounts that a sheet hides; at most 10,000. Nothing is refused for it. */
  readonly notices: readonly PlanNotice[];
  /** Why it is not paid; empty when it can be. */
  readonly refusals: readonly PlanRefusal[];
  /** The run of the same rows that was approved before, and is resumed by paying this plan; undefined without one. */
  readonly knownRunId: string | undefined;
  /** That run is complete: paying this plan sends nothing. */
  readonly isRepetition: boolean;
}

/** A plan is not paid as it is. Nothing was sent. */
export class PlanRefusedError extends Error {
  /** Always `PlanRefusedError`. */
  override readonly name = 'PlanRefusedError';
  /** That of the first refusal. */
  readonly code: PlanRefusalCode;
  /** All reasons. */
  readonly refusals: readonly PlanRefusal[];

  constructor(first: PlanRefusal, refusals: readonly PlanRefusal[] = [first]) {
    super(`${first.message}; nothing was sent`);
    this.code = first.code;
    this.refusals = refusals;
  }
}

/** A file that was judged, and what was found in it. */
export interface Judged extends Candidate {
  readonly problems: readonly BatchProblem[];
  readonly notices: readonly BatchNotice[];
  /** The sum of the run's rows. */
  readonly sumCentavos: Centavos;
}

export function planFactsOf(judged: Judged): PlanFacts {
  const { summary, problems, notices, sumCentavos, payable, forecast, begunRunId, isAtItsEnd } = judged;
  const { feesCentavos, leavingCentavos, arrivingCentavos, availableCentavos } = forecast;
  return {
    digest: summary.digest,
    sumCentavos,
    payments: payable.totals.payouts,
    sendingCentavos: payable.totals.sumCentavos,
    ...{ feesCentavos, leavingCentavos, arrivingCentavos, availableCentavos },
    recipients: payable.recipients.first.map((recipient) => {
      const { row, reference, name, pixKey, pixKeyType, amountCentavos, coverFee } = recipient;
      return { row, reference, name, pixKey, pixKeyType, amountCentavos, coverFee, isNew: recipient.isNew !== false };
    }),
    alreadyPaid: payable.alreadyPaid.payouts,
    problems: problems.map(foundIn),
    notices: notices.map(foundIn),
    refusals: [...objectionsTo(judged)].flatMap((objection) => planRefusals(objection, judged)),
    knownRunId: begunRunId,
    isRepetition: isAtItsEnd,
  };
}

function foundIn({ code, row, line, column, value }: BatchProblem | BatchNotice): PlanProblem {
  return { code, row, line, column, value };
}

function planRefusals(objection: Objection, { summary, payable }: Judged): readonly PlanRefusal[] {
  const { taken, rewritten, unsettled, repeated } = payable;
  switch (objection.why) {
    case 'rows_invalid':
      return [refusal(objection.why, `invalid rows: ${summary.invalidRows} of ${summary.rows}`)];
    case 'nothing_to_pay':
      return [refusal(objection.why, 'there is no valid row')];
    case 'nothing_again':
      return [refusal('nothing_to_pay', 'every reference was used by earlier runs')];
    case 'nothing_new':
      return [refusal('nothing_to_pay', 'every row may have been paid before')];
    case 'refused':
      return [refusal(objection.error.code, objection.error.message)];
    case 'fee_otherwise':
      return [refusal(objection.why, `the run ${objection.runId} of these rows has its fees otherwise`)];
    case 'reference_taken':
      return [refusal(objection.why, `rows with a reference that belongs to another payment: ${taken.payouts}`)];
    case 'reference_rewritten': {
      const { payouts } = rewritten;
      const message = `rows that may have been paid under a reference that a spreadsheet changed: ${payouts}`;
      return [refusal(objection.why, message)];
    }
    case 'equal_unsettled': {
      const { payouts } = unsettled;
      const message = `rows equal to a payment that the run ${objection.runId} may still send: ${payouts}`;
      return [refusal('paid_before', message)];
    }
    case 'account_short':
      return refusalsOfAccount(objection.failed);
    case 'may_repeat':
      return [refusal('paid_before', repetitionMessage(objection.question, repeated.payouts))];
    // A consent names the digest, and a script allows a kind of thing, whatever was seen.
    case 'digest_differs':
    case 'not_allowed':
      return [];
  }
}

/** What the account cannot pay. */
export function refusalsOfAccount([first, ...others]: FailedChecks): readonly [PlanRefusal, ...PlanRefusal[]] {
  return [refusalOfCheck(first), ...others.map(refusalOfCheck)];
}

const refusalOfCheck = ({ name, neededCentavos = NOTHING, availableCentavos = NOTHING }: FailedChecks[number]) =>
  refusal(PREFLIGHT_CODES[name], `${name}: ${neededCentavos} centavos needed, ${availableCentavos} available`);

function repetitionMessage(found: RepetitionQuestion, repeated: number): string {
  if (found.about === 'paid_before') return `rows that may have been paid before: ${repeated}`;
  const { payouts, runId } = found.elsewhere;
  return `rows that another account of the journal has paid, in the run ${runId}: ${payouts}`;
}

/** @throws {PlanRefusedError} unless nothing is against the plan, and the consent is to it */
export function assertAgreed(facts: PlanFacts, consent: Pick<PlanFacts, 'digest' | 'sumCentavos'>): void {
  const [first] = facts.refusals;
  if (first !== undefined) throw new PlanRefusedError(first, facts.refusals);
  if (consent.digest !== facts.digest) {
    const message = `the digest of the rows is ${facts.digest}, not ${consent.digest}`;
    throw new PlanRefusedError(refusal('digest_differs', message));
  }
  if (consent.sumCentavos !== facts.sumCentavos) {
    const message = `the sum of the rows is ${facts.sumCentavos} centavos, not ${consent.sumCentavos}`;
    throw new PlanRefusedError(refusal('total_differs', message));
  }
}

const refusal = (code: PlanRefusalCode, message: string): PlanRefusal => ({ code, message });
