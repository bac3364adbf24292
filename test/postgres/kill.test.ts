import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { queryDatabase } from '../support/postgres.ts';
import { AMOUNT, keepPaying, PaymentTally } from './paying-callers.ts';
import { ask, makeRich, spawnInstance, type SpawnedInstance } from './spawned-instance.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

/** `npm run campaign:postgres` runs many more. */
const KILLS = Number(process.env['CAMPAIGN_KILLS'] ?? 3);
const KILL_TIMEOUT_MS = 60_000;
const INSTANCES = 3;
const CALLERS = 9;
/** Behind the proxy that cuts its connection. */
const CUT_INSTANCE = INSTANCES - 1;
/** In turn. */
const KINDS = ['an instance', 'the database', 'a COMMIT'] as const;

interface Setting {
  readonly instances: SpawnedInstance[];
  readonly databaseOf: (index: number) => string;
  readonly restart: () => Promise<void>;
  readonly proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  readonly url: string;
}

async function setUp(): Promise<Setting> {
  const server = await startPostgres(true);
  onTestFinished(() => server.stop());
  const proxy = await cuttingProxy(server.url);
  const databaseOf = (index: number) => (index === CUT_INSTANCE ? proxy.url : server.url);
  const instances = await Promise.all(
    Array.from({ length: INSTANCES }, (_, index) => spawnInstance(PROGRAM, databaseOf(index))),
  );
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.kill()));
  });
  return { instances, databaseOf, restart: () => server.restart(), proxy, url: server.url };
}

/** One failure, while callers pay. @returns what starts again after it */
async function strike(setting: Setting, kind: (typeof KINDS)[number], round: number): Promise<() => Promise<void>> {
  const index = round % INSTANCES;
  switch (kind) {
    case 'an instance':
      await setting.instances[index]!.kill();
      return async () => {
        setting.instances[index] = await spawnInstance(PROGRAM, setting.databaseOf(index));
      };
    case 'the database':
      await setting.restart();
      return () => Promise.resolve();
    case 'a COMMIT':
      await setting.proxy.cutNextCommit(round % 2 === 0 ? 'after' : 'before');
      return () => Promise.resolve();
  }
}

async function availableOf(instance: SpawnedInstance): Promise<number> {
  return Number((await ask(instance, '/mock/account?account=demo')).body.data['availableCentavos']);
}

/** Every withdrawal that callers have paid since `name`, as the database has it. */
function storedBy(url: string, name: string) {
  return queryDatabase(url, `SELECT id, description FROM withdrawals WHERE description LIKE '${name} %'`, 'pix');
}

it(
  `loses nothing acknowledged and doubles nothing in ${KILLS} kills of instances, of the database and of COMMITs`,
  async () => {
    const setting = await setUp();
    const { instances } = setting;
    await makeRich(instances[0]!);
    const struck = { 'an instance': 0, 'the database': 0, 'a COMMIT': 0 };
    const total = { acknowledged: 0, unknown: 0, refused: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [kind, round] = [KINDS[kill % KINDS.length]!, Math.floor(kill / KINDS.length)];
      const before = await availableOf(instances[0]!);
      const tally = new PaymentTally();
      let hasEnded = false;
      const callers = Array.from({ length: CALLERS }, (_, index) =>
        keepPaying({ instances, tally, isOver: () => hasEnded, name: `kill ${kill} ${index}`, first: index }),
      );
      await tally.reaches(5 + ((kill * 37) % 60));
      const startAgain = await strike(setting, kind, round);
      hasEnded = true;
      await Promise.all(callers);
      await startAgain();

      const stored = await storedBy(setting.url, `kill ${kill}`);
      const found = new Map(stored.map(({ id, description }) => [String(description), String(id)]));
      expect(found.size, `kill ${kill}: withdrawals that exist twice`).toBe(stored.length);
      const lost = [...tally.acknowledged].filter(([description, id]) => found.get(description) !== id);
      expect(lost, `kill ${kill}: lost withdrawals`).toEqual([]);
      const more = [...found.keys()].filter((name) => !tally.acknowledged.has(name) && !tally.unknown.has(name));
      expect(more, `kill ${kill}: withdrawals that were refused`).toEqual([]);
      const other = instances[(round + 1) % INSTANCES]!;
      expect(await availableOf(other), `kill ${kill}`).toBe(before - stored.length * AMOUNT * 100);
      expect((await ask(other, '/mock/verify')).body.data, `kill ${kill}`).toMatchObject({ holds: true });

      struck[kind] += 1;
      total.acknowledged += tally.acknowledged.size;
      total.unknown += tally.unknown.size;
      total.refused += tally.refused.size;
    }
    expect(setting.proxy.cuts).toBe(struck['a COMMIT']);
    if (process.env['CAMPAIGN_KILLS'] !== undefined) console.log(`${KILLS} kills`, struck, total);
  },
  KILLS * KILL_TIMEOUT_MS,
);
