import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { formatReais } from '../../src/pix/reais-text.ts';
import { HISTORY, startTestService, type RunningTestService } from '../support/service.ts';

let service: RunningTestService;
let environment: Record<string, string>;
beforeEach(async () => {
  service = await startTestService({ ...HISTORY, payments: 130 });
  environment = { PIX_CONFIG_DIR: temporaryFolder(), PIX_BASE_URL: service.url, PIX_API_KEY: service.keyOf() };
});

const run = (argv: readonly string[], options: CliOptions = {}) => runCli(argv, { environment, ...options });

const newest = async () => (await service.request('/api/v1/payment/list?limit=3&offset=0')).json.data.payments;

describe('--jq', () => {
  it('prints strings bare and other values as JSON on a line, for every command', async () => {
    const rows = await newest();
    const list = ['payments', 'list', '-L', '3', '--jq'];
    const ids = rows.map(({ id }: { id: string }) => `${id}\n`).join('');
    expect(await run([...list, '.payments[].id'])).toMatchObject({ exitCode: 0, stdout: ids });
    expect((await run([...list, '.payments | map(.value) | add'])).stdout).toBe(
      `${rows.reduce((sum: number, { value }: { value: number }) => sum + value, 0)}\n`,
    );
    expect((await run([...list, '.payments[0] | {id, v: .nothing // "none"}'])).stdout).toBe(
      `${JSON.stringify({ id: rows[0].id, v: 'none' })}\n`,
    );
    expect((await run([...list, '.payments[1:] | length', '-o', 'json'])).stdout).toBe('2\n');
    expect((await run(['balance', '--fields', 'balance.total', '--jq', 'keys'])).stdout).toBe('["balance"]\n');
    expect((await run(['balance', '--jq', 'empty'])).stdout).toBe('');
    expect((await run(['withdraw', 'receipt', '00000000-001e', '--jq', '.pixKeyType | length > 2'])).stdout).toBe(
      'true\n',
    );
  });

  it('is refused before any request when the expression is invalid', async () => {
    const send = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes'];
    const before = (await service.request('/api/v1/withdraw/list?limit=1')).json.data.pagination.total;
    const refused = await run([...send, '--jq', '.id[']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^error: invalid value ".id\[" for --jq: syntax error, unexpected end of file/);
    expect((await service.request('/api/v1/withdraw/list?limit=2')).json.data.pagination.total).toBe(before);
    expect(await run(['balance', '--jq', '.', '-o', 'csv'])).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('that fails on a response still reports that money has moved', async () => {
    const failed = await run(['balance', '--jq', '.balance[0]']);
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^error: --jq failed: Cannot index object with number/);
    const send = ['withdraw', 'create', '--amount', '25', '--pix-key', 'maria@example.com', '--yes'];
    const sent = await run([...send, '--jq', '.id[0]']);
    expect(sent.exitCode).toBe(5);
    expect(sent.stderr).toMatch(/--jq failed/);
  });
});

it('pix api --paginate prints all pages, one document after another', async () => {
  const pages = ['api', 'GET', '/api/v1/payment/list', '-F', 'limit=50', '--paginate'];
  expect((await run([...pages, '--jq', '.data.payments | length'])).stdout).toBe('50\n50\n30\n');
  const path = ['api', 'GET', '/api/v1/payment/list?status=COMPLETED&offset=3', '--paginate', '--jq'];
  expect((await run([...path, '.data.payments[].status'])).stdout).toMatch(/^(?:COMPLETED\n)+$/);
  expect((await run(['api', 'GET', '/api/v1/user/balance', '--paginate', '--jq', '.success'])).stdout).toBe('true\n');
  expect(failureOf(await run([...pages, '--include', '--json']))).toEqual([2, 'conflicting_options']);
  expect((await run(['api', 'POST', '/api/v1/x', '--paginate', '--yes'])).exitCode).toBe(2);
});

describe('pix explain', () => {
  it.each([
    ['AC03', 'refusal_code', /does not exist/],
    // As the service reports it, and as a sentence ends.
    ['AC03: The account of the recipient does not exist', 'refusal_code', /does not exist/],
    ['(ac03).', 'refusal_code', /does not exist/],
    ['exit 5', 'exit_code', /money may have moved/],
    ['6', 'exit_code', /not found/],
    ['permission_missing', 'error_code', /permission/],
  ])('%s is explained without a request', async (typed, kind, explanation) => {
    const { stdout } = await runCli(['explain', ...typed.split(' '), '--json'], {});
    expect(JSON.parse(stdout)).toMatchObject({ kind, explanation: expect.stringMatching(explanation) });
  });

  it('an id is explained by its current state', async () => {
    const [withdrawal] = (await service.request('/api/v1/withdraw/list?limit=1&status=COMPLETED')).json.data.withdraws;
    const explained = await run(['explain', withdrawal.id], { isTerminal: true });
    // What arrived: by the amount that was debited, the recipient's bank finds nothing.
    expect(withdrawal.metadata.sent).toBe(withdrawal.value - 50);
    expect(explained.stdout.replace(/\s+/g, ' ')).toContain(`${formatReais(withdrawal.metadata.sent)} to `);
    expect(explained.stdout).toMatch(/was paid on .*by the\s+end-to-end ID E/s);
    expect(await run(['explain', '11111111-2222-4333-8444-555555555555'])).toMatchObject({ exitCode: 6 });
    const typo = await run(['explain', 'insuficient_balance', '--json']);
    expect([typo.exitCode, jsonError(typo).hint]).toEqual([6, 'did you mean insufficient_balance?']);
  });
});

describe('--copy', () => {
  it('puts a copy-and-paste code, or an id, on the clipboard of the terminal', async () => {
    const create = ['payments', 'create', '--value', '5', '--copy', '--json'];
    const { stdout, stderr } = await run(create, { isTerminal: true });
    const { copyPaste } = JSON.parse(stdout);
    expect(stderr).toContain(`\u001b]52;c;${Buffer.from(copyPaste).toString('base64')}\u0007`);
    expect((await run(create)).stderr).toBe('Nothing was copied: there is no terminal and no clipboard.\n');
  });

  const osc52 = (copied: string) => `\u001b]52;c;${Buffer.from(copied).toString('base64')}\u0007`;

  it('of a withdrawal just made is its id, also when its reference was paid before', async () => {
    const create = [
      ...['withdraw', 'create', '--amount', '7,13', '--pix-key', 'copied@example.com', '--reference', 'COPY-1'],
      ...['--yes', '--copy', '--json'],
    ];
    const made = await run(create, { isTerminal: true });
    const { id } = JSON.parse(made.stdout);
    expect(made.stderr).toContain(osc52(id));
    expect((await run(create, { isTerminal: true })).stderr).toContain(osc52(id));
  });

  it('of a search is the id of a single match, and nothing of several', async () => {
    const { id } = (await service.request('/api/v1/withdraw/list?limit=1')).json.data.withdraws[0];
    expect((await run(['find', id, '--copy'], { isTerminal: true })).stderr).toContain(osc52(id));
    for (const value of ['6', '7']) await run(['payments', 'create', '--value', value, '--description', 'twin copies']);
    const several = await run(['find', 'twin', 'copies', '--copy'], { isTerminal: true });
    expect(several.stderr).toContain('Nothing was copied: there are 2 matches.');
    expect(several.stderr).not.toContain('\u001b]52');
  });
});
