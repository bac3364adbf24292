import { afterAll, beforeAll, expect } from 'vitest';
import { checked } from '../payouts/simulation/claims.ts';
import { simulateDisk } from '../payouts/simulation/simulated-disk.ts';

/** The one command that runs a simulation again, after those of earlier defects. */
export function again(
  name: 'payouts' | 'attack' | 'machines' | 'two-journals' | 'postgres-machines',
  seed: number,
): string {
  if (name === 'postgres-machines') {
    const test = '--config test/vitest.config.ts test/postgres/simulated-machines.test.ts';
    return `again: CAMPAIGN_POSTGRES_MACHINES=1 CAMPAIGN_FIRST_SEED=${seed} npx vitest run ${test}`;
  }
  const count = `CAMPAIGN_${COUNTS[name] ?? name.toUpperCase()}=1`;
  const run = `npx vitest run --config test/campaign/vitest.config.ts test/campaign/${name}.test.ts -t 'never pay twice'`;
  return `again: ${count} CAMPAIGN_FIRST_SEED=${seed} ${run}`;
}

const COUNTS: Readonly<Record<string, string>> = { attack: 'ATTACKS', 'two-journals': 'JOURNALS' };

/** The first of the seeds of a campaign. */
export const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);

export const seedsFrom = (count: number) => Array.from({ length: count }, (_, index) => FIRST_SEED + index);

/** All simulations of a file of tests meet a disk that fails. */
export function onSimulatedDisk(): void {
  let restoreDisk: () => void;
  beforeAll(async () => {
    restoreDisk = await simulateDisk();
  });
  afterAll(() => restoreDisk());
}

const FAILURES_SHOWN = 10;

/** Simulates seed by seed, and in a campaign prints what it has come to. @returns the failures, ten at most */
export async function failuresOf(
  name: Parameters<typeof again>[0],
  seeds: readonly number[],
  isCampaign: boolean,
  simulate: (seed: number) => Promise<void>,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [done, seed] of seeds.entries()) {
    if (failures.length === FAILURES_SHOWN) break;
    try {
      await simulate(seed);
    } catch (error) {
      failures.push(`${String(error)}\n${again(name, seed)}`);
      if (isCampaign) console.log(failures.at(-1));
    }
    if (isCampaign && (done + 1) % 500 === 0) console.log(`${done + 1} simulations, ${failures.length} of them failed`);
  }
  if (isCampaign && checked.claims > 0) console.log(`${checked.claims} × claims checked`);
  return failures;
}

/** The same for simulations with a receipt: in a campaign it prints what they have met. */
export async function metBy(
  name: Parameters<typeof again>[0],
  seeds: readonly number[],
  isCampaign: boolean,
  simulate: (seed: number) => Promise<{ readonly met: ReadonlyMap<string, number>; readonly simulatedMs: number }>,
): Promise<ReadonlyMap<string, number>> {
  const met = new Map<string, number>();
  const failures = await failuresOf(name, seeds, isCampaign, async (seed) => {
    const { met: ofSeed, simulatedMs } = await simulate(seed);
    for (const [what, times] of [...ofSeed, ['simulated hours', Math.round(simulatedMs / 3_600_000)] as const])
      met.set(what, (met.get(what) ?? 0) + times);
  });
  expect(failures).toEqual([]);
  if (isCampaign) console.log([...met].map(([what, times]) => `${times} × ${what}`).join('\n'));
  return met;
}
