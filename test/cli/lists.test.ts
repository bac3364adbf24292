import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, jsonError, NOON, runCli } from '../support/cli.ts';
import { noWithdrawals, paymentPage, payments, paymentStatistics } from '../support/bodies.ts';
import { en, ptBr } from '../support/catalogues.ts';
import { nock, onlyNock } from '../support/nock-network.ts';
import { listed } from './withdraw-service.ts';

const HOUR_MS = 3_600_000;

/** A service with this many payments, one per hour, the newest an hour old and listed first. Records the requests. */
function serveHistory(total: number, placeOf = (index: number) => index): { readonly queries: URLSearchParams[] } {
  const queries: URLSearchParams[] = [];
  nock(BASE_URL)
    .persist()
    .get('/api/v1/payment/list')
    .query(true)
    .reply((uri) => {
      const query = new URL(uri, BASE_URL).searchParams;
      queries.push(query);
      const [limit, offset] = [Number(query.get('limit') ?? 50), Number(query.get('offset') ?? 0)];
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => {
        const number = placeOf(offset + index) + 1;
        return { ...payments[0], id: `p${number}`, createdAt: new Date(NOON - number * HOUR_MS).toISOString() };
      });
      return [200, paymentPage(rows, { total, limit, offset, hasMore: offset + rows.length < total })];
    });
  return { queries };
}

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

async function ids(command: string, ...more: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli([...`${command} --fields id`.split(' '), ...more], { environment: CONNECTED });
  return stdout.split('\n').slice(0, -1);
}

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `p${first + index}`);

