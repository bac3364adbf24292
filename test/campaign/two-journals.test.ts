import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ForeignWatch } from '../../src/payouts/engine/foreign-watch.ts';
import { simulateJournals } from '../payouts/simulation/two-journals.ts';
import { metBy, onSimulatedDisk, seedsFrom } from './again.ts';

/** `npm run campaign -- --only journals` runs many. */
const isCampaign = process.env['CAMPAIGN_JOURNALS'] !== undefined;
const SIMULATIONS = Number(process.env['CAMPAIGN_JOURNALS'] ?? 0);
/** Simulations that found a defect: the short form runs them as well. */
const SEEDS_OF_DEFECTS = isCampaign ? [] : [70, 92, 94, 130];

onSimulatedDisk();

describe('payouts of one file from machines with a journal each', () => {
  it(`never pay twice beyond the stated bound, nor in silence, and finish (${SIMULATIONS} simulations)`, async () => {
    const seeds = [...SEEDS_OF_DEFECTS, ...seedsFrom(SIMULATIONS)];
    const met = await metBy('two-journals', seeds, isCampaign, (seed) => simulateJournals(seed));
    // Otherwise the simulations have become too harmless to prove anything.
    if (SIMULATIONS >= 100) expect(met.get('a world with a doubled row') ?? 0).toBeGreaterThan(0);
  }, 7_200_000);

  it('detect that no machine looks for the others', async () => {
    for (const look of [
      vi.spyOn(ForeignWatch.prototype, 'assertNone').mockReturnValue(undefined),
      vi.spyOn(ForeignWatch.prototype, 'isOutdated').mockReturnValue(false),
    ])
      onTestFinished(() => look.mockRestore());
    await expect(simulateJournals(6)).rejects.toThrow(/PAID TWICE/);
  });
});
