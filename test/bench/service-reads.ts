import { join } from 'node:path';
import { load } from './load.ts';
import { median, type Measurement } from './measurement.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';

const MANY = 1_000_000;
const FEW = 100;
const ANSWERS = 200;
const ROUNDS = 7;
const UNCACHED_LISTS = 5_000;

/** Requests for an account with few payments, and for one with a million. */
const QUESTIONS = [
  { name: 'balance and statistics', few: '/api/v1/user/balance', many: '/api/v1/user/balance' },
  { name: 'the first page', few: pageAt(0), many: pageAt(0) },
  { name: 'the first page of a status', few: pageAt(0, 'COMPLETED'), many: pageAt(0, 'COMPLETED') },
  { name: 'the page at offset 999,950', few: pageAt(50), many: pageAt(999_950) },
  { name: 'the page at offset 500,000', few: pageAt(50), many: pageAt(500_000) },
  { name: 'the page at offset 1,000,000', few: pageAt(100), many: pageAt(1_000_000) },
] as const;

/** Compares answers about an account with a million payments with those about one with a hundred. No cache is used. */
export async function measureReads(folder: string): Promise<readonly Measurement[]> {
  const startedAt = performance.now();
  const many = await spawnService({ dataFile: join(folder, 'many.db'), payments: MANY, cache: false });
  const seedingMs = performance.now() - startedAt;
  const few = await spawnService({ dataFile: join(folder, 'few.db'), payments: FEW, cache: false });
  const measurements: Measurement[] = [{ name: 'a million payments made up', value: seedingMs / 1000, unit: 's' }];
  for (const question of QUESTIONS) {
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const fewMs = await typicalMs(few, question.few);
      ratios.push((await typicalMs(many, question.many)) / fewMs);
    }
    const value = median(ratios.slice(1));
    measurements.push({
      name: `${question.name}, a million against a hundred`,
      value,
      unit: '×',
      target: { atMost: 1.5 },
    });
  }
  await load(many.url, {
    connections: 50,
    request: (number) => ({ method: 'GET', path: pageAt((number * 100) % MANY), headers: { 'X-API-Key': many.key } }),
    answers: UNCACHED_LISTS,
  });
  const memory = (await many.residentBytes()) / 1e6;
  const verifyingAt = performance.now();
  await (await fetch(`${many.url}/mock/verify`)).text();
  const verifyMs = performance.now() - verifyingAt;
  await Promise.all([many.stop(), few.stop()]);
  return [
    ...measurements,
    {
      name: 'memory with a million payments, listed over 50 connections',
      value: memory,
      unit: 'MB',
      target: { atMost: 200 },
    },
    { name: 'verify with a million payments', value: verifyMs / 1000, unit: 's' },
  ];
}

function pageAt(offset: number, status?: string): string {
  return `/api/v1/payment/list?offset=${offset}&limit=50${status === undefined ? '' : `&status=${status}`}`;
}

async function typicalMs({ url, key }: SpawnedService, path: string): Promise<number> {
  const request = { method: 'GET', path, headers: { 'X-API-Key': key } };
  return median((await load(url, { connections: 1, request: () => request, answers: ANSWERS })).latenciesMs);
}
