import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { brokenRules, dataFilePath, queryDataFile } from './data-file.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
const KILLS = 20;
const CONNECTIONS = 16;

/** Starts the built program on a data file, and waits for its ready line. */
async function serve(dataFile: string) {
  const options = ['--mock', '--data', dataFile, '--port', '0', '--no-rate-limit', '--no-profile', '--json'];
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, keys } = JSON.parse(line) as { url: string; keys: { account: string; key: string }[] };
  return { child, url, key: keys.find(({ account }) => account === 'demo')!.key };
}

/** Withdraws over many connections until the service is killed (-9), after so many answers. @returns their ids */
async function withdrawUntilKilled(dataFile: string, answersBeforeKill: number): Promise<string[]> {
  const { child, url, key } = await serve(dataFile);
  const acknowledged: string[] = [];
  const exited = once(child, 'exit');

  async function withdraw(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${url}/api/v1/withdraw/create`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"amount":5}',
      });
      const { data } = (await answer.json()) as { data: { id: string } };
      acknowledged.push(data.id);
      if (acknowledged.length === answersBeforeKill) child.kill('SIGKILL');
    }
  }

  const connections = await Promise.allSettled(Array.from({ length: CONNECTIONS }, withdraw));
  expect(connections.map(({ status }) => status)).toEqual(Array<string>(CONNECTIONS).fill('rejected'));
  expect((await exited)[1]).toBe('SIGKILL');
  return acknowledged;
}

it(`loses nothing that was acknowledged in ${KILLS} kills (-9), and keeps every rule of the ledger`, async () => {
  const dataFile = dataFilePath();
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    acknowledged.push(...(await withdrawUntilKilled(dataFile, 1 + ((kill * 7) % 50))));
    const rows = await queryDataFile(dataFile, 'SELECT id FROM withdrawals');
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(await brokenRules(dataFile)).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
});
