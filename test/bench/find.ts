import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PixClient } from '../../src/client/client.ts';
import { systemClock } from '../../src/client/clock.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import { listFailures } from '../../src/client/list-source.ts';
import { WalletIndex } from '../../src/find/index/wallet-index.ts';
import { readQuestion } from '../../src/find/question.ts';
import { AccountSearch } from '../../src/find/search.ts';
import { ListSync } from '../../src/find/sync.ts';
import { walletLists } from '../../src/find/wallet-entry.ts';
import { seededNames } from '../../src/service/seeded-names.ts';
import { delayingProxy } from './delaying-proxy.ts';
import { typicalMs, type Measurement } from './measurement.ts';
import { runProgram } from './run-program.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';

const SEED = 42;
const DEPTH = 50_000;
const INDEXED_ROWS = 1_000_000;
const FEW_ROWS = 100;
const NEW_ROWS = 100;
const LIMIT_PER_SECOND = 10;
const ROUNDS = 9;

const apiKey = (name: string) => seededNames(SEED).apiKey('demo', name);
const never = new AbortController().signal;

/**
 * Measures how fast old rows are found without an index, and what an index of a million rows costs to keep and to
 * search. `--depth` and `--index` measure only one of them.
 */
export async function measure(flags: readonly string[]): Promise<readonly Measurement[]> {
  return [
    ...(flags.includes('--index') ? [] : await measureDepth()),
    ...(flags.includes('--depth') ? [] : await measureIndex()),
  ];
}

async function measureDepth(): Promise<Measurement[]> {
  const service = await spawnService({ seed: SEED, payments: DEPTH + 100, withdraws: 0, rateLimit: true });
  const proxy = await delayingProxy(service.url, 50);
  try {
    const [wanted] = (
      await createPixClient({ baseUrl: service.url, apiKey: apiKey('payouts') }).payments.page({
        limit: 1,
        offset: DEPTH,
      })
    ).items;
    let answers = 0;
    let refused = 0;
    const client = createPixClient({
      baseUrl: proxy.url,
      apiKey: apiKey('reader'),
      onEvent(event) {
        if (event.type !== 'answer') return;
        if (event.status === 429) refused += 1;
        else answers += 1;
      },
    });
    const startedAt = performance.now();
    const found = await foundId(client, wanted?.correlationID ?? '');
    const seconds = (performance.now() - startedAt) / 1_000;
    if (wanted === undefined || found !== wanted.id) throw new Error(`found ${String(found)}`);
    const name = `finding at depth ${DEPTH}, 50 ms away`;
    return [
      { name, value: answers / seconds / LIMIT_PER_SECOND, unit: 'of the limit', target: { atLeast: 0.95 } },
      { name, value: refused, unit: '429', target: { atMost: 0 } },
    ];
  } finally {
    proxy.close();
    await service.stop();
  }
}

async function foundId(client: PixClient, text: string): Promise<string | undefined> {
  const options = { since: undefined, before: undefined, limit: 50, isExhaustive: false, signal: never };
  const search = new AccountSearch([{ name: 'demo', service: '', client }], readQuestion(text), options);
  for await (const { matches } of search.run()) {
    const [match] = matches;
    if (match !== undefined) return match.entry.id;
  }
  return undefined;
}

async function measureIndex(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const large = await indexedWallet(join(folder, 'large'), INDEXED_ROWS);
  const small = await indexedWallet(join(folder, 'small'), FEW_ROWS);
  try {
    await createPayments(large.service, NEW_ROWS);
    const startedAt = performance.now();
    const requests = await sync(large.service, large.index);
    const laterMs = performance.now() - startedAt;
    for (const { index } of [large, small]) index.close();
    return [
      { name: 'a first index of a million rows', value: INDEXED_ROWS / large.firstSeconds, unit: 'rows/s' },
      { name: `${NEW_ROWS} new rows on a million`, value: requests, unit: 'requests', target: { atMost: 8 } },
      { name: `${NEW_ROWS} new rows on a million`, value: laterMs, unit: 'ms' },
      ...(await measureOffline(large, small)),
    ];
  } finally {
    for (const { service } of [large, small]) await service.stop();
    await rm(folder, { recursive: true });
  }
}

interface IndexedWallet {
  readonly service: SpawnedService;
  /** The folder of the configuration. */
  readonly folder: string;
  readonly index: WalletIndex;
  readonly firstSeconds: number;
}

async function indexedWallet(folder: string, payments: number): Promise<IndexedWallet> {
  const service = await spawnService({ seed: SEED, payments, withdraws: 100, rateLimit: false });
  const state = join(folder, 'state', 'bench');
  await mkdir(state, { recursive: true, mode: 0o700 });
  const index = await WalletIndex.open(join(state, 'mirror.sqlite'), {
    origin: new URL(service.url).origin,
    profile: 'bench',
  });
  const startedAt = performance.now();
  await sync(service, index);
  return { service, folder, index, firstSeconds: (performance.now() - startedAt) / 1_000 };
}

/** @returns the number of requests */
async function sync({ url, key }: SpawnedService, index: WalletIndex): Promise<number> {
  let requests = 0;
  const client = createPixClient({
    baseUrl: url,
    apiKey: key,
    onEvent(event) {
      if (event.type === 'request') requests += 1;
    },
  });
  for (const list of walletLists(client)) {
    const { isProven } = await new ListSync(list, index.list(list.name), {
      failures: listFailures,
      now: Date.now,
      random: Math.random,
      clock: systemClock,
      signal: never,
      onProgress: () => undefined,
      onRestart: () => undefined,
    }).run();
    if (!isProven) throw new Error(`the ${list.name} are not proven complete`);
  }
  return requests;
}

async function createPayments({ url, key }: SpawnedService, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const answer = await fetch(`${url}/api/v1/payment/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify({ value: 10, description: `new row ${number}` }),
    });
    if (!answer.ok) throw new Error(`a payment was refused: ${await answer.text()}`);
  }
}

/** The time in addition to the same question to an index of a few rows. */
async function measureOffline(large: IndexedWallet, small: IndexedWallet): Promise<Measurement[]> {
  const { url, key } = large.service;
  const page = await createPixClient({ baseUrl: url, apiKey: key }).payments.page({ limit: 1, offset: 900_000 });
  const correlationId = page.items[0]?.correlationID ?? '';
  const [inLarge, inSmall] = [large, small].map(asking);
  return [
    ['by a correlation id', correlationId],
    ['by an amount', '123,45'],
    ['by words that nothing has', 'xyzzy plugh'],
  ].map(([what = '', text = '']) => ({
    name: `asking an index of a million rows ${what}, beyond one of ${FEW_ROWS}`,
    value: (inLarge?.(text) ?? NaN) - (inSmall?.(text) ?? NaN),
    unit: 'ms',
    ...(text === correlationId && { target: { atMost: 100 } }),
  }));
}

function asking({ service: { url, key }, folder }: IndexedWallet): (text: string) => number {
  const environment = { PATH: process.env['PATH'] ?? '', PIX_CONFIG_DIR: folder, NO_COLOR: '1' };
  runProgram(['auth', 'login', '-p', 'bench', '--base-url', url], environment, key);
  return (text) => typicalMs(ROUNDS, () => runProgram(['find', text, '--offline', '-p', 'bench'], environment));
}
