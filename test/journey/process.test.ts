import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { balance } from '../support/bodies.ts';
import { API_KEY, failureOf, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { PROGRAM, finish, runProcess, start, type Environment, readyOf } from '../support/pix-process.ts';
import { startTestService } from '../support/service.ts';
import { httpAnswer, wireServer } from '../support/wire.ts';

/** Beside the processes in question, a command runs in this one. */
const run = (argv: readonly string[], environment: Environment) => runCli(argv, { environment, now: Date.now() });

async function serve(flags: readonly string[], environment: Environment) {
  const child = start(['serve', '--mock', '--port', '0', '--json', ...flags], environment);
  const ready = await readyOf(child);
  return { child, ready, connection: { PIX_BASE_URL: ready.url, PIX_API_KEY: ready.keyOf() } };
}

/** A server that answers the balance and an empty list, and no POST. */
async function startHalfService(onPost: () => void): Promise<Environment> {
  const pagination = { total: 0, limit: 50, offset: 0, hasMore: false };
  const statistics = { total: 0, completed: 0, pending: 0, failed: 0, totalValue: 0 };
  const { port } = await wireServer((socket, request) => {
    if (request.startsWith('POST')) {
      onPost();
      return;
    }
    const isList = request.startsWith('GET /api/v1/withdraw/list');
    const data = isList ? { withdraws: [], pagination, statistics } : balance;
    socket.end(httpAnswer('200 OK', JSON.stringify({ success: true, data })));
  });
  return { PIX_BASE_URL: `http://127.0.0.1:${port}`, PIX_API_KEY: API_KEY, PIX_CONFIG_DIR: temporaryFolder() };
}

/** Makes a process print when it starts to read stdin. */
const TELL_OF_READING =
  'const own = process.stdin.resume; process.stdin.resume = function () { console.log("reading"); return own.call(this); };' +
  'const read = process.stdin.read; process.stdin.read = function (n) { console.log("reading"); return read.call(this, n); };';

const SEND = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes', '--json'];

/** Starts the service like a test runner, which can then be killed. */
const RUNNER = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] });
  child.unref();
  setInterval(() => undefined, 1_000);`;

it('pix serve --mock --with-parent stops when its parent process was killed', async () => {
  const flags = ['serve', '--mock', '--port', '0', '--no-profile', '--json', '--with-parent'];
  const runner = spawn(process.execPath, ['-e', RUNNER, PROGRAM, ...flags], {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: temporaryFolder() },
  });
  const { url } = await readyOf(runner);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  runner.kill('SIGKILL');
  // The service has the same stdout, which closes when both have ended.
  await once(runner, 'close');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

describe('the built command line', () => {
  it('searches many profiles without a word of the runtime', async () => {
    const environment = { PIX_CONFIG_DIR: temporaryFolder() };
    const { url, keys: all } = await startTestService();
    const keys = all.filter(({ permissions }) => permissions.length > 1).slice(0, 4);
    for (const { name, key } of keys) {
      const login = ['auth', 'login', '--profile', name, '--base-url', url, '--no-keychain'];
      expect((await run(login, { ...environment, PIX_API_KEY: key })).exitCode).toBe(0);
    }
    const { exitCode, stderr } = await runProcess(
      ['-p', keys.map(({ name }) => name).join(','), 'find', 'cafezinho'],
      environment,
    );
    expect([exitCode, stderr]).toEqual([6, expect.stringMatching(/^error: no matches for "cafezinho"\nhint: .*\n$/)]);
  });

  it('serves, stores a profile, works with it, and stops cleanly', async () => {
    const environment = { PIX_CONFIG_DIR: temporaryFolder() };
    const { child, ready } = await serve([], environment);
    expect(ready).toMatchObject({ event: 'ready', profile: 'mock' });
    expect(ready.keys.map(({ account, name }) => `${account}/${name}`).slice(0, 4)).toEqual([
      'demo/main',
      'demo/reader',
      'demo/balance',
      'demo/payouts',
    ]);
    const balance = await runProcess(['-p', 'mock', 'balance', '--fields', 'balance.total'], environment);
    expect(balance).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' });
    const created = await run(['payments', 'create', '--value', '10', '--qr', '--json'], environment);
    const picture = await run(['payments', 'get', String(JSON.parse(created.stdout).id), '--qr'], environment);
    expect(picture.stderr).toContain(String(JSON.parse(created.stdout).copyPaste));
    child.kill('SIGTERM');
    expect(await finish(child)).toMatchObject({ exitCode: 0, signal: null });
    expect(await run(['balance'], environment)).toMatchObject({ exitCode: 1, stdout: '' });
  });

  it('preserves the profile of another running service, and removes its own and the journal when it ends', async () => {
    const environment = { PIX_CONFIG_DIR: temporaryFolder() };
    const first = await serve([], environment);
    const second = await serve([], environment);
    const own = `mock-${new URL(second.ready.url).port}`;
    expect([first.ready.profile, second.ready.profile]).toEqual(['mock', own]);
    const status = async () => JSON.parse((await run(['auth', 'status', '--json'], environment)).stdout);
    const addresses = async () =>
      (await status()).profiles.map(({ name, baseUrl }: Record<string, string>) => [name, baseUrl]);
    expect(await addresses()).toEqual([
      ['mock', first.ready.url],
      [own, second.ready.url],
    ]);
    const pay = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes', '--json'];
    expect(await run([...pay, '--reference', 'INV-17'], environment)).toMatchObject({ exitCode: 0 });
    expect(JSON.parse((await run(['payouts', 'list', '--json'], environment)).stdout).runs).toHaveLength(1);
    for (const { child } of [second, first]) {
      child.kill('SIGTERM');
      expect(await finish(child)).toMatchObject({ exitCode: 0 });
    }
    expect(await addresses()).toEqual([['mock', first.ready.url]]);
    const again = await serve(['--port', new URL(first.ready.url).port], environment);
    expect(again.ready.profile).toBe('mock');
    expect(JSON.parse((await run(['payouts', 'list', '--json'], environment)).stdout).runs).toEqual([]);
    again.child.kill('SIGKILL');
  });

  it('lists 1,234 payments, each once, at more than nine requests a second and without a 429', async () => {
    const { connection } = await serve(['--payments', '1234', '--no-profile'], { PIX_CONFIG_DIR: temporaryFolder() });
    const { exitCode, stdout, stderr } = await runProcess(
      ['payments', 'list', '--all', '--json', '--verbose'],
      connection,
    );
    expect(exitCode).toBe(0);
    const { payments }: { payments: readonly { id: string }[] } = JSON.parse(stdout);
    expect(new Set(payments.map(({ id }) => id)).size).toBe(1_234);
    expect(payments).toHaveLength(1_234);
    expect(stderr).not.toMatch(/^< 429/m);
    const requests = stderr.match(/^> GET/gm)?.length ?? 0;
    const waits = [...stderr.matchAll(/^~ rate limit reached; waiting ([\d.]+) s$/gm)];
    // Waits imposed by a slow machine are not tested.
    const waitedSeconds = waits.reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    expect(requests).toBe(13);
    expect(requests / waitedSeconds).toBeGreaterThan(9);
  });
});

describe('a key that is piped in', () => {
  const LOGIN = ['auth', 'login', '--base-url', 'http://127.0.0.1:2', '--json'];

  it('is not awaited after SIGTERM', async () => {
    const child = start([...LOGIN, '--allow-http'], {
      PIX_CONFIG_DIR: temporaryFolder(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_OF_READING)}`,
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(failureOf(await finish(child))).toEqual([130, 'interrupted']);
  });

  it('is refused when it never ends', async () => {
    const child = start(LOGIN, { PIX_CONFIG_DIR: temporaryFolder() });
    child.stdin.on('error', () => undefined);
    child.stdin.write('k'.repeat(5_000));
    expect(failureOf(await finish(child))).toEqual([2, 'invalid_key']);
  });
});

