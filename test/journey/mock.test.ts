import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../src/pix/refusal-codes.ts';
import { jsonError, runCli, temporaryFolder, failureOf, type CliOptions, type CliRun } from '../support/cli.ts';
import { startTestService, type RunningTestService } from '../support/service.ts';

let folder: string;
let service: RunningTestService;

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startTestService({ cache: false });
});

const run = (argv: readonly string[], options: CliOptions = {}): Promise<CliRun> =>
  runCli(argv, {
    ...options,
    environment: {
      PIX_CONFIG_DIR: folder,
      PIX_BASE_URL: service.url,
      PIX_API_KEY: service.keyOf(),
      ...options.environment,
    },
  });

/** The JSON of a successful command. */
async function json(argv: readonly string[]) {
  const { exitCode, stdout, stderr } = await run([...argv, '--json', '-q']);
  expect({ exitCode, stderr }, argv.join(' ')).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}

const total = async () => (await json(['balance'])).balance.total;

const SEND = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes'];

// What each command asks the service for: test/cli/mock.test.ts. What the service then does: test/service.
describe('events from outside', () => {
  it('follow from the recipient, for every code of the network', async () => {
    const before = await total();
    const to = (key: string, amount = '25') =>
      json(['withdraw', 'create', '--amount', amount, '--pix-key', key, '--yes']);
    for (const code of Object.keys(REFUSAL_CODES)) {
      const { id, status } = await to(`fail-${code.toLowerCase()}@example.com`);
      const failed = await json(['withdraw', 'get', id]);
      const reason = expect.stringMatching(`^${code}: `);
      expect([status, failed]).toMatchObject(['PENDING', { status: 'FAILED', failureReason: reason }]);
    }
    expect(await total()).toBe(before);
    const { id } = await to('pending@example.com');
    await json(['mock', 'account', 'set', '--settle-after', '2h']);
    const { id: later } = await to('fail-ac03@example.com', '26');
    await json(['mock', 'advance', '119m']);
    expect(await json(['withdraw', 'get', later])).toMatchObject({ status: 'PENDING' });
    await json(['mock', 'advance', '9d']);
    expect(await json(['withdraw', 'get', later])).toMatchObject({ status: 'FAILED' });
    expect(await json(['withdraw', 'get', id])).toMatchObject({ status: 'PENDING' });
    expect(await json(['mock', 'settle', id])).toMatchObject({ status: 'COMPLETED' });
    expect(await to('fail-zz99@example.com')).toMatchObject({ status: 'COMPLETED' });
    expect(await total()).toBe(before - 5_000);
  });

  it('leave the accounts apart that tests open for themselves', async () => {
    const before = await total();
    const [one, other] = [
      await json(['mock', 'account', 'open', '--balance', '100,00']),
      await json(['mock', 'account', 'open']),
    ];
    expect([one.availableCentavos, other.availableCentavos]).toEqual([10_000, 500_000]);
    // A folder each: the journal of pix belongs to the service.
    const as = ({ key }: { key: string }) => ({ environment: { PIX_API_KEY: key, PIX_CONFIG_DIR: temporaryFolder() } });
    await json(['mock', 'account', 'set', '--account', one.id, '--instant', 'false', '--fee', '0']);
    await json(['mock', 'account', 'set', '--account', one.id, '--cache', 'false']);
    const { now } = await json(['mock', 'advance', '30d', '--account', one.id]);
    const { now: ofService } = await json(['mock', 'advance', '0s']);
    expect(Math.round((Date.parse(now) - Date.parse(ofService)) / 86_400_000)).toBe(30);
    const [pending, instant] = [await run([...SEND, '--json'], as(one)), await run([...SEND, '--json'], as(other))];
    expect([pending, instant].map(({ stdout }) => JSON.parse(stdout).status)).toEqual(['PENDING', 'COMPLETED']);
    const listed = await run(['withdraw', 'list', '--fields', 'status', '-o', 'tsv'], as(one));
    expect(listed.stdout).toBe('PENDING\n');
    expect(JSON.parse((await run(['balance', '--json'], as(one))).stdout).balance.total).toBe(7_500);
    expect(await total()).toBe(before);
    expect((await run(['mock', 'verify'])).exitCode).toBe(0);
  });

  it('e-mail the code that a withdrawal requires', async () => {
    await json(['mock', 'account', 'set', '--transfer-security', 'true']);
    const before = await total();
    const refused = await run(SEND);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('pix withdraw request-code');
    await json(['withdraw', 'request-code', '--amount', '25']);
    const [message] = (await json(['mock', 'inbox'])).messages;
    expect(message).toMatchObject({ amount: 2_500, used: false });
    const code = message?.code ?? '';
    const wrong = await run([...SEND, '--code', code === '111111' ? '222222' : '111111', '--json']);
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('verification_invalid')]);
    expect(await total()).toBe(before);
    // A request with a code may have been copied on its way, and the first copy have used the code.
    const sent = await run([...SEND, '--code', code, '--json', '-q']);
    expect([sent.exitCode, sent.stderr]).toEqual([
      0,
      expect.stringMatching(/^note: the service refused the same .*\n$/),
    ]);
    expect(await total()).toBe(before - 2_500);
    expect((await json(['mock', 'inbox'])).messages[0]).toMatchObject({ used: true });
  });
});

