import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

let folder: string;
let service: RunningTestService;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService();
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(argv, { ...options, environment: { PIX_CONFIG_DIR: folder, ...options.environment } });

async function login(name = 'main', account = 'demo') {
  const argv = ['auth', 'login', '--base-url', service.url, '-p', `${account}-${name}`];
  expect((await run(argv, { stdin: service.keyOf(account, name) })).exitCode).toBe(0);
}

/** The parts of answers that these tests read. */
interface BalanceView {
  readonly balance: { readonly total: number };
  readonly limits: { readonly dailyUsed: number };
  readonly plan: { readonly transactionFee: number };
}
interface WithdrawalView {
  readonly id: string;
  readonly value: number;
  readonly fee: number;
  readonly sent: number;
}
interface PlanView extends WithdrawalView {
  readonly balanceAfter: number;
}
interface ChargeView {
  readonly id: string;
  readonly copyPaste: string;
}
interface ListView {
  readonly payments: readonly { readonly status: string }[];
  readonly withdraws: readonly WithdrawalView[];
  readonly statistics: { readonly completed: number };
}

/** The JSON of a command that prints nothing else. */
async function json(argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run([...argv, '--json', '-q']);
  expect(stderr).toBe('');
  return stdout;
}

async function readBalance(): Promise<BalanceView> {
  const view: BalanceView = JSON.parse(await json(['balance']));
  return view;
}

