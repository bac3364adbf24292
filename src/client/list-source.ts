import type { ListFailures, ProofSource, ProvenRow, ListPage, PageRequest } from '../lists/proof-source.ts';
import { ListProof } from '../lists/list-proof.ts';
import type { ProvenList } from '../lists/proof.ts';
import type { CallOptions, ListOptions, PageQuery, ProvenListOptions } from './client.ts';
import { sleep, type Clock } from './clock.ts';
import { ApiError, ContractError, InterruptedError, PixError, TransportError } from './errors.ts';
import { linkSignals } from './http/interruption.ts';
import { isSilence } from './http/retry.ts';
import { checkPosition, listPages, type Page, type PageIterable } from './pages.ts';

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
): ProofSource<Row> {
  return {
    page,
    keys,
    clock: {
      epochMs: () => clock.epochMs(),
      random: () => clock.random(),
      sleep: (delayMs, signal) => sleep(clock, delayMs, signal),
    },
    failures: listFailures,
  };
}

interface ListsOver<Row extends ProvenRow, Statistics, Status extends string> {
  list(options?: ListOptions<Status>): PageIterable<Row, Statistics>;
  proven(options?: ProvenListOptions): ProvenList<Row>;
  page(query?: PageQuery<Status>, options?: CallOptions): Promise<Page<Row, Statistics>>;
}

/** The three ways to read a list: while it is fetched, with a proof of completeness, and one page. */
export function listsOver<Row extends ProvenRow, Statistics, Status extends string>(
  fetchPage: (query: PageQuery<Status>, options?: CallOptions) => Promise<Page<Row, Statistics>>,
  { clock, keys }: { readonly clock: Clock; readonly keys: number },
): ListsOver<Row, Statistics, Status> {
  return {
    list: ({ status, signal: ownSignal, timeoutMs, ...range } = {}) =>
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
      ),
    proven: (options) => {
      const { timeoutMs } = options ?? {};
      const page = (request: PageRequest, signal: AbortSignal) => fetchPage(request, { signal, timeoutMs });
      return new ListProof(listSource(page, clock, keys), options);
    },
    async page(query = {}, options) {
      const page = await fetchPage(query, options);
      checkPosition(page, { offset: query.offset ?? 0 });
      return page;
    },
  };
}
