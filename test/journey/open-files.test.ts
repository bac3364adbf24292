import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { finish, runProcess, start, readyOf } from '../support/pix-process.ts';

const PAY = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--reference', 'A-1', '--yes'];
const WINDOWS_FILES = new URL('../support/windows-files.mjs', import.meta.url).href;

describe.runIf(process.platform === 'linux')('where an open database can be neither removed nor renamed', () => {
  it.each([
    ['in memory', []],
    ['with a data file, which a command does not see', ['--data', 'ledger.db']],
  ])('works %s: what is paid twice in vain, replaced and left', async (_, flags) => {
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    const environment = { PIX_CONFIG_DIR: folder };
    const onWindows = { ...environment, NODE_OPTIONS: `--import=${WINDOWS_FILES}` };
    const data = flags.map((flag) => flag.replace('ledger', at('ledger')));
    const service = start(['serve', '--mock', '--port', '0', '--json', '--no-rate-limit', ...data], onWindows);
    await readyOf(service);
    const run = async (...argv: readonly string[]) => {
      const ended = flags.length === 0 ? runProcess(argv, onWindows) : runCli(argv, { environment, now: Date.now() });
      const { stdout, stderr, exitCode } = await ended;
      return exitCode === 0 ? stdout : `${argv.join(' ')}: ${exitCode}: ${stderr}`;
    };
    writeFileSync(at('two.csv'), 'reference,pixKey,amount\nB-1,maria@example.com,10\nB-2,joao@example.com,20\n');
    const pay = ['payouts', 'run', at('two.csv'), '--yes', '--confirm-total', '30', '--fields', 'run'];
    const [first, again] = [await run(...pay), await run(...pay)];
    expect(first).toMatch(/^r-/);
    expect(again).toBe(first);
    await run('mock', 'snapshot', at('before.pixmock'));
    for (const line of [
      ['sync'],
      ['sync', '--rebuild'],
      ['mock', 'restore', at('before.pixmock')],
      ['mock', 'reset'],
    ]) {
      expect(await run(...line, '--json')).toMatch(/^\{/);
    }
    expect(await run(...PAY, '--fields', 'status')).toBe('COMPLETED\n');
    service.kill('SIGTERM');
    expect(await finish(service)).toMatchObject({ exitCode: 0 });
  });
});
