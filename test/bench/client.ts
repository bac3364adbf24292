import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededNames } from '../../src/service/seeded-names.ts';
import { delayingProxy } from './delaying-proxy.ts';
import type { Measurement } from './measurement.ts';
import { runClient, type ClientOutcome } from './spawn-client.ts';
import { spawnService } from './spawn-service.ts';

const SEED = 42;
const KEY_NAMES = ['reader', 'payouts', 'payouts-2', 'payouts-3'];
const LISTED_ROWS = 20_000;
/** A first burst takes two round trips whatever follows: all lists take as long, so that it weighs the same in each. */
const LISTED_WITH_KEYS = LISTED_ROWS * KEY_NAMES.length;
const EXPORTED_ROWS = 1_000_000;
const LIMIT_PER_SECOND = 10;
const MEBIBYTE = 2 ** 20;

const names = seededNames(SEED);
const keys = KEY_NAMES.map((name) => names.apiKey('demo', name));

/**
 * Measures how close to the rate limit lists are read, on the local service with its limits on, and the memory of
 * exporting a million rows.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  const service = await spawnService({ seed: SEED, payments: LISTED_WITH_KEYS, withdraws: 0, rateLimit: true });
  try {
    for (const [roundTripMs, atLeast] of [
      [1, 0.95],
      [50, 0.95],
      [200, 0.93],
    ] as const) {
      measurements.push(...(await measureListing(service.url, roundTripMs, 1, atLeast)));
      measurements.push(...(await measureListing(service.url, roundTripMs, keys.length, atLeast)));
    }
    measurements.push(...(await measureSharing(service.url)));
  } finally {
    await service.stop();
  }
  return [...measurements, ...(await measureExport())];
}

async function measureListing(url: string, roundTripMs: number, keyCount: number, atLeast: number) {
  await quietSecond();
  const proxy = await delayingProxy(url, roundTripMs);
  const rows = LISTED_ROWS * keyCount;
  const task = { url: proxy.url, keys: keys.slice(0, keyCount), rows };
  const outcome = await runClient(task);
  proxy.close();
  if (outcome.rowsRead !== rows) throw new Error(`${outcome.rowsRead} rows were read`);
  const name = `listing at ${roundTripMs} ms with ${keyCount === 1 ? 'one key' : `${keyCount} keys`}`;
  const rate = ratePerSecond([outcome]) / (LIMIT_PER_SECOND * keyCount);
  return [
    { name, value: rate, unit: 'of the limit', target: { atLeast } },
    { name, value: outcome.refused, unit: '429', target: { atMost: 0 } },
  ];
}

/** Two processes on one key that do not know of each other. */
async function measureSharing(url: string): Promise<Measurement[]> {
  await quietSecond();
  const proxy = await delayingProxy(url, 50);
  const task = { url: proxy.url, keys: keys.slice(0, 1), rows: LISTED_ROWS };
  const outcomes = await Promise.all([runClient(task), runClient(task)]);
  proxy.close();
  // After the first one has finished, the limit is no longer shared.
  const endedAtMs = Math.min(...outcomes.map((outcome) => outcome.endedAtMs));
  const shared = outcomes.map((outcome) => ({
    ...outcome,
    endedAtMs,
    answersAtMs: outcome.answersAtMs.filter((atMs) => atMs <= endedAtMs),
  }));
  const requests = shared.map(({ answersAtMs }) => answersAtMs.length);
  const least = Math.min(...requests) / requests.reduce((sum, count) => sum + count, 0);
  const refused = outcomes.reduce((sum, outcome) => sum + outcome.refused, 0);
  const name = 'two processes on one key';
  return [
    { name, value: ratePerSecond(shared) / LIMIT_PER_SECOND, unit: 'of the limit', target: { atLeast: 0.85 } },
    { name, value: least, unit: 'for the slower one', target: { atLeast: 0.25 } },
    { name, value: refused, unit: '429', target: { atMost: 5 } },
  ];
}

async function measureExport(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const service = await spawnService({ seed: SEED, payments: EXPORTED_ROWS, withdraws: 0, rateLimit: false });
  try {
    const exportPath = join(folder, 'payments.csv');
    const outcome = await runClient({ url: service.url, keys: keys.slice(0, 1), rows: EXPORTED_ROWS, exportPath });
    if (outcome.exitCode !== 0) throw new Error(`the export ended with ${outcome.exitCode}`);
    const seconds = (outcome.endedAtMs - outcome.startedAtMs) / 1_000;
    const name = 'exporting a million rows';
    return [
      { name, value: outcome.peakMemoryBytes / MEBIBYTE, unit: 'MiB at most', target: { atMost: 150 } },
      { name, value: EXPORTED_ROWS / seconds, unit: 'rows/s' },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

/** Requests per second from the first request to the last answer. */
function ratePerSecond(outcomes: readonly Pick<ClientOutcome, 'startedAtMs' | 'endedAtMs' | 'answersAtMs'>[]): number {
  const startedAtMs = Math.min(...outcomes.map((outcome) => outcome.startedAtMs));
  const endedAtMs = Math.max(...outcomes.map((outcome) => outcome.endedAtMs));
  const answers = outcomes.reduce((sum, { answersAtMs }) => sum + answersAtMs.length, 0);
  return (answers * 1_000) / (endedAtMs - startedAtMs);
}

/** Separates measurements, so that none has requests of the previous one in its window. */
function quietSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}
