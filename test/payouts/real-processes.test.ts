import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { payAmidKills, problemsOf } from './simulation/killed-program.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
const SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const KILLS = 5;

/** The campaign does the same with 300 rows and twenty kills. */
it('pays every row of a file once, although responses are lost and the program is killed (-9) again and again', async () => {
  const outcome = await payAmidKills({
    program: PROGRAM,
    folder: temporaryFolder(),
    seed: SEED,
    rows: 100,
    kills: KILLS,
    isLimited: false,
    faults: { 'reset-after': 0.1, hang: 0.03, truncate: 0.1, 'status-500': 0.05, latency: 0.7 },
  });
  expect(problemsOf(outcome)).toEqual([]);
  // Otherwise the test has proved too little.
  expect(outcome.killed).toBe(KILLS);
  expect(Object.values(outcome.fired).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
}, 600_000);
