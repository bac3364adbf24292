import { join } from 'node:path';
import { ContractError, TransportError } from '../../src/client/errors.ts';
import { listFailures, listSource } from '../../src/client/list-source.ts';
import { ListProof } from '../../src/lists/list-proof.ts';
import { WalletIndex } from '../../src/find/index/wallet-index.ts';
import { IndexMismatchError, ListSync } from '../../src/find/sync.ts';
import type { WalletList } from '../../src/find/wallet-entry.ts';
import { hurriedClock } from '../support/clocks.ts';
import { createWorld } from './simulated-list.ts';

/** What an index holds after a sync that said that it has every row. */
interface IndexedRows {
  readonly ids: readonly string[];
  /** Those that were in the list before the sync, were never touched, and are no newer than the newest that is held. */
  readonly wanted: readonly string[];
}

const SYNCS = 6;
const ROWS_ADDED_MAXIMUM = 260;

/** An index that is brought up to date again and again, while requests fail and its list changes: the same on every run. */
export async function simulateSyncs(seed: number, folder: string): Promise<readonly IndexedRows[]> {
  const world = createWorld(seed, { untilDisruption: 40, disruptionDepth: ROWS_ADDED_MAXIMUM });
  const { random, fetchPage } = world;
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
      const wanted = [...world.untouched];
      try {
        const { isProven, rows } = await new ListSync(list, index.list('payments'), {
          failures: listFailures,
          now: () => clock.epochMs(),
          random,
          signal: new AbortController().signal,
          onProgress: () => undefined,
          onRestart: () => undefined,
        }).run();
        const ids = Array.from(index.list('payments').ids({ from: 0, to: rows }), ({ id }) => id);
        const held = new Set(ids);
        const lasting = wanted.filter((row) => world.untouched.has(row));
        const end = lasting.findLastIndex(({ id }) => held.has(id)) + 1;
        if (isProven) indexed.push({ ids, wanted: lasting.slice(0, end).map(({ id }) => id) });
      } catch (error) {
        if (error instanceof IndexMismatchError) break;
        if (!(error instanceof TransportError || error instanceof ContractError)) throw error;
      }
      world.add(Math.floor(random() * ROWS_ADDED_MAXIMUM));
    }
  } finally {
    index.close();
  }
  return indexed;
}
