import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { changesForTheWorse, keep, readKept } from './compare.ts';
import { measure as measureClient } from './client.ts';
import { meetsTarget, type Measurement } from './measurement.ts';
import { measure as measureFind } from './find.ts';
import { measure as measureMonth } from './month.ts';
import { measure as measurePayouts } from './payouts.ts';
import { measure as measurePostgres } from './postgres.ts';
import { measure as measureService } from './service.ts';
import { measure as measureStartUp } from './start-up.ts';

/** The benchmarks by name: `npm run bench -- service` runs one, without a name all run. */
const BENCHMARKS: Record<string, (argumentsGiven: readonly string[]) => Promise<readonly Measurement[]>> = {
  service: measureService,
  postgres: measurePostgres,
  client: measureClient,
  payouts: measurePayouts,
  find: measureFind,
  month: measureMonth,
  'start-up': measureStartUp,
};

/** What `--keep` writes, and `--compare` reads. */
const FIGURES = fileURLToPath(new URL('../../../test/bench/figures.json', import.meta.url));

const [, , ...argumentsGiven] = process.argv;
const wanted = argumentsGiven.filter((argument) => !argument.startsWith('--'));
const all: Measurement[] = [];
let missed = 0;
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measurements = await measure(argumentsGiven);
  missed += measurements.filter((measurement) => !meetsTarget(measurement)).length;
  console.log(tableOf(name, measurements));
  all.push(...measurements);
}
if (argumentsGiven.includes('--keep')) keep(FIGURES, all, `${cpus().length} cores, ${process.platform}`);
if (argumentsGiven.includes('--compare')) {
  const changes = changesForTheWorse(all, readKept(FIGURES));
  for (const change of changes) console.error(`worse by more than a fifth: ${change}`);
  if (changes.length > 0) process.exitCode = 1;
}
if (missed > 0) {
  console.error(`${missed} of the targets missed`);
  process.exitCode = 1;
}

function tableOf(name: string, measurements: readonly Measurement[]): string {
  const table = new Table({ head: [name, 'value', 'unit', 'target', ''], style: { head: [], border: [] } });
  for (const measurement of measurements) {
    const { value, unit, target } = measurement;
    const verdict = target === undefined ? '' : meetsTarget(measurement) ? 'met' : 'MISSED';
    table.push([measurement.name, Number(value.toPrecision(3)), unit, targetText(target), verdict]);
  }
  return table.toString();
}

function targetText(target: Measurement['target']): string {
  const { atLeast, atMost } = target ?? {};
  return [atLeast === undefined ? '' : `≥ ${atLeast}`, atMost === undefined ? '' : `≤ ${atMost}`].join(' ').trim();
}