describe('without a response to a withdrawal', () => {
  it.each([
    ['SIGINT', 'the environment'],
    ['SIGTERM', 'a stored profile'],
  ] as const)('%s meanwhile, with a key from %s: exit code 5, because money may have moved', async (signal, place) => {
    const children: ChildProcess[] = [];
    const { PIX_CONFIG_DIR = '', ...connection } = await startHalfService(() => {
      for (const child of children) child.kill(signal);
    });
    const environment = { PIX_CONFIG_DIR, ...(place === 'the environment' && connection) };
    if (place === 'a stored profile') {
      const login = ['auth', 'login', '--base-url', String(connection['PIX_BASE_URL'])];
      expect(await runCli(login, { environment, stdin: API_KEY })).toMatchObject({ exitCode: 0 });
    }
    const child = start(SEND, environment);
    children.push(child);
    const result = await finish(child);
    expect({ ...result, ...jsonError(result) }).toMatchObject({
      exitCode: 5,
      stdout: '',
      code: 'outcome_unknown',
      message: expect.stringContaining('MONEY MAY HAVE MOVED'),
      hint: expect.stringMatching(/"pix payouts resume r-\d{8}-\w{4}"/),
    });
  });

  it('a second Ctrl-C, when nothing else ends it: the same', async () => {
    const deafRequests = `import http from 'node:http';
      const own = http.request;
      http.request = (...values) => Object.assign(own(...values), { destroy: () => undefined });`;
    const children: ChildProcess[] = [];
    // Once the program has reported its end, a signal could kill it before it exits.
    let hasReported = false;
    const environment = await startHalfService(() => {
      const insisting = setInterval(() => {
        if (!hasReported) for (const child of children) child.kill('SIGINT');
      }, 100);
      onTestFinished(() => clearInterval(insisting));
    });
    const child = start(SEND, {
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(deafRequests)}`,
    });
    child.stderr.on('data', (data: Buffer | string) => {
      hasReported ||= data.includes('MONEY MAY HAVE MOVED');
    });
    children.push(child);
    const result = await finish(child);
    expect(result).toMatchObject({ exitCode: 5, stdout: '' });
    expect(jsonError(result).message).toContain('MONEY MAY HAVE MOVED');
  });
});
