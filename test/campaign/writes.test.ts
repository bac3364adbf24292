import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt, type BuiltService } from '../payouts/simulation/built-service.ts';
import { canTrace } from '../payouts/simulation/system-calls.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/cli.ts';
import { counting, countsIn, everyRefusal, nameOf, refusing, type Refusal } from './writes/refusal.ts';
import { Outside, SCENES, type Scene } from './writes/scenes.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
/** `npm run campaign -- --only writes` tries many. */
const REFUSALS = Number(process.env['CAMPAIGN_WRITES'] ?? 1);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const TIMEOUT_MS = 60_000;
const LIMITS = { dailyLimitCentavos: 1e9, monthlyLimitCentavos: 1e9, perTransactionLimitCentavos: 1e9 };

const folder = mkdtempSync(join(tmpdir(), 'pix-writes-'));
let service: BuiltService;
/** For all scenes: each pays keys that no other one has. */
let outside: Outside;
beforeAll(async () => {
  service = await serveBuilt(PROGRAM);
  await service.use('account', { instant: true, ...LIMITS });
  await service.use('deposit', { amountCentavos: 1e9 });
  outside = new Outside(PROGRAM, service, join(folder, 'home'));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function largestFile(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return Math.max(...names.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0));
}

/** Those of this turn: another seed continues where this one ends, and every refusal has its turn. */
async function refusalsOf(scene: Scene): Promise<readonly Refusal[]> {
  const trace = join(temporaryFolder(), 'trace.txt');
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
  async (_name, scene) => {
    const problems: Record<string, readonly string[]> = {};
    for (const refusal of await refusalsOf(scene)) {
      const found = await scene(outside, refusing(refusal));
      if (found.length > 0) problems[nameOf(refusal)] = found;
    }
    expect(problems).toEqual({});
  },
  REFUSALS * TIMEOUT_MS + TIMEOUT_MS,
);
