import { PAGE_LIMIT_MAXIMUM, RATE_LIMITS } from '../contract/limits.ts';
import { ContractError, errorAbout, isCachedAnswer } from './errors.ts';
import { sharedController } from './http/interruption.ts';
import type { PageRequest } from '../lists/proof-source.ts';

/** The position of a page in its list, as reported by the service. */
export interface PagePlace {
  /** Rows in the list, of the status that was asked for. */
  readonly total: number;
  /** The largest number of rows on a page. */
  readonly limit: number;
  /** Rows that were skipped, from the newest. */
  readonly offset: number;
  /** Rows follow this page. */
  readonly hasMore?: boolean | null | undefined;
}

/** A page of a list, newest rows first. */
export interface Page<Item, Statistics> {
  /** The rows. */
  readonly items: readonly Item[];
  /** Where in the list they are. */
  readonly pagination: PagePlace;
  /** Sums over the whole list, of the status that was asked for. */
  readonly statistics: Statistics;
}

/** A list that is fetched while it is read: `for await (const item of list)`. Each iteration fetches again. */
export interface PageIterable<Item, Statistics> extends AsyncIterable<Item> {
  /** Whole pages instead of single rows; each row still comes only once. */
  pages(): AsyncGenerator<Page<Item, Statistics>, void, undefined>;
  /** All rows at once, in memory: with `maximum` where the list may be long. */
  collect(): Promise<Item[]>;
}

/** The part of a list that is read. */
export interface PageRange {
  /** Rows to skip, from the newest; default 0. */
  readonly offset?: number | undefined;
  /** Rows to read in all; default all. */
  readonly maximum?: number | undefined;
  /** Rows of the last minute count: the first page is requested past the service's cache. Default false. */
  readonly fresh?: boolean | undefined;
}

type FetchPage<Item, Statistics> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Item, Statistics>>;

interface PageUnderWay<Item, Statistics> extends PageRequest {
  readonly answer: Promise<Page<Item, Statistics>>;
}

/** As many per key as may start within one window: more would only wait and use memory. */
const PAGES_AHEAD = RATE_LIMITS.standard.requests;

/** The maximum number of repeated rows in a row: no list grows that fast, so its total must be wrong. */
const REPEATED_ROWS_MAXIMUM = 10 * PAGE_LIMIT_MAXIMUM;

/** Enough where scripts have used most sizes within the cache's life. */
const FRESH_READS_MAXIMUM = 15;

/** A page past the service's cache, and the size that it was asked for with. @param freshLimit that of the list's client */
export async function freshPage<ListPage extends { readonly pagination: Pick<PagePlace, 'total'> }>(
  ask: (limit: number) => Promise<ListPage>,
  freshLimit: () => number,
): Promise<{ readonly page: ListPage; readonly limit: number }> {
  let newest: { readonly page: ListPage; readonly limit: number } | undefined;
  for (let reads = 1; ; reads += 1) {
    const limit = freshLimit();
    const page = await ask(limit);
    if (!isCachedAnswer(page)) return { page, limit };
    if (newest === undefined || page.pagination.total > newest.page.pagination.total) newest = { page, limit };
    if (reads === FRESH_READS_MAXIMUM) return newest;
  }
}

/**
 * Reads a list page by page, in its order: first one page, then several at once. Rows that move to the
 * next page while others are added at the top are returned once; a reader that stops early leaves no request open.
 *
 * Pages may differ in age, because the service repeats an answer for a minute: rows that are added in the meantime can
 * hide others between two pages.
 *
 * @param fetchPage must stop when its signal is aborted
 * @param keys number of API keys that share the requests
 */
export function listPages<Item extends { readonly id: string }, Statistics>(
  fetchPage: FetchPage<Item, Statistics>,
  range: PageRange = {},
  keys = 1,
  freshLimit?: () => number,
): PageIterable<Item, Statistics> {
  const pages = () => new PageReader(fetchPage, range, keys, freshLimit).pages();
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
    async collect() {
      const rows: Item[] = [];
      for await (const page of pages()) rows.push(...page.items);
      return rows;
    },
  };
}

/** Reads a list once. */
class PageReader<Item extends { readonly id: string }, Statistics> {
  readonly #fetchPage: FetchPage<Item, Statistics>;
  readonly #start: number;
  readonly #maximum: number;
  readonly #freshLimit: (() => number) | undefined;
  readonly #pagesAhead: number;
  readonly #abandon = sharedController();
  readonly #underWay: PageUnderWay<Item, Statistics>[] = [];
  readonly #seenIds = new Set<string>();
  #pageSize: number;
  #nextOffset: number;
  #listEnd = 0;
  #repeatedRows = 0;
  #repeatedRunning = 0;

