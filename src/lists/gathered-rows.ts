import type { NumberedRow, NumberRange } from './proof.ts';

/** Rows of a range of numbers, collected from several answers, and which of them are proven neighbours. */
export class GatheredRows<Row extends { readonly id: string }> {
  readonly #numbers: NumberRange;
  readonly #rows = new Map<number, NumberedRow<Row>>();
  /** Numbers of rows that came in one answer together with the next newer row. */
  readonly #neighbours = new Set<number>();
  #contradictions = 0;

  constructor(numbers: NumberRange) {
    this.#numbers = numbers;
  }

  /** @returns whether they contained something new */
  add(answered: readonly NumberedRow<Row>[]): boolean {
    const sizeBefore = this.#rows.size + this.#neighbours.size;
    const { from, to } = this.#numbers;
    const rows = answered.filter(({ number }) => number >= from && number < to);
    if (rows.some(({ number, row }) => (this.#rows.get(number)?.row.id ?? row.id) !== row.id)) {
      // Two answers contradict each other: neither can be trusted.
      this.#rows.clear();
      this.#neighbours.clear();
      this.#contradictions += 1;
    } else {
      for (const row of rows) this.#rows.set(row.number, row);
      for (const { number } of rows.slice(1)) this.#neighbours.add(number);
    }
    return this.#rows.size + this.#neighbours.size > sizeBefore;
  }

  /**
   * The range to request again: from the first gap to the last, with the existing row on either side. If a row was
   * inserted or removed further down between two answers, a row that both contain has two numbers.
   */
  missing(): NumberRange | undefined {
    const { from, to } = this.#numbers;
    if (to - from === 1) return this.#rows.has(from) ? undefined : { from, to };
    let first = from;
    while (first < to - 1 && this.#neighbours.has(first)) first += 1;
    let last = to - 1;
    while (last > first && this.#neighbours.has(last - 1)) last -= 1;
    return first < last ? { from: first, to: last + 1 } : undefined;
  }

  /** By number, oldest first. */
  ascending(): NumberedRow<Row>[] {
    return [...this.#rows.values()].sort((one, other) => one.number - other.number);
  }

  /** Whether one answer contained this row and the next newer one. */
  areNeighbours(number: number): boolean {
    return this.#neighbours.has(number);
  }

  /** Whether rows are missing because answers contradicted each other. */
  isContradicted(): boolean {
    return this.#contradictions > 0 && this.missing() !== undefined;
  }
}
