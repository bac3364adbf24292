import type { Match } from '../finding.ts';
import type { SearchSpan } from '../newest-first.ts';
import { isIdentified, matchEntry, type Question } from '../question.ts';
import { LIST_NAMES, type ListName } from '../wallet-entry.ts';
import type { Candidate, WalletIndex } from './wallet-index.ts';

export interface SearchedIndex {
  readonly name: string;
  /** Ids of withdrawals that are known under what was typed: as the reference of a payout. */
  readonly referenced?: readonly string[];
  readonly index: WalletIndex;
}

export interface IndexSearchOptions extends SearchSpan {
  readonly limit: number;
  /** Goes on when the one payment or withdrawal that an id stands for has been found. */
  readonly isExhaustive: boolean;
}

interface FoundCandidate extends Candidate {
  readonly account: string;
  readonly list: ListName;
}

/** Searches indexes for what was typed. It runs once. */
export class IndexSearch {
  readonly #indexes: readonly SearchedIndex[];
  readonly #question: Question;
  readonly #options: IndexSearchOptions;
  readonly #shown = new Set<string>();

  constructor(indexes: readonly SearchedIndex[], question: Question, options: IndexSearchOptions) {
    this.#indexes = indexes;
    this.#question = question;
    this.#options = options;
  }

  /** The one that an id stands for alone, else all matches, newest first. */
  *run(): Generator<Match, 'identified' | 'limit' | 'end', undefined> {
    const { limit, isExhaustive } = this.#options;
    yield* this.#referencedMatches();
    if (this.#shown.size > 0 && !isExhaustive) return 'identified';
    if (!isExhaustive) {
      for (const match of this.#matchesAmong(this.#streams('identified'))) {
        yield match;
        if (isIdentified(match.matched)) return 'identified';
      }
    }
    yield* this.#matchesAmong([...this.#streams('identified'), ...this.#streams('similar')]);
    return this.#shown.size === limit ? 'limit' : 'end';
  }

  *#referencedMatches(): Generator<Match, void, undefined> {
    for (const { name: account, index, referenced = [] } of this.#indexes) {
      for (const id of referenced) {
        const candidates = index
          .identified('withdraws', { identifier: id.toLowerCase() })
          .flatMap((found) => [...found])
          .filter(({ entry }) => entry.id === id);
        for (const candidate of candidates) {
          if (this.#shown.size === this.#options.limit) return;
          yield this.#show({ account, list: 'withdraws', ...candidate }, ['reference']);
        }
      }
    }
  }

  *#matchesAmong(streams: readonly CandidateStream[]): Generator<Match, void, undefined> {
    for (const candidate of newestFirst(streams)) {
      const isMatch = matchEntry(candidate.entry, this.#question).length > 0;
      if (!isMatch || this.#shown.has(keyOf(candidate)) || !this.#isWithinSpan(candidate)) continue;
      yield this.#show(candidate);
      if (this.#shown.size === this.#options.limit) return;
    }
  }

  #show(candidate: FoundCandidate, matchedBefore: readonly string[] = []): Match {
    const { account, list, entry } = candidate;
    this.#shown.add(keyOf(candidate));
    const matched = [...matchedBefore, ...matchEntry(entry, this.#question)];
    return { account, list, matched, entry };
  }

  #isWithinSpan({ createdAtMs }: Candidate): boolean {
    const { since = -Infinity, before = Infinity } = this.#options;
    return createdAtMs === undefined || (createdAtMs >= since && createdAtMs < before);
  }

  #streams(kind: 'identified' | 'similar'): CandidateStream[] {
    return this.#indexes.flatMap(({ name, index }) =>
      LIST_NAMES.flatMap((list) =>
        index[kind](list, this.#question).map((candidates) => new CandidateStream(name, list, candidates)),
      ),
    );
  }
}

/** Candidates of one list, of which the next is looked at before it is taken. */
class CandidateStream {
  readonly #account: string;
  readonly #list: ListName;
  readonly #candidates: Generator<Candidate, void>;
  #next: Candidate | undefined;

  constructor(account: string, list: ListName, candidates: Generator<Candidate, void>) {
    this.#account = account;
    this.#list = list;
    this.#candidates = candidates;
    this.#advance();
  }

  isOver(): boolean {
    return this.#next === undefined;
  }

  /** A row without a time comes at once, as if it were new. */
  get time(): number {
    return this.#next?.createdAtMs ?? Infinity;
  }

  take(): FoundCandidate | undefined {
    const taken = this.#next;
    this.#advance();
    return taken === undefined ? undefined : { account: this.#account, list: this.#list, ...taken };
  }

  #advance(): void {
    const result = this.#candidates.next();
    this.#next = result.done === true ? undefined : result.value;
  }
}

function* newestFirst(streams: readonly CandidateStream[]): Generator<FoundCandidate, void> {
  for (;;) {
    let newest: CandidateStream | undefined;
    for (const stream of streams) {
      if (!stream.isOver() && (newest === undefined || stream.time > newest.time)) newest = stream;
    }
    const candidate = newest?.take();
    if (candidate === undefined) return;
    yield candidate;
  }
}

function keyOf({ account, list, number }: FoundCandidate): string {
  return JSON.stringify([account, list, number]);
}
