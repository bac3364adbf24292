import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import packageFacts from '../../package.json' with { type: 'json' };
import { API_KEY, NOON, runCli, stateFolder, type CliOptions } from '../support/cli.ts';

const DAY_MS = 86_400_000;
const LOOK = ['__newest-version'];
/** Needs neither a profile nor the network. */
const COMMAND = ['config', 'path'];

let folder: string;
/** What was started beside the commands so far. */
let aside: (readonly string[])[];

beforeEach(() => {
  folder = stateFolder();
  aside = [];
  nock.disableNetConnect();
  onTestFinished(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
});

const pix = (argv: readonly string[], { environment, ...options }: CliOptions = {}) =>
  runCli(argv, {
    isTerminal: true,
    onAside: (words) => aside.push(words),
    ...options,
    environment: { PIX_CONFIG_DIR: folder, ...environment },
  });
const turnOn = () => pix(['config', 'set', 'update-notice', 'on']);
/** What was started aside has no terminal. */
const look = (environment: Readonly<Record<string, string>> = {}) => pix(LOOK, { isTerminal: false, environment });
const later = (days: number): CliOptions => ({ now: NOON + days * DAY_MS });

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The registry, which knows the newest version. @returns what it was asked */
function serveRegistry(status: number, body: object | string): readonly Asked[] {
  const asked: Asked[] = [];
  nock('https://registry.npmjs.org')
    .persist()
    .get(/./)
    .reply(function (path) {
      asked.push({ path, headers: this.req.headers });
      return [status, body];
    });
  return asked;
}

/** Has the registry tell a version, and `pix` look for it. */
async function learn(version: string): Promise<void> {
  serveRegistry(200, { version });
  expect(await look()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  nock.cleanAll();
}

describe('newer versions', () => {
  it('are not looked for unless somebody wants that', async () => {
    await pix(COMMAND);
    await pix(['config', 'set', 'update-notice', 'off']);
    await pix(COMMAND);
    await learn('99.0.0');
    expect((await pix(COMMAND)).stderr).toBe('');
    expect(aside).toEqual([]);
  });

  it('are looked for beside a command at a terminal, and told of after the output of the next one', async () => {
    await turnOn();
    expect(await pix(COMMAND)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(aside).toEqual([LOOK]);
    await learn('99.1.2');
    const told = await pix(COMMAND);
    expect(told.stdout).toContain(folder);
    expect(told.stderr).toBe(
      `There is a newer pix: 99.1.2 (this is ${packageFacts.version}). To update: npm install --global ${packageFacts.name}\n`,
    );
  });

  it('are told of in Portuguese to whoever speaks that', async () => {
    await turnOn();
    await learn('99.0.0');
    expect((await pix([...COMMAND, '--lang', 'pt-BR'])).stderr).toMatch(/^Há uma versão mais nova do pix: 99\.0\.0 /);
  });

  it('are looked for, and told of, once a day', async () => {
    await turnOn();
    await learn('99.0.0');
    const notices: boolean[] = [];
    for (const days of [0, 0.5, 0.99, 1, 1.5, 2.5]) {
      notices.push((await pix(COMMAND, later(days))).stderr !== '');
    }
    expect(notices).toEqual([true, false, false, true, false, true]);
    expect(aside).toHaveLength(3);
  });

  it('are looked for although a clock was wrong', async () => {
    await turnOn();
    await pix(COMMAND, later(400));
    await pix(COMMAND);
    expect(aside).toHaveLength(2);
  });

  it.each<[string, readonly string[], CliOptions]>([
    ['a pipe', COMMAND, { isTerminal: false }],
    ['--quiet', [...COMMAND, '--quiet'], {}],
    ['--json', ['config', 'list', '--json'], {}],
    ['another machine format', ['config', 'list', '-o', 'csv'], {}],
    ['--no-input', [...COMMAND, '--no-input'], {}],
    ['CI', COMMAND, { environment: { CI: 'true' } }],
    ['NO_UPDATE_NOTIFIER', COMMAND, { environment: { NO_UPDATE_NOTIFIER: '1' } }],
    ['help', ['--help'], {}],
    ['a completion', ['__complete', '--', 'bal'], { isTerminal: false }],
  ])('are no matter with %s', async (_name, argv, options) => {
    await turnOn();
    await learn('99.0.0');
    const run = await pix(argv, options);
    expect([run.exitCode, run.stderr, aside]).toEqual([0, '', []]);
  });

  it('are no matter after a failure', async () => {
    await turnOn();
    await learn('99.0.0');
    const failed = await pix(['config', 'get', 'colour']);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).not.toContain('99.0.0');
  });

  it.each(['0.0.1', packageFacts.version, '99.0.0-beta.1', '99', '\u001b[31m99.0.0', 'v99.0.0'])(
    'are not such as %j',
    async (version) => {
      await turnOn();
      await learn(version);
      expect((await pix(COMMAND)).stderr).toBe('');
    },
  );

  it.each([
    ['1.0.0', '0.99.99'],
    ['0.10.0', '0.9.0'],
  ])('are told by their numbers: %s after %s', async (newer, older) => {
    await turnOn();
    for (const [version, days] of [
      [older, 0],
      [newer, 1],
    ] as const) {
      await learn(version);
      expect((await pix(COMMAND, later(days))).stderr).toContain(`pix: ${version} `);
    }
  });

  it('may be spoilt by whatever lies in their files', async () => {
    await turnOn();
    const state = join(folder, 'state');
    mkdirSync(state);
    for (const broken of ['{', '[]', 'null', '{"version":5,"lookedAt":"x"}']) {
      for (const name of ['newest-version.json', 'update-notice.json']) writeFileSync(join(state, name), broken);
      expect(await pix(COMMAND)).toMatchObject({ exitCode: 0, stderr: '' });
    }
    expect(aside).toHaveLength(4);
  });

  it('are not looked for where nothing can be kept: that would be at each command', async () => {
    await turnOn();
    writeFileSync(join(folder, 'state'), '');
    expect(await pix(COMMAND)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(aside).toEqual([]);
  });
});

describe('the look for a newer version', () => {
  it('is one request that says nothing of anybody', async () => {
    const asked = serveRegistry(200, { version: '99.0.0' });
    await look({ PIX_API_KEY: API_KEY });
    expect(asked.map(({ path }) => path)).toEqual([`/${packageFacts.name}/latest`]);
    const headers = asked[0]?.headers ?? {};
    expect(headers['user-agent']).toBe(`pix/${packageFacts.version}`);
    expect(Object.keys(headers).filter((name) => /key|cookie|auth|profile/i.test(name))).toEqual([]);
    expect(JSON.stringify(headers)).not.toContain(API_KEY);
  });

  it('keeps what it has learnt closed to others', async () => {
    await learn('99.0.0');
    const path = join(folder, 'state', 'newest-version.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: '99.0.0' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each<[string, number, object | string]>([
    ['that knows no such package', 404, { error: 'not found' }],
    ['that has broken', 500, 'oops'],
    ['that speaks no JSON', 200, '<html>'],
    ['that tells no version', 200, { version: { major: 99 } }],
  ])('keeps nothing of a registry %s', async (_name, status, body) => {
    serveRegistry(status, body);
    expect(await look()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not shown by help', async () => {
    expect((await pix(['--help'])).stdout).not.toContain('newest-version');
  });
});
