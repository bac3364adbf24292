import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { brokenRules, dataFilePath, queryDataFile } from './data-file.ts';
import { PROGRAM, readyOf } from '../support/pix-process.ts';

const OPTIONS = ['--mock', '--port', '0', '--no-rate-limit', '--no-profile', '--json', '--payments', '800'];

async function serve(dataFile: string) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...OPTIONS, '--data', dataFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: dirname(dataFile) },
  });
  const exited = once(child, 'exit');
  const { url } = await readyOf(child);
  const control = (name: string, body: object) =>
    fetch(`${url}/mock/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  return { url, control, end };
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'a reset during which %s ends the service leaves the state of before unless it was acknowledged, and a sound file',
  async (signal) => {
    const dataFile = dataFilePath();
    const service = await serve(dataFile);
    expect((await service.control('deposit', { amountCentavos: 90_000_017 })).status).toBe(200);
    const reset = service.control('reset', {}).then(
      ({ status }) => status,
      () => undefined,
    );
    for (let asked = 0; asked < 5; asked += 1) await (await fetch(`${service.url}/healthz`)).text();
    await service.end(signal);
    const status = await reset;
    expect(await brokenRules(dataFile)).toEqual([]);
    const [{ deposits } = {}] = await queryDataFile(
      dataFile,
      'SELECT count(*) AS deposits FROM payments WHERE value = 90000017',
    );
    expect(deposits, `reset: ${status}`).toBe(status === 200 ? 0 : 1);
    await (await serve(dataFile)).end('SIGKILL');
  },
  600_000,
);
