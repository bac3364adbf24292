import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';

export interface DayTally {
  /** Such as `2026-12-05`; empty for rows that name none. */
  readonly day: string;
  readonly payouts: number;
  readonly sumCentavos: Centavos;
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
