import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/**
 * Long runs of what `npm test` runs shortly: `npm run campaign -- --minutes 60 [--seed 1] [--only payouts,attack]`.
 *
 * Each campaign runs in turn, some seeds at a time, until the time is over; a turn that has begun ends. A failure prints
 * the command that repeats its turn, and mostly that of its seed, and the exit code is 1.
 */

const CAMPAIGN = ['--config', 'test/campaign/vitest.config.ts'];
const SHARED = ['--config', 'test/vitest.config.ts', '--project', 'shared'];
const POSTGRES = ['--config', 'test/vitest.config.ts', '--project', 'postgres'];
/** A pattern without spaces: the command that repeats a run is printed as its words. */
const NEVER_TWICE = ['-t', 'never.pay.twice'];

/** Of `test/support/draws.ts`: what draws long, and no campaign of its own does. */
const PROPERTIES = [
  ...['cli/damaged-files', 'cli/export-adjoining', 'cli/statement-closes', 'lists/proof', 'reconcile/any-bank-file'],
  ...['payouts/batch-properties', 'payouts/journal', 'payouts/paid-by-hand', 'payouts/run-payouts'],
  ...['account-clock', 'deep-pages', 'http-determinism', 'ledger', 'one-group', 'world'].map(
    (name) => `service/${name}`,
  ),
].map((name) => `test/${name}.test.ts`);

/** `turn`: how many at a time, about a minute's work. `count`: the variable that says so to the tests. */
const CAMPAIGNS = {
  payouts: {
    count: 'CAMPAIGN_PAYOUTS',
    turn: 500,
    run: [...CAMPAIGN, 'test/campaign/payouts.test.ts', ...NEVER_TWICE],
  },
  attack: { count: 'CAMPAIGN_ATTACKS', turn: 200, run: [...CAMPAIGN, 'test/campaign/attack.test.ts', ...NEVER_TWICE] },
  machines: {
    count: 'CAMPAIGN_MACHINES',
    turn: 300,
    run: [...CAMPAIGN, 'test/campaign/machines.test.ts', ...NEVER_TWICE],
  },
  journals: { count: 'CAMPAIGN_JOURNALS', turn: 300, run: [...CAMPAIGN, 'test/campaign/two-journals.test.ts'] },
  exports: { count: 'CAMPAIGN_EXPORTS', turn: 100, run: [...CAMPAIGN, 'test/campaign/exports.test.ts'] },
  remittances: { count: 'CAMPAIGN_REMITTANCES', turn: 5_000, run: [...CAMPAIGN, 'test/campaign/remittances.test.ts'] },
  'remittance-kills': {
    count: 'CAMPAIGN_REMITTANCE_KILLS',
    turn: 60,
    run: [...CAMPAIGN, 'test/campaign/remittance-kills.test.ts'],
  },
  twins: { count: 'CAMPAIGN_TWINS', turn: 2_000, run: [...CAMPAIGN, 'test/campaign/twin.test.ts'] },
  service: { count: 'CAMPAIGN_SERVICES', turn: 300, run: [...CAMPAIGN, 'test/service/model.test.ts'] },
  kills: { count: 'CAMPAIGN_KILLS', turn: 40, run: [...CAMPAIGN, 'test/service/kill.test.ts'] },
  clients: { count: 'CAMPAIGN_CLIENTS', turn: 5_000, run: [...SHARED, 'test/service/rude-clients.test.ts'] },
  writes: { count: 'CAMPAIGN_WRITES', turn: 20, run: [...SHARED, 'test/campaign/writes.test.ts'] },
  'power-cuts': { count: 'CAMPAIGN_POWER_CUTS', turn: 10, run: [...SHARED, 'test/campaign/power-cuts.test.ts'] },
  services: { count: 'CAMPAIGN_HOSTILE_SERVICES', turn: 4, run: [...SHARED, 'test/campaign/services.test.ts'] },
  draws: { count: 'CAMPAIGN_DRAWS', turn: 4, run: [...SHARED, ...PROPERTIES] },
  secrets: { count: 'CAMPAIGN_SECRETS', turn: 1, run: [...SHARED, 'test/journey/secrets.test.ts'] },
  'postgres-kills': { count: 'CAMPAIGN_KILLS', turn: 20, run: [...POSTGRES, 'test/postgres/kill.test.ts'] },
  'postgres-machines': {
    count: 'CAMPAIGN_POSTGRES_MACHINES',
    turn: 15,
    run: [...POSTGRES, 'test/postgres/simulated-machines.test.ts'],
  },
  'journal-kills': {
    count: 'CAMPAIGN_KILLS',
    turn: 20,
    run: [...POSTGRES, 'test/postgres/journal-kill.test.ts'],
    env: { CAMPAIGN_ROWS: '300' },
  },
  stores: {
    count: 'CAMPAIGN_HISTORIES',
    turn: 10,
    run: [...POSTGRES, '--testTimeout', '600000'],
    env: { CAMPAIGN_STORES: 'all', CAMPAIGN_SERVICES: '10' },
  },
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? Object.keys(CAMPAIGNS);
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const unknown = names.filter((name) => !Object.hasOwn(CAMPAIGNS, name));
if (unknown.length > 0 || !(minutes > 0) || !Number.isInteger(seed)) {
  console.error(`usage: npm run campaign -- --minutes N [--seed S] [--only ${Object.keys(CAMPAIGNS).join(',')}]`);
  process.exit(2);
}

const totals = new Map(names.map((name) => [name, { tried: 0, seconds: 0, failures: 0, met: new Map() }]));
const untilMs = Date.now() + minutes * 60_000;
for (let turn = 0; Date.now() < untilMs; turn += 1) {
  for (const name of names) if (Date.now() < untilMs) await runTurn(name, turn);
}
for (const [name, { tried, seconds, failures, met }] of totals) {
  console.log(`${name}: ${tried} from seed ${seed}, ${Math.round(seconds)} s, ${failures} failed`);
  for (const [what, times] of [...met].sort(([one], [other]) => one.localeCompare(other))) {
    console.log(`  ${times} × ${what}`);
  }
}

async function runTurn(name, turn) {
  const { count, turn: size, run, env } = CAMPAIGNS[name];
  const first = seed + turn * size;
  const startedAt = performance.now();
  const seeds = { CAMPAIGN_FIRST_SEED: String(first), CAMPAIGN_SEED: String(first) };
  const instances = { CAMPAIGN_INSTANCES: turn % 2 === 0 ? '1' : '3' };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...run], {
    env: { ...process.env, NO_COLOR: '1', ...env, ...seeds, ...instances, [count]: String(size) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const total = totals.get(name);
  total.tried += size;
  total.seconds += (performance.now() - startedAt) / 1_000;
  for (const [, times, what] of output.matchAll(/^(\d+) × (.+)$/gm)) {
    total.met.set(what, (total.met.get(what) ?? 0) + Number(times));
  }
  const hasFailed = child.exitCode !== 0;
  console.log(`${name}: ${first} to ${first + size - 1}, ${hasFailed ? 'FAILED' : 'passed'}`);
  if (!hasFailed) return;
  total.failures += 1;
  process.exitCode = 1;
  const variables = Object.entries({ ...env, ...seeds, ...instances, [count]: String(size) });
  console.log(`again: ${variables.map(([key, value]) => `${key}=${value}`).join(' ')} npx vitest run ${run.join(' ')}`);
  console.log(output);
}
