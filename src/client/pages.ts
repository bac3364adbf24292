import { PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import { RATE_LIMITS } from '../contract/rate-limit.ts';
import { ContractError } from './errors.ts';
import { sharedController } from './http/interruption.ts';

/** The position of a page in its list, as the service reported it. */
export interface PagePlace {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly hasMore?: boolean | null | undefined;
}

/** A page of a list, newest rows first. */
export interface Page<Item, Statistics> {
  readonly items: readonly Item[];
  readonly pagination: PagePlace;
  readonly statistics: Statistics;
}

/** A list that is fetched while it is read: `for await (const item of list)`. Each iteration fetches again. */
export interface PageIterable<Item, Statistics> extends AsyncIterable<Item> {
  /** Whole pages instead of single rows; each row still comes once only. */
  pages(): AsyncGenerator<Page<Item, Statistics>, void, undefined>;
}

export interface PageRange {
  /** Rows to skip, from the newest; default 0. */
  readonly offset?: number | undefined;
  /** Rows to read in all; default all. */
  readonly maximum?: number | undefined;
}

interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

interface PageUnderWay<Item, Statistics> extends PageRequest {
  readonly answer: Promise<Page<Item, Statistics>>;
}

/** For each key as many as may start within one window: more would only wait, and hold memory. */
const PAGES_AHEAD = RATE_LIMITS.standard.requests;

/** So many rows running that have all been told before: no list grows that fast, its total is wrong. */
const REPEATED_ROWS_MAXIMUM = 10 * PAGE_LIMIT_MAXIMUM;

/**
 * Reads a list page by page: the first alone, then several at once, told in the order of the list. Rows that shift onto
 * the next page while others are added at the top come once; a reader that stops early leaves no request behind.
 *
 * Pages may be of different age, for the service repeats an answer for a minute: rows that are added meanwhile can hide
 * others between two pages.
 *
 * @param fetchPage has to give up when its signal is aborted
 * @param keys how many API keys share the work
 */
export function listPages<Item extends { readonly id: string }, Statistics>(
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item, Statistics>>,
  range: PageRange = {},
  keys = 1,
): PageIterable<Item, Statistics> {
  async function* pages(): AsyncGenerator<Page<Item, Statistics>, void, undefined> {
    const { offset: start = 0, maximum = Number.POSITIVE_INFINITY } = range;
    const seenIds = new Set<string>();
    const abandon = sharedController();
    const underWay: PageUnderWay<Item, Statistics>[] = [];
    let pageSize = Math.min(PAGE_LIMIT_MAXIMUM, maximum);
    let nextOffset = start;
    let listEnd = 0;
    let repeatedRows = 0;
    let repeatedRunning = 0;
    if (maximum <= 0) return;

    const request = (limit: number, offset: number): PageUnderWay<Item, Statistics> => {
      const answer = fetchPage({ limit, offset }, abandon.signal);
      // It may fail before its turn to be read comes, or after the reader has stopped.
      answer.catch(() => undefined);
      return { limit, offset, answer };
    };
    const requestAhead = () => {
      const end = Math.min(listEnd, start + maximum + repeatedRows);
      while (underWay.length < PAGES_AHEAD * keys && nextOffset < end) {
        const limit = Math.min(pageSize, end - nextOffset);
        underWay.push(request(limit, nextOffset));
        nextOffset += limit;
      }
    };

    try {
      underWay.push(request(pageSize, start));
      for (let current = underWay.shift(); current !== undefined; current = underWay.shift()) {
        const page = await current.answer;
        const { pagination } = page;
        const isFirst = current.offset === start;
        const rows = page.items.length;
        const rowsEnd = current.offset + rows;
        checkPosition(page, current);
        if (isFirst) {
          nextOffset = rowsEnd;
          if (pagination.limit > 0) pageSize = Math.min(pageSize, pagination.limit);
        } else if (rows < current.limit && rowsEnd < pagination.total) {
          underWay.unshift(request(current.limit - rows, rowsEnd));
        }
        const hasRowsBehind = pagination.hasMore === true && rows > 0;
        listEnd = Math.max(listEnd, pagination.total, hasRowsBehind ? rowsEnd + 1 : 0);

        const fresh = page.items.filter((item) => !seenIds.has(item.id));
        const items = fresh.slice(0, maximum - seenIds.size);
        for (const item of items) seenIds.add(item.id);
        repeatedRows += rows - fresh.length;
        repeatedRunning = fresh.length > 0 ? 0 : repeatedRunning + rows;
        if (repeatedRunning > REPEATED_ROWS_MAXIMUM) throw endlessList(pagination.total, seenIds.size);
        if (items.length > 0 || isFirst) yield { ...page, items };
        if (seenIds.size >= maximum) return;
        requestAhead();
      }
    } finally {
      abandon.abort(new Error('nobody reads this list any more'));
    }
  }

  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}

/** A list that is told wrongly would be read with gaps, or for ever. */
function checkPosition({ items, pagination }: Page<unknown, unknown>, requested: PageRequest): void {
  if (pagination.offset !== requested.offset) {
    throw new ContractError({
      path: 'data.pagination.offset',
      expected: `expected ${requested.offset}, received ${pagination.offset}`,
    });
  }
  if (items.length === 0 && pagination.total > requested.offset) {
    throw new ContractError({
      path: 'data.pagination.total',
      expected: `expected rows behind ${requested.offset} of ${pagination.total}, received none`,
    });
  }
}

function endlessList(total: number, rows: number): ContractError {
  return new ContractError({
    path: 'data.pagination.total',
    expected: `expected rows that were not told before, received ${rows} different ones of ${total}`,
  });
}
