import type { Match } from '../finding.ts';
import type { Candidate, Mirror } from './index-file.ts';
import type { SearchSpan } from '../newest-first.ts';
import { isIdentified, matchTransaction, type Question } from '../question.ts';
import { LIST_NAMES, type ListName } from '../wallet-entry.ts';

export interface SearchedMirror {
  readonly name: string;
  /** Ids of withdrawals that are known under what was typed: as the reference of a payout. */
  readonly referenced?: readonly string[];
  readonly mirror: Mirror;
}

export interface MirrorSearchOptions extends SearchSpan {
  readonly limit: number;
  /** Goes on when the one transaction that an id stands for has been found. */
  readonly isExhaustive: boolean;
}

interface Stream {
  readonly account: string;
  readonly list: ListName;
  readonly candidates: Generator<Candidate, void>;
  next: Candidate | undefined;
}

/** Searches what mirrors hold for what was typed: the one that an id stands for alone, else all matches, newest first. */
export function* searchMirrors(
  mirrors: readonly SearchedMirror[],
  question: Question,
  { since, before, limit, isExhaustive }: MirrorSearchOptions,
): Generator<Match, 'identified' | 'limit' | 'end', undefined> {
  const shown = new Set<string>();

  function* matchesAmong(streams: readonly Stream[]): Generator<Match, void, undefined> {
    for (const { account, list, candidate } of newestFirst(streams)) {
      const { number, transaction, createdAtMs } = candidate;
      const place = JSON.stringify([account, list, number]);
      const matched = matchTransaction(transaction, question);
      if (matched.length === 0 || shown.has(place) || !isWithin(createdAtMs, { since, before })) continue;
      shown.add(place);
      yield { account, list, matched, transaction };
      if (shown.size === limit) return;
    }
  }

  function* referencedMatches(): Generator<Match, void, undefined> {
    for (const { name, mirror, referenced = [] } of mirrors) {
      for (const id of referenced) {
        for (const { number, transaction } of mirror
          .identified('withdraws', { identifier: id.toLowerCase() })
          .flatMap((rows) => [...rows])) {
          if (transaction.id !== id || shown.size === limit) continue;
          shown.add(JSON.stringify([name, 'withdraws', number]));
          yield {
            account: name,
            list: 'withdraws',
            matched: ['reference', ...matchTransaction(transaction, question)],
            transaction,
          };
        }
      }
    }
  }

  const streamsOf = (candidates: 'identified' | 'similar') =>
    mirrors.flatMap(({ name, mirror }) =>
      LIST_NAMES.flatMap((list) =>
        mirror[candidates](list, question).map((iterator) => {
          return { account: name, list, candidates: iterator, next: nextOf(iterator) };
        }),
      ),
    );

  yield* referencedMatches();
  if (shown.size > 0 && !isExhaustive) return 'identified';
  if (!isExhaustive) {
    for (const match of matchesAmong(streamsOf('identified'))) {
      yield match;
      if (isIdentified(match.matched)) return 'identified';
    }
  }
  yield* matchesAmong([...streamsOf('identified'), ...streamsOf('similar')]);
  return shown.size === limit ? 'limit' : 'end';
}

function* newestFirst(streams: readonly Stream[]) {
  for (;;) {
    let newest: Stream | undefined;
    for (const stream of streams) {
      if (stream.next !== undefined && (newest === undefined || timeOf(stream) > timeOf(newest))) newest = stream;
    }
    if (newest?.next === undefined) return;
    yield { account: newest.account, list: newest.list, candidate: newest.next };
    newest.next = nextOf(newest.candidates);
  }
}

function nextOf(candidates: Generator<Candidate, void>): Candidate | undefined {
  const result = candidates.next();
  return result.done === true ? undefined : result.value;
}

/** What tells no time comes at once, as if it were new. */
function timeOf({ next }: Stream): number {
  return next?.createdAtMs ?? Number.POSITIVE_INFINITY;
}

function isWithin(timeMs: number | undefined, { since, before }: SearchSpan): boolean {
  if (timeMs === undefined) return true;
  return (since === undefined || timeMs >= since) && (before === undefined || timeMs < before);
}
