import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt, type BuiltService } from '../payouts/simulation/built-service.ts';
import { canTrace } from '../payouts/simulation/system-calls.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/cli.ts';
import { counting, countsIn, everyRefusal, nameOf, refusing, type Refusal } from './writes/refusal.ts';
import { Outside, SCENES, type Scene } from './writes/scenes.ts';

/** `npm run campaign -- --only writes` tries this many of each scene. */
const REFUSALS = Number(process.env['CAMPAIGN_WRITES'] ?? 0);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const TIMEOUT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'pix-writes-'));
let service: BuiltService;
let outside: Outside;
beforeAll(async () => {
  service = await serveBuilt();
  outside = new Outside(service, join(folder, 'home'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function largestFile(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return Math.max(...names.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0));
}

/** The short form: one of each scene, in the middle of its work. */
const IN_SHORT: Readonly<Record<string, Refusal>> = {
  'the journal, by payouts run': { call: 'fsync', error: 'EIO', number: 28 },
  'the journal, by withdraw create': { call: 'pwrite64', error: 'ENOSPC', number: 190 },
  'the index, by sync': { call: 'pwrite64', error: 'EIO', number: 130 },
  'an export': { call: 'rename', error: 'ENOSPC', number: 1 },
  'the profiles, by auth login': { call: 'rename', error: 'EIO', number: 2 },
  'the data file of the service': { call: 'pwrite64', error: 'ENOSPC', number: 200 },
};

/** Those of this turn: another seed continues where this one ends, and every refusal has its turn. */
async function refusalsOf(name: string, scene: Scene, trace: string): Promise<readonly Refusal[]> {
  const short = IN_SHORT[name];
  if (REFUSALS === 0 && short !== undefined) return [short];
  expect(await scene(outside, counting(trace))).toEqual([]);
  const all = everyRefusal(countsIn(readFileSync(trace, 'utf8')), largestFile(outside.folder));
  const random = seededRandom(1);
  const mixed = all.map((refusal) => ({ refusal, order: random() })).sort((one, other) => one.order - other.order);
  return Array.from({ length: REFUSALS }, (_, index) => mixed[(FIRST_SEED - 1 + index) % mixed.length]).flatMap(
    (chosen) => chosen?.refusal ?? [],
  );
}

it.skipIf(!canTrace()).each(Object.entries(SCENES))(
  'a refused or torn write of %s is reported, loses nothing and pays nothing twice (strace)',
  async (name, scene) => {
    const problems: Record<string, readonly string[]> = {};
    const trace = join(temporaryFolder(), 'trace.txt');
    for (const refusal of await refusalsOf(name, scene, trace)) {
      const found = await scene(outside, refusing(refusal, trace));
      if (found.length > 0) problems[nameOf(refusal)] = found;
      // A call that is never made refuses nothing.
      if (REFUSALS === 0) expect(readFileSync(trace, 'utf8')).toContain('(INJECTED)');
    }
    expect(problems).toEqual({});
  },
  REFUSALS * TIMEOUT_MS + TIMEOUT_MS,
);
