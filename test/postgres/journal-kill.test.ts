import { expect, inject, it, onTestFinished } from 'vitest';
import { journalSchemaOf } from '../../src/payouts/journal/postgres-journal.ts';
import { payAmidKills, problemsOf } from '../payouts/simulation/killed-program.ts';
import { temporaryFolder } from '../support/cli.ts';
import { queryDatabase } from '../support/postgres.ts';

const SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
/** `npm run campaign -- --only journal-kills` kills more often. */
const KILLS = Number(process.env['CAMPAIGN_KILLS'] ?? 2);
const ROWS = Number(process.env['CAMPAIGN_ROWS'] ?? 16);

it('pays every row of a file once from two machines that share a journal, killed (-9) in turn, with answers lost', async () => {
  const url = inject('postgresUrl') ?? '';
  let schema = '';
  const outcome = await payAmidKills({
    folder: temporaryFolder(),
    seed: SEED,
    rows: ROWS,
    kills: KILLS,
    isLimited: false,
    faults: { 'reset-after': 0.1, hang: 0.03, truncate: 0.1, 'status-500': 0.05, latency: 0.7 },
    shared: {
      url,
      // The clock of the database advances with the others.
      async advance(service, aheadMs) {
        schema = journalSchemaOf(new URL(service).origin);
        const isThere = `SELECT 1 FROM pg_proc WHERE proname = 'journal_now' AND pronamespace = to_regnamespace('${schema}')`;
        if ((await queryDatabase(url, isThere)).length === 0) return;
        await queryDatabase(
          url,
          `CREATE OR REPLACE FUNCTION ${schema}.journal_now() RETURNS bigint LANGUAGE sql VOLATILE AS
          $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${aheadMs} $$`,
        );
      },
    },
  });
  onTestFinished(async () => {
    await queryDatabase(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });
  expect(problemsOf(outcome)).toEqual([]);
  expect(outcome.killed).toBe(KILLS);
}, 600_000);
