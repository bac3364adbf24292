import { beforeEach, expect, it } from 'vitest';
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

async function login() {
  const argv = ['auth', 'login', '--base-url', service.url];
  expect((await run(argv, { stdin: service.keyOf() })).exitCode).toBe(0);
}

/** The JSON of a command that prints nothing else. */
async function json(...argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const { stdout, stderr } = await run([...argv, '--json', '-q']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it('money moves from the command line to the ledger and back, and every view of it agrees', async () => {
  await login();
  const before = await json('balance');
  const create = ['withdraw', 'create', '--amount', '25,00', '--pix-key', '529.982.247-25', '--cover-fee'];
  const plan = await json(...create, '--dry-run');
  expect((await json('balance')).balance.total).toBe(before.balance.total);

  const created = await json(...create, '--yes', '--wait');
  expect(created).toMatchObject({
    status: 'COMPLETED',
    sent: 2500,
    value: 2500 + before.plan.transactionFee,
    pixKey: '52998224725',
    pixKeyType: 'CPF',
  });
  expect([plan.value, plan.fee, plan.sent]).toEqual([created.value, created.fee, created.sent]);

  const after = await json('balance');
  expect(after.balance.total).toBe(plan.balanceAfter);
  expect(after.balance.total).toBe(before.balance.total - created.value);
  expect(after.limits.dailyUsed).toBe(before.limits.dailyUsed + created.value);
  expect(await json('withdraw', 'get', created.id)).toEqual(created);
  const { withdraws } = await json('withdraw', 'list', '-L', '1');
  expect(withdraws[0]).toMatchObject({ id: created.id, metadata: { fee: created.fee, sent: created.sent } });
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

it('find finds at once what was just created, although the service repeats its lists', async () => {
  await login();
  expect((await run(['find', 'novo'])).exitCode).toBe(6);
  const before = await json('payments', 'list', '-L', '7');
  const charge = await json('payments', 'create', '--value', '10,50', '--description', 'Pedido novo');
  const send = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'maria@example.com', '--yes'];
  const sent = await json(...send, '--description', 'Estorno novo');
  const { matches } = await json('find', 'novo');
  expect(matches.map(({ id }: { readonly id: string }) => id).toSorted()).toEqual([sent.id, charge.id].toSorted());
  expect(await json('payments', 'list', '-L', '7')).toEqual(before);
});
