import type { PixClient } from '../client/client.ts';
import { InterruptedError, PixError } from '../client/errors.ts';
import { isFinal } from '../contract/final-status.ts';
import { answered, isUnknown, LookUps } from './look-ups.ts';
import { ListMerge, type MergedEntry } from './list-merge.ts';
import { nameIn, type Match, type SearchedList, type Shortfall } from './finding.ts';
import { readNewestFirst, type SearchSpan } from './newest-first.ts';
import { isIdentified, matchEntry, type HolderNames, type Question } from './question.ts';
import {
  createdAtMs,
  hasStatus,
  walletLists,
  type ListName,
  type WalletEntry,
  type WantedStatuses,
} from './wallet-entry.ts';

/** An account that is searched. */
export interface SearchedAccount {
  readonly name: string;
  /** Ids of withdrawals that are known under what was typed: as the reference of a payout. */
  readonly referenced?: readonly string[];
  readonly names?: HolderNames;
  /** Ids of what is so new that a list which the service repeats may not have it. */
  readonly justCreated?: Readonly<Record<ListName, readonly string[]>>;
  readonly client: PixClient;
}

export interface SearchOptions extends SearchSpan {
  /** Matches to find at most. */
  readonly limit: number;
  /** Goes on when the one payment or withdrawal that an id stands for has been found. */
  readonly isExhaustive: boolean;
  /** Only these. */
  readonly statuses?: WantedStatuses | undefined;
  readonly signal: AbortSignal;
}

/** What was found since the last time, newest first, and how far the search has come. */
export interface SearchStep {
  readonly matches: readonly Match[];
  /** Rows looked at in all. */
  readonly rows: number;
  /** All accounts have been looked through as far back as that. Epoch milliseconds; undefined before the first row. */
  readonly backToMs: number | undefined;
  /** Of the newest rows, how many were looked up one by one. */
  readonly lookedUp: number;
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

/** A list that is searched. */
interface Source extends SearchedList {
  readonly referenced: readonly string[];
  readonly names: HolderNames | undefined;
  /** Ids that no list has shown yet. */
  readonly unlisted: Set<string>;
}

/**
 * Searches accounts for what was typed: asked for as an id at once, and where it is none, in their lists from the newest
 * row on. It runs once.
 */
export class AccountSearch {
  readonly #sources: readonly Source[];
  readonly #question: Question;
  readonly #options: SearchOptions;
  readonly #lookUps: LookUps;
  readonly #shortfalls: Shortfall[] = [];
  readonly #failures: PixError[] = [];
  readonly #shown = new Set<string>();
  /** The newest, which are looked up where a part of an id that no list has may be meant. */
  readonly #newest: MergedEntry<Source>[] = [];
  #rereads = 0;
  #rows = 0;
  #backToMs: number | undefined;

  constructor(accounts: readonly SearchedAccount[], question: Question, options: SearchOptions) {
    this.#sources = accounts.flatMap((account) => sourcesOf(account, options.statuses));
    this.#question = question;
    this.#options = options;
    this.#lookUps = new LookUps(question, options.isExhaustive ? Number.POSITIVE_INFINITY : LOOK_UPS_MAXIMUM);
  }

