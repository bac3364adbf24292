import { expect, inject, it } from 'vitest';
import { failuresOf, onSimulatedDisk, seedsFrom } from '../campaign/again.ts';
import { simulateMachines } from '../payouts/simulation/simulate-payouts.ts';

/** `npm run campaign -- --only postgres-machines` simulates more. */
const SIMULATIONS = Number(process.env['CAMPAIGN_POSTGRES_MACHINES'] ?? 1);

onSimulatedDisk();

it(`machines never pay twice with a journal on PostgreSQL, whose types and failed transactions are not SQLite's (${SIMULATIONS} simulations)`, async () => {
  const database = inject('postgresUrl') ?? '';
  const failures = await failuresOf('postgres-machines', seedsFrom(SIMULATIONS), false, async (seed) => {
    await simulateMachines(seed, {}, database);
  });
  expect(failures).toEqual([]);
}, 1_800_000);
