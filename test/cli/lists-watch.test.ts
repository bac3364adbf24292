import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pagerCommand, runPager } from '../../src/cli/context/external-programs.ts';
import { BASE_URL, CONNECTED, failureOf, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { paymentPage, payments, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

interface Row {
  readonly id: string;
  readonly status: string;
}

const rows = (...names: readonly string[]): Row[] =>
  names.map((name) => {
    const [id = '', status = 'COMPLETED'] = name.split(':');
    return { ...payments[0], id, status };
  });

/** The whole list at each reading, newest first, or a failure; the last one forever. Records the requested limits. */
function serve(...states: readonly (readonly Row[] | 503)[]): { readonly limits: number[] } {
  const limits: number[] = [];
  let reading = -1;
  nock(BASE_URL)
    .persist()
    .get('/api/v1/payment/list')
    .query(true)
    .reply((uri) => {
      const query = new URL(uri, BASE_URL).searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      if (offset === 0) reading += 1;
      limits.push(limit);
      const list = states[Math.min(reading, states.length - 1)] ?? [];
      if (list === 503) return [503, refusal('Service Unavailable', 'internal_error', { retryAfter: 61 })];
      return [200, paymentPage(list.slice(offset, offset + limit), { total: list.length, limit, offset })];
    });
  return { limits };
}

async function watched(command: string, readings: number, options: CliOptions = {}) {
  let slept = 0;
  return runCli(command.split(' '), {
    ...options,
    environment: CONNECTED,
    onSleep() {
      slept += 1;
      if (slept === readings) throw Object.assign(new Error('Ctrl-C'), { name: 'ExitPromptError' });
    },
  });
}

describe('pix payments list --watch', () => {
  it('shows the newest rows, then new ones and those whose status changes, the latest last', async () => {
    serve(
      rows('p2:PENDING', 'p1'),
      rows('p2:PENDING', 'p1'),
      rows('p4', 'p3', 'p2:ACTIVE', 'p1'),
      rows('p4', 'p3', 'p2:COMPLETED', 'p1'),
    );
    const { stdout, exitCode } = await watched('payments list --watch --fields id,status', 4);
    expect(exitCode).toBe(130);
    expect(stdout.split('\n')).toEqual([
      'p1\tCOMPLETED',
      'p2\tPENDING',
      'p2\tACTIVE',
      'p3\tCOMPLETED',
      'p4\tCOMPLETED',
      'p2\tCOMPLETED',
      '',
    ]);
  });

  it.each([
    ['en', 'New at', 'Status changed at'],
    ['pt-BR', 'Novo na lista às', 'Novo status às'],
  ])('says in words which rows are new and which have changed: %s', async (language, isNew, hasChanged) => {
    serve(rows('p2:PENDING', 'p1'), rows('p4', 'p3', 'p2:ACTIVE', 'p1'), rows('p4:FAILED', 'p3', 'p2:ACTIVE', 'p1'));
    const command = `payments list --watch --no-color --lang ${language} --fields id`;
    const { stdout } = await watched(command, 3, { isTerminal: true });
    const [first, second, third] = ['12:00:05', '12:00:05', '12:00:10'];
    expect(stdout.split('\n').slice(1)).toEqual([
      ...['p1', 'p2', `${hasChanged} ${first}:`, 'p2', `${isNew} ${second}:`, 'p3', 'p4'],
      ...[`${hasChanged} ${third}:`, 'p4', ''],
    ]);
  });

  it('begins with ten rows, or with --limit', async () => {
    const all = rows(...Array.from({ length: 150 }, (_, index) => `p${150 - index}`));
    serve(all);
    const count = async (command: string) => (await watched(command, 3)).stdout.trimEnd().split('\n').length;
    expect(await count('payments list --watch')).toBe(10);
    expect(await count('payments list --watch -L 120')).toBe(120);
  });

  it('misses none of many new rows', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `p${250 - index}`);
    serve(rows('p0'), rows(...many, 'p0'));
    const { stdout } = await watched('payments list --watch --fields id', 2);
    expect(stdout.trimEnd().split('\n')).toEqual(['p0', ...many.toReversed()]);
  });

  it('misses none of many rows that follow an empty list', async () => {
    const many = Array.from({ length: 250 }, (_, index) => `p${250 - index}`);
    serve([], rows(...many));
    const { stdout } = await watched('payments list --watch --fields id', 2);
    expect(stdout.trimEnd().split('\n')).toEqual(many.toReversed());
  });

  it('requests pages of varied lengths, past the cache of the service', async () => {
    const { limits } = serve(rows('p1'));
    await watched('payments list --watch 6', 10);
    expect(new Set(limits).size).toBe(10);
    expect(Math.min(...limits)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...limits)).toBeLessThanOrEqual(100);
  });

  it.each([
    ['json', '{"id":"p1"}\n{"id":"p2"}\n'],
    ['ndjson', '{"id":"p1"}\n{"id":"p2"}\n'],
    ['csv', 'id\r\np1\r\np2\r\n'],
  ])('is row by row as %s', async (format, expected) => {
    serve(rows('p1'), rows('p2', 'p1'));
    expect((await watched(`payments list --watch --fields id -o ${format}`, 2)).stdout).toBe(expected);
  });

  it('is a growing table for a person', async () => {
    serve(rows('p1'), rows('p2', 'p1'), rows('p2', 'p1'));
    const options = { isTerminal: true, columns: 40 };
    const { stdout, stderr } = await watched('payments list --watch --no-color --lang pt-BR', 3, options);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.includes('Valor'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('R$ 10,50'))).toHaveLength(2);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(stderr).toContain('Aguardando novidades, a cada 5 s. Ctrl-C\nencerra.\n');
  });

  it.each([
    ['en', 'retrying', 'reading again since 12:00:1'],
    ['pt-BR', 'tentando de novo', 'lendo de novo desde 12:00:1'],
  ])('says that it does not read, and once that it reads again: %s', async (language, failing, reading) => {
    serve(rows('p1'), 503, rows('p1'), rows('p2', 'p1'));
    const { stdout, stderr } = await watched(`payments list --watch --fields id --lang ${language}`, 4);
    expect(stdout).toBe('p1\np2\n');
    const [failed = '', after = ''] = stderr.split('\n');
    expect([failed.endsWith(failing), after.startsWith(reading)]).toEqual([true, true]);
    expect(stderr.split(reading)).toHaveLength(2);
  });

  it.each(['--all', '--offset 5', '--since 7d', '--until 7d'])('is refused with %s', async (other) => {
    expect(failureOf(await watched(`payments list --watch 5 ${other} --json`, 1))).toEqual([2, 'conflicting_options']);
  });
});