  /** @throws {PixError} when no account could be searched at all */
  async *run(): AsyncGenerator<SearchStep, SearchEnd, undefined> {
    const asked = await this.#askForIds();
    if (asked.length > 0) yield this.#step(asked);
    const endOfIds = this.#endAfter(asked);
    if (endOfIds !== undefined) return endOfIds;
    const newest = await this.#lookAtJustCreated();
    if (newest.length > 0) yield this.#step(newest);
    const endOfNewest = this.#endAfter(newest);
    if (endOfNewest !== undefined) return endOfNewest;
    for await (const merged of this.#merge()) {
      for (const { source, entry } of merged) if (source.unlisted.delete(entry.id)) this.#rows -= 1;
      const matches = await this.#matchesIn(merged, await this.#lookUps.make(merged));
      this.#remember(merged);
      this.#rows += merged.length;
      this.#backToMs = merged.at(-1)?.createdAtMs;
      yield this.#step(matches);
      const end = this.#endAfter(matches);
      if (end !== undefined) return end;
    }
    if (this.#newest.length > 0 && this.#shown.size === 0) {
      const matches = await this.#matchesIn(this.#newest, await this.#lookUps.makeAll(this.#newest));
      yield { ...this.#step(matches), lookedUp: this.#newest.length };
    }
    const [failure] = this.#failures;
    const hasFailed = this.#failures.length === this.#sources.length && this.#shown.size === 0;
    if (failure !== undefined && hasFailed) throw failure;
    return { reason: 'end', shortfalls: [...this.#shortfalls, ...this.#lookUps.shortfalls()] };
  }

  /** The matches among what is too new for a list to be sure to have it. Each of these counts as a row. */
  async #lookAtJustCreated(): Promise<readonly Match[]> {
    const { since = -Infinity, before = Infinity } = this.#options;
    const rows = await Promise.all(
      this.#sources.flatMap((source) =>
        [...source.unlisted].map(async (id): Promise<MergedEntry<Source> | undefined> => {
          const entry = await answered(source.list.get(id));
          const createdAt = entry === undefined ? undefined : createdAtMs(entry);
          const isWithin = createdAt !== undefined && createdAt >= since && createdAt < before;
          if (entry !== undefined && isWithin) return { entry, source, createdAtMs: createdAt };
          source.unlisted.delete(id);
          return undefined;
        }),
      ),
    );
    const known = rows.filter((row) => row !== undefined).toSorted((one, other) => other.createdAtMs - one.createdAtMs);
    this.#rows += known.length;
    return this.#matchesIn(known, new Map());
  }

  /** Asks for what was typed as an id, and for the withdrawals that are known under it. */
  async #askForIds(): Promise<readonly Match[]> {
    const found = await Promise.all(
      this.#sources.flatMap((source) => [
        ...source.referenced.map((id) => this.#askForId(source, id, ['reference'])),
        ...(this.#question.identifier === undefined ? [] : [this.#askForId(source, this.#question.typed, [])]),
      ]),
    );
    const matches = found.filter((match) => match !== undefined).slice(0, this.#options.limit);
    for (const match of matches) this.#shown.add(keyOf(match));
    return matches;
  }

  async #askForId({ account, list, names }: Source, id: string, by: readonly string[]): Promise<Match | undefined> {
    const entry = await answered(list.get(id), (error) => {
      // What only the journal knows by that name is in no list under it.
      if (by.length === 0 || isUnknown(error)) return;
      this.#shortfalls.push({ account, list: list.name, reason: 'failed', error });
    });
    if (entry === undefined || !this.#isWanted(list.name, entry)) return undefined;
    const matched = [...by, ...matchEntry(entry, this.#question, names)];
    return { account, list: list.name, matched, entry, name: nameIn(names, entry) };
  }

  #merge(): AsyncIterable<readonly MergedEntry<Source>[]> {
    const { since, before, signal } = this.#options;
    const span = { since, before: earliest(before, this.#lookUps.beforeMs) };
    const lists = this.#sources.map((source) => ({ source, stretches: readNewestFirst(source.list, span, signal) }));
    const merge = new ListMerge(lists, {
      onEnd: ({ account, list }, isWhole) => {
        if (!isWhole) this.#shortfalls.push({ account, list: list.name, reason: 'gaps' });
      },
      onFailure: ({ account, list }, error) => {
        if (!(error instanceof PixError) || error instanceof InterruptedError) throw error;
        this.#failures.push(error);
        this.#shortfalls.push({ account, list: list.name, reason: 'failed', error });
      },
    });
    return merge.read();
  }

  #remember(merged: readonly MergedEntry<Source>[]): void {
    if (!this.#question.isPartOfTransferId || this.#question.isChargeId) return;
    this.#newest.push(...merged.slice(0, LOOK_UPS_MAXIMUM - this.#newest.length));
  }

  /** The matches among these rows, as many as are wanted. @param details what look-ups say of some of them */
  async #matchesIn(
    merged: readonly MergedEntry<Source>[],
    details: ReadonlyMap<MergedEntry<Source>, WalletEntry>,
  ): Promise<Match[]> {
    const { limit, isExhaustive } = this.#options;
    const found: Promise<Match>[] = [];
    for (const row of merged) {
      const { account, list, names } = row.source;
      const entry = details.get(row) ?? row.entry;
      const matched = matchEntry(entry, this.#question, names);
      const match = { account, list: list.name, matched, entry, name: nameIn(names, entry) };
      if (matched.length === 0 || this.#shown.has(keyOf(match)) || !this.#isWanted(list.name, entry)) continue;
      this.#shown.add(keyOf(match));
      found.push(this.#refreshed(match, row.source));
      if (this.#shown.size === limit || (!isExhaustive && isIdentified(entry, this.#question))) break;
    }
    return Promise.all(found);
  }

  #isWanted(list: ListName, entry: WalletEntry): boolean {
    return hasStatus(list, entry, this.#options.statuses);
  }

  /** With what a look-up gives now, where that may have changed. */
  async #refreshed(match: Match, { list }: Source): Promise<Match> {
    if (isFinal(match.entry) || (this.#rereads += 1) > REREADS_MAXIMUM) return match;
    const details = await answered(list.get(match.entry.id));
    return details === undefined ? match : { ...match, entry: { ...match.entry, ...details } };
  }

  #step(matches: readonly Match[]): SearchStep {
    return { matches, rows: this.#rows, backToMs: this.#backToMs, lookedUp: 0 };
  }

  /** By its reference in the journal, or by a whole id of its own. */
  #isMeant({ matched, entry }: Match): boolean {
    return matched.includes('reference') || isIdentified(entry, this.#question);
  }

  #endAfter(matches: readonly Match[]): SearchEnd | undefined {
    const { limit, isExhaustive } = this.#options;
    const shortfalls = this.#shortfalls;
    if (!isExhaustive && matches.some((match) => this.#isMeant(match))) {
      return { reason: 'identified', shortfalls };
    }
    return this.#shown.size >= limit ? { reason: 'limit', shortfalls } : undefined;
  }
}

/** A list that has none of the statuses that are wanted is not read. */
function sourcesOf(
  { name, client, names, justCreated, referenced = [] }: SearchedAccount,
  statuses?: WantedStatuses,
): Source[] {
  return walletLists(client)
    .filter((list) => statuses === undefined || statuses[list.name] !== undefined)
    .map((list) => ({
      account: name,
      list,
      referenced: list.name === 'withdraws' ? referenced : [],
      names: list.name === 'withdraws' ? names : undefined,
      unlisted: new Set(justCreated?.[list.name]),
    }));
}

function keyOf({ account, list, entry }: Match): string {
  return JSON.stringify([account, list, entry.id]);
}

function earliest(...moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
