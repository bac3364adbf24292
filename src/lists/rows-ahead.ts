import type { GatheredRows } from './gathered-rows.ts';
import type { NumberWalk } from './number-walk.ts';
import type { NumberRange } from './proof.ts';

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
    const { walk, signal } = this.#fetching;
    while (!signal.aborted && !walk.isOver() && this.#hasRoom()) this.#fetchNext();
  }

  #hasRoom(): boolean {
    const { keys } = this.#fetching;
    return this.#waiting.length < PAGES_AHEAD * keys && this.#underWay < REQUESTS_UNDER_WAY * keys;
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
