import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type {} from '../support/postgres.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { serviceFolder } from '../../src/payouts/journal/service-journal.ts';
import { Interruption } from '../../src/cli/context/host.ts';
import { runCli, temporaryFolder, type CliOptions, type CliRun } from '../support/cli.ts';
import type { ServiceOptions } from '../../src/service/start.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

const CREATE = 'POST /api/v1/withdraw/create';

interface Tally {
  readonly rows: number;
  readonly amount: number;
}
/** The JSON of `run`, `resume` and `status`. */
interface RunView {
  readonly run: string;
  readonly digest: string;
  readonly rows: number;
  readonly paid: Tally;
  readonly pending: Tally;
  readonly notPaid: Tally;
  readonly notSent: Tally;
  readonly duplicate: Tally;
  readonly open: Tally;
}

interface WithdrawalView {
  readonly id: string;
  readonly pixKey: string;
  readonly value: number;
  readonly status: string;
  readonly description: string;
}

/** A person who pays with `pix` at the local service, with the profile `demo`. */
export interface PayoutOffice {
  readonly folder: string;
  readonly service: RunningTestService;
  run(argv: readonly string[], options?: CliOptions): Promise<CliRun>;
  /** `payouts run`, with consent to a sum. */
  pay(path: string, sum: string, flags?: readonly string[], options?: CliOptions): Promise<CliRun>;
  /** `payouts resume`, with consent. */
  resume(run: string, flags?: readonly string[], options?: CliOptions): Promise<CliRun>;
  check(path: string, flags?: readonly string[], options?: CliOptions): Promise<CliRun>;
  /** `payouts status`, which asks the service. */
  refresh(run: string): Promise<CliRun>;
  /** Withdrawals from now on are not processed instantly. */
  slow(): Promise<void>;
  /** The file of the journal. */
  journal(): string;
  /** Writes a file with these lines. @returns its path */
  file(name: string, lines: readonly string[]): string;
  /** Withdrawals since the start, oldest first. */
  sent(): Promise<readonly WithdrawalView[]>;
  /** Pays without `pix`, by e-mail address. @returns the ID of the withdrawal */
  payByHand(amount: number, pixKey: string, more?: object): Promise<string>;
  /** Makes creations of withdrawals fail after this many. */
  fault(kind: string, times?: number, after?: number): Promise<void>;
  /** Lets time pass at the service. @returns the time then, for the command's clock */
  until(epochMs: number): number;
  /** A control of the local service. */
  control(...argv: readonly string[]): Promise<void>;
  /** Stores a key of the service as that of a profile. */
  login(key: string, profile?: string): void;
  /** `demo` has a key from now on that may not read the balance: refusals then occur while sending. */
  useBlindKey(): Promise<void>;
  /** Runs a command, which a person stops as soon as it prints these words. */
  runUntil(words: string, argv: readonly string[]): Promise<CliRun>;
  /** How many withdrawals pix made from another account. */
  sentBy(account: string): Promise<number>;
}

export async function openPayoutOffice(options: ServiceOptions = {}): Promise<PayoutOffice> {
  const folder = temporaryFolder();
  const service = await startTestService({ cache: false, database: undefined, ...options });
  // The journal alone is on PostgreSQL, where the project of the test has a server: each service has a schema of its own.
  const shared = inject('postgresUrl');
  const environment = { PIX_CONFIG_DIR: folder, ...(shared === undefined ? {} : { PIX_JOURNAL: shared }) };
  const run = (argv: readonly string[], options: CliOptions = {}) =>
    runCli(argv, { ...options, environment: { ...environment, ...options.environment } });
  const profiles = openProfiles({ configDirectory: folder });
  const login = (key: string, profile = 'demo') => {
    profiles.set(profile, { baseUrl: service.url, apiKey: key });
    if (profiles.current() === undefined) profiles.use(profile);
  };
  login(service.keyOf());
  const withdrawals = async (account = 'demo') => {
    const { json } = await service.request('/api/v1/withdraw/list?limit=100', { key: service.keyOf(account) });
    const view: { readonly data: { readonly withdraws: readonly WithdrawalView[] } } = json;
    return view.data.withdraws;
  };
  const control = async (...argv: readonly string[]) => expect((await run(['mock', ...argv])).exitCode).toBe(0);
  /** What the demo account had sent before. */
  const historyRows = (await withdrawals()).length;
  return {
    folder,
    service,
    run,
    pay: (path, sum, flags = [], options = {}) => run([...payingArgv(path, sum), ...flags], options),
    resume: (id, flags = [], options = {}) => run(['payouts', 'resume', id, ...flags, '--yes', '--json'], options),
    check: (path, flags = [], options = {}) => run(['payouts', 'check', path, ...flags, '--json'], options),
    refresh: (id) => run(['payouts', 'status', id, '--refresh']),
    slow: () => control('account', 'set', '--instant', 'false', '--settle-after', '90s'),
    journal: () => join(serviceFolder(join(folder, 'state'), service.url), 'payouts.sqlite'),
    file(name, lines) {
      const path = join(folder, name);
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      return path;
    },
    async sent() {
      const rows = await withdrawals();
      return rows.slice(0, rows.length - historyRows).toReversed();
    },
    async payByHand(amount, pixKey, more = {}) {
      const body = { amount, pixKey, pixKeyType: 'EMAIL', ...more };
      const { status, json } = await service.request('/api/v1/withdraw/create', { json: body });
      expect(status).toBe(200);
      return String(json.data.id);
    },
    until(epochMs) {
      service.clock.advance(epochMs - service.clock.now());
      return epochMs;
    },
    fault: (kind, times = 1, after = 0) =>
      control('faults', 'add', '--on', CREATE, '--fault', kind, '--times', String(times), '--after', String(after)),
    control,
    login,
    async useBlindKey() {
      const json = { name: 'blind', permissions: ['read:withdraws', 'write:withdraw:create'] };
      const { json: created } = await service.request('/api/v1/user/api-key/create', { json });
      login(String(created.data.key));
    },
    runUntil(words, argv) {
      const stopping = new AbortController();
      const onStderr = (text: string) => {
        if (text.includes(words)) stopping.abort(new Interruption('SIGINT'));
      };
      return run(argv, { interruption: stopping.signal, onStderr });
    },
    sentBy: async (account) =>
      (await withdrawals(account)).filter(({ description }) => description.includes('#px')).length,
  };
}

export const payingArgv = (path: string, sum: string) => [
  ...['payouts', 'run', path],
  ...['--yes', '--confirm-total', sum, '--json'],
];

export function runOf({ stdout }: { readonly stdout: string }): RunView {
  const view: RunView = JSON.parse(stdout);
  return view;
}

/** A test with an office of its own. */
export const it = test.extend<{ readonly office: PayoutOffice }>({
  // The runner reads from the source which fixtures this one takes: none.
  office: async ({}, use) => use(await openPayoutOffice()),
});