describe('pix payments list', () => {
  it('shows fifty rows, or as many as --limit', async () => {
    serveHistory(130);
    expect(await ids('payments list')).toEqual(numbered(1, 50));
    expect(await ids('payments list -L 120')).toEqual(numbered(1, 120));
    expect(await ids('payment list --limit 1')).toEqual(['p1']);
  });

  it('shows all with --all, and skips with --offset', async () => {
    serveHistory(130);
    expect(await ids('payments list --all')).toEqual(numbered(1, 130));
    expect(await ids('payments list --offset 128')).toEqual(['p129', 'p130']);
    expect(await ids('payments list --offset 100 -L 3')).toEqual(['p101', 'p102', 'p103']);
    expect(await ids('payments list --offset 500')).toEqual([]);
  });

  it.each([
    ['--since today', '12 charges since today', '12 cobranças desde hoje'],
    ['--since 2h', '2 charges since 2026-07-14 10:00', '2 cobranças desde 14/07/2026 10:00'],
    ['--since yesterday --until yesterday', '24 charges on 2026-07-13', '24 cobranças em 13/07/2026'],
    ['--since today --until today', '12 charges today', '12 cobranças hoje'],
    ['--since 2026-07-13', '36 charges since 2026-07-13', '36 cobranças desde 13/07/2026'],
    ['--until 2026-07-09 --all', '22 charges until 2026-07-09', '22 cobranças até 09/07/2026'],
    ['--month july --all', '130 charges from 2026-07-01 to 2026-07-31', '130 cobranças de 01/07/2026 a 31/07/2026'],
    [
      '--since today -L 1',
      'Showing 1 charge since today; --all shows all',
      'Exibindo 1 cobrança desde hoje; --all exibe todos os lançamentos',
    ],
    ['--since today -L 12', '12 charges since today', '12 cobranças desde hoje'],
    ['--since today --status paid', '12 charges since today', '12 cobranças desde hoje'],
  ])('counts the rows of its span, and not those of all time: %s', async (flags, english, portuguese) => {
    serveHistory(130);
    const footer = async (language: string) => {
      const argv = ['payments', 'list', ...flags.split(' ')];
      const environment = { ...CONNECTED, PIX_LANG: language };
      const { stdout } = await runCli(argv, { environment, isTerminal: true, columns: 200, rows: 500 });
      const [shown = '', sum] = stripVTControlCharacters(stdout).trimEnd().split('\n').at(-1)?.split(' · ') ?? [];
      return { shown, sum };
    };
    const { shown, sum } = await footer('en');
    expect(shown).toBe(english);
    // All are paid: a sum over several statuses would be read as money that was moved.
    if (!/ 1 /.test(english)) expect(sum).toMatch(/^R\$ [\d.]+,\d\d$/);
    expect((await footer('pt-BR')).shown).toBe(portuguese);
  });

  it('names the minute with which its span ends as it was typed', async () => {
    serveHistory(130);
    const argv = ['payments', 'list', '--since', '2026-07-14 08:00', '--until', '2026-07-14 10:00'];
    const { stdout } = await runCli(argv, { environment: CONNECTED, isTerminal: true, columns: 200 });
    expect(stripVTControlCharacters(stdout)).toContain(' charges from 2026-07-14 08:00 to 2026-07-14 10:00 ');
  });

  it('says the sum of the rows that it shows as theirs, and not beside the number of all', async () => {
    serveHistory(130);
    const footer = async (argv: string) => {
      const { stdout } = await runCli(argv.split(' '), { environment: CONNECTED, isTerminal: true, columns: 200 });
      return stripVTControlCharacters(stdout).trimEnd().split('\n').at(-1);
    };
    expect(await footer('payments list -L 3')).toBe('Showing 3 (R$ 31,50) of 130 charges');
  });

  it('requests for a program no more than it shows, and for a person a page that no cache has', async () => {
    const { queries } = serveHistory(1_000);
    await ids('payments list -L 3');
    expect(queries.splice(0).map(String)).toEqual(['limit=3&offset=0']);
    const limits = new Set<string | null>();
    // For as long as the service repeats an answer: test/payouts/fresh-page.test.ts.
    for (let second = 0; second < 10; second += 1) {
      const options = { environment: CONNECTED, isTerminal: true, now: NOON + second * 1_000 };
      const { stdout } = await runCli(['payments', 'list', '-L', '45'], options);
      expect(stdout).toMatch(/Showing 45 \(.*\) of 1,000 charges/);
      limits.add(queries.splice(0)[0]?.get('limit') ?? null);
    }
    expect([limits.size, limits.has('50') || limits.has('100')]).toEqual([10, false]);
  });

  it.each(['--all', '--since 2h'])(
    'requests for a program that asks for rows, not pages, what no cache has: %s',
    async (flags) => {
      const { queries } = serveHistory(3);
      const limits = new Set<string | null>();
      for (let second = 0; second < 10; second += 1) {
        await runCli(`payments list ${flags}`.split(' '), { environment: CONNECTED, now: NOON + second * 1_000 });
        limits.add(queries.splice(0)[0]?.get('limit') ?? null);
      }
      expect([limits.size, limits.has('50') || limits.has('100')]).toEqual([10, false]);
    },
  );

  it('stops at the first row before --since', async () => {
    const { queries } = serveHistory(5_000);
    // The bound itself is included: the sixth is exactly six hours old.
    expect([await ids('payments list --since 6h'), queries.length]).toEqual([numbered(1, 6), 1]);
  });

  it('reads a list in another order to its end: the specification shows none', async () => {
    serveHistory(130, (index) => 129 - index);
    expect(await ids('payments list --since 6h')).toEqual(numbered(1, 6).toReversed());
    expect(await ids('payments list --since 6h -L 2')).toEqual(['p6', 'p5']);
    nock.cleanAll();
    serveHistory(130, (index) => (index * 7) % 130);
    expect((await ids('payments list --since 6h')).toSorted()).toEqual(numbered(1, 6));
  });

  it('reads days as local days, including the last one', async () => {
    serveHistory(130);
    // It is noon in São Paulo: 13 July was 12 to 36 hours ago there.
    expect(await ids('payments list --since 2026-07-13 --until 2026-07-13')).toEqual(numbered(13, 36));
    expect(await ids('payments list --since 2026-07-13 --until 2026-07-13 -L 2')).toEqual(['p13', 'p14']);
  });

  it('skips rows of the span with --offset, as the next page of it', async () => {
    serveHistory(130);
    const day = 'payments list --since 2026-07-12 --until 2026-07-12';
    expect(await ids(`${day} -L 12`)).toEqual(numbered(37, 48));
    expect(await ids(`${day} -L 12 --offset 12`)).toEqual(numbered(49, 60));
    expect(await ids(`${day} --offset 24`)).toEqual([]);
    // Days whose rows are on two pages of the service.
    expect(await ids('payments list --until 2026-07-13 --offset 90')).toEqual(numbered(103, 130));
    const argv = [...`${day} --offset 12 --json`.split(' ')];
    const { stdout } = await runCli(argv, { environment: CONNECTED });
    expect(JSON.parse(stdout).pagination).toMatchObject({ total: 130, offset: 12 });
  });

  it('reads times and ages', async () => {
    serveHistory(130);
    expect(await ids('payments list --since 2026-07-14T13:00:00Z --until 2026-07-14T11:00:00-03:00')).toEqual([
      'p1',
      'p2',
    ]);
    expect(await ids('payments list --since 2d --until 47h')).toEqual(['p47', 'p48']);
  });

  it('reads a month by creation, or by settlement: also what was created long before', async () => {
    const paid = (id: string, createdAt: string, updatedAt = createdAt) => {
      return { ...payments[0], id, status: 'COMPLETED', createdAt, updatedAt };
    };
    const rows = [
      paid('august', '2026-07-31T12:00:00.000Z', '2026-08-01T03:00:00.000Z'),
      { ...paid('open', '2026-07-20T12:00:00.000Z'), status: 'ACTIVE' },
      paid('july', '2026-07-10T12:00:00.000Z'),
      paid('june', '2026-06-30T12:00:00.000Z'),
      paid('may', '2026-05-02T12:00:00.000Z', '2026-07-01T03:00:00.000Z'),
    ];
    nock(BASE_URL)
      .persist()
      .get('/api/v1/payment/list')
      .query(true)
      .reply(200, paymentPage(rows, { total: 5, limit: 100, offset: 0, hasMore: false }));
    expect(await ids('payments list --month 2026-07')).toEqual(['august', 'open', 'july']);
    expect(await ids('payments list --month 2026-07 --by settled')).toEqual(['july', 'may']);
    const screen = async (...argv: readonly string[]) =>
      runCli(['payments', 'list', ...argv, '--by', 'settled'], { environment: CONNECTED, isTerminal: true });
    const july = await screen('--month', '2026-07');
    expect(july.stdout).toContain('2 charges from 2026-07-01 to 2026-07-31, by date of settlement');
    expect(stripVTControlCharacters(july.stdout)).toMatch(/^Paid +Status .*\n2026-07-10 .*\n2026-07-01 /);
    expect((await screen('--until', '2026-01-31')).stderr).toContain(', by date of settlement.');
  });

  it('reads withdrawals that failed on a day, whenever they were made', async () => {
    const failed = { value: 2500, status: 'FAILED', pixKey: 'a@example.com', createdAt: '2026-07-13T12:00:00.000Z' };
    const rows = [
      { ...failed, id: 'today', updatedAt: '2026-07-14T12:00:00.000Z' },
      { ...failed, id: 'yesterday', updatedAt: '2026-07-13T12:00:05.000Z' },
    ];
    const pagination = { total: 2, limit: 100, offset: 0, hasMore: false };
    nock(BASE_URL)
      .persist()
      .get('/api/v1/withdraw/list')
      .query(true)
      .reply(200, { ...noWithdrawals, data: { ...noWithdrawals.data, withdraws: rows, pagination } });
    expect(await ids('withdraw list --since today --by settled --status failed')).toEqual(['today']);
  });

  it('reads days and minutes in the formats of lists, in both languages', async () => {
    serveHistory(130);
    const between = (since: string, until: string) => ids('payments list', '--since', since, '--until', until);
    expect(await between('13/07/2026', '13/07/2026')).toEqual(numbered(13, 36));
    // A minute includes its seconds, which lists do not show.
    expect(await between('14/07/2026 10:00', '14/07/2026 11:00')).toEqual(['p1', 'p2']);
    expect(await between('2026-07-14 10:00:01', '2026-07-14 11:00:00')).toEqual(['p1']);
  });

  it('reads days and months by name, in both languages', async () => {
    // Noon of 14 July at São Paulo.
    serveHistory(400);
    const within = (word: string) => ids('payments list --all', '--since', word, '--until', word);
    for (const word of ['today', 'hoje', 'Hoje']) expect(await within(word), word).toEqual(numbered(1, 12));
    for (const word of ['yesterday', 'ontem']) expect(await within(word), word).toEqual(numbered(13, 36));
    for (const word of ['2026-06', '06/2026', 'june', 'Junho', 'jun 2026', 'junho de 2026', 'mês passado']) {
      const found = await ids('payments list --all', '--month', word);
      expect([found[0], found.at(-1), found.length], word).toEqual(['p325', 'p400', 76]);
      expect(await within(word), word).toEqual(found);
    }
    const refused = await runCli(['payments', 'list', '--month', 'constructor', '--json'], { environment: CONNECTED });
    expect([refused.exitCode, jsonError(refused).code]).toEqual([2, 'invalid_date']);
    // A month that has not begun this year means last year's.
    expect(await within('december')).toEqual([]);
  });

  it.each([
    ['payments list', 'completed', 'COMPLETED'],
    ['payments list', 'paga', 'COMPLETED'],
    ['payments list', 'Aguardando Pagamento', 'ACTIVE'],
    ['payments list', 'não paga', 'FAILED'],
    ['payments list', 'unpaid', 'FAILED'],
    ['payments list', 'em criação', 'PENDING'],
    ['withdraw list', 'concluído', 'COMPLETED'],
    ['withdraw list', 'em processamento', 'PENDING'],
    ['withdraw list', 'returned', 'FAILED'],
  ])('%s --status %s requests %s', async (command, typed, status) => {
    const asked: (string | null)[] = [];
    nock(BASE_URL)
      .get(/\/list$/)
      .query((query) => {
        asked.push(String(query['status']));
        return true;
      })
      .reply(400, { success: false, error: 'validation_failed', message: 'no' });
    await runCli([...command.split(' '), '--status', typed], { environment: CONNECTED });
    expect(asked[0]).toBe(status);
  });

  it('reports the pagination of several pages as if they were one, and of one as the service did', async () => {
    serveHistory(120);
    const paginationOf = async (...flags: string[]): Promise<unknown> => {
      const { stdout } = await runCli(['payments', 'list', '--json', ...flags], { environment: CONNECTED });
      return JSON.parse(stdout).pagination;
    };
    expect(await paginationOf('--all')).toEqual({ total: 120, limit: 120, offset: 0, hasMore: false });
    expect(await paginationOf('-L', '110')).toEqual({ total: 120, limit: 110, offset: 0, hasMore: true });
    expect(await paginationOf('-L', '110', '--offset', '10')).toMatchObject({ limit: 110, offset: 10, hasMore: false });
    expect(await paginationOf('--offset', '90')).toEqual({ total: 120, limit: 50, offset: 90, hasMore: false });
  });

  it('reports the position of rows within a span, and the statistics of the service', async () => {
    serveHistory(250);
    const { stdout } = await runCli(['payments', 'list', '--json', '--since', '150h', '--all'], {
      environment: CONNECTED,
    });
    const list = JSON.parse(stdout);
    expect(list.payments).toHaveLength(150);
    expect(list.pagination).toEqual({ total: 250, limit: 150, offset: 0, hasMore: true });
    expect(list.statistics).toEqual(paymentStatistics);
  });

  it('takes every word of the screen for its status', async () => {
    const { queries } = serveHistory(1);
    for (const { statuses } of [en, ptBr]) {
      for (const [status, word] of Object.entries(statuses.charge)) {
        await runCli(['payments', 'list', '--status', word], { environment: CONNECTED });
        expect({ word, status: queries.pop()?.get('status') }).toEqual({ word, status });
      }
    }
    // These charges are of two statuses, and the service filters by one.
    const open = await runCli(['payments', 'list', '--status', 'em aberto', '--json'], { environment: CONNECTED });
    expect([open.exitCode, jsonError(open).code, queries]).toEqual([2, 'invalid_status', []]);
  });

  it('leaves stdout empty when it fails', async () => {
    nock(BASE_URL)
      .get('/api/v1/payment/list')
      .query(true)
      .reply(400, { success: false, error: 'Bad Request', message: 'no' });
    const { stdout, exitCode } = await runCli(['payments', 'list', '-o', 'csv'], { environment: CONNECTED });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });
});

it('pix withdraw list has its own rows, name and aliases', async () => {
  const body = listed('', { metadata: { fee: 50, sent: 2450 } });
  nock(BASE_URL).persist().get('/api/v1/withdraw/list').query(true).reply(200, body);
  for (const name of ['withdraw', 'withdraws', 'withdrawals']) {
    const json = await runCli([name, 'list', '--json'], { environment: CONNECTED });
    expect(JSON.parse(json.stdout)).toEqual(body.data);
  }
  const csv = await runCli(['withdraw', 'list', '-o', 'csv', '--fields', 'id,metadata'], { environment: CONNECTED });
  expect(csv.stdout).toBe('id,metadata.fee,metadata.sent\r\nwd-1,50,2450\r\n');

  // What metadata contains is not documented.
  for (const [metadata, read] of [
    [{ fee: '0,50', sent: 2450 }, '2450'],
    [[], ''],
  ] as const) {
    nock.cleanAll();
    nock(BASE_URL).get('/api/v1/withdraw/list').query(true).reply(200, listed('', { metadata }));
    const tsv = await runCli(['withdraw', 'list', '--fields', 'id,metadata'], { environment: CONNECTED });
    expect(tsv.stdout).toBe(`wd-1\t\t${read}\n`);
  }
});
