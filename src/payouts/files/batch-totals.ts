import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES, type PixKeyType } from '../../pix/pix-key.ts';
import type { BatchTotals } from './batch-summary.ts';
import type { Payout } from '../payout.ts';

interface KeyTypeTotals {
  payouts: number;
  sumCentavos: Centavos;
}

/** Adds payouts up while they pass by. */
export class TotalsCounter {
  #payouts = 0;
  #sum = centavos(0);
  #largest: BatchTotals['largest'];
  #smallest: BatchTotals['smallest'];
  readonly #byKeyType = perKeyType((): KeyTypeTotals => ({ payouts: 0, sumCentavos: centavos(0) }));

  /** @throws {RangeError} when a sum leaves the safe integers */
  add({ row, line, pixKeyType, amountCentavos }: Pick<Payout, 'row' | 'line' | 'pixKeyType' | 'amountCentavos'>): void {
    this.#payouts += 1;
    this.#sum = sumCentavos(this.#sum, amountCentavos);
    const ofType = this.#byKeyType[pixKeyType];
    ofType.payouts += 1;
    ofType.sumCentavos = sumCentavos(ofType.sumCentavos, amountCentavos);
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
      largest: this.#largest,
      smallest: this.#smallest,
    };
  }
}

function perKeyType<Value>(valueOf: (type: PixKeyType) => Value): Record<PixKeyType, Value> {
  return Object.fromEntries(PIX_KEY_TYPES.map((type) => [type, valueOf(type)])) as Record<PixKeyType, Value>;
}
