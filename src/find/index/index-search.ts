import type { SearchedAccount, SearchOptions } from '../search.ts';
import { nameIn, type Match, ShownMatches } from '../finding.ts';
import { isWithinSpan } from '../list-merge.ts';
import { isIdentified, matchEntry, type HolderNames, type Question } from '../question.ts';
import { hasStatus, LIST_NAMES, type ListName } from '../wallet-entry.ts';
import type { Candidate, WalletIndex } from './wallet-index.ts';

export interface SearchedIndex extends Pick<SearchedAccount, 'name' | 'service' | 'referenced' | 'names'> {
  readonly index: WalletIndex;
}

interface FoundCandidate extends Candidate {
  readonly account: string;
  readonly service: string;
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
  readonly #shown = new ShownMatches();

  constructor(indexes: readonly SearchedIndex[], question: Question, options: Omit<SearchOptions, 'signal'>) {
    this.#indexes = indexes;
    this.#question = question;
    this.#options = options;
  }

  sameAccounts(): ReturnType<ShownMatches['sameAccounts']> {
    return this.#shown.sameAccounts();
  }

  /** The row of a whole id alone, otherwise all matches, newest first. */
  *run(): Generator<Match, 'identified' | 'limit' | 'end', undefined> {
    const { limit, isExhaustive } = this.#options;
    yield* this.#referencedMatches();
    if (this.#shown.size > 0 && !isExhaustive) return 'identified';
    if (!isExhaustive) {
      let hasIdentified = false;
      for (const match of this.#matchesAmong(this.#streams('identified'))) {
        yield match;
        hasIdentified ||= isIdentified(match.entry, this.#question);
      }
      if (hasIdentified) return 'identified';
    }
    yield* this.#matchesAmong([...this.#streams('identified'), ...this.#streams('similar')]);
    return this.#shown.size === limit ? 'limit' : 'end';
  }

  *#referencedMatches(): Generator<Match, void, undefined> {
    for (const { name: account, service, index, names, referenced = [] } of this.#indexes) {
      for (const id of referenced) {
        const candidates = index
          .identified('withdraws', { identifiers: [id.toLowerCase()] })
          .flatMap((found) => [...found])
          .filter(({ entry }) => entry.id === id);
        for (const candidate of candidates) {
          if (this.#shown.size === this.#options.limit) return;
          const found: FoundCandidate = { account, service, names, list: 'withdraws', ...candidate };
          if (this.#isWanted(found) && this.#shown.add(found)) yield this.#matchOf(found, ['reference']);
        }
      }
    }
  }

  *#matchesAmong(streams: readonly CandidateStream[]): Generator<Match, void, undefined> {
    for (const candidate of newestFirst(streams)) {
      const isMatch = matchEntry(candidate.entry, candidate.list, this.#question, candidate.names).length > 0;
      if (!isMatch || !this.#isWanted(candidate) || !this.#shown.add(candidate)) continue;
      yield this.#matchOf(candidate);
      if (this.#shown.size === this.#options.limit) return;
    }
  }

  #matchOf(candidate: FoundCandidate, matchedBefore: readonly string[] = []): Match {
    const { account, list, entry, names } = candidate;
    const matched = [...matchedBefore, ...matchEntry(entry, list, this.#question, names)];
    return { account, list, matched, entry, name: nameIn(names, entry) };
  }

  #isWanted({ createdAtMs, list, entry }: FoundCandidate): boolean {
    return isWithinSpan(createdAtMs, this.#options) && hasStatus(list, entry, this.#options.statuses);
  }

  #streams(kind: 'identified' | 'similar'): CandidateStream[] {
    return this.#indexes.flatMap(({ name, service, index, names }) =>
      LIST_NAMES.flatMap((list) =>
        index[kind](list, this.#question, names).map((candidates) => {
          return { origin: { account: name, service, list, names }, candidates };
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
