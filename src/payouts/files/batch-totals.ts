import { NOTHING, sumCentavos, sumIfExact, type Centavos } from '../../pix/centavos.ts';
import type { BatchTotals, FeePart, FeeTotals } from './batch-summary.ts';
import type { DayTally } from './batch-problem.ts';
import type { Payout } from '../payout.ts';

const NO_FEE_TOTALS: FeeTotals = { payouts: 0, largestCentavos: undefined, smallestCentavos: undefined };

export class TotalsCounter {
  #payouts = 0;
  #sum = NOTHING;
  readonly #byFee: Record<FeePart, FeeTotals> = { onTop: NO_FEE_TOTALS, taken: NO_FEE_TOTALS };

  /** Whether the sum stays exact with one more. */
  canAdd(amountCentavos: Centavos): boolean {
    return sumIfExact(this.#sum, amountCentavos) !== undefined;
  }

  /** @throws {RangeError} unless {@link canAdd} */
  add({ amountCentavos, coverFee }: Pick<Payout, 'amountCentavos' | 'coverFee'>): void {
    this.#payouts += 1;
    this.#sum = sumCentavos(this.#sum, amountCentavos);
    const part = coverFee ? 'onTop' : 'taken';
    this.#byFee[part] = withAmount(this.#byFee[part], amountCentavos);
  }

  totals(): BatchTotals {
    return { payouts: this.#payouts, sumCentavos: this.#sum, byFee: { ...this.#byFee } };
  }
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
  #sum = NOTHING;

  /** @param amountCentavos undefined if it can't be read; one with which the sum of all days is not exact counts as such */
  add(day: string, amountCentavos: Centavos | undefined): void {
    const { payouts, sumCentavos: sum } = this.#days.get(day) ?? { payouts: 0, sumCentavos: NOTHING };
    const counted =
      amountCentavos === undefined || sumIfExact(this.#sum, amountCentavos) === undefined ? NOTHING : amountCentavos;
    this.#sum = sumCentavos(this.#sum, counted);
    this.#days.set(day, { day, payouts: payouts + 1, sumCentavos: sumCentavos(sum, counted) });
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
