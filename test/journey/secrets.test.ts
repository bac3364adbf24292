import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { fingerprintOf } from '../../src/client/profiles/key-fingerprint.ts';
import { linesWith } from '../cli/every-line.ts';
import { Scene } from '../cli/every-scene.ts';
import { temporaryFolder } from '../support/cli.ts';
import { PROGRAM } from '../support/pix-process.ts';
import { httpAnswer, wireServer } from '../support/wire.ts';
import { linesIn } from '../support/grouped.ts';

/** A planted key is searched for after every command, in every way in which it fails. */

const KEY = 'pk_PlantedKeyThatMustAppearNowhere4711';
/** Not the ending, which a masked key shows. */
const SECRET = KEY.slice(3, -4);

/** As it is, and as programs write bytes. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Three beginnings: base64 groups three bytes. Both ends depend on what is beside them.
  const inBase64 = [0, 1, 2].map((start) =>
    Buffer.concat([Buffer.alloc(start), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, bytes.toString('hex'), bytes.toString('utf16le'), ...inBase64];
}

function isIn(content: string, secret: string): boolean {
  return formsOf(secret).some((form) => content.includes(form));
}

/** Files that contain it, without the one where keys are stored. */
function filesWith(folder: string, secret: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    if (name.endsWith('config.json') || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    return isIn(readFileSync(path, 'latin1'), secret);
  });
}

const REFUSALS = linesIn(`
  400 Bad | 401 No | 403 No | 404 None | 409 Conflict | 422 No | 429 Much | 500 Error | 503 Away | a redirect
`);
/** Each command meets one: another seed, another one. */
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);

it('a service that quotes the key when it refuses makes no command show or store it', async () => {
  let refusal: string | undefined;
  let key = '';
  const scene = await Scene.open({ payments: 12, withdraws: 4 }, async (url) => {
    const { port } = await wireServer((socket, request) => {
      if (refusal !== undefined) refuse(socket, refusal, key);
      else void pass(socket, url, request).catch(() => socket.resetAndDestroy());
    });
    return `http://127.0.0.1:${port}`;
  });
  key = scene.service.keyOf();
  const secret = key.slice(3, -4);
  const shown: string[] = [];
  for (const [index, line] of linesWith(FIRST_SEED, process.env['CAMPAIGN_SECRETS'] !== undefined).entries()) {
    const command = await scene.prepared(line, '--timeout', '1', '--verbose').catch(() => undefined);
    if (command === undefined) continue;
    refusal = REFUSALS[(FIRST_SEED + index) % REFUSALS.length];
    const { stdout, stderr } = await command({});
    refusal = undefined;
    // Its standard output is the answer as it came.
    if (isIn(stderr + (line.startsWith('api') ? '' : stdout), secret)) shown.push(`${line}: ${stdout}${stderr}`);
  }
  expect([shown, filesWith(scene.folder, secret)]).toEqual([[], []]);
});

function refuse(socket: Socket, status: string, key: string): void {
  const said = `the key ${key} is not good, nor is ${encodeURIComponent(key)}`;
  const body = {
    success: false,
    error: { code: `bad_${key}`, message: said, details: [{ path: key, message: said }] },
  };
  const isRedirect = status === 'a redirect';
  const headers = { 'X-Request-Id': key, ...(isRedirect && { Location: `http://other.example/${key}?key=${key}` }) };
  socket.end(httpAnswer(isRedirect ? '307 Elsewhere' : status, JSON.stringify(body), headers));
}

async function pass(socket: Socket, url: string, request: string): Promise<void> {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method = 'GET', path = '/'] = first.split(' ');
  const headers = lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']);
  const own = /^(host|connection|content-length)$/i;
  const response = await fetch(url + path, {
    method,
    headers: headers.filter(([name]) => !own.test(name)),
    ...(body !== '' && { body }),
  });
  socket.end(httpAnswer(`${response.status} ${response.statusText}`, await response.text()));
}

const limitsCore = ['bash', '-c', 'ulimit -c unlimited && exec "$@"', 'pix'];
const dumpsHere = existsSync('/proc/sys/kernel/core_pattern')
  ? /^core\s*$/.test(readFileSync('/proc/sys/kernel/core_pattern', 'latin1')) &&
    spawnSync('bash', ['-c', 'ulimit -c unlimited']).status === 0
  : false;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGSEGV'] as const;
/** Without memory; with it, a dump of Node has some eighty mebibytes. */
const DUMP_BYTES_MAXIMUM = 1024 * 1024;
/** Of a key's place and a signal: how a process ends is the same wherever its key came from, with and without a dump. */
const CASES = [
  ...SIGNALS.map((signal) => ['environment', signal] as const),
  ...(['profile', 'command'] as const).flatMap((given) =>
    (['SIGINT', 'SIGSEGV'] as const).map((signal) => [given, signal] as const),
  ),
];

it.skipIf(process.platform !== 'linux').each(CASES)(
  'a key from the %s is in no output, file or process title of a command that %s ends, and its memory in no core dump',
  async (given, signal) => {
    const folder = temporaryFolder();
    const config = join(folder, 'pix');
    mkdirSync(config);
    const titles: string[] = [];
    let child = spawn('true');
    const { port } = await wireServer(() => {
      // The command waits for the answer, with the key in its memory.
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        for (const fact of ['cmdline', 'comm']) {
          try {
            titles.push(readFileSync(`/proc/${pid}/${fact}`, 'latin1'));
          } catch {
            // It has ended.
          }
        }
      }
      child.kill(signal);
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const secretFile = join(folder, 'config.json');
    writeFileSync(secretFile, KEY);
    const held = { masked: 'pk_…4711', fingerprint: fingerprintOf(KEY), command: ['cat', secretFile] };
    const stored = given === 'command' ? { held } : { key: KEY };
    const profiles = { one: { baseUrl, keys: [{ name: 'main', ...stored }] } };
    writeFileSync(join(config, 'config.json'), JSON.stringify({ version: 1, current: 'one', profiles }), {
      mode: 0o600,
    });
    const [command, ...words] = [...(dumpsHere ? limitsCore : []), process.execPath, PROGRAM, 'balance', '--verbose'];
    child = spawn(command, words, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        PIX_CONFIG_DIR: config,
        ...(given === 'environment' && { PIX_API_KEY: KEY, PIX_BASE_URL: baseUrl }),
      },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(titles.length, stderr).toBeGreaterThan(0);
    expect(isIn(stdout + stderr + titles.join('\n'), SECRET), stderr).toBe(false);
    // Of a thread, a dump has the registers, which may contain what was copied last: it is searched for memory, not for text.
    const dumps = readdirSync(folder).filter((name) => name.startsWith('core'));
    const isDumped = dumpsHere && ['SIGQUIT', 'SIGABRT', 'SIGSEGV'].includes(signal);
    expect(dumps).toHaveLength(isDumped ? 1 : 0);
    for (const name of dumps) {
      expect(statSync(join(folder, name)).size).toBeLessThan(DUMP_BYTES_MAXIMUM);
      rmSync(join(folder, name));
    }
    expect(filesWith(folder, SECRET)).toEqual([]);
  },
);
