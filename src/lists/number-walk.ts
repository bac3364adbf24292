import type { NumberRange } from './proof.ts';
import type { ProvenIds } from './proven-ids.ts';

/**
 * Walks through the numbers without an id, range by range, from the oldest or from the newest. Each range overlaps the
 * previous one, and known numbers on either side, by one row.
 */
export class NumberWalk {
  readonly #ids: ProvenIds;
  readonly #numbers: NumberRange;
  readonly #isDescending: boolean;
  readonly #length: number;
  /** Counted from the beginning of the walk. */
  #next = 0;

  constructor(ids: ProvenIds, numbers: NumberRange, { isDescending }: { readonly isDescending: boolean }) {
    this.#ids = ids;
    this.#numbers = numbers;
    this.#isDescending = isDescending;
    this.#length = numbers.to - numbers.from;
    this.#skipProven();
  }

  isOver(): boolean {
    return this.#next >= this.#length;
  }

  /** The next range of numbers to request: about `rows` of them. A single row has no overlap. */
  take(rows: number): NumberRange {
    const first = this.#next - (this.#next > 0 && rows > 1 ? 1 : 0);
    const end = first + rows;
    const isAtProven = rows > 1 && end < this.#length && this.#isProven(end);
    this.#next = Math.min(this.#length, end + (isAtProven ? 1 : 0));
    const range = this.#rangeOf(first, this.#next);
    this.#skipProven();
    return range;
  }

  #rangeOf(first: number, end: number): NumberRange {
    const { from, to } = this.#numbers;
    return this.#isDescending ? { from: to - end, to: to - first } : { from: from + first, to: from + end };
  }

  #isProven(step: number): boolean {
    return this.#ids.has(this.#rangeOf(step, step + 1).from);
  }

  #skipProven(): void {
    while (this.#next < this.#length && this.#isProven(this.#next)) this.#next += 1;
  }
}
