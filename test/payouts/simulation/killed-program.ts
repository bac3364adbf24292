import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../client/support/random.ts';

export interface KillSettings {
  /** The built command line. */
  readonly program: string;
  /** For the file, the configuration and the journal. */
  readonly folder: string;
  readonly seed: number;
  readonly rows: number;
  readonly kills: number;
  /** What happens to requests to create, each with that probability. */
  readonly faults: Readonly<Record<string, number>>;
}

export interface KillOutcome {
  /** How many lives were really cut short, and did not end by themselves before. */
  readonly killed: number;
  /** How often each fault happened. */
  readonly fired: Readonly<Record<string, number>>;
  readonly wanted: readonly WantedRow[];
  /** All withdrawals that the service has made. */
  readonly withdrawals: readonly Withdrawal[];
  readonly report: readonly Readonly<Record<string, unknown>>[];
  /** Of the last life. */
  readonly exitCode: number | null;
  readonly ledgerHolds: boolean;
}

export interface WantedRow {
  readonly pixKey: string;
  readonly value: number;
}

interface Withdrawal extends WantedRow {
  readonly id: string;
  readonly status: string;
}

interface Answer {
  readonly data: {
    readonly withdraws: readonly Withdrawal[];
    readonly pagination: { readonly total: number };
    readonly requests: readonly { readonly number: number; readonly method: string }[];
    readonly faults: readonly { readonly fault: string; readonly fired: number }[];
    readonly holds: boolean;
  };
}

const CREATE = 'POST /api/v1/withdraw/create';
/** After that a request can have no effect any more, and no list is as old: the clocks of both sides move on by as much. */
const BETWEEN_LIVES_MS = 600_000;
/** A life that gets nowhere is cut short as well. */
const LIFE_MAXIMUM_MS = 3_000;
const LAST_LIVES = 5;
const LOOK_EVERY_MS = 10;
const ROWS_A_PAGE = 100;
/** What the file is worth leaves room for everything that could be paid twice. */
const DEPOSIT_CENTAVOS = 100_000_000;

/** Moves a process's time of day without moving the machine's. */
const CLOCK_AHEAD = `const now = Date.now; const ahead = Number(process.env.CLOCK_AHEAD_MS); Date.now = () => now() + ahead;`;

/**
 * Pays a file with the built program at the built local service, which spoils answers, and kills the program (-9) in
 * the middle of that, again and again; then lets it come to its end.
 */
