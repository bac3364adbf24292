import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BuiltService, Withdrawal } from '../../payouts/simulation/built-service.ts';
import { CLOCK_AHEAD } from '../../payouts/simulation/killed-program.ts';
import { PROGRAM } from '../../support/pix-process.ts';
import { ONE_THREAD } from './refusal.ts';

/** How a program has ended. */
export interface End {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The outside of a command that writes: a service, and a folder that is empty at the beginning of each scene. */
export class Outside {
  readonly service: BuiltService;
  readonly folder: string;
  #aheadMs = 0;

  constructor(service: BuiltService, folder: string) {
    this.service = service;
    this.folder = folder;
  }

  /** The service begins again, too: it would know payments of a journal that is gone, and nothing is paid beside one. */
  async begin(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
    await this.service.use('reset', {});
    await this.service.use('account', { instant: true, ...LIMITS });
    await this.service.use('deposit', { amountCentavos: 1e9 });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** After this time, no request takes effect any more and no list is older. */
  async passTime(): Promise<void> {
    await this.service.use('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    this.#aheadMs += BETWEEN_LIVES_MS;
  }

  /** @param before what starts the program, such as `strace` */
  async pix(argv: readonly string[], { before = [], stdin = '' }: Running = {}): Promise<End> {
    const [command = '', ...words] = [...before, process.execPath, PROGRAM, ...argv];
    const child = spawn(command, words, {
      env: {
        PATH: process.env['PATH'],
        PIX_CONFIG_DIR: this.path('pix'),
        HOME: this.folder,
        PIX_LANG: 'en',
        PIX_BASE_URL: this.service.url,
        ...(stdin === '' && { PIX_API_KEY: this.service.key }),
        CLOCK_AHEAD_MS: String(this.#aheadMs),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK_AHEAD)}`,
        ...ONE_THREAD,
      },
    });
    child.stdin.on('error', () => undefined).end(stdin);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { exitCode: child.exitCode, stdout, stderr };
  }

  async withdrawalsTo(pixKey: string): Promise<readonly Withdrawal[]> {
    await this.passTime();
    return (await this.service.withdrawals()).filter((one) => one.pixKey === pixKey);
  }
}

interface Running {
  readonly before?: readonly string[];
  readonly stdin?: string;
}

/** A command that writes, as it is refused once. @returns what is wrong afterwards; nothing as a rule */
export type Scene = (outside: Outside, before: readonly string[]) => Promise<readonly string[]>;

const LIMITS = { dailyLimitCentavos: 1e9, monthlyLimitCentavos: 1e9, perTransactionLimitCentavos: 1e9 };
const BETWEEN_LIVES_MS = 600_000;
const LIVES_MAXIMUM = 8;
const EXIT_CODES = [0, 1, 2, 3, 4, 5, 6];

/** One error in one sentence, and how the program ends. */
function complaintsOf({ exitCode, stdout, stderr }: End): string[] {
  const errors = stderr.split('\n').filter((line) => line.startsWith('{"error":'));
  const isKnown = exitCode !== null && EXIT_CODES.includes(exitCode);
  const isReported = exitCode === 0 ? errors.length === 0 : errors.length === 1;
  const isPlain = !/^\s+at |unexpected|TypeError/m.test(stderr);
  return isKnown && isReported && isPlain ? [] : [`ended with ${exitCode}: ${stderr}${stdout.slice(0, 200)}`];
}

/** The same command until it succeeds, as a person repeats it, who allows what it asks to be allowed, and finishes what it names. */
async function repeated(outside: Outside, argv: readonly string[]): Promise<string[]> {
  const words = new Set<string>();
  let last: End | undefined;
  for (let life = 0; life < LIVES_MAXIMUM && last?.exitCode !== 0; life += 1) {
    await outside.passTime();
    last = await outside.pix([...argv, ...[...words].flatMap((word) => ['--allow', word])]);
    if (last.exitCode === 2) words.clear();
    const [, resume] =
      /(?:finish that run first|to send it again): pix (payouts resume [^;"]+)/.exec(last.stderr) ?? [];
    if (resume !== undefined) await outside.pix([...resume.split(' '), '--yes', '--json']);
    for (const [, word = ''] of (last.stdout + last.stderr).matchAll(/--allow (\w+:[\da-f]{6})/g)) words.add(word);
  }
  return last?.exitCode === 0 ? [] : [`does not succeed later: ${last?.stderr}`];
}

async function expectOnce(outside: Outside, pixKey: string): Promise<string[]> {
  const made = await outside.withdrawalsTo(pixKey);
  return made.length === 1 ? [] : [`${pixKey} was paid ${made.length} times`];
}

const payoutsRun: Scene = async (outside, before) => {
  await outside.begin();
  const payees = ['a', 'b', 'c'].map((name) => `${name}@example.com`);
  const file = outside.path('file.csv');
  writeFileSync(file, ['chave_pix;tipo_chave;valor', ...payees.map((key) => `${key};EMAIL;5,00`), ''].join('\n'));
  const argv = ['payouts', 'run', file, '--yes', '--confirm-total', '15', '--timeout', '2', '--json'];
  const end = await outside.pix(argv, { before });
  const paid = (await Promise.all(payees.map((key) => outside.withdrawalsTo(key)))).flat().length;
  const claims = end.exitCode === 0 && paid < payees.length ? [`exit code 0, and only ${paid} of three are paid`] : [];
  const later = await repeated(outside, argv);
  const twice = (await Promise.all(payees.map((key) => expectOnce(outside, key)))).flat();
  return [...complaintsOf(end), ...claims, ...later, ...twice];
};

const withdrawal: Scene = async (outside, before) => {
  await outside.begin();
  const pixKey = 'one@example.com';
  const argv = [
    'withdraw',
    'create',
    '--amount',
    '5,00',
    '--pix-key',
    pixKey,
    '--reference',
    pixKey,
    '--yes',
    '--json',
  ];
  const end = await outside.pix(argv, { before });
  const made = (await outside.withdrawalsTo(pixKey)).length;
  const isWrong = end.exitCode === 5 ? made > 1 : made !== (end.exitCode === 0 ? 1 : 0);
  const claims = isWrong ? [`exit code ${end.exitCode}, and ${made} withdrawals: ${end.stderr}`] : [];
  return [...complaintsOf(end), ...claims, ...(await repeated(outside, argv)), ...(await expectOnce(outside, pixKey))];
};

/** The rows of an export, whatever the order of their fields. */
async function exported(outside: Outside, name: string, ...more: readonly string[]): Promise<string> {
  const path = outside.path(name);
  const end = await outside.pix(['export', 'statement', '--out', path, '--json', ...more]);
  if (end.exitCode !== 0) return end.stderr;
  const rows = readFileSync(path, 'utf8').trim().split('\n');
  return rows.map((row) => JSON.stringify(Object.entries(JSON.parse(row) as object).sort())).join('\n');
}

const sync: Scene = async (outside, before) => {
  await outside.begin();
  const end = await outside.pix(['sync', '--json'], { before });
  const left = end.exitCode === 0 ? await exported(outside, 'left.ndjson', '--offline') : undefined;
  const later = await repeated(outside, ['sync', '--json']);
  const [stored, online] = [await exported(outside, 'a.ndjson', '--offline'), await exported(outside, 'b.ndjson')];
  const lost = [...(left === undefined ? [] : [left]), stored].filter((rows) => rows !== online);
  return [...complaintsOf(end), ...later, ...lost.map((rows) => `the index has other rows: ${rows.slice(0, 300)}`)];
};

const exporting: Scene = async (outside, before) => {
  await outside.begin();
  const path = outside.path('rows.ndjson');
  const earlier = 'what was there before\n';
  writeFileSync(path, earlier);
  const argv = ['export', 'statement', '--out', path, '--force', '--json'];
  const end = await outside.pix(argv, { before });
  const left = readFileSync(path, 'utf8');
  await outside.pix(['export', 'statement', '--out', outside.path('whole.ndjson'), '--json']);
  const whole = readFileSync(outside.path('whole.ndjson'), 'utf8');
  const isWhole = left === whole || (left === earlier && end.exitCode !== 0);
  const later = await repeated(outside, argv);
  const isMended = readFileSync(path, 'utf8') === whole;
  const parts = existsSync(`${path}.part`) ? ['a part is left behind'] : [];
  return [
    ...complaintsOf(end),
    ...(isWhole ? [] : [`the file is neither what it was nor whole, exit code ${end.exitCode}: ${left.slice(0, 200)}`]),
    ...later,
    ...(isMended ? [] : ['the repeated export has other rows']),
    ...parts,
  ];
};

const login: Scene = async (outside, before) => {
  await outside.begin();
  const stdin = `${outside.service.key}\n`;
  const named = (name: string) => ['auth', 'login', '-p', name, '--no-keychain', '--base-url', outside.service.url];
  const problems: string[] = [];
  for (const name of ['one', 'two']) {
    const { exitCode, stderr } = await outside.pix(named(name), { stdin });
    if (exitCode !== 0) problems.push(stderr);
  }
  const end = await outside.pix([...named('three'), '--json'], { before, stdin });
  const known = async () => {
    const { stdout, stderr } = await outside.pix(['auth', 'status', '--json'], { stdin });
    const names = [...stdout.matchAll(/"name": "(one|two|three)"/g)].map(([, name]) => name);
    return names.length === 0 ? stderr : names.sort().join(' ');
  };
  const left = await known();
  const expected = end.exitCode === 0 ? ['one three two'] : ['one two', 'one three two'];
  const again = await outside.pix([...named('three'), '--json'], { stdin });
  const after = await known();
  return [
    ...problems,
    ...complaintsOf(end),
    ...(expected.includes(left) ? [] : [`after exit code ${end.exitCode}, the profiles are: ${left}`]),
    ...(again.exitCode === 0 && after === 'one three two' ? [] : [`does not succeed later: ${again.stderr} ${after}`]),
  ];
};

/** What answers acknowledge is there when the service is started again. */
const serving: Scene = async (outside, before) => {
  await outside.begin();
  const data = outside.path('service.db');
  const acknowledged: Answered[] = [];
  const problems: string[] = [];
  const first = await served(outside, data, before, async (call) => {
    for (let row = 0; row < 6; row += 1) {
      const answer = await call('POST', '/api/v1/payment/create', { value: 10 + row });
      if (answer === undefined) return;
      if (answer.status === 200) acknowledged.push(answer);
      else if (answer.status < 500) problems.push(`answered ${answer.status}`);
    }
  });
  if (first !== undefined) problems.push(...complaintsOf(first));
  const second = await served(outside, data, [], async (call) => {
    for (const { id, value } of acknowledged) {
      const answer = await call('GET', `/api/v1/payment/get/${id}`);
      // The next one may have the number of one that is lost.
      if (answer?.value !== value) problems.push(`${id} was acknowledged, and is lost: ${answer?.status}`);
    }
    const audit = await call('GET', '/mock/verify');
    if (audit?.holds !== true) problems.push('the ledger does not hold');
  });
  if (second?.exitCode !== 0) problems.push(`does not start later: ${second?.stderr}`);
  return problems;
};

type Call = (method: string, path: string, body?: object) => Promise<Answered | undefined>;
interface Answered {
  readonly status: number;
  readonly id: string;
  readonly value: number | undefined;
  readonly holds: boolean;
}

/** @param work with a service that has begun. A call without an answer has undefined */
async function served(
  outside: Outside,
  data: string,
  before: readonly string[],
  work: (call: Call) => Promise<void>,
): Promise<End | undefined> {
  const options = ['serve', '--mock', '--data', data, '--port', '0', '--no-profile', '--no-rate-limit', '--json'];
  const [command = '', ...words] = [...before, process.execPath, PROGRAM, ...options];
  const child = spawn(command, words, {
    env: { PATH: process.env['PATH'], PIX_CONFIG_DIR: outside.path('pix'), PIX_LANG: 'en', ...ONE_THREAD },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  const ready = new Promise<string | undefined>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
      if (stdout.includes('\n')) resolve(stdout);
    });
    child.on('close', () => resolve(undefined));
  });
  const closed = once(child, 'close');
  const stderr = text(child.stderr);
  const line = await ready;
  if (line !== undefined) {
    const { url, keys } = JSON.parse(line) as { url: string; keys: readonly { readonly name: string; key: string }[] };
    const key = keys.find(({ name }) => name === 'main')?.key ?? '';
    await work(async (method, path, body) => {
      try {
        const response = await fetch(url + path, {
          method,
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const { data } = (await response.json()) as { readonly data?: Partial<Answered> };
        return { status: response.status, id: data?.id ?? '', value: data?.value, holds: data?.holds === true };
      } catch {
        return undefined;
      }
    });
    // The whole group: a program that stands before the service passes no signal on.
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  }
  await closed;
  return { exitCode: child.exitCode, stdout, stderr: await stderr };
}

export const SCENES: Readonly<Record<string, Scene>> = {
  'the journal, by payouts run': payoutsRun,
  'the journal, by withdraw create': withdrawal,
  'the index, by sync': sync,
  'an export': exporting,
  'the profiles, by auth login': login,
  'the data file of the service': serving,
};
