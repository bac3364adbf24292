import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROGRAM } from '../../support/pix-process.ts';
import { seededRandom } from '../../support/random.ts';
import { serveBuilt, type BuiltService, type Withdrawal } from './built-service.ts';
import { KillingProxy, type KillPoint } from './killing-proxy.ts';

export interface KillSettings {
  /** The folder for the file, the configuration and the journal. */
  readonly folder: string;
  readonly seed: number;
  readonly rows: number;
  readonly kills: number;
  /** Whether the service applies its rate limit: then a life takes longer, and is cut short more precisely. */
  readonly isLimited: boolean;
  /** Faults of creations, each with its probability. */
  readonly faults: Readonly<Record<string, number>>;
  /** What starts a life that may be cut short, such as `strace`, and what happens to the disk when it has ended. */
  readonly disk?: { beforeLife(): readonly string[]; afterLife(): Promise<void> };
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

/** A life of the program, from its start on. */
interface ProgramLife {
  readonly child: ChildProcess;
  /** Stdout and stderr. */
  readonly output: Promise<readonly string[]>;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<[number | null, string | null]>;
}

const CREATE = 'POST /api/v1/withdraw/create';
/** After this time, no request takes effect any more and no list is older: both clocks advance by it. */
const BETWEEN_LIVES_MS = 600_000;
const ONCE_SILENT: KillPoint = { creation: Number.POSITIVE_INFINITY, moment: 'sent' };
const MOMENTS = ['request', 'sent', 'answer'] as const;
const LAST_LIVES = 12;
/** Leaves enough money for everything to be paid twice. */
const DEPOSIT_CENTAVOS = 100_000_000;
const FEE_CENTAVOS = 50;

/** Changes the time of day of a process without changing the machine's. */
export const CLOCK_AHEAD = `const now = Date.now; const ahead = Number(process.env.CLOCK_AHEAD_MS); Date.now = () => now() + ahead;`;

/**
 * Pays a file with the built program at the built local service, which spoils answers, and kills the program (-9)
 * meanwhile, repeatedly; then lets it finish.
 */
export async function payAmidKills(settings: KillSettings): Promise<KillOutcome> {
  const service = await serveBuilt(settings);
  const proxy = await KillingProxy.open(service.url);
  try {
    return await new KilledProgram(settings, service, proxy).payAll();
  } finally {
    proxy.close();
    await service.stop();
  }
}

class KilledProgram {
  readonly #settings: KillSettings;
  readonly #service: BuiltService;
  readonly #proxy: KillingProxy;
  readonly #random: () => number;
  readonly #wanted: readonly WantedRow[];
  #aheadMs = 0;
  #killed = 0;
  readonly #words = new Set<string>();
  #lives = 0;

  constructor(settings: KillSettings, service: BuiltService, proxy: KillingProxy) {
    this.#settings = settings;
    this.#service = service;
    this.#proxy = proxy;
    this.#random = seededRandom(settings.seed);
    this.#wanted = Array.from({ length: settings.rows }, (_, index) => wantedRow(index));
    writeFileSync(this.#file(), csvOf(this.#wanted));
  }

  async payAll(): Promise<KillOutcome> {
    const { kills, faults } = this.#settings;
    const service = this.#service;
    await service.use('account', { instant: true, feeCentavos: FEE_CENTAVOS, ...LIMITS });
    await service.use('deposit', { amountCentavos: DEPOSIT_CENTAVOS });
    const earlier = (await service.withdrawals()).length;
    for (const [fault, probability] of Object.entries(faults)) {
      await service.use('faults', { on: CREATE, fault, probability, ...(fault === 'latency' && { delayMs: 30 }) });
    }
    for (; this.#killed < kills && this.#lives < 2 * kills; this.#lives += 1) {
      if (await this.#isKilled(this.#killPoint())) this.#killed += 1;
      await this.#passTime();
    }
    const fired = await service.clearFaults();
    // It finds what the last kill has interrupted, and would wait three minutes until that is certain: time passes instead.
    await this.#isKilled(ONCE_SILENT);
    this.#lives += 1;
    await this.#passTime();
    const exitCode = await this.#liveToTheEnd();
    const withdrawals = await service.withdrawals();
    return {
      killed: this.#killed,
      fired,
      wanted: this.#wanted,
      withdrawals: withdrawals.slice(0, withdrawals.length - earlier),
      report: await this.#report(),
      exitCode,
      ledgerHolds: await service.ledgerHolds(),
    };
  }

  /** A life of the program. @returns whether it was killed before its end */
  async #isKilled(at: KillPoint): Promise<boolean> {
    const { disk } = this.#settings;
    const { child, exited, output } = this.#run(disk?.beforeLife());
    this.#proxy.killAt(at, () => child.kill('SIGKILL'));
    const [exitCode, signal] = await exited;
    this.#read(await output, exitCode);
    this.#proxy.spare();
    await disk?.afterLife();
    return signal === 'SIGKILL';
  }

  /** A person allows what a life has shown to be absent, until it is no longer that. */
  #read(output: readonly string[], exitCode: number | null): void {
    if (exitCode === 2) this.#words.clear();
    for (const [, word = ''] of output.join('').matchAll(/--allow (absent:[\da-f]{6})/g)) this.#words.add(word);
  }

