import type { PlacedTransaction } from './newest-first.ts';

/** A list under way, of one account. */
export interface MergedList<Source> {
  readonly source: Source;
  readonly stretches: AsyncGenerator<readonly PlacedTransaction[], boolean, undefined>;
}

export interface MergedTransaction<Source> extends PlacedTransaction {
  readonly source: Source;
}

interface ListUnderWay<Source> extends MergedList<Source> {
  waiting: readonly PlacedTransaction[];
  place: number;
  hasEnded: boolean;
}

interface Endings<Source> {
  /** @param isWhole as the list said when it ended */
  readonly onEnd: (source: Source, isWhole: boolean) => void;
  /** The others go on, unless it throws. */
  readonly onFailure: (source: Source, error: unknown) => void;
}

/**
 * Reads several lists as one, newest first: each as far back in time as the others. What can be told without waiting
 * comes together.
 */
export async function* mergeLists<Source>(
  lists: readonly MergedList<Source>[],
  { onEnd, onFailure }: Endings<Source>,
): AsyncGenerator<readonly MergedTransaction<Source>[], void, undefined> {
  const underWay = lists.map((list): ListUnderWay<Source> => ({ ...list, waiting: [], place: 0, hasEnded: false }));

  async function refill(list: ListUnderWay<Source>): Promise<void> {
    while (!list.hasEnded && list.place === list.waiting.length) {
      try {
        const { value, done } = await list.stretches.next();
        list.place = 0;
        list.waiting = done === true ? [] : value;
        if (done !== true) continue;
        list.hasEnded = true;
        onEnd(list.source, value);
      } catch (error) {
        list.hasEnded = true;
        list.waiting = [];
        onFailure(list.source, error);
      }
    }
  }

  try {
    for (;;) {
      await Promise.all(underWay.map(refill));
      const told: MergedTransaction<Source>[] = [];
      for (let next = newest(underWay); next !== undefined; next = newest(underWay)) {
        told.push({ ...next.transaction, source: next.list.source });
        next.list.place += 1;
        if (next.list.place === next.list.waiting.length && !next.list.hasEnded) break;
      }
      if (told.length === 0) return;
      yield told;
    }
  } finally {
    await Promise.all(underWay.map(({ stretches }) => stretches.return(false)));
  }
}

function newest<Source>(
  lists: readonly ListUnderWay<Source>[],
): { list: ListUnderWay<Source>; transaction: PlacedTransaction } | undefined {
  let found: { list: ListUnderWay<Source>; transaction: PlacedTransaction } | undefined;
  for (const list of lists) {
    const transaction = list.waiting[list.place];
    if (transaction === undefined) continue;
    if (found === undefined || transaction.createdAtMs > found.transaction.createdAtMs) found = { list, transaction };
  }
  return found;
}