  constructor(
    fetchPage: FetchPage<Item, Statistics>,
    range: PageRange,
    keys: number,
    freshLimit: (() => number) | undefined,
  ) {
    const { offset = 0, maximum = Number.POSITIVE_INFINITY } = range;
    if (Number.isNaN(maximum) || Number.isNaN(offset)) throw new RangeError('`offset` and `maximum` count rows');
    this.#fetchPage = fetchPage;
    this.#start = offset;
    this.#maximum = maximum;
    this.#pagesAhead = PAGES_AHEAD * keys;
    this.#pageSize = Math.min(PAGE_LIMIT_MAXIMUM, maximum);
    this.#freshLimit = range.fresh === true ? freshLimit : undefined;
    this.#nextOffset = offset;
  }

  async *pages(): AsyncGenerator<Page<Item, Statistics>, void, undefined> {
    if (this.#maximum <= 0) return;
    const underWay = this.#underWay;
    try {
      underWay.push(await this.#first());
      for (let current = underWay.shift(); current !== undefined; current = underWay.shift()) {
        const page = await current.answer;
        checkPosition(page, current);
        this.#learnLength(page, current);
        const fresh = this.#freshOf(page);
        if (fresh.items.length > 0 || current.offset === this.#start) yield fresh;
        if (this.#seenIds.size >= this.#maximum) return;
        this.#requestAhead();
      }
    } finally {
      this.#abandon.abort(new Error('this list is no longer read'));
    }
  }

  async #first(): Promise<PageUnderWay<Item, Statistics>> {
    const offset = this.#start;
    if (this.#freshLimit === undefined) return this.#request(this.#pageSize, offset);
    const ask = (limit: number) => this.#fetchPage({ limit, offset }, this.#abandon.signal);
    const { page, limit } = await freshPage(ask, this.#freshLimit);
    return { limit, offset, answer: Promise.resolve(page) };
  }

  #request(limit: number, offset: number): PageUnderWay<Item, Statistics> {
    const answer = this.#fetchPage({ limit, offset }, this.#abandon.signal);
    // Avoids an unhandled rejection: it may fail before its turn, or after the reader has stopped.
    answer.catch(() => undefined);
    return { limit, offset, answer };
  }

  /** Whole pages: one of only the rest never reaches the end of a list that meanwhile grows by as many rows. */
  #requestAhead(): void {
    const end = Math.min(this.#listEnd, this.#start + this.#maximum + this.#repeatedRows);
    while (this.#underWay.length < this.#pagesAhead && this.#nextOffset < end) {
      this.#underWay.push(this.#request(this.#pageSize, this.#nextOffset));
      this.#nextOffset += this.#pageSize;
    }
  }

  /** What a page shows about later ones: their size and number. */
  #learnLength({ items, pagination }: Page<Item, Statistics>, { limit, offset }: PageRequest): void {
    const rows = items.length;
    const rowsEnd = offset + rows;
    if (offset === this.#start) {
      this.#nextOffset = rowsEnd;
      const isSmaller = pagination.limit > 0 && pagination.limit < limit;
      if (isSmaller) this.#pageSize = Math.min(this.#pageSize, pagination.limit);
    } else if (rows < limit && rowsEnd < pagination.total) {
      this.#underWay.unshift(this.#request(limit - rows, rowsEnd));
    }
    const hasRowsBehind = pagination.hasMore === true && rows > 0;
    this.#listEnd = Math.max(this.#listEnd, pagination.total, hasRowsBehind ? rowsEnd + 1 : 0);
  }

  /** Its new rows, up to the maximum. @throws {ContractError} when the list repeats itself endlessly */
  #freshOf(page: Page<Item, Statistics>): Page<Item, Statistics> {
    const { items: rows, pagination } = page;
    const fresh = rows.filter((item) => !this.#seenIds.has(item.id));
    const items = fresh.slice(0, this.#maximum - this.#seenIds.size);
    for (const item of items) this.#seenIds.add(item.id);
    this.#repeatedRows += rows.length - fresh.length;
    this.#repeatedRunning = fresh.length > 0 ? 0 : this.#repeatedRunning + rows.length;
    const place = items.length < fresh.length ? { ...pagination, hasMore: true } : pagination;
    if (this.#repeatedRunning <= REPEATED_ROWS_MAXIMUM) return { ...page, items, pagination: place };
    const expected = `expected rows that were not told before, received ${this.#seenIds.size} different ones of ${pagination.total}`;
    throw broken(page, 'data.pagination.total', expected);
  }
}

/**
 * A list with wrong positions would be read with gaps, or for ever, and one without the rows that it counts would hide them.
 *
 * @throws {ContractError}
 */
export function checkPosition(page: Page<unknown, unknown>, requested: Pick<PageRequest, 'offset'>): void {
  const { items, pagination } = page;
  if (pagination.offset !== requested.offset) {
    throw broken(page, 'data.pagination.offset', `expected ${requested.offset}, received ${pagination.offset}`);
  }
  if (items.length === 0 && pagination.total > requested.offset) {
    const expected = `expected rows behind ${requested.offset} of ${pagination.total}, received none`;
    throw broken(page, 'data.pagination.total', expected);
  }
}

function broken(page: Page<unknown, unknown>, path: string, expected: string): ContractError {
  return errorAbout(page, new ContractError({ path, expected }));
}
