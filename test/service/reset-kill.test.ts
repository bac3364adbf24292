import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { brokenRules, dataFilePath, queryDataFile } from './data-file.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
const OPTIONS = ['--mock', '--port', '0', '--no-rate-limit', '--no-profile', '--json'];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const HOLD = fileURLToPath(new URL('hold-step.mjs', import.meta.url));

/** Steps of a reset at which it is stopped and killed, and how many deposits from before it there are then. */
const STEPS = [
  { step: 'after mkdtemp', deposits: 1 },
  { step: 'before open', deposits: 1 },
  { step: 'before rename', deposits: 1 },
  { step: 'after rename', deposits: 0 },
] as const;

/** @param step at which a reset stops for ever */
async function serve(dataFile: string, { payments = 400, step }: { payments?: number; step?: string } = {}) {
  const hold = step === undefined ? [] : ['--import', HOLD];
  const options = [...OPTIONS, '--payments', String(payments), '--data', dataFile];
  const child = spawn(process.execPath, [...hold, PROGRAM, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, PIX_TEST_HOLD: step },
  });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new TypeError('its output is not read');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const control = (name: string, body: object) =>
    fetch(`${url}/mock/${name}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return { url, control, held: () => once(child, 'message'), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

function newFolders(dataFile: string): string[] {
  return readdirSync(dirname(dataFile)).filter((name) => name.includes('.new-'));
}

it.each(STEPS)(
  'a reset that is killed (-9) $step leaves $deposits deposits and a sound file, and the next start removes its folder',
  async ({ step, deposits }) => {
    const dataFile = dataFilePath();
    const service = await serve(dataFile, { step });
    expect((await service.control('deposit', { amountCentavos: 4_711 })).status).toBe(200);
    const held = service.held();
    const reset = service.control('reset', {}).catch(() => 'killed');
    await held;
    await service.kill();
    expect(await reset).toBe('killed');
    expect(newFolders(dataFile)).toHaveLength(1);

    const left = await queryDataFile(dataFile, 'SELECT count(*) AS deposits FROM payments WHERE value = 4711');
    expect(left).toEqual([{ deposits }]);
    expect(await brokenRules(dataFile)).toEqual([]);
    const next = await serve(dataFile);
    expect(newFolders(dataFile)).toEqual([]);
    await next.kill();
  },
  60_000,
);

it('a reset during which the service stops leaves the state of before unless it was acknowledged, and no folder', async () => {
  const dataFile = dataFilePath();
  const service = await serve(dataFile, { payments: 5_000 });
  expect((await service.control('deposit', { amountCentavos: 90_000_017 })).status).toBe(200);
  const reset = service.control('reset', {}).then(
    ({ status }) => status,
    () => undefined,
  );
  while (newFolders(dataFile).length === 0) await (await fetch(`${service.url}/healthz`)).text();
  await service.stop();
  const status = await reset;
  expect(newFolders(dataFile)).toEqual([]);
  expect(await brokenRules(dataFile)).toEqual([]);
  const [{ deposits } = {}] = await queryDataFile(
    dataFile,
    'SELECT count(*) AS deposits FROM payments WHERE value = 90000017',
  );
  expect(deposits, `reset: ${status}`).toBe(status === 200 ? 0 : 1);
}, 600_000);
