import { centavos, sumCentavos } from '../../pix/centavos.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { BatchTotals } from './batch-summary.ts';
import type { Payout } from '../payout.ts';

/** Adds payouts up while they pass by. */
export interface TotalsCounter {
  /** @throws {RangeError} when a sum leaves the safe integers */
  add(payout: Pick<Payout, 'row' | 'line' | 'pixKeyType' | 'amountCentavos'>): void;
  totals(): BatchTotals;
}

export function totalsCounter(): TotalsCounter {
  const none = { payouts: 0, sumCentavos: centavos(0) };
  const byKeyType = Object.fromEntries(PIX_KEY_TYPES.map((type) => [type, { ...none }]));
  let { payouts, sumCentavos: sum } = none;
  let largest: BatchTotals['largest'];
  let smallest: BatchTotals['smallest'];
  return {
    add({ row, line, pixKeyType, amountCentavos }) {
      payouts += 1;
      sum = sumCentavos(sum, amountCentavos);
      const ofType = (byKeyType[pixKeyType] ??= { ...none });
      ofType.payouts += 1;
      ofType.sumCentavos = sumCentavos(ofType.sumCentavos, amountCentavos);
      if (largest === undefined || amountCentavos > largest.amountCentavos) largest = { row, line, amountCentavos };
      if (smallest === undefined || amountCentavos < smallest.amountCentavos) smallest = { row, line, amountCentavos };
    },
    totals() {
      const { CPF = none, CNPJ = none, EMAIL = none, PHONE = none, RANDOM = none } = byKeyType;
      const copies = {
        CPF: { ...CPF },
        CNPJ: { ...CNPJ },
        EMAIL: { ...EMAIL },
        PHONE: { ...PHONE },
        RANDOM: { ...RANDOM },
      };
      return { payouts, sumCentavos: sum, byKeyType: copies, largest, smallest };
    },
  };
}
