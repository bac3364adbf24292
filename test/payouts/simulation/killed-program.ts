import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../support/random.ts';
import { serveBuilt, type Withdrawal } from './built-service.ts';

export interface KillSettings {
  /** The built command line. */
  readonly program: string;
  /** For the file, the configuration and the journal. */
  readonly folder: string;
  readonly seed: number;
  readonly rows: number;
  readonly kills: number;
  /** Whether the service keeps its limit of requests: a life takes longer then, and is cut short more exactly. */
  readonly isLimited: boolean;
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

interface WantedRow {
  readonly pixKey: string;
  readonly amount: number;
  /** What its row says of the fee. */
  readonly coverFee: string;
  /** What is to leave the balance. */
  readonly value: number;
}

type Start = (args: readonly string[]) => {
  readonly child: ChildProcess;
  /** Stdout and stderr. */
  readonly told: Promise<readonly string[]>;
  /** With its exit code, or the signal that ended it. */
  readonly exited: Promise<[number | null, string | null]>;
};

const CREATE = 'POST /api/v1/withdraw/create';
/** After that a request can have no effect any more, and no list is as old: the clocks of both sides move on by as much. */
const BETWEEN_LIVES_MS = 600_000;
/** A life that gets nowhere is cut short as well. */
const LIFE_MAXIMUM_MS = 3_000;
const LAST_LIVES = 5;
const LOOK_EVERY_MS = 10;
/** What the file is worth leaves room for everything that could be paid twice. */
const DEPOSIT_CENTAVOS = 100_000_000;
const FEE_CENTAVOS = 50;

/** Moves a process's time of day without moving the machine's. */
const CLOCK_AHEAD = `const now = Date.now; const ahead = Number(process.env.CLOCK_AHEAD_MS); Date.now = () => now() + ahead;`;

/**
 * Pays a file with the built program at the built local service, which spoils answers, and kills the program (-9) in
 * the middle of that, again and again; then lets it come to its end.
 */
export async function payAmidKills(settings: KillSettings): Promise<KillOutcome> {
  const { program, folder, rows, kills, faults } = settings;
  const random = seededRandom(settings.seed);
  const service = await serveBuilt(program, settings);
  let aheadMs = 0;
  let killed = 0;

  const wanted = Array.from({ length: rows }, (_, place) => {
    const amount = 500 + place;
    const coverFee = ['sim', 'não', ''][place % 3] ?? '';
    return {
      pixKey: `payee-${place + 1}@example.com`,
      amount,
      coverFee,
      value: coverFee === 'sim' ? amount + FEE_CENTAVOS : amount,
    };
  });
  const file = join(folder, 'payouts.csv');
  writeFileSync(file, csvOf(wanted));
  const total = wanted.reduce((sum, { amount }) => sum + amount, 0);

  const start: Start = (args) => {
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
    await service.use('account', { instant: true, feeCentavos: FEE_CENTAVOS, ...LIMITS });
    await service.use('deposit', { amountCentavos: DEPOSIT_CENTAVOS });
    const earlier = (await service.withdrawals()).length;
    for (const [fault, probability] of Object.entries(faults)) {
      await service.use('faults', { on: CREATE, fault, probability, ...(fault === 'latency' && { delayMs: 30 }) });
    }
    for (let lives = 0; killed < kills && lives < 2 * kills; lives += 1) {
      await liveAndDie(1 + Math.floor((1.2 * random() * rows) / kills));
      aheadMs += BETWEEN_LIVES_MS;
      await service.use('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    }
    const fired = await service.clearFaults();
    let exitCode: number | null = null;
    let told = '';
    for (let life = 0; life < LAST_LIVES && exitCode !== 0; life += 1) {
      const last = run();
      [exitCode] = await last.exited;
      told = (await last.told).join('');
      aheadMs += BETWEEN_LIVES_MS;
      await service.use('clock/advance', { durationMs: BETWEEN_LIVES_MS });
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

/** What of it is not as it should be: exactly one withdrawal for each row, and a report that shows it. */
export function problemsOf(outcome: KillOutcome): readonly string[] {
  const { wanted, withdrawals, report, ledgerHolds } = outcome;
  const rows = wanted.flatMap(({ pixKey, value }, place) => {
    const made = withdrawals.filter((withdrawal) => withdrawal.pixKey === pixKey);
    const isPaid = made.length === 1 && made[0]?.value === value && made[0].status === 'COMPLETED';
    const told = report[place];
    const isTold = told?.['status'] === 'paid' && told['id'] === made[0]?.id && told['value'] === value;
    return isPaid && isTold ? [] : [`row ${place + 1}: ${JSON.stringify({ made, told })}`];
  });
  const others = withdrawals.filter(({ pixKey }) => wanted.every((row) => row.pixKey !== pixKey));
  return [
    ...rows,
    ...others.map(({ id }) => `${id} was wanted by nobody`),
    ...(ledgerHolds ? [] : ["the service's ledger does not hold"]),
  ];
}

const LIMITS = {
  dailyLimitCentavos: DEPOSIT_CENTAVOS,
  monthlyLimitCentavos: DEPOSIT_CENTAVOS,
  perTransactionLimitCentavos: DEPOSIT_CENTAVOS,
};

async function reportOf(start: Start): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { runs } = await jsonOf<{ runs: readonly { run: string }[] }>(start(['payouts', 'list', '--json']));
  assert.equal(runs.length, 1, 'one file is one run');
  const report = start(['payouts', 'report', runs[0]?.run ?? '', '--format', 'json']);
  return (await jsonOf<{ rows: readonly Readonly<Record<string, unknown>>[] }>(report)).rows;
}

async function jsonOf<Told>({ told, exited }: ReturnType<Start>): Promise<Told> {
  const [stdout = '', stderr = ''] = await told;
  const [exitCode] = await exited;
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout) as Told;
}

function csvOf(rows: readonly WantedRow[]): string {
  const lines = rows.map(
    ({ pixKey, amount, coverFee }, place) =>
      `ref-${place + 1};EMAIL;${pixKey};${(amount / 100).toFixed(2).replace('.', ',')};${coverFee}`,
  );
  return ['referencia;tipo_chave;chave_pix;valor;cobrir_tarifa', ...lines, ''].join('\n');
}
