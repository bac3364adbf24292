import type { NumberRange } from './proof.ts';
import type { ProvenIds } from './proven-ids.ts';
import type { GatheredRows } from './row-reader.ts';

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

  constructor(ids: ProvenIds, numbers: NumberRange, isDescending: boolean) {
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
    const overlap = rows > 1 ? 1 : 0;
    const first = Math.max(0, this.#next - overlap);
    const end = first + rows;
    this.#next = Math.min(this.#length, end + (this.#isProven(end) ? overlap : 0));
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
    while (this.#isProven(this.#next)) this.#next += 1;
  }
}

/** Per key: the requests of one rate limit window, and some that wait for their turn. */
const REQUESTS_UNDER_WAY = 14;
/** Per key: pages that wait for an earlier one. They cover several seconds of requests and bound the memory. */
const PAGES_AHEAD = 64;

/** A range of numbers, and its rows as they arrive. */
interface Chunk<Row extends { readonly id: string }> {
  readonly numbers: NumberRange;
  readonly gathered: Promise<GatheredRows<Row>>;
}

interface Fetching<Row extends { readonly id: string }> {
  readonly walk: NumberWalk;
  /** How many API keys share the requests. */
  readonly keys: number;
  readonly usefulRows: () => number;
  readonly read: (numbers: NumberRange) => Promise<GatheredRows<Row>>;
  readonly signal: AbortSignal;
}

/** The rows of a walk in order, with several requests open ahead of the reader. */
export class RowsAhead<Row extends { readonly id: string }> {
  readonly #fetching: Fetching<Row>;
  readonly #waiting: Chunk<Row>[] = [];
  #underWay = 0;

  constructor(fetching: Fetching<Row>) {
    this.#fetching = fetching;
  }

  /** @returns undefined at the end of the walk */
  next(): Chunk<Row> | undefined {
    this.#fetchAhead();
    return this.#waiting.shift();
  }

  #fetchAhead(): void {
    const { walk, signal, keys } = this.#fetching;
    const hasRoom = () => this.#waiting.length < PAGES_AHEAD * keys && this.#underWay < REQUESTS_UNDER_WAY * keys;
    while (!signal.aborted && !walk.isOver() && hasRoom()) this.#fetchNext();
  }

  #fetchNext(): void {
    const { walk, usefulRows, read } = this.#fetching;
    const numbers = walk.take(usefulRows());
    this.#underWay += 1;
    const gathered = read(numbers).finally(() => {
      this.#underWay -= 1;
      this.#fetchAhead();
    });
    // Avoids an unhandled rejection: it may fail before its turn, or after its reader has left.
    gathered.catch(() => undefined);
    this.#waiting.push({ numbers, gathered });
  }
}
