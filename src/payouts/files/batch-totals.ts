import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES, type PixKeyType } from '../../pix/pix-key.ts';
import type { BatchTotals, FeePart, FeeTotals } from './batch-summary.ts';
import type { Payout } from '../payout.ts';

interface KeyTypeTotals {
  payouts: number;
  sumCentavos: Centavos;
}

const NO_FEE_TOTALS: FeeTotals = {
  payouts: 0,
  largestCentavos: undefined,
  smallestCentavos: undefined,
};

/** What of a payout is added up. */
type CountedPayout = Pick<Payout, 'row' | 'line' | 'pixKeyType' | 'amountCentavos' | 'coverFee'>;

/** Sums payouts as they pass. */
export class TotalsCounter {
  #payouts = 0;
  #sum = centavos(0);
  #largest: BatchTotals['largest'];
  #smallest: BatchTotals['smallest'];
  readonly #byKeyType = perKeyType((): KeyTypeTotals => ({ payouts: 0, sumCentavos: centavos(0) }));
  readonly #byFee: Record<FeePart, FeeTotals> = { onTop: NO_FEE_TOTALS, taken: NO_FEE_TOTALS };

  /** @throws {RangeError} when a sum is no safe integer */
  add({ row, line, pixKeyType, amountCentavos, coverFee }: CountedPayout): void {
    this.#payouts += 1;
    this.#sum = sumCentavos(this.#sum, amountCentavos);
    const ofType = this.#byKeyType[pixKeyType];
    ofType.payouts += 1;
    ofType.sumCentavos = sumCentavos(ofType.sumCentavos, amountCentavos);
    const part = coverFee ? 'onTop' : 'taken';
    this.#byFee[part] = withAmount(this.#byFee[part], amountCentavos);
    if (this.#largest === undefined || amountCentavos > this.#largest.amountCentavos) {
      this.#largest = { row, line, amountCentavos };
    }
    if (this.#smallest === undefined || amountCentavos < this.#smallest.amountCentavos) {
      this.#smallest = { row, line, amountCentavos };
    }
  }

  totals(): BatchTotals {
    return {
      payouts: this.#payouts,
      sumCentavos: this.#sum,
      byKeyType: perKeyType((type) => ({ ...this.#byKeyType[type] })),
      byFee: { ...this.#byFee },
      largest: this.#largest,
      smallest: this.#smallest,
    };
  }
}

/** Of one payout alone. */
export function feeTotalsOf({
  amountCentavos,
  coverFee,
}: Pick<Payout, 'amountCentavos' | 'coverFee'>): BatchTotals['byFee'] {
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

function perKeyType<Value>(valueOf: (type: PixKeyType) => Value): Record<PixKeyType, Value> {
  return Object.fromEntries(PIX_KEY_TYPES.map((type) => [type, valueOf(type)])) as Record<PixKeyType, Value>;
}
