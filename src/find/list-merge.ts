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

interface ListUnderWay<Source> extends MergedList<Source> {
  waiting: TimedEntry[];
  hasEnded: boolean;
}

/**
 * Reads several lists as one, newest first: each as far back in time as the others. Rows that are ready at the same time
 * come as one batch.
 */
export async function* mergeNewestFirst<Source>(
  merged: readonly MergedList<Source>[],
  endings: Endings<Source>,
): AsyncGenerator<readonly MergedEntry<Source>[], void, undefined> {
  const lists = merged.map((list) => ({ ...list, waiting: [], hasEnded: false }));
  try {
    for (;;) {
      await Promise.all(lists.map((list) => refill(list, endings)));
      const taken = takeWaiting(lists);
      if (taken.length === 0) return;
      yield taken;
    }
  } finally {
    await Promise.all(lists.map(({ stretches }) => stretches.return(false)));
  }
}

async function refill<Source>(list: ListUnderWay<Source>, { onEnd, onFailure }: Endings<Source>): Promise<void> {
  while (!list.hasEnded && list.waiting.length === 0) {
    try {
      const { value, done } = await list.stretches.next();
      if (done !== true) list.waiting = [...value];
      else {
        list.hasEnded = true;
        onEnd(list.source, value);
      }
    } catch (error) {
      list.hasEnded = true;
      onFailure(list.source, error);
    }
  }
}

/** Stops when a list has no row ready: its next row may be newer than those of the others. */
function takeWaiting<Source>(lists: readonly ListUnderWay<Source>[]): MergedEntry<Source>[] {
  const taken: MergedEntry<Source>[] = [];
  const timeOf = ({ waiting }: ListUnderWay<Source>) => waiting[0]?.createdAtMs ?? -Infinity;
  for (;;) {
    const waiting = lists.filter((list) => list.waiting.length > 0);
    const newest = waiting.reduce<(typeof waiting)[number] | undefined>(
      (best, list) => (best !== undefined && timeOf(best) >= timeOf(list) ? best : list),
      undefined,
    );
    const next = newest?.waiting.shift();
    if (newest === undefined || next === undefined) return taken;
    taken.push({ ...next, source: newest.source });
    if (newest.waiting.length === 0 && !newest.hasEnded) return taken;
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
