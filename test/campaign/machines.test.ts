import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ForeignWatch } from '../../src/payouts/engine/foreign-watch.ts';
import type { Simulation } from '../payouts/simulation/draw-simulation.ts';
import { LOSSES_OF_CONNECTION } from '../payouts/simulation/simulated-connection.ts';
import { forgottenLeases, freeLocks } from '../payouts/simulation/machines.ts';
import { simulateMachines } from '../payouts/simulation/simulate-payouts.ts';
import { metBy, onSimulatedDisk, seedsFrom } from './again.ts';

/** `npm run campaign -- --only machines` runs many. */
const isCampaign = process.env['CAMPAIGN_MACHINES'] !== undefined;
const SIMULATIONS = Number(process.env['CAMPAIGN_MACHINES'] ?? 0);
/** Simulations that found a defect which has no test of its own yet, in the short form too. */
const SEEDS_OF_DEFECTS = [1_059, 8_202_958];
/** Those whose defect has one, was the judge's, or is that of another seed: the campaign begins with them. */
const SEEDS_SHOWN_ELSEWHERE = isCampaign
  ? [1_108, 4_023_253, 8_821_605, 9_802_948, 25_100_434, 32_103_202, 35_602_713]
  : [];

onSimulatedDisk();

describe('payouts from machines that share a journal, with lost connections, clocks apart, and workers that sleep', () => {
  it(`never pay twice, never report anything false, and finish (${SIMULATIONS} more simulations)`, async () => {
    const seeds = [...SEEDS_OF_DEFECTS, ...SEEDS_SHOWN_ELSEWHERE, ...seedsFrom(SIMULATIONS)];
    const met = await metBy('machines', seeds, isCampaign, (seed) => simulateMachines(seed));
    // Otherwise the simulations have become too harmless to prove anything.
    if (SIMULATIONS >= 100) expect(EXPECTED.filter((what) => !met.has(what))).toEqual([]);
  }, 7_200_000);

  const resends = (drawn: Simulation) => ({ ...drawn, resendsProvenAbsent: true, crashes: [1_000, 1_000] });
  const VIOLATED = /PAID TWICE|can't go from|which another user made/;
  it('detect that two workers have a run at once', async () => {
    await expect(simulateMachines(10, { locks: freeLocks, simulation: resends })).rejects.toThrow(VIOLATED);
  });

  it.each([
    // Each of the two checks alone prevents it.
    ['without its lease', { locks: forgottenLeases, simulation: resends }, 143],
    ['what it intended before', {}, 9_802_948],
  ])('detect that a worker that has slept does not look, and sends %s', async (_, sabotage, seed) => {
    const isOutdated = vi.spyOn(ForeignWatch.prototype, 'isOutdated').mockReturnValue(false);
    onTestFinished(() => isOutdated.mockRestore());
    await expect(simulateMachines(seed, sabotage)).rejects.toThrow(VIOLATED);
  });
});

const EXPECTED = [...LOSSES_OF_CONNECTION, 'a machine slept', 'a run whose lock was lost'];
