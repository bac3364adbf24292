import type { Centavos } from '../../pix/centavos.ts';
import type { PixKeyType } from '../../pix/pix-key.ts';
import type { BatchProblem } from '../files/batch-problem.ts';
import type { BatchSummary } from '../files/batch-summary.ts';
import type { PayoutError } from '../payout-error.ts';
import {
  hasNothingNew,
  needsOtherAccount,
  needsPayAgain,
  PREFLIGHT_CODES,
  refusalOfFile,
  refusesRewritten,
  refusesTaken,
} from '../rules/batch-refusals.ts';
import type { EarlierRules } from '../rules/earlier-payments.ts';
import type { Payable } from '../rules/payable.ts';
import type { Preflight } from '../rules/preflight.ts';
import { sumOfTallies } from '../rules/state-groups.ts';

/**
 * Why a plan is not paid.
 *
 * - `rows_invalid`: see `problems`; `onlyValid` leaves such rows out
 * - `nothing_to_pay`: no row is left to pay
 * - `reference_taken`: a reference was paid to another key, or with another amount
 * - `reference_rewritten`: a spreadsheet may have rewritten the reference of a row that was paid; see `newReferences`
 * - `paid_before`: rows may repeat earlier payments, of this account or another one of the journal; see `payAgain`
 * - `insufficient_balance`, `limit_exceeded`, `below_minimum`: the account cannot pay all of it
 * - `not_run_before`, `run_unfinished`: with `again` alone
 * - `digest_differs`, `total_differs`: the consent is to something else
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
  | 'not_run_before'
  | 'run_unfinished'
  | 'digest_differs'
  | 'total_differs';

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

/** What is known of a file and its account. */
export interface Judged {
  readonly summary: BatchSummary;
  readonly problems: readonly BatchProblem[];
  /** The sum of the run's rows. */
  readonly sumCentavos: Centavos;
  readonly payable: Payable;
  readonly forecast: Preflight;
  readonly rules: EarlierRules;
  readonly knownRunId: string | undefined;
  readonly isRepetition: boolean;
  /** Rows that are looked up before anything is sent: then the balance is no reason to refuse the run. */
  readonly hasRefusedRows: boolean;
  /** Why the file cannot be paid once more. */
  readonly notRepeatable: PayoutError | undefined;
}

export function planFactsOf(judged: Judged): PlanFacts {
  const { summary, problems, sumCentavos, payable, forecast, knownRunId, isRepetition } = judged;
  return {
    digest: summary.digest,
    sumCentavos,
    payments: payable.totals.payouts,
    sendingCentavos: payable.totals.sumCentavos,
    feesCentavos: forecast.feesCentavos,
    leavingCentavos: forecast.leavingCentavos,
    arrivingCentavos: forecast.arrivingCentavos,
    availableCentavos: forecast.availableCentavos,
    recipients: payable.recipients.first.map(({ row, reference, name, pixKey, pixKeyType, ...recipient }) => ({
      ...{ row, reference, name, pixKey, pixKeyType },
      amountCentavos: recipient.amountCentavos,
      coverFee: recipient.coverFee,
      isNew: recipient.isNew ?? true,
    })),
    alreadyPaid: sumOfTallies([payable.alreadyPaid]).payouts,
    problems: problems.map(({ code, row, line, column, value }) => ({ code, row, line, column, value })),
    refusals: [...refusalsOf(judged)],
    knownRunId,
    isRepetition,
  };
}

/** The first one is the one that `pix payouts run` would name. */
function* refusalsOf(judged: Judged): Generator<PlanRefusal> {
  const { summary, payable, rules, knownRunId, isRepetition, notRepeatable, forecast } = judged;
  const wrong = refusalOfFile(summary, rules);
  if (wrong === 'rows_invalid') yield refusal(wrong, `${summary.invalidRows} of ${summary.rows} rows are invalid`);
  else if (wrong !== undefined) yield refusal(wrong, 'there is no valid row');
  if (notRepeatable !== undefined) {
    yield refusal(notRepeatable.code === 'run_unfinished' ? 'run_unfinished' : 'not_run_before', notRepeatable.message);
  } else if (rules.again === true && payable.totals.payouts === 0) {
    yield refusal('nothing_to_pay', 'every reference was used by earlier runs');
  }
  if (isRepetition) return;
  if (knownRunId === undefined) yield* refusalsOfNew(judged);
  if (payable.totals.payouts > 0 && !judged.hasRefusedRows) {
    yield* refusalsOfAccount(forecast);
  }
  if (knownRunId === undefined && needsPayAgain(payable, rules)) {
    yield refusal('paid_before', `${payable.repeated.payouts} rows may have been paid before`);
  }
  const { elsewhere } = payable;
  if (knownRunId === undefined && elsewhere !== undefined && needsOtherAccount(payable, rules)) {
    const message = `another account of the journal has paid ${elsewhere.payouts} of the rows, in the run ${elsewhere.runId}`;
    yield refusal('paid_before', message);
  }
}

/** What the account cannot pay. */
export function refusalsOfAccount({ checks }: Preflight): readonly PlanRefusal[] {
  return checks
    .filter(({ verdict }) => verdict === 'not')
    .map(({ name, neededCentavos = 0, availableCentavos = 0 }) => {
      const amounts = `${neededCentavos} centavos needed, ${availableCentavos} available`;
      return refusal(PREFLIGHT_CODES[name], `${name}: ${amounts}`);
    });
}

function* refusalsOfNew({ payable, rules }: Judged): Generator<PlanRefusal> {
  if (refusesTaken(payable, rules)) {
    yield refusal('reference_taken', `${payable.taken.payouts} rows have a reference that belongs to another payment`);
  }
  if (refusesRewritten(payable, rules)) {
    const message = `${payable.rewritten.payouts} rows may have been paid under a reference that a spreadsheet changed`;
    yield refusal('reference_rewritten', message);
  }
  const { payouts, newest } = payable.unsettled;
  if (newest?.payout !== undefined) {
    yield refusal('paid_before', `${payouts} rows equal a payment that the run ${newest.payout.runId} may still send`);
  }
  if (hasNothingNew(payable)) yield refusal('nothing_to_pay', 'every row may have been paid before');
}

/** @throws {PlanRefusedError} unless nothing is against the plan, and the consent is to it */
export function assertAgreed(facts: PlanFacts, consent: Pick<PlanFacts, 'digest' | 'sumCentavos'>): void {
  const [first] = facts.refusals;
  if (first !== undefined) throw new PlanRefusedError(first, facts.refusals);
  if (consent.digest !== facts.digest) {
    throw new PlanRefusedError(
      refusal('digest_differs', `the digest of the rows is ${facts.digest}, not ${consent.digest}`),
    );
  }
  if (consent.sumCentavos !== facts.sumCentavos) {
    const message = `the sum of the rows is ${facts.sumCentavos} centavos, not ${consent.sumCentavos}`;
    throw new PlanRefusedError(refusal('total_differs', message));
  }
}

const refusal = (code: PlanRefusalCode, message: string): PlanRefusal => ({ code, message });