it('faults lose the response to a withdrawal that was processed, once, and count it', async () => {
  const before = await total();
  const on = 'POST /api/v1/withdraw/create';
  await json(['mock', 'faults', 'add', '--on', on, '--fault', 'reset-after', '--times', '1']);
  const lost = await run(SEND);
  expect(lost.exitCode).toBe(0);
  expect(lost.stderr).toContain('No clear response arrived, but the withdrawal was found');
  expect(await total()).toBe(before - 2_500);
  expect((await json(['withdraw', 'list', '-L', '1'])).withdraws[0]).toMatchObject({ value: 2_500 });
  expect((await json(['mock', 'faults', 'list'])).faults).toMatchObject([{ fault: 'reset-after', fired: 1 }]);
  const { requests } = await json(['mock', 'requests']);
  expect(requests.filter(({ path }: Record<string, unknown>) => path === '/api/v1/withdraw/create')).toMatchObject([
    { status: null, fault: 'reset-after' },
  ]);
  const { stdout } = await run(['mock', 'requests', '--no-color'], { isTerminal: true, columns: 100 });
  expect(stdout.trimEnd().split('\n')).toHaveLength(requests.length + 1);
  expect(stdout).toMatch(/ — +POST +\/api\/v1\/withdraw\/create .*reset-after$/m);
  await json(['mock', 'faults', 'clear']);
  expect((await json(['mock', 'faults', 'list'])).faults).toEqual([]);
});

it('faults of one account leave the requests of others alone, and are cleared alone', async () => {
  const { id, key } = await json(['mock', 'account', 'open']);
  const as = { environment: { PIX_API_KEY: key } };
  const fault = ['mock', 'faults', 'add', '--on', 'GET *', '--fault', 'status-500', '--json'];
  await json([...fault, '--account', id]);
  await total();
  expect((await run(['balance', '--json'], as)).stderr).toContain('500');
  await json([...fault, '--times', '1', '--account', 'other']);
  expect((await run([...fault, '--account', 'none-such'])).exitCode).toBe(6);
  expect((await json(['mock', 'faults', 'clear', '--account', id])).faults).toMatchObject([{ account: id }]);
  expect((await run(['balance', '--json'], as)).exitCode).toBe(0);
  expect((await json(['mock', 'faults', 'list'])).faults).toMatchObject([{ account: 'other', matched: 0 }]);
  expect((await json(['mock', 'faults', 'clear'])).faults).toHaveLength(1);
});

