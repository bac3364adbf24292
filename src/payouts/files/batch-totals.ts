import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { BatchTotals, FeePart, FeeTotals } from './batch-summary.ts';
import type { DayTally } from './batch-problem.ts';
import type { Payout } from '../payout.ts';

const NO_FEE_TOTALS: FeeTotals = { payouts: 0, largestCentavos: undefined, smallestCentavos: undefined };

type CountedPayout = Pick<Payout, 'amountCentavos' | 'coverFee'>;

export class TotalsCounter {
  #payouts = 0;
  #sum = centavos(0);
  readonly #byFee: Record<FeePart, FeeTotals> = { onTop: NO_FEE_TOTALS, taken: NO_FEE_TOTALS };

  /** @throws {RangeError} when a sum is no safe integer */
  add({ amountCentavos, coverFee }: CountedPayout): void {
    this.#payouts += 1;
    this.#sum = sumCentavos(this.#sum, amountCentavos);
    const part = coverFee ? 'onTop' : 'taken';
    this.#byFee[part] = withAmount(this.#byFee[part], amountCentavos);
  }

  totals(): BatchTotals {
    return { payouts: this.#payouts, sumCentavos: this.#sum, byFee: { ...this.#byFee } };
  }
}

/** Of one payout alone. */
export function feeTotalsOf({ amountCentavos, coverFee }: CountedPayout): BatchTotals['byFee'] {
  const one = withAmount(NO_FEE_TOTALS, amountCentavos);
  return coverFee ? { onTop: one, taken: NO_FEE_TOTALS } : { onTop: NO_FEE_TOTALS, taken: one };
}

function withAmount(totals: FeeTotals, amount: Centavos): FeeTotals {
  const { payouts, largestCentavos: largest = amount, smallestCentavos: smallest = amount } = totals;
  return {
    payouts: payouts + 1,
    largestCentavos: amount > largest ? amount : largest,
    smallestCentavos: amount < smallest ? amount : smallest,
  };
}

export class DayCounter {
  readonly #days = new Map<string, DayTally>();

  add(day: string, amountCentavos: Centavos = centavos(0)): void {
    const { payouts, sumCentavos: sum } = this.#days.get(day) ?? { payouts: 0, sumCentavos: centavos(0) };
    this.#days.set(day, { day, payouts: payouts + 1, sumCentavos: sumCentavos(sum, amountCentavos) });
  }

  /** In their order; last those without a day. */
  days(): readonly DayTally[] {
    const rank = ({ day }: DayTally) => (day === '' ? '9' : day);
    return [...this.#days.values()].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}

/** How many there are on all of these days. */
export function countOfDays(days: readonly DayTally[]): Omit<DayTally, 'day'> {
  return {
    payouts: days.reduce((count, { payouts }) => count + payouts, 0),
    sumCentavos: sumCentavos(...days.map(({ sumCentavos: sum }) => sum)),
  };
}
