import type { PixClient } from '../client/client.ts';
import { InterruptedError, PixError } from '../client/errors.ts';
import { isFinal } from '../contract/final-status.ts';
import { answered, isUnknown, LookUps } from './look-ups.ts';
import { isWithinSpan, mergeNewestFirst, type MergedEntry, readNewestFirst, type SearchSpan } from './list-merge.ts';
import { nameIn, type Match, type SearchedList, type Shortfall, ShownMatches } from './finding.ts';
import { isIdentified, matchEntry, type HolderNames, type Question } from './question.ts';
import {
  createdAtMs,
  hasStatus,
  walletLists,
  type ListName,
  type WalletEntry,
  type SearchedStatuses,
} from './wallet-entry.ts';

export interface SearchedAccount {
  readonly name: string;
  /** The address of its service, in which an id is that of one payment or withdrawal. */
  readonly service: string;
  /** Withdrawals whose payout reference is what was typed. */
  readonly referenced?: readonly string[];
  /** Withdrawals whose end-to-end ID, as this machine has looked it up, ends with what was typed. */
  readonly transferred?: readonly string[];
  readonly names?: HolderNames;
  readonly client: PixClient;
}

export interface SearchOptions extends SearchSpan {
  readonly limit: number;
  /** Continues after a whole id was found, which belongs to one payment or withdrawal. */
  readonly isExhaustive: boolean;
  readonly statuses?: SearchedStatuses | undefined;
  /** Only this one is read. */
  readonly list?: ListName | undefined;
  readonly signal: AbortSignal;
}

/** Matches since the last step, newest first, and how far the search has come. */
export interface SearchStep {
  readonly matches: readonly Match[];
  readonly rows: number;
  /** Every account has been searched back to this moment. Epoch milliseconds; undefined before the first row. */
  readonly backToMs: number | undefined;
  /** How many of the newest rows were looked up one by one; 0 also where there are no older ones. */
  readonly lookedUp: number;
}

export interface SearchEnd {
  /** `identified`: the row of a whole id was found. `limit`: there may be more matches. */
  readonly reason: 'identified' | 'limit' | 'end';
  readonly shortfalls: readonly Shortfall[];
  readonly sameAccounts: ReturnType<ShownMatches['sameAccounts']>;
}

/** Look-ups of rows that may be the one. Ten seconds with one key. */
const LOOK_UPS_MAXIMUM = 100;
/** Matches to read again because their status may have changed since the service's cache was filled. */
const REREADS_MAXIMUM = 20;

interface Source extends SearchedList {
  readonly service: string;
  /** Ids of withdrawals that this machine knows to be meant, each with the field by which it does. */
  readonly meant: ReadonlyMap<string, string>;
  readonly names: HolderNames | undefined;
}

/**
 * Searches accounts for a typed text: first by requesting it as an id; without a result, in the lists from the newest
 * row on. It can run once.
 */
export class AccountSearch {
  readonly #sources: readonly Source[];
  readonly #question: Question;
  readonly #options: SearchOptions;
  readonly #lookUps: LookUps<Source>;
  readonly #shortfalls: Shortfall[] = [];
  readonly #failures: PixError[] = [];
  readonly #shown = new ShownMatches();
  /** The newest rows, which are looked up when the text may be a part of an id that lists do not contain. */
  readonly #newest: MergedEntry<Source>[] = [];
  /** Lists with older rows, which would take too many look-ups. */
  readonly #withOlder = new Set<Source>();
  #isIdentified = false;
  #rereads = 0;
  #rows = 0;
  #backToMs: number | undefined;

  constructor(accounts: readonly SearchedAccount[], question: Question, options: SearchOptions) {
    this.#sources = accounts.flatMap((account) => sourcesOf(account, options));
    this.#question = question;
    this.#options = options;
    this.#lookUps = new LookUps(question, options.isExhaustive ? Number.POSITIVE_INFINITY : LOOK_UPS_MAXIMUM);
  }

