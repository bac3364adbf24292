import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededNames } from '../../src/service/seeded-names.ts';
import type { Measurement } from './measurement.ts';
import { runPayoutsIn, type PayoutsOutcome } from './spawn-payouts.ts';
import { spawnService } from './spawn-service.ts';

const SEED = 42;
/** The keys of the account `demo` that may create withdrawals. */
const KEY_NAMES = ['payouts', 'payouts-2', 'payouts-3', 'main'];
const PAYOUTS_A_KEY = 1_000;
const LIMIT_PER_SECOND = 10;
const PLENTY_CENTAVOS = 1_000_000_000;

const names = seededNames(SEED);
const keys = KEY_NAMES.map((name) => names.apiKey('demo', name));

/**
 * Measures how close to the rate limit payouts are sent, with a journal on this machine's disk and the service's limits
 * on.
 */
export async function measure(): Promise<readonly Measurement[]> {
  return [...(await measureSending(1)), ...(await measureSending(keys.length))];
}

async function measureSending(keyCount: number): Promise<Measurement[]> {
  const payouts = PAYOUTS_A_KEY * keyCount;
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const service = await spawnService({ seed: SEED, payments: 0, withdraws: 0, rateLimit: true });
  try {
    await service.use('/mock/deposit', { amountCentavos: PLENTY_CENTAVOS });
    await service.use('/mock/account', {
      dailyLimitCentavos: PLENTY_CENTAVOS,
      monthlyLimitCentavos: PLENTY_CENTAVOS,
      perTransactionLimitCentavos: PLENTY_CENTAVOS,
    });
    const outcome = await runPayoutsIn({ url: service.url, keys: keys.slice(0, keyCount), payouts, folder });
    if (outcome.paid !== payouts) throw new Error(`${outcome.paid} payouts were paid`);
    const name = `sending payouts with ${keyCount === 1 ? 'one key' : `${keyCount} keys`}`;
    return [
      { name, value: ratePerSecond(outcome) / (LIMIT_PER_SECOND * keyCount), unit: 'of the limit', target: TARGET },
      { name, value: outcome.refused, unit: '429', target: { atMost: 0 } },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

const TARGET = { atLeast: 0.95 };

/** From the start of sending, including everything before the first request. */
function ratePerSecond({ paid, startedAtMs, endedAtMs }: PayoutsOutcome): number {
  return (paid * 1_000) / (endedAtMs - startedAtMs);
}
