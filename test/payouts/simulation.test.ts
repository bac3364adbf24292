import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { drawWorld } from './simulation/draw-world.ts';
import { SABOTAGES } from './simulation/sabotages.ts';
import { simulateDisk } from './simulation/simulated-disk.ts';
import { simulatePayouts } from './simulation/simulate-payouts.ts';

/** The campaign runs the same worlds, and more of them: test/campaign/payouts.test.ts. */
const WORLDS_TRIED = 150;

let restoreDisk: () => void;
beforeAll(async () => {
  restoreDisk = await simulateDisk();
});
afterAll(() => {
  restoreDisk();
});

describe('a simulation', () => {
  it('is the same on every run of its seed', async () => {
    for (const seed of [3, 14, 15]) expect(await simulatePayouts(seed)).toEqual(await simulatePayouts(seed));
  });

  it.each(Object.entries(SABOTAGES))('detects that %s', async (_, sabotage) => {
    let problem: string | undefined;
    for (let seed = 1; problem === undefined && seed <= WORLDS_TRIED; seed += 1) {
      if (sabotage.fits?.(drawWorld(seededRandom(seed))) === false) continue;
      problem = await simulatePayouts(seed, sabotage).then(
        () => undefined,
        (error: unknown) => String(error),
      );
    }
    expect(problem).toMatch(sabotage.tells);
  });
});
