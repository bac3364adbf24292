import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.ts';
import { startPostgres, type TestServer } from '../support/postgres-server.ts';
import { queryDatabase } from '../support/postgres.ts';
import { seededRandom } from '../../src/service/seed/random.ts';
import { AMOUNT, keepPaying, PaymentTally } from './paying-callers.ts';
import { ask, makeRich, spawnInstance, type SpawnedInstance } from './spawned-instance.ts';
import { HANG_MS } from '../support/hang.ts';
import { PROGRAM } from '../support/pix-process.ts';

/** `npm run campaign -- --only postgres-kills` runs many more. */
const KILLS = Number(process.env['CAMPAIGN_KILLS'] ?? 3);
const INSTANCES = 3;
const CALLERS = 9;
/** Behind the proxy that cuts its connection. */
const CUT_INSTANCE = INSTANCES - 1;
/** In turn; in a campaign, by chance. */
const KINDS = [
  'an instance',
  'the database',
  'a COMMIT',
  'a frozen instance',
  'the frozen database',
  'a frozen reader',
] as const;
const IS_CAMPAIGN = process.env['CAMPAIGN_KILLS'] !== undefined;

/** More than the buffers of a connection take: a reader that is frozen leaves some of it unread. */
const LARGE_STATE = `INSERT INTO verification_codes
  (number, account, digest, amount, cover_fee, created_at, expires_at, email, code)
  SELECT 1000 + n, 'demo', sha256('x'), 1, 0, 0, 1, repeat('x', 1000000), '1' FROM generate_series(1, 16) AS n`;
const READER = `fetch(process.argv[1]).then(async ({ body }) => { for await (const part of body) console.log(part.length); })`;
/** Requests to an instance that a short freeze lasts. */
const SHORT_FREEZE = 20;

interface Setting {
  readonly instances: SpawnedInstance[];
  readonly databaseOf: (index: number) => string;
  readonly server: TestServer;
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
  return { instances, databaseOf, server, proxy, url: server.url };
}

/** One failure, while callers pay. @returns what starts again after it */
async function strike(
  setting: Setting,
  kind: (typeof KINDS)[number],
  round: number,
  tally: PaymentTally,
): Promise<() => Promise<void>> {
  const { server } = setting;
  const index = round % INSTANCES;
  switch (kind) {
    case 'an instance':
      await setting.instances[index]!.kill();
      return async () => {
        setting.instances[index] = await spawnInstance(PROGRAM, setting.databaseOf(index));
      };
    case 'the database':
      await server.restart();
      return () => Promise.resolve();
    case 'a COMMIT':
      await setting.proxy.cutNextCommit(round % 2 === 0 ? 'after' : 'before');
      return () => Promise.resolve();
    case 'a frozen instance':
      setting.instances[index]!.freeze();
      await tally.reaches(tally.acknowledged.size + 5);
      setting.instances[index]!.thaw();
      return () => Promise.resolve();
    case 'the frozen database':
      server.freeze();
      if (round % 2 === 0) await tally.refuses();
      else for (let asked = 0; asked < SHORT_FREEZE; asked += 1) await ask(setting.instances[index]!, '/healthz');
      server.thaw();
      return () => Promise.resolve();
    case 'a frozen reader':
      return freezeReader(setting, index, tally);
  }
}

async function freezeReader({ instances }: Setting, index: number, tally: PaymentTally): Promise<() => Promise<void>> {
  const reader = spawn(process.execPath, ['-e', READER, `${instances[index]!.url}/mock/snapshot`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(reader, 'exit');
  await Promise.race([once(reader.stdout, 'data'), ended]);
  reader.kill('SIGSTOP');
  await ask(instances[(index + 1) % INSTANCES]!, '/mock/clock/advance', { durationMs: 1 });
  await tally.reaches(tally.acknowledged.size + 5);
  return async () => {
    reader.kill('SIGKILL');
    await ended;
  };
}

async function availableOf(instance: SpawnedInstance): Promise<number> {
  return Number((await ask(instance, '/mock/account?account=demo')).body.data['availableCentavos']);
}

/**
 * The balance, and every withdrawal of the callers in the database at the same moment: a thawed instance may carry out
 * the request of a caller that has given up.
 */
async function booksOf(instance: SpawnedInstance, url: string) {
  const read = () =>
    queryDatabase(url, "SELECT id, description FROM withdrawals WHERE description LIKE 'kill %'", 'pix');
  for (let stored = await read(); ;) {
    const available = await availableOf(instance);
    const later = await read();
    if (later.length === stored.length) return { available, stored };
    stored = later;
  }
}

it(
  `loses nothing acknowledged, doubles nothing and answers in time in ${KILLS} kills and freezes`,
  async () => {
    const setting = await setUp();
    const { instances } = setting;
    await makeRich(instances[0]!);
    await queryDatabase(setting.url, LARGE_STATE, 'pix');
    const random = seededRandom(process.env['CAMPAIGN_SEED'] ?? 'kills');
    const struck = new Map<string, number>();
    const total = { acknowledged: 0, unknown: 0 };
    const refused = new Set<string>();
    const before = await availableOf(instances[0]!);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const chosen = IS_CAMPAIGN ? Math.floor(random.fraction() * KINDS.length) : kill % KINDS.length;
      const kind = KINDS[chosen]!;
      const round = struck.get(kind) ?? 0;
      const tally = new PaymentTally();
      let hasEnded = false;
      const callers = Array.from({ length: CALLERS }, (_, index) =>
        keepPaying({ instances, tally, isOver: () => hasEnded, name: `kill ${kill} ${index}`, first: index }),
      );
      const paying = Promise.all(callers);
      const striking = tally.reaches(5 + ((kill * 37) % 60)).then(() => strike(setting, kind, round, tally));
      // A caller that fails ends the wait for the others.
      const startAgain = await Promise.race([striking, paying.then(() => striking)]);
      hasEnded = true;
      await paying;
      await startAgain();

      const other = instances[(round + 1) % INSTANCES]!;
      const { available, stored } = await booksOf(other, setting.url);
      const found = new Map(stored.map(({ id, description }) => [String(description), String(id)]));
      expect(found.size, `kill ${kill}: withdrawals that exist twice`).toBe(stored.length);
      const lost = [...tally.acknowledged].filter(([description, id]) => found.get(description) !== id);
      expect(lost, `kill ${kill}: lost withdrawals`).toEqual([]);
      for (const description of tally.refused) refused.add(description);
      const carriedOut = [...found.keys()].filter((description) => refused.has(description));
      expect(carriedOut, `kill ${kill}: withdrawals that were refused`).toEqual([]);
      expect(available, `kill ${kill}`).toBe(before - stored.length * AMOUNT * 100);
      expect((await ask(other, '/mock/verify')).body.data, `kill ${kill}`).toMatchObject({ holds: true });

      struck.set(kind, round + 1);
      total.acknowledged += tally.acknowledged.size;
      total.unknown += tally.unknown.size;
      if (IS_CAMPAIGN && kill % 50 === 49) console.log(`${kill + 1} kills and freezes`);
    }
    expect(setting.proxy.cuts).toBe(struck.get('a COMMIT') ?? 0);
    if (IS_CAMPAIGN)
      console.log(`${KILLS} kills and freezes`, Object.fromEntries(struck), { ...total, refused: refused.size });
  },
  KILLS * HANG_MS,
);
