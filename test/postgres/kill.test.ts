import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../support/postgres-server.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

/** `npm run campaign:postgres` runs many more. */
const ROUNDS = Number(process.env['CAMPAIGN_KILLS'] ?? 2);
const ROUND_TIMEOUT_MS = 60_000;
const INSTANCES = 3;
const CALLERS = 9;
const AMOUNT = 10;

interface Instance {
  readonly url: string;
  readonly key: string;
  readonly process: ChildProcess;
}

interface Tally {
  readonly acknowledged: string[];
  /** Without an answer, or with one that leaves it open. */
  unknown: number;
}

async function startInstance(database: string): Promise<Instance> {
  const flags = ['serve', '--mock', '--database', database, '--port', '0', '--no-profile', '--no-rate-limit', '--json'];
  const child = spawn(process.execPath, [PROGRAM, ...flags, '--no-cache', '--with-parent'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { url: string; keys: { account: string; name: string; key: string }[] };
    const key = ready.keys.find(({ account, name }) => account === 'demo' && name === 'main')?.key ?? '';
    return { url: ready.url, key, process: child };
  }
  throw new Error('an instance did not start');
}

async function ask({ url, key }: Instance, path: string, json?: unknown) {
  const answer = await fetch(url + path, {
    headers: { 'X-API-Key': key, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as { data: Record<string, unknown> } };
}

/** Asks the instances in turn until the round is over. */
async function keepPaying(instances: readonly Instance[], tally: Tally, isOver: () => boolean, first: number) {
  for (let turn = first; !isOver(); turn += 1) {
    const instance = instances[turn % instances.length];
    if (instance === undefined) return;
    try {
      const { status, body } = await ask(instance, '/api/v1/withdraw/create', { amount: AMOUNT });
      if (status === 200) tally.acknowledged.push(String(body.data['id']));
      else if (status === 500) tally.unknown += 1;
      else expect(status).toBe(503);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      tally.unknown += 1;
    }
  }
}

it(
  `loses nothing acknowledged and doubles nothing in ${ROUNDS} kills of instances and of the database`,
  async () => {
    const server = await startPostgres(true);
    onTestFinished(() => server.stop());
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => startInstance(server.url)));
    const setUp = instances[0]!;
    const limits = { dailyLimitCentavos: 1e12, monthlyLimitCentavos: 1e12, feeCentavos: 0 };
    expect((await ask(setUp, '/mock/account', limits)).status).toBe(200);
    expect((await ask(setUp, '/mock/deposit', { amountCentavos: 900_000_000 })).status).toBe(200);
    const totalOf = async () => {
      const { body } = await ask(instances[0]!, '/api/v1/withdraw/list?limit=1');
      return (body.data['pagination'] as { total: number }).total;
    };
    const before = await totalOf();
    const tally: Tally = { acknowledged: [], unknown: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const earlier = tally.acknowledged.length;
      const target = earlier + 20 + ((round * 37) % 150);
      let isOver = false;
      const callers = Array.from({ length: CALLERS }, (_, index) => keepPaying(instances, tally, () => isOver, index));
      while (tally.acknowledged.length < target) await new Promise(setImmediate);
      if (round % 2 === 0) {
        const victim = instances[(round / 2) % INSTANCES]!;
        victim.process.kill('SIGKILL');
        await once(victim.process, 'exit');
      } else {
        await server.restart();
      }
      isOver = true;
      await Promise.all(callers);
      if (round % 2 === 0) instances[(round / 2) % INSTANCES] = await startInstance(server.url);
      const found = await Promise.all(
        tally.acknowledged
          .slice(earlier)
          .map((id, index) => ask(instances[index % INSTANCES]!, `/api/v1/withdraw/get/${id}`)),
      );
      expect(found.filter(({ status }) => status !== 200)).toEqual([]);
      expect(new Set(tally.acknowledged).size).toBe(tally.acknowledged.length);
      const total = (await totalOf()) - before;
      expect(total).toBeGreaterThanOrEqual(tally.acknowledged.length);
      expect(total).toBeLessThanOrEqual(tally.acknowledged.length + tally.unknown);
      const { body } = await ask(instances[1]!, '/mock/verify');
      expect(body.data, `round ${round}`).toMatchObject({ holds: true });
    }
    if (process.env['CAMPAIGN_KILLS'] !== undefined) {
      console.log(`${ROUNDS} kills, ${tally.acknowledged.length} acknowledged, ${tally.unknown} left open`);
    }
  },
  ROUNDS * ROUND_TIMEOUT_MS,
);
