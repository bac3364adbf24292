import { expect, it } from 'vitest';
import { liveAndDie, lostFrom, type Acknowledged } from '../campaign/killed-service.ts';
import { brokenRules, dataFilePath } from './data-file.ts';
import { HANG_MS } from '../support/hang.ts';
import { linesIn } from '../support/grouped.ts';

/** `npm run campaign -- --only kills` runs many. */
const KILLS = Number(process.env['CAMPAIGN_KILLS'] ?? 3);
const KILLS_MAXIMUM = 10 * KILLS;
/** For one kill: on a busy machine, it takes some seconds. */
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
/** Each of these must have been acknowledged, or the test has proved too little. */
const KINDS = linesIn(`
  a charge | a deposit | a dispute | a fee | a key | a limit | a revoked key | a settlement | a withdrawal
  a withdrawal with its code | an account | dispute accept | dispute refuse | its debit | its transfer
  payment activate | payment expire | payment pay | the clock
`);

it(
  `loses nothing acknowledged in ${KILLS} kills (-9) during all kinds of writes, and violates no rule`,
  async () => {
    const dataFile = dataFilePath();
    const acknowledged: Acknowledged[] = [];
    const kinds = () => [...new Set(acknowledged.map(({ what }) => what))].sort();
    // What is acknowledged before a kill depends on the machine: a rare kind may take some more.
    const isEnough = (kills: number) => kills >= KILLS && (kinds().length === KINDS.length || kills >= KILLS_MAXIMUM);
    for (let kill = FIRST_SEED; !isEnough(kill - FIRST_SEED); kill += 1) {
      const acknowledgements = 1 + ((kill * 17) % 120);
      const life = await liveAndDie({ dataFile, seed: `kill ${kill}`, acknowledgements });
      expect(life.length, `kill ${kill}`).toBeGreaterThanOrEqual(acknowledgements);
      expect(await lostFrom(dataFile, life), `kill ${kill}`).toEqual([]);
      expect(await brokenRules(dataFile), `kill ${kill}`).toEqual([]);
      acknowledged.push(...life);
    }
    expect([await lostFrom(dataFile, acknowledged), kinds()]).toEqual([[], KINDS]);
    if (process.env['CAMPAIGN_KILLS'] !== undefined) console.log(`${KILLS} kills, ${acknowledged.length} acknowledged`);
  },
  KILLS_MAXIMUM * HANG_MS,
);
