import { createdAtMs, type WalletEntry, type WalletList } from './wallet-entry.ts';

/** One list of one account, while it is being read. */
interface MergedList<Source> {
  readonly source: Source;
  readonly stretches: AsyncGenerator<readonly TimedEntry[], boolean, undefined>;
}

export interface MergedEntry<Source> extends TimedEntry {
  readonly source: Source;
}

interface Endings<Source> {
  /** @param isWhole whether the list reported that no row is missing */
  readonly onEnd: (source: Source, isWhole: boolean) => void;
  /** The other lists continue, unless this throws. */
  readonly onFailure: (source: Source, error: unknown) => void;
}

/** Reads several lists as one, newest first: each as far back in time as the others. */
export class ListMerge<Source> {
  readonly #lists: readonly ListUnderWay<Source>[];

  constructor(lists: readonly MergedList<Source>[], endings: Endings<Source>) {
    this.#lists = lists.map((list) => new ListUnderWay(list, endings));
  }

  /** Rows that are ready at the same time come as one batch. */
  async *read(): AsyncGenerator<readonly MergedEntry<Source>[], void, undefined> {
    try {
      for (;;) {
        await Promise.all(this.#lists.map((list) => list.refill()));
        const merged = this.#takeWaiting();
        if (merged.length === 0) return;
        yield merged;
      }
    } finally {
      await Promise.all(this.#lists.map((list) => list.leave()));
    }
  }

  /** Stops when a list has no row ready: its next row may be newer than those of the others. */
  #takeWaiting(): MergedEntry<Source>[] {
    const taken: MergedEntry<Source>[] = [];
    for (let list = this.#newest(); list !== undefined; list = this.#newest()) {
      taken.push(list.take());
      if (list.next === undefined && !list.hasEnded) break;
    }
    return taken;
  }

  #newest(): ListUnderWay<Source> | undefined {
    let newest: ListUnderWay<Source> | undefined;
    for (const list of this.#lists) {
      if (list.next === undefined) continue;
      if (newest?.next === undefined || list.next.createdAtMs > newest.next.createdAtMs) newest = list;
    }
    return newest;
  }
}

class ListUnderWay<Source> {
  readonly #list: MergedList<Source>;
  readonly #endings: Endings<Source>;
  #waiting: readonly TimedEntry[] = [];
  #taken = 0;
  hasEnded = false;

  constructor(list: MergedList<Source>, endings: Endings<Source>) {
    this.#list = list;
    this.#endings = endings;
  }

  get next(): TimedEntry | undefined {
    return this.#waiting[this.#taken];
  }

  take(): MergedEntry<Source> {
    const { next } = this;
    if (next === undefined) throw new TypeError('no row of this list waits');
    this.#taken += 1;
    return { ...next, source: this.#list.source };
  }

  async refill(): Promise<void> {
    const { source, stretches } = this.#list;
    while (!this.hasEnded && this.next === undefined) {
      try {
        const { value, done } = await stretches.next();
        this.#taken = 0;
        this.#waiting = done === true ? [] : value;
        if (done !== true) continue;
        this.hasEnded = true;
        this.#endings.onEnd(source, value);
      } catch (error) {
        this.hasEnded = true;
        this.#waiting = [];
        this.#endings.onFailure(source, error);
      }
    }
  }

  async leave(): Promise<void> {
    await this.#list.stretches.return(false);
  }
}

/** From one moment on, and before another. Epoch milliseconds; undefined means unbounded. */
export interface SearchSpan {
  readonly since: number | undefined;
  readonly before: number | undefined;
}

/** A row without a time may be of any. */
export function isWithinSpan(time: number | undefined, { since = -Infinity, before = Infinity }: SearchSpan): boolean {
  return time === undefined || (time >= since && time < before);
}

/** A payment or withdrawal and its time. If the service sends no time, that of the next newer row. */
interface TimedEntry {
  readonly entry: WalletEntry;
  readonly createdAtMs: number;
}

/**
 * Reads a list from its newest row on, in batches, past the service's cache and within the rate limit of the keys. It
 * ends at the first row that is older than the span; a list in another order is read to its end.
 *
 * @returns whether no row of the span is missing
 */
export async function* readNewestFirst(
  list: WalletList,
  { since, before }: SearchSpan,
  signal: AbortSignal,
): AsyncGenerator<readonly TimedEntry[], boolean, undefined> {
  // Only the newer end of the span is searched for by halving. The older end is reached while reading, and searching
  // for it would delay the first rows.
  const proven = list.proven({
    order: 'newest-first',
    until: before === undefined ? undefined : new Date(before),
    signal,
  });
  let end = (await proven.start()).endNumber;
  let rowsSeen = 0;
  let time = before ?? Infinity;
  let isNewestFirst = true;
  for await (const step of proven.steps()) {
    if (step.type === 'restart') {
      end = step.start.endNumber;
      rowsSeen = 0;
      time = before ?? Infinity;
      continue;
    }
    const stretch: TimedEntry[] = [];
    for (const { row: entry } of step.rows) {
      const createdAt = createdAtMs(entry) ?? time;
      isNewestFirst &&= createdAt <= time;
      time = createdAt;
      stretch.push({ entry, createdAtMs: createdAt });
    }
    rowsSeen += stretch.length;
    const within = since === undefined ? stretch : stretch.filter((timed) => timed.createdAtMs >= since);
    yield within;
    if (isNewestFirst && within.length < stretch.length) return rowsSeen === end - (step.rows.at(-1)?.number ?? 0);
  }
  return proven.verdict().isProven;
}
