import type { ListPage, PageRequest } from '../lists/list-page.ts';
import type { ListFailures, ProofSource, ProvenRow } from '../lists/proof-source.ts';
import { sleep, type Clock } from './clock.ts';
import { ApiError, ContractError, InterruptedError, PixError, TransportError } from './errors.ts';
import { isSilence } from './http/retry.ts';

/** What the failures of a request mean to the reader of a list. */
export const listFailures: ListFailures = {
  isPassing(error): error is PixError {
    if (error instanceof TransportError || error instanceof ContractError) return true;
    return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
  },
  isSilence,
  isOfService: (error) => error instanceof PixError && !(error instanceof InterruptedError),
  broken: (path, expected) => new ContractError({ path, expected }),
};

/** A list as its proof reads it. @param keys how many API keys share the work */
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
