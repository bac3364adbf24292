import { postedMs, type AccountEntry } from './entry.ts';

/**
 * The entries of many rows, by the time at which they were posted. What a row posted later (a return) waits until its time
 * comes: few rows have any.
 *
 * @param rows the entries of each row, the first one first; the rows by the time of the first
 */
export function* entriesInOrder(rows: Iterable<readonly AccountEntry[]>): Generator<AccountEntry, void> {
  const waiting: AccountEntry[] = [];
  for (const [first, ...later] of rows) {
    if (first === undefined) continue;
    for (let next = waiting[0]; next !== undefined && postedMs(next) < postedMs(first); next = waiting[0]) {
      yield next;
      waiting.shift();
    }
    yield first;
    for (const entry of later) waiting.splice(placeAmong(waiting, postedMs(entry)), 0, entry);
  }
  yield* waiting;
}

/** Behind all that are not later. */
function placeAmong(waiting: readonly AccountEntry[], moment: number): number {
  return waiting.findLastIndex((other) => postedMs(other) <= moment) + 1;
}
