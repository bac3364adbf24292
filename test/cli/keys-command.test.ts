import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openProfile } from '../../src/client/profiles/open-profile.ts';
import { jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

let folder: string;
let service: RunningTestService;
let program: string;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ payments: 3, withdraws: 1 });
  program = join(temporaryFolder(), 'a vault.mjs');
  prints(service.keyOf());
});

/** What the program of a secret manager does from now on. */
function prints(key: string, exitCode = 0): void {
  const lines = [
    `console.log(${JSON.stringify(key)} + (process.env.PIX_API_KEY ?? ''))`,
    `process.exitCode = ${exitCode}`,
  ];
  writeFileSync(program, lines.join(';'));
}

const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runCli(argv, { environment: { PIX_CONFIG_DIR: folder, ...environment } });
const login = (...flags: readonly string[]) =>
  run(['auth', 'login', '-p', 'work', '--base-url', service.url, ...flags]);
const command = () => `"${process.execPath}" '${program}' --account bank`;

describe('a key that a command prints', () => {
  it('is asked for when it is needed, by commands and by scripts, and stored nowhere', async () => {
    const { exitCode, stdout, stderr } = await login('--key-command', command(), '--json');
    expect([exitCode, JSON.parse(stdout).keyPlace], stderr).toEqual([0, 'command']);
    expect((await run(['balance', '--fields', 'balance.total'])).stdout).toMatch(/^\d+\n$/);
    const client = await openProfile('work', { configDirectory: folder });
    expect((await client.balance()).balance.total).toBeGreaterThan(0);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(written.join()).toContain('a vault.mjs');
    expect(written.join()).not.toContain(service.keyOf());
    const [status, doctor] = [await run(['auth', 'status', '-o', 'table']), await run(['doctor', '--verbose'])];
    expect([status.stdout, doctor.exitCode]).toEqual([expect.stringContaining('Command'), 0]);
    expect(JSON.stringify([status, doctor])).not.toContain(service.keyOf());
  });

  it('moves into the file, and is replaced by a login without one', async () => {
    await login('--key-command', command());
    expect((await run(['keys', 'move', 'file'])).exitCode).toBe(0);
    prints('', 1);
    expect((await run(['balance'])).exitCode).toBe(0);
  });

  it('is not sent when it is another than at login', async () => {
    await login('--key-command', command());
    prints(service.keyOf('other', 'main'));
    expect(jsonError(await run(['balance', '--json']))).toMatchObject({ code: 'key_missing' });
  });

  it.each([
    ['ends with an error', '', 3, 'exit code 3'],
    ['prints nothing', '', 0, 'printed nothing'],
    ['prints a sentence', 'please unlock the vault', 0, 'something else than a key'],
  ])('is missing where its command %s: exit code 4', async (_, key, exitCode, reason) => {
    await login('--key-command', command());
    prints(key, exitCode);
    const failed = await run(['balance', '--json']);
    expect([failed.exitCode, failed.stdout]).toEqual([4, '']);
    expect(jsonError(failed)).toMatchObject({ code: 'key_command_failed', message: expect.stringContaining(reason) });
    const again = await login('--key-command', command(), '--json');
    expect([again.exitCode, jsonError(again).code]).toEqual([4, 'key_command_failed']);
  });

  it('needs a command that exists, and one place', async () => {
    const missing = await login('--key-command', join(folder, 'no-such-program'), '--json');
    expect(jsonError(missing)).toMatchObject({
      code: 'key_command_failed',
      message: expect.stringContaining('ENOENT'),
    });
    expect((await login('--key-command', command(), '--keychain')).exitCode).toBe(2);
    expect((await login('--key-command', ' ')).exitCode).toBe(2);
  });

  it('is not told the key of the environment', async () => {
    const { exitCode } = await login('--key-command', command(), '--json');
    expect(exitCode).toBe(0);
    process.env['PIX_API_KEY'] = 'secret';
    try {
      expect((await run(['balance'])).exitCode).toBe(0);
    } finally {
      delete process.env['PIX_API_KEY'];
    }
  });
});