  #killPoint(): KillPoint {
    const { rows, kills } = this.#settings;
    return {
      // Up to ten are under way then: all lives together must not come to the end of the file.
      creation: 1 + Math.floor((0.4 * this.#random() * rows) / kills),
      moment: MOMENTS[Math.floor(this.#random() * MOMENTS.length)] ?? 'sent',
    };
  }

  /** @returns the exit code of the last life */
  async #liveToTheEnd(): Promise<number | null> {
    let exitCode: number | null = null;
    let output: readonly string[] = [];
    for (let life = 0; life < LAST_LIVES && exitCode !== 0; life += 1, this.#lives += 1) {
      const last = this.#run();
      [exitCode] = await last.exited;
      output = await last.output;
      this.#read(output, exitCode);
      await this.#passTime();
    }
    assert.equal(exitCode, 0, output.join(''));
    return exitCode;
  }

  async #passTime(): Promise<void> {
    this.#aheadMs += BETWEEN_LIVES_MS;
    await this.#service.use('clock/advance', { durationMs: BETWEEN_LIVES_MS });
    await this.#settings.shared?.advance(this.#proxy.url, this.#aheadMs);
  }

  #file(): string {
    return join(this.#settings.folder, 'payouts.csv');
  }

  #run(before?: readonly string[]): ProgramLife {
    const total = this.#wanted.reduce((sum, { amount }) => sum + amount, 0);
    const argv = [
      ...['payouts', 'run', this.#file(), '--yes', '--confirm-total', (total / 100).toFixed(2)],
      ...[...this.#words].flatMap((word) => ['--allow', word]),
      ...['--timeout', '1', '--json'],
    ];
    return this.#start(argv, before);
  }

  #start(args: readonly string[], before: readonly string[] = []): ProgramLife {
    const { folder, shared } = this.#settings;
    const [command = '', ...words] = [...before, process.execPath, PROGRAM, ...args];
    const child = spawn(command, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        PIX_CONFIG_DIR: shared === undefined ? folder : join(folder, `machine-${this.#lives % 2}`),
        ...(shared !== undefined && { PIX_JOURNAL: shared.url }),
        PIX_BASE_URL: this.#proxy.url,
        PIX_API_KEY: this.#service.key,
        CLOCK_AHEAD_MS: String(this.#aheadMs),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK_AHEAD)}`,
      },
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    return { child, output, exited };
  }

  async #report(): Promise<KillOutcome['report']> {
    const { runs } = await jsonOf<{ runs: readonly { run: string }[] }>(this.#start(['payouts', 'list', '--json']));
    assert.equal(runs.length, 1, 'one file is one run');
    const report = this.#start(['payouts', 'report', runs[0]?.run ?? '', '--format', 'json']);
    return (await jsonOf<{ rows: KillOutcome['report'] }>(report)).rows;
  }
}

function wantedRow(index: number): WantedRow {
  const amount = 500 + index;
  const coverFee = ['sim', 'não', ''][index % 3] ?? '';
  const value = coverFee === 'sim' ? amount + FEE_CENTAVOS : amount;
  return { pixKey: `payee-${index + 1}@example.com`, amount, coverFee, value };
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

async function jsonOf<Report>({ output, exited }: ProgramLife): Promise<Report> {
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