describe('from the command line to the ledger and back', () => {
  it('moves money, and every view of it agrees', async () => {
    await login();
    const before = await readBalance();
    const to = ['--pix-key', '529.982.247-25'];
    const plan: PlanView = JSON.parse(
      await json(['withdraw', 'create', '--amount', '25,00', ...to, '--cover-fee', '--dry-run']),
    );
    expect((await readBalance()).balance.total).toBe(before.balance.total);

    const created: WithdrawalView = JSON.parse(
      await json(['withdraw', 'create', '--amount', '25,00', ...to, '--cover-fee', '--yes', '--wait']),
    );
    expect(created).toMatchObject({
      status: 'COMPLETED',
      sent: 2500,
      value: 2500 + before.plan.transactionFee,
      pixKey: '52998224725',
      pixKeyType: 'CPF',
    });
    expect([plan.value, plan.fee, plan.sent]).toEqual([created.value, created.fee, created.sent]);

    const after = await readBalance();
    expect(after.balance.total).toBe(plan.balanceAfter);
    expect(after.balance.total).toBe(before.balance.total - created.value);
    expect(after.limits.dailyUsed).toBe(before.limits.dailyUsed + created.value);
    expect(JSON.parse(await json(['withdraw', 'get', created.id]))).toEqual(created);
    const { withdraws }: ListView = JSON.parse(await json(['withdraw', 'list', '-L', '1']));
    expect(withdraws[0]).toMatchObject({ id: created.id, metadata: { fee: created.fee, sent: created.sent } });
  });

  it('creates a charge that can be looked up and read from its QR code', async () => {
    await login();
    const created: ChargeView = JSON.parse(
      await json(['payments', 'create', '--value', '10,50', '--description', 'Pão & café']),
    );
    expect(created).toMatchObject({ value: 1050, status: 'PENDING', description: 'Pão & café' });
    const shown = await run(['payments', 'get', created.id, '--qr'], { isTerminal: true });
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout.trimEnd().split('\n').at(-1)).toBe(created.copyPaste);
  });

  it('lists every payment once, in every format, page after page', async () => {
    const large = await startTestService({ payments: 345 });
    const environment = { PIX_API_KEY: large.keyOf(), PIX_BASE_URL: large.url };
    const lists = await Promise.all(
      ['tsv', 'csv', 'ndjson', 'json', 'table'].map(
        async (format) =>
          (await run(['payments', 'list', '--all', '-o', format, '--fields', 'id'], { environment })).stdout,
      ),
    );
    const idsOf = (output = '') => output.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
    const [first, ...others] = lists.map(idsOf);
    expect(new Set(first).size).toBe(345);
    for (const other of others) expect(other).toEqual(first);
  });

  it('filters by status like the statistics of the service', async () => {
    await login();
    const { statistics }: ListView = JSON.parse(await json(['payments', 'list']));
    const completed: ListView = JSON.parse(await json(['payments', 'list', '--status', 'completed', '--all']));
    expect(completed.payments).toHaveLength(statistics.completed);
    expect(new Set(completed.payments.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
  });
});

describe('refusals, reported and without effect', () => {
  it('insufficient balance: seen beforehand, and refused by the service when it could not be seen', async () => {
    await login();
    const { balance } = await readBalance();
    const tooMuch = `${Math.floor(balance.total / 100) + 1},00`;
    const argv = ['withdraw', 'create', '--amount', tooMuch, '--pix-key', 'maria@example.com', '--yes'];
    const seen = await run(argv);
    expect([seen.exitCode, seen.stdout]).toEqual([1, '']);
    expect(seen.stderr).toContain('error: insufficient balance');
    expect((await readBalance()).balance.total).toBe(balance.total);
    const { withdraws }: ListView = JSON.parse(await json(['withdraw', 'list']));
    expect(withdraws.every(({ value }) => value < balance.total)).toBe(true);
  });

  it('a key without the permission', async () => {
    await login('reader');
    const argv = ['withdraw', 'create', '--amount', '10', '--pix-key', 'maria@example.com', '--yes', '-q'];
    const { exitCode, stderr } = await run(argv);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('lacks the permission write:withdraw:create');
    await login('balance');
    const list = await run(['payments', 'list', '-p', 'demo-balance']);
    expect([list.exitCode, list.stdout]).toEqual([4, '']);
    expect(list.stderr).toContain('read:payments');
  });

  it('an unknown key, and one that was logged out', async () => {
    const environment = { PIX_API_KEY: 'pk_NobodyKnowsThisKeyAtAll000000000000000000', PIX_BASE_URL: service.url };
    const { exitCode, stderr } = await run(['balance'], { environment });
    expect(exitCode).toBe(4);
    expect(stderr).not.toContain(environment.PIX_API_KEY);
    await login();
    await run(['auth', 'logout']);
    expect((await run(['balance'])).exitCode).toBe(4);
  });

  it('an id of another account', async () => {
    await login('main', 'other');
    const environment = { PIX_API_KEY: service.keyOf(), PIX_BASE_URL: service.url };
    const { withdraws }: ListView = JSON.parse((await run(['withdraw', 'list', '--json'], { environment })).stdout);
    expect((await run(['withdraw', 'get', withdraws[0]?.id ?? ''])).exitCode).toBe(6);
  });
});

it('never shows the whole key, whatever is printed', async () => {
  const key = service.keyOf();
  const environment = { PIX_API_KEY: key, PIX_BASE_URL: service.url };
  const unreachable = { ...environment, PIX_BASE_URL: 'http://127.0.0.1:1' };
  const send = ['withdraw', 'create', '--pix-key', 'maria@example.com', '--yes', '--amount'];
  const runs = [
    run(['auth', 'login', '--verbose'], { environment }),
    run(['auth', 'login', '--verbose', '--base-url', service.url, '-p', 'x'], { stdin: key }),
    run(['auth', 'status', '--verbose', '--json'], { environment }),
    run(['auth', 'login', key, '--verbose'], { environment }),
    run([key, '--verbose'], { environment }),
    run(['balance', `--${key}`, '--verbose'], { environment }),
    run(['balance', '--fields', key, '--verbose', '--json'], { environment }),
    run(['payments', 'get', key, '--verbose', '--json'], { environment }),
    run(['payments', 'list', '--status', key], { environment }),
    run(['payments', 'list', '--verbose', '--json'], { environment }),
    run(['balance', '--verbose', '-p', key]),
    run(['balance', '--verbose', '--base-url', `https://${key}@wallet.example`]),
    run(['balance', '--verbose'], { environment: unreachable }),
    run([...send, '5', '--verbose'], { environment }),
    run([...send, '99999', '--verbose', '--json'], { environment }),
    run([...send, '5', '--verbose'], { environment: unreachable }),
    run(['balance', '--verbose'], { environment: { ...environment, PIX_API_KEY: `${key}x` } }),
  ];
  for (const { stdout, stderr } of await Promise.all(runs)) expect(stdout + stderr).not.toContain(key);
});
