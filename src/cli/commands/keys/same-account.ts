import type { Balance } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import { PAGE_LIMIT_MAXIMUM } from '../../../contract/limits.ts';

type Sameness = 'same' | 'other' | 'unknown';
type Rows = Page<{ readonly id: string }, unknown>;

/**
 * Whether two clients' keys belong to one account. Compares what both may read: rows with the same number have the same
 * id only within one account; otherwise the balance.
 */
export async function isSameAccount(known: PixClient, added: PixClient): Promise<Sameness> {
  for (const list of ['payments', 'withdraws'] as const) {
    const newest = (client: PixClient): Promise<Rows> => client[list].page({ limit: PAGE_LIMIT_MAXIMUM });
    const [ours, theirs] = [await readable(newest(known)), await readable(newest(added))];
    const sameness = ours === undefined || theirs === undefined ? 'unknown' : byRows(ours, theirs);
    if (sameness !== 'unknown') return sameness;
  }
  const before = await readable(known.balance());
  const theirs = before && (await readable(added.balance()));
  const after = theirs && (await readable(known.balance()));
  return before && theirs && after ? byBalance(before, theirs, after) : 'unknown';
}

/** @returns undefined without the permission */
async function readable<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}

/** Compares by row numbers, counted from the oldest, because rows may be added between the two answers. */
function byRows(ours: Rows, theirs: Rows): Sameness {
  const number = ({ pagination }: Rows, index: number): number => pagination.total - 1 - (pagination.offset + index);
  const idByNumber = new Map(ours.items.map(({ id }, index) => [number(ours, index), id]));
  for (const [index, { id }] of theirs.items.entries()) {
    const knownId = idByNumber.get(number(theirs, index));
    if (knownId !== undefined) return knownId === id ? 'same' : 'other';
  }
  return 'unknown';
}

/** Balances are compared only if ours did not change in the meantime and shows earlier activity. */
function byBalance(before: Balance, theirs: Balance, after: Balance): Sameness {
  const facts = ({ balance, statistics, limits, plan }: Balance) => JSON.stringify([balance, statistics, limits, plan]);
  if (facts(before) !== facts(after)) return 'unknown';
  if (facts(theirs) !== facts(before)) return 'other';
  return (before.statistics.totalPayments ?? 0) > 0 ? 'same' : 'unknown';
}
