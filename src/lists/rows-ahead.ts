import type { GatheredRows } from './gathered-rows.ts';
import type { NumberWalk } from './number-walk.ts';
import type { NumberRange } from './proof.ts';

/** For each key: requests that start within one window, and some that wait for their turn. */
const REQUESTS_UNDER_WAY = 14;
/** For each key: pages that may wait for an earlier one. Several seconds of its pace, and no more memory than that. */
const PAGES_AHEAD = 64;

/** Numbers next to each other, and the rows that come for them. */
interface Chunk<Row extends { readonly id: string }> {
  readonly numbers: NumberRange;
  readonly gathered: Promise<GatheredRows<Row>>;
}

interface Fetching<Row extends { readonly id: string }> {
  readonly walk: NumberWalk;
  /** How many API keys there are to ask with. */
  readonly keys: number;
  readonly wantedRows: () => number;
  readonly read: (numbers: NumberRange) => Promise<GatheredRows<Row>>;
  readonly signal: AbortSignal;
}

/** Rows in the order of a walk, with several requests under way ahead of their reader. */
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
    const { walk, wantedRows, read } = this.#fetching;
    const numbers = walk.take(wantedRows());
    this.#underWay += 1;
    const gathered = read(numbers).finally(() => {
      this.#underWay -= 1;
      this.#fetchAhead();
    });
    // It may fail before its turn comes, or after its reader has left.
    gathered.catch(() => undefined);
    this.#waiting.push({ numbers, gathered });
  }
}
