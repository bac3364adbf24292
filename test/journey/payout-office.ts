import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type {} from '../support/postgres.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { serviceFolder } from '../../src/payouts/journal/service-journal.ts';
import { Interruption } from '../../src/cli/context/host.ts';
import { runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import type { ServiceOptions } from '../../src/service/start.ts';
import { startTestService } from '../support/service.ts';

const CREATE = 'POST /api/v1/withdraw/create';

interface WithdrawalView {
  readonly id: string;
  readonly pixKey: string;
  readonly value: number;
  readonly status: string;
  readonly description: string;
}

/** A person who pays with `pix` at the local service, with the profile `demo`. */
export type PayoutOffice = Awaited<ReturnType<typeof openPayoutOffice>>;

export async function openPayoutOffice(options: ServiceOptions = {}) {
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
    /** `payouts run`, with consent to a sum. */
    pay: (path: string, sum: string, flags: readonly string[] = [], options: CliOptions = {}) =>
      run([...payingArgv(path, sum), ...flags], options),
    /** `payouts resume`, with consent. */
    resume: (id: string, flags: readonly string[] = [], options: CliOptions = {}) =>
      run(['payouts', 'resume', id, ...flags, '--yes', '--json'], options),
    check: (path: string, flags: readonly string[] = [], options: CliOptions = {}) =>
      run(['payouts', 'check', path, ...flags, '--json'], options),
    /** `payouts status`, which asks the service. */
    refresh: (id: string) => run(['payouts', 'status', id, '--refresh']),
    /** Withdrawals from now on are not processed instantly. */
    slow: () => control('account', 'set', '--instant', 'false', '--settle-after', '90s'),
    /** The file of the journal. */
    journal: () => join(serviceFolder(join(folder, 'state'), service.url), 'payouts.sqlite'),
    /** Writes a file with these lines. @returns its path */
    file(name: string, lines: readonly string[]) {
      const path = join(folder, name);
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      return path;
    },
    /** Withdrawals since the start, oldest first. */
    async sent() {
      const rows = await withdrawals();
      return rows.slice(0, rows.length - historyRows).toReversed();
    },
    /** Pays without `pix`, by e-mail address. @returns the ID of the withdrawal */
    async payByHand(amount: number, pixKey: string, more: object = {}) {
      const body = { amount, pixKey, pixKeyType: 'EMAIL', ...more };
      const { status, json } = await service.request('/api/v1/withdraw/create', { json: body });
      expect(status).toBe(200);
      return String(json.data.id);
    },
    /** Lets time pass at the service. @returns the time then, for the command's clock */
    until(epochMs: number) {
      service.clock.advance(epochMs - service.clock.now());
      return epochMs;
    },
    /** Makes creations of withdrawals fail after this many. */
    fault: (kind: string, times = 1, after = 0) =>
      control('faults', 'add', '--on', CREATE, '--fault', kind, '--times', String(times), '--after', String(after)),
    /** A control of the local service. */
    control,
    /** Stores a key of the service as that of a profile. */
    login,
    /** `demo` has a key from now on that may not read the balance: refusals then occur while sending. */
    async useBlindKey() {
      const json = { name: 'blind', permissions: ['read:withdraws', 'write:withdraw:create'] };
      const { json: created } = await service.request('/api/v1/user/api-key/create', { json });
      login(String(created.data.key));
    },
    /** Runs a command, which a person stops as soon as it prints these words. */
    runUntil(words: string, argv: readonly string[]) {
      const stopping = new AbortController();
      const onStderr = (text: string) => {
        if (text.includes(words)) stopping.abort(new Interruption('SIGINT'));
      };
      return run(argv, { interruption: stopping.signal, onStderr });
    },
    /** How many withdrawals pix made from another account. */
    sentBy: async (account: string) =>
      (await withdrawals(account)).filter(({ description }) => description.includes('#px')).length,
  };
}

export const payingArgv = (path: string, sum: string) => [
  ...['payouts', 'run', path],
  ...['--yes', '--confirm-total', sum, '--json'],
];

/** The JSON of `run`, `resume` and `status`. */
export const runOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout);

/** A test with an office of its own. */
export const it = test.extend<{ readonly office: PayoutOffice }>({
  // The runner reads from the source which fixtures this one takes: none.
  office: async ({}, use) => use(await openPayoutOffice()),
});
