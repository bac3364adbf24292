import { join } from 'node:path';
import { ContractError, TransportError } from '../../src/client/errors.ts';
import { listFailures, listSource } from '../../src/client/list-source.ts';
import { ListProof } from '../../src/lists/list-proof.ts';
import { WalletIndex } from '../../src/find/index/wallet-index.ts';
import { IndexMismatchError, ListSync } from '../../src/find/sync.ts';
import type { WalletList } from '../../src/find/wallet-entry.ts';
import { hurriedClock } from '../support/clocks.ts';
import { createSimulation } from './simulated-list.ts';

/** The contents of an index after a sync that claimed to have every row. */
interface IndexedRows {
  readonly ids: readonly string[];
  /**
   * The rows that were in the list before the sync, were never changed, and are not newer than the newest in the index.
   */
  readonly wanted: readonly string[];
}

const SYNCS = 6;
const ROWS_ADDED_MAXIMUM = 260;

/** An index that is synced repeatedly, while requests fail and its list changes: the same on every run. */
export async function simulateSyncs(seed: number, folder: string): Promise<readonly IndexedRows[]> {
  const simulation = createSimulation(seed, { untilDisruption: 40, disruptionDepth: ROWS_ADDED_MAXIMUM });
  const { random, fetchPage } = simulation;
  const clock = { ...hurriedClock(), random };
  const list: WalletList = {
    name: 'payments',
    proven: (options) => new ListProof(listSource(fetchPage, clock, 1), options),
    page: (query) => fetchPage(query),
    get: () => Promise.reject(new Error('nobody is asked for a single row')),
  };
  const index = await WalletIndex.open(join(folder, `${seed}.sqlite`), {
    origin: 'https://wallet.example',
    profile: 'x',
  });
  const indexed: IndexedRows[] = [];
  try {
    for (let syncs = 0; syncs < SYNCS; syncs += 1) {
      const wanted = [...simulation.untouched];
      try {
        const { isProven, rows } = await new ListSync(list, index.list('payments'), {
          failures: listFailures,
          now: () => clock.epochMs(),
          random,
          clock,
          signal: new AbortController().signal,
          onProgress: () => undefined,
          onRestart: () => undefined,
        }).run();
        const ids = Array.from(index.list('payments').ids({ from: 0, to: rows }), ({ id }) => id);
        const stored = new Set(ids);
        const lasting = wanted.filter((row) => simulation.untouched.has(row));
        const end = lasting.findLastIndex(({ id }) => stored.has(id)) + 1;
        if (isProven) indexed.push({ ids, wanted: lasting.slice(0, end).map(({ id }) => id) });
      } catch (error) {
        if (error instanceof IndexMismatchError) break;
        if (!(error instanceof TransportError || error instanceof ContractError)) throw error;
      }
      simulation.add(Math.floor(random() * ROWS_ADDED_MAXIMUM));
    }
  } finally {
    index.close();
  }
  return indexed;
}
