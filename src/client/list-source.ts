import type { ListFailures, ProofSource, ProvenRow, ListPage, PageRequest } from '../lists/proof-source.ts';
import { ListProof } from '../lists/list-proof.ts';
import type { CallOptions, ListOptions, PageQuery, ProvenListOptions } from './client.ts';
import { freshLimitAt, FURTHER_FRESH_LIMITS, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAXIMUM } from '../contract/limits.ts';
import { sleep, type Clock } from './clock.ts';
import { ApiError, ContractError, InterruptedError, PixError, TransportError } from './errors.ts';
import { linkSignals } from './http/interruption.ts';
import { isSilence } from './http/retry.ts';
import { checkPosition, freshPage, listPages, type Page } from './pages.ts';

/** The meaning of a failed request for a list that is being read. */
export const listFailures: ListFailures = {
  isPassing(error): error is PixError {
    if (error instanceof TransportError || error instanceof ContractError) return true;
    return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
  },
  isSilence,
  isOfService: (error) => error instanceof PixError && !(error instanceof InterruptedError),
  broken: (path, expected) => new ContractError({ path, expected }),
};

/** A list as its proof reads it. @param keys number of API keys that share the requests */
export function listSource<Row extends ProvenRow>(
  page: (request: PageRequest, signal: AbortSignal) => Promise<ListPage<Row>>,
  clock: Clock,
  keys: number,
  freshLimit = freshLimitsBy(clock),
): ProofSource<Row> {
  return {
    page,
    freshPage: (signal) => freshPage((limit) => page({ limit, offset: 0 }, signal), freshLimit),
    keys,
    clock: {
      epochMs: () => clock.epochMs(),
      random: () => clock.random(),
      sleep: (delayMs, signal) => sleep(clock, delayMs, signal),
    },
    failures: listFailures,
  };
}

/** So many further calls within a second get a size of their own range. More only follow where those were cached. */
const FURTHER_CALLS = 3;

/**
 * A page size that no cached page has: one for each second of the cache's life, the same for all clients, and others for
 * further calls within a second.
 */
function freshLimitsBy(clock: Pick<Clock, 'epochMs' | 'random'>): () => number {
  const { least, most } = FURTHER_FRESH_LIMITS;
  let lastSecond: number | undefined;
  let calls = 0;
  return () => {
    const second = Math.floor(clock.epochMs() / 1_000);
    calls = second === lastSecond ? calls + 1 : 0;
    lastSecond = second;
    if (calls === 0) return freshLimitAt(second);
    // Another process draws another one.
    const highest = calls > FURTHER_CALLS ? PAGE_LIMIT_MAXIMUM - 1 : most;
    const limit = least + Math.floor(clock.random() * (highest - least + 1));
    return limit === PAGE_LIMIT_DEFAULT ? most : limit;
  };
}

/** The three ways to read a list: while it is fetched, with a proof of completeness, and one page. */
export function listsOver<Row extends ProvenRow, Statistics, Status extends string>(
  fetchPage: (query: Omit<PageQuery<Status>, 'fresh'>, options?: CallOptions) => Promise<Page<Row, Statistics>>,
  { clock, keys }: { readonly clock: Clock; readonly keys: number },
) {
  const freshLimit = freshLimitsBy(clock);
  return {
    list: ({ status, signal: ownSignal, timeoutMs, ...range }: ListOptions<Status> = {}) =>
      listPages(
        async (request, readerSignal) => {
          const { signal, release } = linkSignals([readerSignal, ownSignal]);
          try {
            return await fetchPage({ status, ...request }, { signal, timeoutMs });
          } finally {
            release();
          }
        },
        range,
        keys,
        freshLimit,
      ),
    proven: (options?: ProvenListOptions) => {
      const { timeoutMs } = options ?? {};
      const page = (request: PageRequest, signal: AbortSignal) => fetchPage(request, { signal, timeoutMs });
      return new ListProof(listSource(page, clock, keys, freshLimit), options);
    },
    async page({ fresh = false, ...query }: PageQuery<Status> = {}, options?: CallOptions) {
      const ask = (limit = query.limit) => fetchPage({ ...query, limit }, options);
      const page = fresh ? (await freshPage(ask, freshLimit)).page : await ask();
      checkPosition(page, { offset: query.offset ?? 0 });
      return page;
    },
  };
}