describe('serve', () => {
  /** Starts the service, and stops it as soon as it is ready. */
  const serve = (flags: readonly string[], options: CliOptions = {}) =>
    runCli(['serve', '--mock', '--port', '0', '--no-profile', '--payments', '0', '--withdraws', '0', ...flags], {
      ...options,
      interruption: AbortSignal.abort(),
    });

  it('prints the token when it is exposed, and only then', async () => {
    const exposed = await serve(['--host', '0.0.0.0', '--expose', '--json']);
    expect(exposed.exitCode).toBe(0);
    expect(JSON.parse(exposed.stdout)).toMatchObject({
      event: 'ready',
      controlToken: expect.stringMatching(/^\w{32}$/),
    });
    const shown = await serve(['--expose'], { isTerminal: true });
    expect(shown.stdout).toMatch(/require this token in PIX_MOCK_TOKEN:\n {2}\w{32}\n/);
    const usual = await serve(['--json']);
    expect(JSON.parse(usual.stdout)).not.toHaveProperty('controlToken');
  });

  it('uses the token in PIX_MOCK_TOKEN, unless it could be guessed', async () => {
    const token = 'chosen-by-a-person';
    const chosen = await serve(['--expose', '--json'], { environment: { PIX_MOCK_TOKEN: token } });
    expect(JSON.parse(chosen.stdout)).toMatchObject({ controlToken: token });
    for (const weak of ['short', 'palavra passe comprida', 'x'.repeat(201)]) {
      const refused = await serve(['--expose', '--json'], { environment: { PIX_MOCK_TOKEN: weak } });
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('"weak_token"')]);
      expect(refused.stderr).not.toContain(weak);
    }
    const alone = await serve(['--json'], { environment: { PIX_MOCK_TOKEN: token } });
    expect(JSON.parse(alone.stdout)).not.toHaveProperty('controlToken');
  });

  it('prints the addresses of webhooks with their secret, which PIX_WEBHOOK_SECRET may be', async () => {
    const urls = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'];
    const flags = urls.flatMap((url) => ['--webhook', url]);
    const ready = await serve([...flags, '--json']);
    const [one, other] = JSON.parse(ready.stdout).webhooks as { url: string; secret: string }[];
    expect([one?.url, other?.url]).toEqual(urls);
    expect([one?.secret, other?.secret]).toEqual([expect.stringMatching(/^whsec_.{32}$/), one?.secret]);
    const secret = `whsec_${'A'.repeat(32)}`;
    const shown = await serve(flags, { isTerminal: true, environment: { PIX_WEBHOOK_SECRET: secret } });
    for (const words of [...urls, secret, 'a convention of ours']) expect(shown.stdout).toContain(words);
    const refused = await serve([...flags, '--json'], { environment: { PIX_WEBHOOK_SECRET: 'short' } });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('"invalid_webhook_secret"')]);
    const foreign = await serve(['--webhook', 'file:///etc/passwd', '--json']);
    expect([foreign.exitCode, foreign.stderr]).toEqual([2, expect.stringContaining('"invalid_webhook"')]);
  });

  it('starts with the world that another service has exported, and names what cannot be in one', async () => {
    const file = join(folder, 'world.json');
    expect(await json(['mock', 'world', 'export', file])).toMatchObject({ file });
    const withWorld = (...flags: string[]) =>
      runCli(['serve', '--mock', '--port', '0', '--no-profile', '--json', '--seed-file', file, ...flags], {
        interruption: AbortSignal.abort(),
      });
    const { exitCode, stdout } = await withWorld();
    expect([exitCode, JSON.parse(stdout).keys.length]).toEqual([0, service.keys.length]);
    expect(jsonError(await withWorld('--seed', '7'))).toMatchObject({ code: 'conflicting_options' });

    const world = JSON.parse(readFileSync(file, 'utf8'));
    const index = world.accounts.findIndex(({ id }: { id: string }) => id === 'demo');
    world.accounts[index].withdrawals[0].value = 10 ** 12;
    writeFileSync(file, JSON.stringify(world));
    const refused = await withWorld('--data', join(folder, 'pix.db'));
    expect(failureOf(refused)).toEqual([1, 'world_invalid']);
    expect(jsonError(refused).message).toContain(`accounts[${index}].withdrawals[0]: it takes 1000000000000 centavos`);
    expect(existsSync(join(folder, 'pix.db'))).toBe(false);
    writeFileSync(file, '{');
    expect([(await withWorld()).exitCode, jsonError(await withWorld()).code]).toEqual([2, 'file_unreadable']);
  });

  it('answers to further names and origins, and explains their format', async () => {
    const flags = '--allow-host pix.example.com --allow-host [::2] --allow-origin http://localhost:5173/ --json';
    expect((await serve(flags.split(' '))).exitCode).toBe(0);
    for (const name of ['http://pix.example.com', 'pix.example.com:4010', '*', '']) {
      expect((await serve(['--allow-host', name])).exitCode).toBe(2);
    }
    for (const origin of ['localhost:5173', 'http://localhost:5173/app', '*', 'null', 'file:///']) {
      expect((await serve(['--allow-origin', origin])).exitCode).toBe(2);
    }
  });

  it('reports that a port or a data file is in use, and that a seed differs', async () => {
    const data = join(folder, 'pix.db');
    const using = await startTestService({ dataFile: data });
    const codeOf = async (...flags: string[]) => {
      const refused = await serve([...flags, '--json']);
      return [refused.exitCode, jsonError(refused).code, jsonError(refused).hint?.includes('--port 0')];
    };
    expect(await codeOf('--port', new URL(using.url).port)).toEqual([1, 'port_in_use', true]);
    expect(await codeOf('--data', data)).toEqual([1, 'data_file_locked', false]);
    await using.stop();
    expect(await codeOf('--data', data, '--seed', '7')).toEqual([1, 'seed_differs', false]);
  });
});
