import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FirstHelp } from '../../src/cli/help/first-help.ts';
import { LANGUAGES } from '../../src/cli/text/translate.ts';
import { API_KEY, jsonError, temporaryFolder } from '../support/cli.ts';
import { finish, runProcess, start } from '../support/pix-process.ts';
import { startTestService } from '../support/service.ts';
import { wireServer } from '../support/wire.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** What Node does for a user that no list of users knows, without `HOME`. */
const WITHOUT_HOME = `
const os = require('node:os');
const fail = () => { throw Object.assign(new Error('uv_os_get_passwd returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' }); };
Object.assign(os, { homedir: fail, userInfo: fail });
`;

function withoutHome(): { readonly folder: string; readonly NODE_OPTIONS: string } {
  const folder = temporaryFolder();
  const script = join(folder, 'without-home.cjs');
  writeFileSync(script, WITHOUT_HOME);
  return { folder, NODE_OPTIONS: `--require=${script}` };
}

describe('a user without a home folder', () => {
  it('reads with an address and a key from the environment', async () => {
    const service = await startTestService();
    const environment = { PIX_BASE_URL: service.url, PIX_API_KEY: service.keyOf() };
    const { NODE_OPTIONS } = withoutHome();
    const balance = await runProcess(['balance', '--json'], { ...environment, NODE_OPTIONS });
    expect(balance).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('stores a profile in PIX_CONFIG_DIR, and uses it', async () => {
    const service = await startTestService();
    const { folder, NODE_OPTIONS } = withoutHome();
    const environment = { NODE_OPTIONS, PIX_CONFIG_DIR: join(folder, 'own') };
    const login = ['auth', 'login', '--no-keychain', '--base-url', service.url];
    const stored = await runProcess(login, environment, service.keyOf());
    expect(stored).toMatchObject({ exitCode: 0 });
    expect(await runProcess(['balance', '--json'], environment)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe.skipIf(process.platform !== 'linux')('a folder that cannot be made', () => {
  it('is said, and nothing hangs', async () => {
    const environment = { PIX_CONFIG_DIR: '/proc/pix', PIX_BASE_URL: 'http://127.0.0.1:9', PIX_API_KEY: API_KEY };
    const refused = await runProcess(['config', 'set', 'pager', 'cat', '--json'], environment);
    expect(refused).toMatchObject({ exitCode: 1, signal: null });
    expect(jsonError(refused).message).toMatch(/^cannot write /);
  });
});

it('ends at Ctrl-Break, which Windows has beside Ctrl-C, as at Ctrl-C', async () => {
  const folder = temporaryFolder();
  const script = join(folder, 'break.cjs');
  writeFileSync(script, "process.on('SIGUSR2', () => process.emit('SIGBREAK', 'SIGBREAK'));");
  const server = await wireServer(() => child.kill('SIGUSR2'));
  const child = start(['balance', '--json'], {
    NODE_OPTIONS: `--require=${script}`,
    PIX_BASE_URL: `http://127.0.0.1:${server.port}`,
    PIX_API_KEY: API_KEY,
  });
  const ended = await finish(child);
  expect(ended).toMatchObject({ exitCode: 130, signal: null, stdout: '' });
  expect(jsonError(ended).code).toBe('interrupted');
});

describe('the first help', () => {
  const main = createRequire(import.meta.url).resolve('../../dist/cli/main.js');
  const program = (language: string) => {
    const script = `require(${JSON.stringify(main)}).main(['--help'])`;
    return spawnSync(process.execPath, ['-e', script], { env: { PIX_LANG: language }, encoding: 'utf8' }).stdout;
  };

  it.each(LANGUAGES)('of the build is that of the program, in %s', async (language) => {
    const own = program(language);
    expect(own).toContain('payouts');
    for (const argv of [[], ['--help'], ['-h'], ['help']]) {
      const environment = { PIX_LANG: language, PIX_CONFIG_DIR: temporaryFolder() };
      expect(await runProcess(argv, environment)).toMatchObject({ exitCode: 0, stdout: own, stderr: '' });
    }
  });

  it('is in the language that pix config has stored', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'settings.json'), '{ "language": "pt-BR" }');
    expect(await runProcess(['--help'], { PIX_CONFIG_DIR: folder })).toMatchObject({ stdout: program('pt-BR') });
  });

  it('is laid out for every width of a terminal', () => {
    for (const language of LANGUAGES) {
      const byWidth: FirstHelp = JSON.parse(readFileSync(join(dist, 'help', `${language}.json`), 'utf8'));
      const widths = byWidth.map(([from]) => from);
      expect(Math.min(...widths)).toBe(40);
      expect(Math.max(...widths)).toBeGreaterThan(70);
    }
  });
});
