import type { Balance } from '../../client/answers.ts';
import { TotalsCounter } from '../files/batch-totals.ts';
import type { BatchTotals, FeeTotals } from '../files/batch-summary.ts';
import { availableCentavos } from '../../contract/available.ts';
import { centavos, subtractCentavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { WITHDRAWAL_MINIMUM } from '../../contract/limits.ts';

/** `unknown`: the service did not report it, or reported no limit; it decides when the payouts are sent. */
type Verdict = 'ok' | 'not' | 'unknown';

/**
 * - `fee`: something is left of the smallest payout from which the fee is taken
 * - `per_transaction`: the largest payout
 * - `balance`: all of them, without the money that disputes block
 * - `daily`, `monthly`: all of them, on one day
 */
export type PreflightCheckName = 'fee' | 'per_transaction' | 'balance' | 'daily' | 'monthly';

/** The codes of the service for what an account cannot pay. */
export const PREFLIGHT_CODES = {
  fee: 'below_minimum',
  per_transaction: 'limit_exceeded',
  balance: 'insufficient_balance',
  daily: 'limit_exceeded',
  monthly: 'limit_exceeded',
} as const satisfies Readonly<Record<PreflightCheckName, string>>;

export interface PreflightCheck {
  readonly name: PreflightCheckName;
  readonly verdict: Verdict;
  /** The required amount; undefined if the fee is unknown. */
  readonly neededCentavos: Centavos | undefined;
  readonly availableCentavos: Centavos | undefined;
  /** The whole limit, including its used part. */
  readonly limitCentavos?: Centavos | undefined;
  readonly missingCentavos?: Centavos | undefined;
}

/** The effect of a batch on the account. Undefined: the service did not report it. */
export interface Preflight {
  readonly feePerPayoutCentavos: Centavos | undefined;
  readonly feesCentavos: Centavos | undefined;
  /** The total debited from the balance. */
  readonly leavingCentavos: Centavos | undefined;
  /** The total that recipients receive. */
  readonly arrivingCentavos: Centavos | undefined;
  readonly balanceCentavos: Centavos | undefined;
  readonly balanceAfterCentavos: Centavos | undefined;
  /**
   * What can be sent now: the balance without the amount that disputes block; undefined when the service does not
   * report that.
   */
  readonly availableCentavos: Centavos | undefined;
  readonly availableAfterCentavos: Centavos | undefined;
  readonly checks: readonly PreflightCheck[];
}

/** The same for one payout. */
export function preflightOfOne(
  order: { readonly amountCentavos: Centavos; readonly coverFee: boolean },
  balance: Balance | undefined,
): Preflight {
  const counter = new TotalsCounter();
  counter.add(order);
  return preflight(counter.totals(), balance);
}

/** Compares payments with the account. Without a balance, everything about the account is unknown. */
export function preflight(totals: BatchTotals, balance: Balance | undefined): Preflight {
  const { onTop, taken } = totals.byFee;
  const fee = balance?.plan.transactionFee ?? undefined;
  const available = balance && availableCentavos(balance);
  const fees = fee === undefined ? undefined : centavos(fee * totals.payouts);
  const leaving = plus(totals.sumCentavos, feesOf(onTop, fee));

  const checks = [
    ...(onTop.payouts > 0 && taken.payouts === 0 ? [] : [feeCheck(taken, fee)]),
    limitCheck(
      'per_transaction',
      largestLeaving(totals, fee),
      balance?.limits.perTransaction,
      balance?.limits.perTransaction,
    ),
    balanceCheck(leaving, balance),
    limitCheck('daily', leaving, balance?.limits.daily, balance?.limits.dailyRemaining),
    limitCheck('monthly', leaving, balance?.limits.monthly, balance?.limits.monthlyRemaining),
  ];
  return {
    feePerPayoutCentavos: fee,
    feesCentavos: fees,
    leavingCentavos: leaving,
    arrivingCentavos: minus(totals.sumCentavos, feesOf(taken, fee)),
    balanceCentavos: balance?.balance.total,
    balanceAfterCentavos: minus(balance?.balance.total, leaving),
    availableCentavos: available,
    availableAfterCentavos: minus(available, leaving),
    checks,
  };
}

/** The minimum and maximum of a single row, for reading its file: R$ 5,00 and more than the fee. */
export function amountBounds(
  balance: Balance | undefined,
  coverFee: boolean,
): { readonly minimumCentavos: Centavos; readonly maximumCentavos: Centavos | undefined } {
  const fee = balance?.plan.transactionFee ?? undefined;
  const limit = balance?.limits.perTransaction ?? 0;
  const mostLeaving = limit > 0 ? centavos(limit) : undefined;
  return {
    minimumCentavos:
      coverFee || fee === undefined ? WITHDRAWAL_MINIMUM : centavos(Math.max(WITHDRAWAL_MINIMUM, fee + 1)),
    maximumCentavos: coverFee && fee !== undefined ? minus(mostLeaving, fee) : mostLeaving,
  };
}

/** Undefined where they are not known; of no payouts, they are. */
function feesOf({ payouts }: FeeTotals, fee: Centavos | undefined): Centavos | undefined {
  if (payouts === 0) return centavos(0);
  return fee === undefined ? undefined : centavos(fee * payouts);
}

/** What the payout costs that costs most. */
function largestLeaving({ byFee: { onTop, taken } }: BatchTotals, fee: Centavos | undefined): Centavos | undefined {
  const most = taken.largestCentavos ?? centavos(0);
  if (onTop.largestCentavos === undefined) return most;
  const covered = plus(onTop.largestCentavos, fee);
  return covered && centavos(Math.max(most, covered));
}

function feeCheck({ smallestCentavos }: FeeTotals, fee: Centavos | undefined): PreflightCheck {
  const needed = fee === undefined ? undefined : centavos(fee + 1);
  return check('fee', needed, smallestCentavos ?? needed);
}

/** If the service does not report the blocked amount, only an insufficient balance is certain. */
function balanceCheck(leaving: Centavos | undefined, balance: Balance | undefined): PreflightCheck {
  const available = balance && availableCentavos(balance);
  const found = check('balance', leaving, available ?? balance?.balance.total);
  return found.verdict === 'ok' && available === undefined ? { ...found, verdict: 'unknown' } : found;
}

/** A limit of zero may mean that there is none: the service decides. */
function limitCheck(
  name: PreflightCheckName,
  needed: Centavos | undefined,
  limit: Centavos | null | undefined,
  remaining: Centavos | null | undefined,
): PreflightCheck {
  const found = check(name, needed, limit === 0 ? undefined : (remaining ?? undefined));
  return { ...found, limitCentavos: limit ?? undefined };
}

function check(
  name: PreflightCheckName,
  neededCentavos: Centavos | undefined,
  availableCentavos: Centavos | undefined,
): PreflightCheck {
  const facts = { name, neededCentavos, availableCentavos };
  if (neededCentavos === undefined || availableCentavos === undefined) return { ...facts, verdict: 'unknown' };
  if (neededCentavos <= availableCentavos) return { ...facts, verdict: 'ok' };
  return { ...facts, verdict: 'not', missingCentavos: subtractCentavos(neededCentavos, availableCentavos) };
}

function plus(amount: Centavos, other: Centavos | undefined): Centavos | undefined {
  return other === undefined ? undefined : sumCentavos(amount, other);
}

function minus(minuend: Centavos | undefined, subtrahend: Centavos | undefined): Centavos | undefined {
  return minuend === undefined || subtrahend === undefined ? undefined : subtractCentavos(minuend, subtrahend);
}