  /** @throws {PixError} when no account could be searched */
  async *run(): AsyncGenerator<SearchStep, SearchEnd, undefined> {
    for await (const step of this.#steps()) {
      yield step;
      const end = this.#endAfter(step.matches);
      if (end !== undefined) return end;
    }
    if (this.#isIdentified && !this.#options.isExhaustive) return this.#end('identified');
    const [failure] = this.#failures;
    const hasFailed = this.#failures.length === this.#sources.length && this.#shown.size === 0;
    if (failure !== undefined && hasFailed) throw failure;
    return this.#end('end');
  }

  /** From what is known of the text to what takes the most requests. */
  async *#steps(): AsyncGenerator<SearchStep, void, undefined> {
    yield this.#step(await this.#askForIds());
    for await (const merged of this.#merge()) {
      const details = await this.#lookUps.make(merged);
      const matches = await this.#matchesIn([...new Set([...merged, ...details.keys()])], details);
      this.#remember(merged);
      this.#rows += merged.length;
      this.#backToMs = merged.at(-1)?.createdAtMs;
      yield this.#step(matches);
    }
    const waiting = await this.#lookUps.make([]);
    yield this.#step(await this.#matchesIn([...waiting.keys()], waiting));
    if (this.#shown.size > 0) return;
    for (let at = 0; at < this.#newest.length; at += LOOK_UPS_MAXIMUM) {
      const rows = this.#newest.slice(at, at + LOOK_UPS_MAXIMUM);
      const matches = await this.#matchesIn(rows, await this.#lookUps.makeAll(rows));
      yield { ...this.#step(matches), lookedUp: this.#withOlder.size === 0 ? 0 : this.#newest.length };
    }
    if (this.#shown.size === 0) this.#shortfalls.push(...Array.from(this.#withOlder, tooManyLookUps));
  }

  /** Requests the text as an id, and the withdrawals whose reference it is. */
  async #askForIds(): Promise<readonly Match[]> {
    const [typed = [], ...others] = this.#question.ids.map((id) => this.#sources.map((source) => ({ source, id })));
    const meant = this.#sources.flatMap((source) => Array.from(source.meant, ([id, path]) => ({ source, id, path })));
    let found = await this.#askFor([...meant, ...typed]);
    for (const asked of others) if (found.length === 0) found = await this.#askFor(asked);
    return found.filter(({ source, match }) => this.#isNew(source, match)).map(({ match }) => match);
  }

  async #askFor(asked: readonly { readonly source: Source; readonly id: string; readonly path?: string }[]) {
    const found = asked.map(async ({ source, id, path }) => {
      const match = await this.#askForId(source, id, path === undefined ? [] : [path]);
      return match && { source, match };
    });
    return (await Promise.all(found)).filter((one) => one !== undefined);
  }

  async #askForId({ account, list, names }: Source, id: string, by: readonly string[]): Promise<Match | undefined> {
    const entry = await answered(list.get(id), (error) => {
      // A reference that only the journal knows is in no list.
      if (by.length === 0 || isUnknown(error)) return;
      this.#shortfalls.push({ account, list: list.name, reason: 'failed', error });
    });
    if (entry === undefined || !isWithinSpan(createdAtMs(entry), this.#options)) return undefined;
    if (!hasStatus(list.name, entry, this.#options.statuses)) return undefined;
    const matched = [...by, ...matchEntry(entry, list.name, this.#question, names)];
    return { account, list: list.name, matched, entry, name: nameIn(names, entry) };
  }

  #merge(): AsyncIterable<readonly MergedEntry<Source>[]> {
    const { since, before, signal } = this.#options;
    const span = { since, before: earliest(before, this.#lookUps.beforeMs) };
    const lists = this.#sources.map((source) => ({ source, stretches: readNewestFirst(source.list, span, signal) }));
    return mergeNewestFirst(lists, {
      onEnd: ({ account, list }, isWhole) => {
        if (!isWhole) this.#shortfalls.push({ account, list: list.name, reason: 'gaps' });
      },
      onFailure: ({ account, list }, error) => {
        if (!(error instanceof PixError) || error instanceof InterruptedError) throw error;
        this.#failures.push(error);
        this.#shortfalls.push({ account, list: list.name, reason: 'failed', error });
      },
    });
  }

  #remember(merged: readonly MergedEntry<Source>[]): void {
    if (!this.#question.isPartOfTransferId || this.#question.isChargeId || this.#shown.size > 0) return;
    const maximum = this.#options.isExhaustive ? Number.POSITIVE_INFINITY : LOOK_UPS_MAXIMUM;
    const remembered = merged.slice(0, maximum - this.#newest.length);
    this.#newest.push(...remembered);
    for (const { source } of merged.slice(remembered.length)) this.#withOlder.add(source);
  }

  /** The matches among these rows, up to the limit. @param details of the rows that were looked up */
  async #matchesIn(merged: readonly MergedEntry<Source>[], details: ReadonlyMap<MergedEntry<Source>, WalletEntry>) {
    const { isExhaustive, statuses } = this.#options;
    const found: Promise<Match>[] = [];
    for (const row of merged) {
      const { account, list, names } = row.source;
      const entry = details.get(row) ?? row.entry;
      const matched = matchEntry(entry, list.name, this.#question, names);
      const match = { account, list: list.name, matched, entry, name: nameIn(names, entry) };
      if (matched.length === 0 || !hasStatus(list.name, entry, statuses)) continue;
      const isOwn = isIdentified(entry, this.#question);
      if (this.#isIdentified && !isOwn && !isExhaustive) continue;
      if (!this.#isNew(row.source, match)) continue;
      this.#isIdentified ||= isOwn;
      found.push(this.#refreshed(match, row.source));
    }
    return Promise.all(found);
  }

  /** Notes a match as shown. @returns false when it was before, or when the limit is reached */
  #isNew({ service }: Source, match: Match): boolean {
    return this.#shown.size < this.#options.limit && this.#shown.add({ service, ...match });
  }

  /** Replaces a match by its current details if its status may have changed. */
  async #refreshed(match: Match, { list }: Source): Promise<Match> {
    if (isFinal(match.entry) || (this.#rereads += 1) > REREADS_MAXIMUM) return match;
    const details = await answered(list.get(match.entry.id));
    return details === undefined ? match : { ...match, entry: { ...match.entry, ...details } };
  }

  #step(matches: readonly Match[]): SearchStep {
    return { matches, rows: this.#rows, backToMs: this.#backToMs, lookedUp: 0 };
  }

  /** Whether it has the typed id, whole and its own, or this machine knows that it is meant. */
  #isMeant({ account, list, entry }: Match): boolean {
    const isKnown = this.#sources.some(
      (source) => source.account === account && source.list.name === list && source.meant.has(entry.id),
    );
    return isKnown || isIdentified(entry, this.#question);
  }

  #endAfter(matches: readonly Match[]): SearchEnd | undefined {
    const { limit, isExhaustive } = this.#options;
    this.#isIdentified ||= matches.some((match) => this.#isMeant(match));
    if (!isExhaustive && this.#isIdentified && this.#isPastTransfer()) return this.#end('identified');
    return this.#shown.size >= limit ? this.#end('limit') : undefined;
  }

  /** A transfer between own accounts is a withdrawal and a payment with one end-to-end id, of about the same time. */
  #isPastTransfer(): boolean {
    const { transfer } = this.#question;
    return transfer === undefined || (this.#backToMs ?? Infinity) < transfer.fromMs;
  }

  #end(reason: SearchEnd['reason']): SearchEnd {
    const shortfalls = [...this.#shortfalls, ...(reason === 'limit' ? [] : this.#lookUps.shortfalls())];
    return { reason, shortfalls, sameAccounts: this.#shown.sameAccounts() };
  }
}

/** A list without any of the requested statuses is not read. */
function sourcesOf(
  { name, service, client, names, referenced = [], transferred = [] }: SearchedAccount,
  { statuses, list: only }: SearchOptions,
): Source[] {
  const meant = [
    ...transferred.map((id) => [id, 'endToEndId'] as const),
    ...referenced.map((id) => [id, 'reference'] as const),
  ];
  return walletLists(client)
    .filter(({ name }) => name === (only ?? name) && (statuses === undefined || statuses[name].length > 0))
    .map((list) => ({
      account: name,
      service,
      list,
      meant: new Map(list.name === 'withdraws' ? meant : []),
      names: list.name === 'withdraws' ? names : undefined,
    }));
}

function tooManyLookUps({ account, list }: SearchedList): Shortfall {
  return { account, list: list.name, reason: 'look_ups' };
}

function earliest(...moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
