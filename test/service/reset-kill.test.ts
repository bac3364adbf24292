import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { brokenRules, dataFilePath, queryDataFile } from './data-file.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
const OPTIONS = ['--mock', '--port', '0', '--payments', '400', '--no-rate-limit', '--no-profile', '--json'];
const JSON_TYPE = { 'Content-Type': 'application/json' };
/** It is killed after so many answers during a reset; at its end if there are fewer. */
const KILLS_AFTER = [1, 10, Infinity];

/** Killed when the test ends, too. */
async function serve(dataFile: string, ...more: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...OPTIONS, ...more, '--data', dataFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const control = (name: string, body: object) =>
    fetch(`${url}/mock/${name}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, control, kill, stop };
}

it(
  'a reset that is killed (-9) leaves the state of before or the first history, and what it leaves is removed',
  async () => {
    for (const killAfter of KILLS_AFTER) {
      const dataFile = dataFilePath();
      const service = await serve(dataFile);
      expect((await service.control('deposit', { amountCentavos: 4_711 })).status).toBe(200);
      let end: 'acknowledged' | 'killed' | undefined;
      const reset = service.control('reset', {}).then(
        () => (end ??= 'acknowledged'),
        () => (end ??= 'killed'),
      );
      for (let answered = 0; answered < killAfter && end === undefined; answered += 1) {
        await (await fetch(`${service.url}/mock/account`)).text();
      }
      await service.kill();
      await reset;

      const [{ deposits } = {}] = await queryDataFile(
        dataFile,
        'SELECT count(*) AS deposits FROM payments WHERE value = 4711',
      );
      if (end === 'acknowledged') expect(deposits).toBe(0);
      expect([0, 1]).toContain(deposits);
      expect(await brokenRules(dataFile), `killed after ${killAfter} answers`).toEqual([]);

      const next = await serve(dataFile);
      const names = readdirSync(dirname(dataFile)).filter((name) => name.includes('.new-'));
      expect(names).toEqual([]);
      await next.kill();
    }
  },
  KILLS_AFTER.length * 30_000,
);

it('a reset during which the service stops leaves the state of before unless it was acknowledged, and no folder', async () => {
  const dataFile = dataFilePath();
  const service = await serve(dataFile, '--payments', '5000');
  expect((await service.control('deposit', { amountCentavos: 90_000_017 })).status).toBe(200);
  const reset = service.control('reset', {}).then(
    ({ status }) => status,
    () => undefined,
  );
  const folders = () => readdirSync(dirname(dataFile)).filter((name) => name.includes('.new-'));
  while (folders().length === 0) await (await fetch(`${service.url}/healthz`)).text();
  await service.stop();
  const status = await reset;
  expect(folders()).toEqual([]);
  expect(await brokenRules(dataFile)).toEqual([]);
  const [{ deposits } = {}] = await queryDataFile(
    dataFile,
    'SELECT count(*) AS deposits FROM payments WHERE value = 90000017',
  );
  expect(deposits, `reset: ${status}`).toBe(status === 200 ? 0 : 1);
}, 120_000);
