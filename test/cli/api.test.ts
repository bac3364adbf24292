import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import {
  API_KEY,
  BASE_URL,
  CONNECTED,
  failureOf,
  jsonError,
  runCli,
  temporaryFolder,
  type CliOptions,
} from '../support/cli.ts';
import { refusal } from '../support/bodies.ts';
import { wireServer } from '../support/wire.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

onlyNock({ isAsked: true });

const service = () => nock(BASE_URL, { reqheaders: { 'X-API-Key': API_KEY } });
const pix = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(['api', ...argv], { ...options, environment: { ...CONNECTED, ...options.environment } });

describe('pix api', () => {
  it('prints a response byte by byte, whatever it contains', async () => {
    service().get('/odd?a=1').reply(200, Buffer.from('{"a" : 1.10,\xff }', 'latin1'));
    expect(await pix(['get', 'odd?a=1'])).toMatchObject({ exitCode: 0, stdout: '{"a" : 1.10,\xff }', stderr: '' });
  });

  it('prints status and headers with --include, and lets no response control the terminal', async () => {
    service().get('/x').reply(200, 'red\u001b[31m', { 'X-Odd': 'yes' });
    const { stdout } = await pix(['GET', '/x', '--include'], { isTerminal: true });
    expect(stdout).toMatch(/^HTTP 200\n([a-z-]+: .*\n)*x-odd: yes\n([a-z-]+: .*\n)*\nred\[31m\n$/);
  });

  it('sends the fields of a GET in the query, and others as a JSON body', async () => {
    service().get('/list?status=PENDING&limit=5&x%5B%5D=1').reply(200, '{}');
    await pix(['GET', '/list', '-f', 'status=PENDING', '-F', 'limit=5', '-F', 'x[]=1']);
    const file = join(temporaryFolder(), 'note.txt');
    writeFileSync(file, 'Café\n');
    let sent: unknown;
    service()
      .post('/make', (body: unknown) => {
        sent = body;
        return true;
      })
      .reply(200, '{}');
    const texts = ['-f', 'name=5', '-f', 'list[]=a', '-f', 'list[]=b', '-f', '__proto__[x]=y'];
    const typed = ['-F', 'count=5', '-F', 'price=25.5', '-F', 'on=true', '-F', 'none=null', '-F', 'inner[deep]=x'];
    const more = ['-F', `note=@${file}`, '-F', 'long=12345678901234567', '-F', 'zip=01310'];
    expect(await pix(['POST', '/make', ...texts, ...typed, ...more, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(JSON.stringify(sent)).toBe(
      JSON.stringify({ name: '5', list: ['a', 'b'] }).slice(0, -1) +
        ',"__proto__":{"x":"y"},"count":5,"price":25.5,"on":true,"none":null,"inner":{"deep":"x"},' +
        '"note":"Café\\n","long":"12345678901234567","zip":"01310"}',
    );
  });

  it.each([
    ['is missing', {}],
    ['lags behind', { total: 1 }],
  ])('reads on after a page with more behind it when the total %s', async (_, total) => {
    const page = (row: number) => ({ data: { rows: [row], pagination: { ...total, offset: row, hasMore: row < 2 } } });
    service().get('/list?limit=100').reply(200, page(0));
    for (const row of [1, 2]) service().get(`/list?limit=100&offset=${row}`).reply(200, page(row));
    expect((await pix(['GET', '/list', '--paginate', '--jq', '.data.rows[]'])).stdout).toBe('0\n1\n2\n');
  });

  it('sends a file, or stdin, unchanged', async () => {
    const file = join(temporaryFolder(), 'body.json');
    writeFileSync(file, '{ "value": 10.50 }');
    const bodies: string[] = [];
    service()
      .post('/make?a=1', (_parsed: unknown) => true)
      .times(2)
      .reply(200, function (_uri, body) {
        bodies.push(JSON.stringify(body));
        return 'done';
      });
    await pix(['POST', '/make', '--input', file, '-f', 'a=1', '--yes']);
    const piped = await pix(['POST', '/make', '--input', '-', '-f', 'a=1', '--yes'], { stdin: '{"value":10.5}' });
    expect([piped.stdout, bodies]).toEqual(['done', ['{"value":10.5}', '{"value":10.5}']]);
  });

  it('asks before it sends what may move money, and shows the address', async () => {
    const argv = ['POST', '/api/v1/withdraw/create', '-F', 'amount=25'];
    expect(failureOf(await pix([...argv, '--json']))).toEqual([2, 'confirmation_required']);
    const no = await pix(argv, { isTerminal: true, answers: [''] });
    expect([no.exitCode, no.stdout]).toEqual([2, '']);
    expect(no.stderr).toContain('https://wallet.example');
    expect(no.questions[0]).toContain('POST /api/v1/withdraw/create');
    service().post('/api/v1/withdraw/create').reply(200, '{"success":true}');
    const yes = await pix(argv, { isTerminal: true, answers: ['y'] });
    expect([yes.exitCode, yes.stdout]).toEqual([0, '{"success":true}\n']);
  });

  it.each<[number, object | string, number, string]>([
    [400, refusal('Bad Request', 'validation_failed'), 1, 'validation_failed'],
    [401, refusal('Unauthorized', 'unauthorized'), 4, 'unauthorized'],
    [403, refusal('Forbidden', 'permission_missing'), 4, 'permission_missing'],
    [404, refusal('Not Found', 'not_found'), 6, 'not_found'],
  ])('prints the body of a refusal, and ends with the exit code of its kind: %i', async (status, body, code, word) => {
    service().get('/x').reply(status, body);
    const run = await pix(['GET', '/x', '--json']);
    expect([run.exitCode, JSON.parse(run.stdout), jsonError(run).code]).toEqual([code, body, word]);
    if (status === 404) expect(jsonError(run).hint).toContain('check the path');
  });

  it('repeats no write, and reports a missing response as unknown', async () => {
    service().post('/x').reply(502, '<html>down</html>');
    const run = await pix(['POST', '/x', '--yes', '--json']);
    expect([run.exitCode, run.stdout, jsonError(run).code]).toEqual([5, '<html>down</html>', 'outcome_unknown']);
  });

  it('reports after Ctrl-C that a write may have been carried out', async () => {
    const stop = new AbortController();
    const { port } = await wireServer(() => stop.abort(new Interruption('SIGINT')));
    const run = await pix(['DELETE', '/x', '--yes', '--json'], { interruption: AbortSignal.abort(new Error('early')) });
    expect(run.exitCode).not.toBe(0);
    nock.enableNetConnect('127.0.0.1');
    const argv = ['POST', '/x', '--yes', '--json', '--base-url', `http://127.0.0.1:${port}`];
    expect(failureOf(await pix(argv, { interruption: stop.signal }))).toEqual([5, 'outcome_unknown']);
  });

  it.each([
    [['GET', 'https://wallet.example.evil/x'], 'other_origin'],
    [['FETCH', '/x'], 'invalid_method'],
    [['GET', '/x', '-f', 'novalue'], 'invalid_field'],
    [['GET', '/x', '-f', '=5'], 'invalid_field'],
    [['POST', '/x', '--yes', '-f', 'a=1', '-f', 'a=2'], 'invalid_field'],
    [['POST', '/x', '--yes', '-f', 'a=1', '-f', 'a[b]=2'], 'invalid_field'],
    [['POST', '/x', '--yes', '-f', 'a[]=1', '-f', 'a[b]=2'], 'invalid_field'],
    [['POST', '/x', '--yes', '--input', '/nonexistent/file'], 'file_unreadable'],
    [['GET', '/x', '--fields', 'id'], 'conflicting_options'],
  ])('refuses %j, and sends nothing', async (argv, code) => {
    const run = await pix([...argv, '--json']);
    expect([run.exitCode, run.stdout, jsonError(run).code]).toEqual([2, '', code]);
    expect(jsonError(run).hint?.length).toBeGreaterThan(10);
  });
});
