import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { openProfile } from '../../src/client/profiles/open-profile.ts';
import { failureOf, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';
import { eventually } from '../support/hang.ts';

let folder: string;
let service: RunningTestService;
let program: string;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ payments: 3, withdraws: 1 });
  program = join(temporaryFolder(), 'a vault.sh');
  prints(service.keyOf());
});

/** What the program of a secret manager does from now on. */
function prints(key: string, exitCode = 0): void {
  writeFileSync(program, `echo "${key}$PIX_API_KEY"; exit ${exitCode}`);
}

const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runCli(argv, { environment: { PIX_CONFIG_DIR: folder, PATH: process.env['PATH'] ?? '', ...environment } });
const login = (...flags: readonly string[]) =>
  run(['auth', 'login', '-p', 'work', '--base-url', service.url, ...flags]);
const command = () => `"/bin/sh" '${program}' --account bank`;

describe('a key that a command prints', () => {
  it('is asked for when it is needed, by commands and by scripts, and stored nowhere', async () => {
    const { exitCode, stdout, stderr } = await login('--key-command', command(), '--json');
    expect([exitCode, JSON.parse(stdout).keyPlace], stderr).toEqual([0, 'command']);
    expect((await run(['balance', '--fields', 'balance.total'])).stdout).toMatch(/^\d+\n$/);
    const client = await openProfile('work', { configDirectory: folder });
    expect((await client.balance()).balance.total).toBeGreaterThan(0);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    expect(written.join()).toContain('a vault.sh');
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

  it('is one of several keys of a profile', async () => {
    await login('--key-command', command());
    const second = join(temporaryFolder(), 'second.sh');
    writeFileSync(second, `echo ${service.keyOf('demo', 'reader')}`);
    const added = await run(['keys', 'add', 'reader', '--key-command', `/bin/sh '${second}'`, '--json']);
    expect([added.exitCode, JSON.parse(added.stdout).keyPlace], added.stderr).toEqual([0, 'command']);
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).not.toContain(service.keyOf('demo', 'reader'));
    expect((await run(['keys', 'check', '--json'])).exitCode).toBe(0);
    writeFileSync(second, '');
    const taken = await run(['keys', 'add', 'more', '--key-command', `/bin/sh '${second}'`, '--json']);
    expect([taken.exitCode, jsonError(taken).code]).toEqual([4, 'key_command_failed']);
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
    expect(failureOf(await login('--key-command', command(), '--json'))).toEqual([4, 'key_command_failed']);
  });

  it('needs a command that exists, and one place', async () => {
    const missing = await login('--key-command', join(folder, 'no-such-program'), '--json');
    expect(jsonError(missing)).toMatchObject({
      code: 'key_command_failed',
      message: expect.stringContaining('there is no such program'),
    });
    expect((await login('--key-command', command(), '--keychain')).exitCode).toBe(2);
    for (const typed of [' ', '""', `"${process.execPath}`])
      expect((await login('--key-command', typed)).exitCode).toBe(2);
  });

  it('is one program wherever pix runs: its path is stored whole, and its words as a shell splits them', async () => {
    const quoted = `sh '${program}' --secret="pix key" --x='a'b`;
    vi.stubEnv('PATH', `.${delimiter}/bin`);
    const { exitCode, stderr } = await login('--key-command', quoted);
    expect(exitCode, stderr).toBe(0);
    const { keys } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')).profiles.work;
    expect(keys[0].held.command).toEqual(['/bin/sh', program, '--secret=pix key', '--x=ab']);
  });

  it('is asked for again by a login without options, after it was replaced', async () => {
    await login('--key-command', command());
    prints(service.keyOf('demo', 'reader'));
    const argv = ['auth', 'login', '-p', 'work', '--base-url', service.url];
    const again = await runCli(argv, { environment: { PIX_CONFIG_DIR: folder }, isTerminal: true });
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('Asking for the key: ')]);
    expect((await run(['auth', 'status', '--json'])).stdout).toContain('"keyPlace": "command"');
  });

  it('that prints without end is stopped, and one that waits is left with Ctrl-C', async () => {
    writeFileSync(program, 'while :; do printf %01000d 0; done');
    const endless = await login('--key-command', command(), '--lang', 'pt-BR');
    expect([endless.exitCode, endless.stderr]).toEqual([4, expect.stringContaining('outra coisa, não uma chave')]);
    const started = join(folder, 'started');
    writeFileSync(program, `trap '' INT; : > '${started}'; exec sleep 600`);
    const interruption = new AbortController();
    const argv = ['auth', 'login', '-p', 'work', '--base-url', service.url, '--key-command', command()];
    const running = runCli(argv, { environment: { PIX_CONFIG_DIR: folder }, interruption: interruption.signal });
    await eventually(() => expect(existsSync(started)).toBe(true));
    interruption.abort(new Interruption('SIGINT'));
    expect((await running).exitCode).toBe(130);
  });

  it('is not told the key of the environment', async () => {
    expect((await login('--key-command', command(), '--json')).exitCode).toBe(0);
    vi.stubEnv('PIX_API_KEY', 'secret');
    expect((await run(['balance'])).exitCode).toBe(0);
  });
});