describe('long output', () => {
  const list = async (options: CliOptions, flags = '') => {
    const pages: { command: readonly string[]; text: string }[] = [];
    serve(rows(...Array.from({ length: 50 }, (_, index) => `p${index}`)));
    const { stdout } = await runCli(`payments list --no-color${flags}`.split(' '), {
      isTerminal: true,
      onPage: (command, text) => pages.push({ command, text }),
      ...options,
      environment: { ...CONNECTED, ...options.environment },
    });
    return { stdout, pages };
  };

  it('goes through the pager when it is longer than the terminal', async () => {
    const { stdout, pages } = await list({ rows: 30, environment: { PAGER: 'more', PIX_PAGER: "less '-R'" } });
    expect([stdout, pages[0]?.command]).toEqual(['', ['less', '-R']]);
    expect(pages[0]?.text).toContain('p49');
    // On the first screen; without a pager, the last lines are what a person sees.
    expect(pages[0]?.text).toMatch(/^50 charges · R\$ 525,00.*\n/);
    const whole = await list({ rows: 200 });
    expect(whole.stdout).toMatch(/\n50 charges · R.*\n$/);
  });

  it.each<[string, CliOptions, string?]>([
    ['it is short', { rows: 200 }],
    ['nobody is at a terminal', { rows: 30, isTerminal: false }],
    ['nothing may be asked', { rows: 30 }, ' --no-input'],
    ['a machine reads it', { rows: 30 }, ' -o csv'],
    ['the person wants none', { rows: 30, environment: { PIX_PAGER: '', PAGER: 'less' } }],
    ['the terminal is dumb', { rows: 30, environment: { TERM: 'dumb' } }],
  ])('goes straight to stdout when %s', async (_why, options, flags) => {
    const { stdout, pages } = await list(options, flags);
    expect(pages).toEqual([]);
    expect(stdout).toContain('p49');
  });

  it('uses the arguments of the pager command, and less by default', () => {
    expect(pagerCommand({ PAGER: '"/opt/my pager/less" -S' })).toEqual(['/opt/my pager/less', '-S']);
    expect([pagerCommand({ PAGER: 'cat' }), pagerCommand({})]).toEqual([undefined, ['less', '-FRX']]);
  });

  it('is passed to the pager completely, and a missing pager is reported', async () => {
    const folder = temporaryFolder();
    const [script, read] = [join(folder, 'pager.mjs'), join(folder, 'read.txt')];
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
       let text = [process.env.LESS, process.env.LESSCHARSET, process.env.PIX_API_KEY].join() + '\\n';
       for await (const chunk of process.stdin) text += chunk;
       writeFileSync(process.argv[2], text);`,
    );
    const text = 'ção\n'.repeat(50_000);
    const listeners = process.listenerCount('SIGINT');
    expect(await runPager([process.execPath, script, read], text, CONNECTED, 'q quits')).toBe(true);
    expect(readFileSync(read, 'utf8')).toBe(`FRX-Pq quits$,utf-8,\n${text}`);
    expect(process.listenerCount('SIGINT')).toBe(listeners);
    expect(await runPager([join(folder, 'none')], text, {}, '')).toBe(false);
  });
});