export async function payAmidKills(settings: KillSettings): Promise<KillOutcome> {
  const { program, folder, rows, kills, faults } = settings;
  const random = seededRandom(settings.seed);
  const service = await serve(program);
  let aheadMs = 0;
  let killed = 0;

  const wanted = Array.from({ length: rows }, (_, place) => ({
    pixKey: `payee-${place + 1}@example.com`,
    value: 500 + place,
  }));
  const file = join(folder, 'payouts.csv');
  writeFileSync(file, csvOf(wanted));
  const total = wanted.reduce((sum, { value }) => sum + value, 0);

  const start = (args: readonly string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        PIX_CONFIG_DIR: folder,
        PIX_BASE_URL: service.url,
        PIX_API_KEY: service.key,
        CLOCK_AHEAD_MS: String(aheadMs),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK_AHEAD)}`,
      },
    });
    const told = Promise.all([text(child.stdout), text(child.stderr)]);
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    return { child, told, exited };
  };
  const run = () =>
    start([
      ...['payouts', 'run', file, '--yes', '--confirm-total', (total / 100).toFixed(2), '--resend-proven-absent'],
      ...['--timeout', '1', '--json'],
    ]);

  /** Until the program has asked for so many withdrawals, or has ended, or gets nowhere. */
  async function liveAndDie(requests: number): Promise<void> {
    const before = await service.creations();
    const { child, exited, told } = run();
    const endsAt = performance.now() + LIFE_MAXIMUM_MS;
    while (child.exitCode === null && performance.now() < endsAt && (await service.creations()) < before + requests) {
      await sleep(LOOK_EVERY_MS);
    }
    await sleep(20 * random());
    child.kill('SIGKILL');
    const [, signal] = await exited;
    await told;
    if (signal === 'SIGKILL') killed += 1;
  }

  try {
    await service.pull('account', { instant: true, feeCentavos: 0, ...LIMITS });
    await service.pull('deposit', { amountCentavos: DEPOSIT_CENTAVOS });
    const earlier = (await service.withdrawals()).length;
    for (const [fault, probability] of Object.entries(faults)) {
      await service.pull('faults', { on: CREATE, fault, probability, ...(fault === 'latency' && { delayMs: 30 }) });
    }
    for (let kill = 0; kill < kills; kill += 1) {
      await liveAndDie(1 + Math.floor((1.5 * random() * rows) / kills));
      aheadMs += BETWEEN_LIVES_MS;
      await service.pull('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    }
    const fired = await service.clearFaults();
    let exitCode: number | null = null;
    let told = '';
    for (let life = 0; life < LAST_LIVES && exitCode !== 0; life += 1) {
      const last = run();
      [exitCode] = await last.exited;
      told = (await last.told).join('');
      aheadMs += BETWEEN_LIVES_MS;
      await service.pull('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    }
    assert.equal(exitCode, 0, told);
    const all = await service.withdrawals();
    return {
      killed,
      fired,
      wanted,
      withdrawals: all.slice(0, all.length - earlier),
      report: await reportOf(start),
      exitCode,
      ledgerHolds: await service.ledgerHolds(),
    };
  } finally {
    await service.stop();
  }
}

const LIMITS = {
  dailyLimitCentavos: DEPOSIT_CENTAVOS,
  monthlyLimitCentavos: DEPOSIT_CENTAVOS,
  perTransactionLimitCentavos: DEPOSIT_CENTAVOS,
};

async function reportOf(
  start: (args: readonly string[]) => { told: Promise<string[]> },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [listed = ''] = await start(['payouts', 'list', '--json']).told;
  const { runs } = JSON.parse(listed) as { runs: readonly { id: string }[] };
  assert.equal(runs.length, 1, 'one file is one run');
  const [report = ''] = await start(['payouts', 'report', runs[0]?.id ?? '', '--format', 'json']).told;
  return JSON.parse(report) as readonly Readonly<Record<string, unknown>>[];
}

function csvOf(rows: readonly WantedRow[]): string {
  const lines = rows.map(
    ({ pixKey, value }, place) => `ref-${place + 1};EMAIL;${pixKey};${(value / 100).toFixed(2).replace('.', ',')}`,
  );
  return ['referencia;tipo_chave;chave_pix;valor', ...lines, ''].join('\n');
}

async function serve(program: string) {
  const options = ['--mock', '--port', '0', '--no-rate-limit', '--no-profile', '--json'];
  const child = spawn(process.execPath, [program, 'serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, keys } = JSON.parse(line) as { url: string; keys: { account: string; name: string; key: string }[] };
  const keyOf = (name: string) =>
    keys.find(({ account, ...key }) => account === 'demo' && key.name === name)?.key ?? '';
  let seen = 0;
  let creations = 0;

  async function ask(method: string, path: string, body?: object): Promise<Answer['data']> {
    const headers = { 'X-API-Key': keyOf('reader'), 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as Answer).data;
  }

  return {
    url,
    key: keyOf('payouts'),
    pull: (lever: string, body: object) => ask('POST', `/mock/${lever}`, body),
    /** Requests to create that were answered, or whose answer was spoilt, by now. */
    async creations(): Promise<number> {
      const { requests } = await ask('GET', `/mock/requests?after=${seen}`);
      for (const { number, method } of requests) {
        seen = Math.max(seen, number);
        if (method === 'POST') creations += 1;
      }
      return creations;
    },
    async clearFaults(): Promise<Readonly<Record<string, number>>> {
      const { faults } = await ask('DELETE', '/mock/faults');
      return Object.fromEntries(faults.map(({ fault, fired }) => [fault, fired]));
    },
    async ledgerHolds(): Promise<boolean> {
      return (await ask('GET', '/mock/verify')).holds;
    },
    /** Newest first, past the cache: it has been some minutes. */
    async withdrawals(): Promise<readonly Withdrawal[]> {
      const rows: Withdrawal[] = [];
      for (let total = 1; rows.length < total;) {
        const path = `/api/v1/withdraw/list?limit=${ROWS_A_PAGE}&offset=${rows.length}`;
        const { withdraws, pagination } = await ask('GET', path);
        rows.push(...withdraws);
        total = pagination.total;
      }
      return rows;
    },
    async stop(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
