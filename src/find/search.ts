import type { PixClient } from '../client/client.ts';
import { InterruptedError, PixError } from '../client/errors.ts';
import { isFinal } from '../contract/final-status.ts';
import { answered, createLookUps, isUnknown } from './look-ups.ts';
import { mergeLists, type MergedTransaction } from './merge-lists.ts';
import type { Match, SearchedList, Shortfall } from './finding.ts';
import { readNewestFirst, type SearchSpan } from './newest-first.ts';
import { isIdentified, matchTransaction, type Question } from './question.ts';
import { walletLists } from './wallet-entry.ts';

/** An account that is searched. */
export interface SearchedAccount {
  readonly name: string;
  /** Ids of withdrawals that are known under what was typed: as the reference of a payout. */
  readonly referenced?: readonly string[];
  readonly client: PixClient;
}

export interface SearchOptions extends SearchSpan {
  /** Matches to find at most. */
  readonly limit: number;
  /** Goes on when the one transaction that an id stands for has been found. */
  readonly isExhaustive: boolean;
  readonly signal: AbortSignal;
}

/** What was found since the last time, newest first, and how far the search has come. */
export interface SearchStep {
  readonly matches: readonly Match[];
  /** Rows looked at in all. */
  readonly rows: number;
  /** All accounts have been looked through as far back as that. Epoch milliseconds; undefined before the first row. */
  readonly backToMs: number | undefined;
}

export interface SearchEnd {
  /** `identified`: the one that was meant is found. `limit`: there may be more. */
  readonly reason: 'identified' | 'limit' | 'end';
  readonly shortfalls: readonly Shortfall[];
}

/** Look-ups of rows that may be what was asked for. Ten seconds with one key. */
const LOOK_UPS_MAXIMUM = 100;
/** Matches whose status may have changed since the service's cache was filled. */
const REREADS_MAXIMUM = 20;

/**
 * Searches accounts for what was typed: asked for as an id at once, and where it is none, in their lists from the newest
 * row on.
 *
 * @throws {PixError} when no account could be searched at all
 */
export async function* searchAccounts(
  accounts: readonly SearchedAccount[],
  question: Question,
  options: SearchOptions,
): AsyncGenerator<SearchStep, SearchEnd, undefined> {
  const { since, before, limit, isExhaustive, signal } = options;
  const sources = accounts.flatMap(({ name, client, referenced = [] }) =>
    walletLists(client).map((list) => ({
      account: name,
      list,
      referenced: list.name === 'withdraws' ? referenced : [],
    })),
  );
  const shortfalls: Shortfall[] = [];
  const failures: unknown[] = [];
  const shown = new Set<string>();
  const lookUps = createLookUps(question, isExhaustive ? Number.POSITIVE_INFINITY : LOOK_UPS_MAXIMUM);
  let rereads = 0;
  let rows = 0;
  let backToMs: number | undefined;

  async function refreshed(match: Match, { list }: SearchedList): Promise<Match> {
    if (isFinal(match.transaction) || (rereads += 1) > REREADS_MAXIMUM) return match;
    const details = await answered(list.get(match.transaction.id));
    return details === undefined ? match : { ...match, transaction: { ...match.transaction, ...details } };
  }

  /** The matches among these rows, as many as are wanted. */
  async function matchesIn(merged: readonly MergedTransaction<SearchedList>[]): Promise<Match[]> {
    const details = await lookUps.make(merged);
    const found: Promise<Match>[] = [];
    for (const row of merged) {
      const { account, list } = row.source;
      const transaction = details.get(row) ?? row.transaction;
      const matched = matchTransaction(transaction, question);
      const match = { account, list: list.name, matched, transaction };
      if (matched.length === 0 || shown.has(placeOf(match))) continue;
      shown.add(placeOf(match));
      found.push(refreshed(match, row.source));
      if (shown.size === limit || (!isExhaustive && isIdentified(matched))) break;
    }
    return Promise.all(found);
  }

  function endAfter(matches: readonly Match[]): SearchEnd | undefined {
    if (!isExhaustive && matches.some(({ matched }) => isIdentified(matched))) {
      return { reason: 'identified', shortfalls };
    }
    return shown.size >= limit ? { reason: 'limit', shortfalls } : undefined;
  }

  const asked = sources.flatMap(({ account, list, referenced }) => [
    ...referenced.map((id) => ({ account, list, id, by: ['reference'] })),
    ...(question.identifier === undefined ? [] : [{ account, list, id: question.typed, by: [] }]),
  ]);
  if (asked.length > 0) {
    const found = await Promise.all(
      asked.map(async ({ account, list, id, by }): Promise<Match[]> => {
        const transaction = await answered(list.get(id), (error) => {
          // What only the journal knows by that name is in no list under it.
          if (by.length === 0 || isUnknown(error)) return;
          shortfalls.push({ account, list: list.name, reason: 'failed', error });
        });
        if (transaction === undefined) return [];
        return [
          { account, list: list.name, matched: [...by, ...matchTransaction(transaction, question)], transaction },
        ];
      }),
    );
    const matches = found.flat().slice(0, limit);
    for (const match of matches) shown.add(placeOf(match));
    if (matches.length > 0) yield { matches, rows, backToMs };
    const end = endAfter(matches);
    if (end !== undefined) return end;
  }

  const lists = sources.map((source) => ({
    source,
    stretches: readNewestFirst(source.list, { since, before: earliest(before, lookUps.beforeMs) }, signal),
  }));
  const merged = mergeLists(lists, {
    onEnd({ account, list }, isWhole) {
      if (!isWhole) shortfalls.push({ account, list: list.name, reason: 'gaps' });
    },
    onFailure({ account, list }, error) {
      if (!(error instanceof PixError) || error instanceof InterruptedError) throw error;
      failures.push(error);
      shortfalls.push({ account, list: list.name, reason: 'failed', error });
    },
  });
  for await (const told of merged) {
    const matches = await matchesIn(told);
    rows += told.length;
    backToMs = told.at(-1)?.createdAtMs;
    yield { matches, rows, backToMs };
    const end = endAfter(matches);
    if (end !== undefined) return end;
  }
  if (failures.length === sources.length && shown.size === 0) throw failures[0];
  return { reason: 'end', shortfalls: [...shortfalls, ...lookUps.shortfalls()] };
}

function placeOf({ account, list, transaction }: Match): string {
  return JSON.stringify([account, list, transaction.id]);
}

function earliest(...moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
