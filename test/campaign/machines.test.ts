import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulateDisk } from '../payouts/simulation/simulated-disk.ts';
import { simulateMachines } from '../payouts/simulation/simulate-payouts.ts';

const isCampaign = process.env['CAMPAIGN_MACHINES'] !== undefined;
const SIMULATIONS = Number(process.env['CAMPAIGN_MACHINES'] ?? 40);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);

let restoreDisk: () => void;
beforeAll(async () => {
  restoreDisk = await simulateDisk();
});
afterAll(() => {
  restoreDisk();
});

it('x', async () => {
  const failures: string[] = [];
  const met = new Map<string, number>();
  for (let done = 0; done < SIMULATIONS; done += 1) {
    try {
      const receipt = await simulateMachines(FIRST_SEED + done);
      for (const [what, times] of receipt.met) met.set(what, (met.get(what) ?? 0) + times);
    } catch (error) {
      failures.push(String(error));
      if (isCampaign) console.log(failures.at(-1));
    }
  }
  console.log([...met].map(([what, times]) => `${times} × ${what}`).join('\n'));
  expect(failures).toEqual([]);
}, 7_200_000);
