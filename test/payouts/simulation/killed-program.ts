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
  /** The folder for the file, the configuration and the journal. */
  readonly folder: string;
  readonly seed: number;
  readonly rows: number;
  readonly kills: number;
  /** Whether the service applies its rate limit: then a life takes longer, and is cut short more precisely. */
  readonly isLimited: boolean;
  /** Faults of creations, each with its probability. */
  readonly faults: Readonly<Record<string, number>>;
  /** A journal that two machines share, each with its own folder, in turn. Default: one machine, with its folder. */
  readonly shared?: { readonly url: string; advance(service: string, aheadMs: number): Promise<void> };
}

export interface KillOutcome {
  /** The number of lives that were cut short before they ended by themselves. */
  readonly killed: number;
  /** How often each fault happened. */
  readonly fired: Readonly<Record<string, number>>;
  readonly wanted: readonly WantedRow[];
  /** All withdrawals of the service. */
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
  readonly output: Promise<readonly string[]>;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<[number | null, string | null]>;
};

const CREATE = 'POST /api/v1/withdraw/create';
/** After this time, no request takes effect any more and no list is older: both clocks advance by it. */
const BETWEEN_LIVES_MS = 600_000;
/** A life that asks for nothing more is cut short as well, once it has begun to ask: a busy machine starts slowly. */
const SILENCE_MAXIMUM_MS = 1_500;
const START_MAXIMUM_MS = 60_000;
const LAST_LIVES = 5;
const LOOK_EVERY_MS = 10;
/** Leaves enough money for everything to be paid twice. */
const DEPOSIT_CENTAVOS = 100_000_000;
const FEE_CENTAVOS = 50;

/** Changes the time of day of a process without changing the machine's. */
const CLOCK_AHEAD = `const now = Date.now; const ahead = Number(process.env.CLOCK_AHEAD_MS); Date.now = () => now() + ahead;`;

/**
 * Pays a file with the built program at the built local service, which spoils answers, and kills the program (-9)
 * meanwhile, repeatedly; then lets it finish.
 */
export async function payAmidKills(settings: KillSettings): Promise<KillOutcome> {
  const { program, folder, rows, kills, faults, shared } = settings;
  const random = seededRandom(settings.seed);
  const service = await serveBuilt(program, settings);
  let aheadMs = 0;
  let killed = 0;
  let lives = 0;

  const wanted = Array.from({ length: rows }, (_, index) => {
    const amount = 500 + index;
    const coverFee = ['sim', 'não', ''][index % 3] ?? '';
    return {
      pixKey: `payee-${index + 1}@example.com`,
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
        PIX_CONFIG_DIR: shared === undefined ? folder : join(folder, `machine-${lives % 2}`),
        ...(shared !== undefined && { PIX_JOURNAL: shared.url }),
        PIX_BASE_URL: service.url,
        PIX_API_KEY: service.key,
        CLOCK_AHEAD_MS: String(aheadMs),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK_AHEAD)}`,
      },
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    return { child, output, exited };
  };
  const run = () =>
    start([
      ...['payouts', 'run', file, '--yes', '--confirm-total', (total / 100).toFixed(2), '--resend-proven-absent'],
      ...['--timeout', '1', '--json'],
    ]);

  /** Waits until the program has requested this many withdrawals, has ended, or makes no progress. */
  async function liveAndDie(wantedCreations: number): Promise<void> {
    const before = await service.requests();
    const { child, exited, output } = run();
    let endsAt = performance.now() + START_MAXIMUM_MS;
    for (let last = before; child.exitCode === null && performance.now() < endsAt;) {
      await sleep(LOOK_EVERY_MS);
      const { creations, all } = await service.requests();
      if (creations >= before.creations + wantedCreations) break;
      if (all > last.all) endsAt = performance.now() + SILENCE_MAXIMUM_MS;
      last = { creations, all };
    }
    await sleep(20 * random());
    child.kill('SIGKILL');
    const [, signal] = await exited;
    await output;
    if (signal === 'SIGKILL') killed += 1;
  }

  async function timePasses(): Promise<void> {
    aheadMs += BETWEEN_LIVES_MS;
    await service.use('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    await shared?.advance(service.url, aheadMs);
  }

  try {
    await service.use('account', { instant: true, feeCentavos: FEE_CENTAVOS, ...LIMITS });
    await service.use('deposit', { amountCentavos: DEPOSIT_CENTAVOS });
    const earlier = (await service.withdrawals()).length;
    for (const [fault, probability] of Object.entries(faults)) {
      await service.use('faults', { on: CREATE, fault, probability, ...(fault === 'latency' && { delayMs: 30 }) });
    }
    for (lives = 0; killed < kills && lives < 2 * kills; lives += 1) {
      await liveAndDie(1 + Math.floor((1.2 * random() * rows) / kills));
      await timePasses();
    }
    const fired = await service.clearFaults();
    let exitCode: number | null = null;
    let output = '';
    for (let life = 0; life < LAST_LIVES && exitCode !== 0; life += 1, lives += 1) {
      const last = run();
      [exitCode] = await last.exited;
      output = (await last.output).join('');
      await timePasses();
    }
    assert.equal(exitCode, 0, output);
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

/** The deviations from the expected end: one withdrawal per row, and a report that shows it. */
export function problemsOf(outcome: KillOutcome): readonly string[] {
  const { wanted, withdrawals, report, ledgerHolds } = outcome;
  const rows = wanted.flatMap(({ pixKey, value }, index) => {
    const made = withdrawals.filter((withdrawal) => withdrawal.pixKey === pixKey);
    const isPaid = made.length === 1 && made[0]?.value === value && made[0].status === 'COMPLETED';
    const output = report[index];
    const isComplete = output?.['status'] === 'paid' && output['id'] === made[0]?.id && output['value'] === value;
    return isPaid && isComplete ? [] : [`row ${index + 1}: ${JSON.stringify({ made, output })}`];
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

async function jsonOf<Report>({ output, exited }: ReturnType<Start>): Promise<Report> {
  const [stdout = '', stderr = ''] = await output;
  const [exitCode] = await exited;
  assert.equal(exitCode, 0, stderr);
  return JSON.parse(stdout) as Report;
}

function csvOf(rows: readonly WantedRow[]): string {
  const lines = rows.map(
    ({ pixKey, amount, coverFee }, index) =>
      `ref-${index + 1};EMAIL;${pixKey};${(amount / 100).toFixed(2).replace('.', ',')};${coverFee}`,
  );
  return ['referencia;tipo_chave;chave_pix;valor;cobrir_tarifa', ...lines, ''].join('\n');
}
