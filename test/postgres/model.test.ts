import { expect, it } from 'vitest';
import { simulateService } from '../campaign/simulated-service.ts';
import { HANG_MS } from '../support/hang.ts';

/** `npm run campaign -- --only stores` runs more, with more steps. To repeat a failure, pass its seed as the first, and run one. */
const SERVICES = Number(process.env['CAMPAIGN_SERVICES'] ?? 1);
const STEPS = process.env['CAMPAIGN_SERVICES'] === undefined ? 20 : 150;
/** For one service: on a busy machine, each step waits for a dozen round trips. */
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);

const { CAMPAIGN_INSTANCES } = process.env;

it.each([Number(CAMPAIGN_INSTANCES ?? 3)])(
  `instances that are asked in turn behave like the model of one service: %i (${SERVICES} services, seeds from ${FIRST_SEED})`,
  async (instances) => {
    const total = { steps: 0, operations: 0, refused: 0, lost: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SERVICES; seed += 1) {
      const { steps, operations, refused, lost } = await simulateService(seed, { steps: STEPS, instances });
      total.steps += steps;
      total.operations += operations;
      total.refused += refused;
      total.lost += lost;
    }
    if (process.env['CAMPAIGN_SERVICES'] !== undefined) console.log('simulated', { instances, ...total });
    expect(total.operations).toBeGreaterThan(total.steps);
    expect(total.refused).toBeGreaterThan(0);
  },
  SERVICES * HANG_MS,
);
