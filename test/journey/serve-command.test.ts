import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as spawnTerminal } from '@lydell/node-pty';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli, temporaryFolder } from '../support/cli.ts';
import { PROGRAM, finish, start, type Environment, readyOf } from '../support/pix-process.ts';

/** Asks the service of its environment for the balance, and prints the status and the address. */
const ASK = `
  const { PIX_BASE_URL: url, PIX_API_KEY: key } = process.env;
  const { status } = await fetch(url + '/api/v1/user/balance', { headers: { 'X-API-Key': key } });
  console.log(JSON.stringify({ status, url, profile: process.env.PIX_PROFILE ?? null }));`;
const node = (script: string) => [process.execPath, '--input-type=module', '-e', script];

const SERVE = ['serve', '--mock', '--payments', '0', '--withdraws', '0'];
interface Given {
  readonly flags?: readonly string[];
  readonly environment?: Environment;
}
const serving = (command: readonly string[], { flags = [], environment = {} }: Given = {}) =>
  start([...SERVE, ...flags, '--', ...command], { PIX_CONFIG_DIR: temporaryFolder(), ...environment });

async function run(...given: Parameters<typeof serving>) {
  const child = serving(...given);
  child.stdin.end();
  return finish(child);
}

/** Without empty folders. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());

describe('pix serve --mock -- COMMAND', () => {
  it('gives the command its address, key and streams, ends with its exit code, and prints and leaves nothing of its own', async () => {
    const folder = temporaryFolder();
    const pay = 'withdraw create --amount 25 --pix-key maria@example.com --reference A-1 --yes --fields status';
    const script = 'cat; echo problem >&2; "$1" --input-type=module -e "$2"; shift 2; "$@" 2>/dev/null; exit 7';
    const command = ['sh', '-c', script, 'sh', process.execPath, ASK, process.execPath, PROGRAM, ...pay.split(' ')];
    const child = serving(command, { environment: { PIX_CONFIG_DIR: folder, PIX_PROFILE: 'production' } });
    child.stdin.end('typed\n');
    const { stdout, ...ended } = await finish(child);
    expect(ended).toEqual({ stderr: 'problem\n', exitCode: 7, signal: null });
    const [typed, asked = '', ...paid] = stdout.split('\n');
    const { url, ...answer } = JSON.parse(asked);
    expect([typed, answer, paid]).toEqual(['typed', { status: 200, profile: null }, ['COMPLETED', '']]);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(filesIn(folder)).toEqual([]);
  });

  it('gives the command the secret of webhooks, and says how many it drops when the command ends; its clock runs on from --now, and is advanced', async () => {
    const script = `
      const { PIX_BASE_URL: url, PIX_API_KEY: key, PIX_WEBHOOK_SECRET: secret } = process.env;
      const post = (path, body, headers) =>
        fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
      const date = async () => new Date((await fetch(url + '/healthz')).headers.get('Date')).toISOString();
      const first = await date();
      await post('/mock/clock/advance', JSON.stringify({ durationMs: 86_400_000 }));
      await post('/api/v1/payment/create', '{"value":10}', { 'X-API-Key': key });
      console.log(secret, first, await date());`;
    const flags = ['--webhook', 'http://127.0.0.1:9/', '--now', '2026-07-14T12:00:00Z'];
    const { stdout, stderr, exitCode } = await run(node(script), { flags });
    expect([stdout, exitCode]).toEqual([
      expect.stringMatching(/^whsec_\S+ 2026-07-14T12:00:\S+ 2026-07-15T12:00:\S+\n$/),
      0,
    ]);
    expect(stderr).toContain('1 webhook was not delivered, and is dropped.');
  });

  it('ends with 128 and the number of the signal that ended the command', async () => {
    const { stderr, exitCode } = await run(['sh', '-c', 'kill -KILL $$']);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 137 });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('passes %s on, and ends with %i', async (signal, exitCode) => {
    const child = serving(['sh', '-c', 'echo running; exec sleep 60']);
    child.stdout.once('data', () => child.kill(signal));
    expect(await finish(child)).toEqual({ stdout: 'running\n', stderr: '', exitCode, signal: null });
  });

  it('passes on what is sent to it alone, while a shell at a terminal has it in the background', async () => {
    // The shell stays until its terminal was read: what is left at its end is dropped.
    const script = 'set -m; "$@" & wait $!; echo "ended with $?"; read -r _';
    const beside = ['--', 'sh', '-c', 'kill -INT $PPID; exec sleep 60'];
    const terminal = spawnTerminal('bash', ['-c', script, 'bash', process.execPath, PROGRAM, ...SERVE, ...beside], {
      env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: temporaryFolder() },
    });
    onTestFinished(() => terminal.kill('SIGKILL'));
    const exitCode = await new Promise((resolve) => {
      let shown = '';
      terminal.onData((text) => {
        shown += text;
        const ended = /ended with (\d+)/.exec(shown);
        if (ended !== null) resolve(Number(ended[1]));
      });
    });
    expect(exitCode).toBe(130);
  });

  it('goes on until the command ends, however often it is interrupted', async () => {
    const child = serving(
      node(`
        let count = 0;
        process.on('SIGINT', () => {
          console.log(count += 1);
          if (count === 2) setTimeout(() => process.exit(3), 50);
        });
        console.log('running');
        setInterval(() => undefined, 1_000);`),
    );
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    await once(child.stdout, 'data');
    // Elsewhere, a second signal that is no echo of the first ends pix at once.
    setTimeout(() => child.kill('SIGINT'), 1_200);
    expect(await finish(child)).toMatchObject({ stdout: '2\n', stderr: '', exitCode: 3 });
  });

  it('ends with 127 and one line when there is no such command, whose options are its own', async () => {
    const { stdout, stderr, exitCode } = await run(['no-such-command', '--json', '--lang', 'pt-BR']);
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: 'error: cannot run "no-such-command": no such file or command\n',
      exitCode: 127,
    });
  });

  it('keeps what was given: the port, and the data file between two commands', async () => {
    const data = join(temporaryFolder(), 'pix.db');
    const list = `
      const { PIX_BASE_URL: url, PIX_API_KEY: key } = process.env;
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      await fetch(url + '/api/v1/payment/create', { method: 'POST', headers, body: '{"value": 10}' });
      const { data } = await (await fetch(url + '/api/v1/payment/list', { headers })).json();
      console.log(JSON.stringify({ url, total: data.pagination.total }));`;
    const first = JSON.parse((await run(node(list), { flags: ['--data', data] })).stdout);
    const { port } = new URL(first.url);
    const second = JSON.parse((await run(node(list), { flags: ['--data', data, '--port', port] })).stdout);
    expect([first.total, second]).toEqual([1, { url: first.url, total: 2 }]);
  });
});

it('the journal of a service in memory that was killed is forgotten by the next one, unless another service at its address has paid since', async () => {
  const environment = { PIX_CONFIG_DIR: temporaryFolder() };
  const serve = async (...flags: readonly string[]) => {
    const service = start([...SERVE, '--json', ...flags], environment);
    const { url, keyOf } = await readyOf(service);
    const end = async (signal: NodeJS.Signals) => {
      service.kill(signal);
      await once(service, 'exit');
    };
    return { url, port: new URL(url).port, key: keyOf(), end };
  };
  const run = (of: { url: string; key: string }, ...argv: readonly string[]) =>
    runCli(argv, { environment: { ...environment, PIX_BASE_URL: of.url, PIX_API_KEY: of.key }, now: Date.now() });
  const sent = async (of: { url: string; key: string }) =>
    (await run(of, 'payouts', 'list', '-o', 'tsv', '--fields', 'run')).stdout.split('\n').length - 1;
  const PAY = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes', '--reference'];

  const killed = await serve('--port', '0');
  expect(await run(killed, ...PAY, 'A-1')).toMatchObject({ exitCode: 0 });
  await killed.end('SIGKILL');
  const next = await serve('--port', killed.port);
  expect(await sent(next)).toBe(0);
  await next.end('SIGKILL');

  const real = await serve('--port', killed.port, '--no-profile', '--seed', '7');
  expect(await run(real, ...PAY, 'A-1')).toMatchObject({ exitCode: 0 });
  await real.end('SIGTERM');
  const last = await serve('--port', killed.port);
  await last.end('SIGTERM');
  expect(await sent(real)).toBe(1);
});
