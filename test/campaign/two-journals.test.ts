import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ForeignWatch } from '../../src/payouts/engine/foreign-watch.ts';
import { simulateDisk } from '../payouts/simulation/simulated-disk.ts';
import { simulateJournals } from '../payouts/simulation/two-journals.ts';
import { again } from './again.ts';

/** `npm run campaign -- --only journals` runs many. */
const isCampaign = process.env['CAMPAIGN_JOURNALS'] !== undefined;
const SIMULATIONS = Number(process.env['CAMPAIGN_JOURNALS'] ?? 0);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
/** Simulations that found a defect: the short form runs them as well. */
const SEEDS_OF_DEFECTS = isCampaign ? [] : [70, 92, 94, 130];
const FAILURES_SHOWN = 10;

let restoreDisk: () => void;
beforeAll(async () => {
  restoreDisk = await simulateDisk();
});
afterAll(() => {
  restoreDisk();
});

describe('payouts of one file from machines with a journal each', () => {
  it(`never pay twice beyond the stated bound, nor in silence, and finish (${SIMULATIONS} simulations)`, async () => {
    const failures: string[] = [];
    const met = new Map<string, number>();
    const seeds = [...SEEDS_OF_DEFECTS, ...Array.from({ length: SIMULATIONS }, (_, index) => FIRST_SEED + index)];
    for (const [done, seed] of seeds.entries()) {
      if (failures.length === FAILURES_SHOWN) break;
      try {
        const receipt = await simulateJournals(seed);
        for (const [what, times] of receipt.met) met.set(what, (met.get(what) ?? 0) + times);
      } catch (error) {
        failures.push(`${String(error)}\n${again('two-journals', seed)}`);
        if (isCampaign) console.log(failures.at(-1));
      }
      if (isCampaign && (done + 1) % 500 === 0)
        console.log(`${done + 1} simulations, ${failures.length} of them failed`);
    }
    expect(failures).toEqual([]);
    if (isCampaign) console.log([...met].map(([what, times]) => `${times} × ${what}`).join('\n'));
    // Otherwise the simulations have become too harmless to prove anything.
    if (SIMULATIONS >= 100) expect(met.get('a world with a doubled row') ?? 0).toBeGreaterThan(0);
  }, 7_200_000);

  it('detect that no machine looks for the others', async () => {
    const blind = [
      vi.spyOn(ForeignWatch.prototype, 'assertNone').mockReturnValue(undefined),
      vi.spyOn(ForeignWatch.prototype, 'isOutdated').mockReturnValue(false),
    ];
    try {
      await expect(simulateJournals(6)).rejects.toThrow(/PAID TWICE/);
    } finally {
      for (const looks of blind) looks.mockRestore();
    }
  });
});
