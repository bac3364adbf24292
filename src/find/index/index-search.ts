import type { SearchedAccount, SearchOptions } from '../search.ts';
import { nameIn, type Match } from '../finding.ts';
import { isWithinSpan } from '../list-merge.ts';
import { isIdentified, matchEntry, type HolderNames, type Question } from '../question.ts';
import { hasStatus, LIST_NAMES, type ListName } from '../wallet-entry.ts';
import type { Candidate, WalletIndex } from './wallet-index.ts';

export interface SearchedIndex extends Pick<SearchedAccount, 'name' | 'referenced' | 'names'> {
  readonly index: WalletIndex;
}

interface FoundCandidate extends Candidate {
  readonly account: string;
  readonly names: HolderNames | undefined;
  readonly list: ListName;
}

interface CandidateStream {
  readonly origin: Omit<FoundCandidate, keyof Candidate>;
  readonly candidates: Generator<Candidate, void>;
}

/** Searches indexes for what was typed. It can run once. */
export class IndexSearch {
  readonly #indexes: readonly SearchedIndex[];
  readonly #question: Question;
  readonly #options: Omit<SearchOptions, 'signal'>;
  readonly #shown = new Set<string>();

  constructor(indexes: readonly SearchedIndex[], question: Question, options: Omit<SearchOptions, 'signal'>) {
    this.#indexes = indexes;
    this.#question = question;
    this.#options = options;
  }

  /** The row of a whole id alone, otherwise all matches, newest first. */
  *run(): Generator<Match, 'identified' | 'limit' | 'end', undefined> {
    const { limit, isExhaustive } = this.#options;
    yield* this.#referencedMatches();
    if (this.#shown.size > 0 && !isExhaustive) return 'identified';
    if (!isExhaustive) {
      for (const match of this.#matchesAmong(this.#streams('identified'))) {
        yield match;
        if (isIdentified(match.entry, this.#question)) return 'identified';
      }
    }
    yield* this.#matchesAmong([...this.#streams('identified'), ...this.#streams('similar')]);
    return this.#shown.size === limit ? 'limit' : 'end';
  }

  *#referencedMatches(): Generator<Match, void, undefined> {
    for (const { name: account, index, names, referenced = [] } of this.#indexes) {
      for (const id of referenced) {
        const candidates = index
          .identified('withdraws', { identifiers: [id.toLowerCase()] })
          .flatMap((found) => [...found])
          .filter(({ entry }) => entry.id === id);
        for (const candidate of candidates) {
          if (this.#shown.size === this.#options.limit) return;
          if (this.#isWanted(candidate, 'withdraws')) {
            yield this.#show({ account, names, list: 'withdraws', ...candidate }, ['reference']);
          }
        }
      }
    }
  }

  *#matchesAmong(streams: readonly CandidateStream[]): Generator<Match, void, undefined> {
    for (const candidate of newestFirst(streams)) {
      const isMatch = matchEntry(candidate.entry, candidate.list, this.#question, candidate.names).length > 0;
      if (!isMatch || !this.#isWanted(candidate, candidate.list) || this.#shown.has(keyOf(candidate))) continue;
      yield this.#show(candidate);
      if (this.#shown.size === this.#options.limit) return;
    }
  }

  #show(candidate: FoundCandidate, matchedBefore: readonly string[] = []): Match {
    const { account, list, entry, names } = candidate;
    this.#shown.add(keyOf(candidate));
    const matched = [...matchedBefore, ...matchEntry(entry, list, this.#question, names)];
    return { account, list, matched, entry, name: nameIn(names, entry) };
  }

  #isWanted({ createdAtMs, entry }: Candidate, list: ListName): boolean {
    return isWithinSpan(createdAtMs, this.#options) && hasStatus(list, entry, this.#options.statuses);
  }

  #streams(kind: 'identified' | 'similar'): CandidateStream[] {
    return this.#indexes.flatMap(({ name, index, names }) =>
      LIST_NAMES.flatMap((list) =>
        index[kind](list, this.#question, names).map((candidates) => {
          return { origin: { account: name, list, names }, candidates };
        }),
      ),
    );
  }
}

/** A row without a time comes first, as if it were new. */
function* newestFirst(streams: readonly CandidateStream[]): Generator<FoundCandidate, void> {
  const heads = streams.map((stream) => ({ ...stream, next: stream.candidates.next() }));
  const timeOf = ({ next }: (typeof heads)[number]) =>
    next.done === true ? undefined : (next.value.createdAtMs ?? Infinity);
  for (;;) {
    let [newest, newestTime]: [(typeof heads)[number] | undefined, number | undefined] = [undefined, undefined];
    for (const head of heads) {
      const time = timeOf(head);
      if (time !== undefined && (newestTime === undefined || time > newestTime)) [newest, newestTime] = [head, time];
    }
    if (newest === undefined || newest.next.done === true) return;
    yield { ...newest.origin, ...newest.next.value };
    newest.next = newest.candidates.next();
  }
}

function keyOf({ account, list, number }: FoundCandidate): string {
  return JSON.stringify([account, list, number]);
}
