import { LIST_CACHE_SECONDS } from '../../../contract/limits.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import type { ProofVerdict } from '../../../lists/proof.ts';
import type { ListFacts } from './manifest.ts';

/** The maximum age of a list answer. */
const LIST_AGE_MS = LIST_CACHE_SECONDS * 1_000;

interface Countable {
  countUnsettled(): { readonly rows: number; readonly readAt: number | undefined };
}

/** What was read of the lists for an export. */
export function listFactsOf(
  verdicts: readonly (readonly [ListName, ProofVerdict])[],
  stored: Readonly<Record<ListName, Countable>>,
): ListFacts {
  return {
    gaps: verdicts.flatMap(([list, { gaps }]) => gaps.map(({ from, to }) => ({ list, first: from, last: to - 1 }))),
    lists: verdicts.map(([list, { isProven, reason, firstNumber, endNumber, total, asOf, restarts }]) => ({
      list,
      proven: isProven,
      reason: reason ?? null,
      firstNumber,
      endNumber,
      total,
      asOf: new Date(asOf).toISOString(),
      restarts,
    })),
    notFinal: notFinalOf(verdicts.map(([list]) => stored[list])),
  };
}

export function notFinalOf(stored: readonly Countable[]): ListFacts['notFinal'] {
  const unsettled = stored.map((list) => list.countUnsettled());
  const unsettledAt = Math.min(...unsettled.map(({ readAt }) => readAt ?? Infinity));
  return {
    rows: unsettled.reduce((sum, { rows }) => sum + rows, 0),
    asOf: unsettledAt === Infinity ? null : new Date(unsettledAt - LIST_AGE_MS).toISOString(),
  };
}
