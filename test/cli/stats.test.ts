import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, jsonError, NOON, runCli, type CliOptions } from '../support/cli.ts';
import { refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

const HOUR_MS = 3_600_000;

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

const statistics = { total: 0, completed: 0, pending: 0, failed: 0, totalValue: 0, totalNetValue: 0 };

/** A list of these rows, newest first. */
function serve(list: 'payment' | 'withdraw', rows: readonly object[], total = rows.length) {
  const name = list === 'payment' ? 'payments' : 'withdraws';
  nock(BASE_URL)
    .persist()
    .get(`/api/v1/${list}/list`)
    .query(true)
    .reply((uri) => {
      const query = new URL(uri, BASE_URL).searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      const items = rows.slice(offset, offset + limit);
      const pagination = { total, limit, offset, hasMore: offset + items.length < total };
      return [200, { success: true, data: { [name]: items, pagination, statistics } }];
    });
}

const at = (hoursAgo: number) => new Date(NOON - hoursAgo * HOUR_MS).toISOString();

function payment(id: string, hoursAgo: number, more: object = {}) {
  const times = { createdAt: at(hoursAgo), updatedAt: at(hoursAgo) };
  return {
    id,
    correlationID: id,
    value: 1050,
    netValue: 1000,
    fee: 50,
    status: 'COMPLETED',
    description: '',
    ...times,
    ...more,
  };
}

function withdrawal(id: string, hoursAgo: number, more: object = {}) {
  const metadata = { fee: 50, sent: 2450 };
  const times = { createdAt: at(hoursAgo), updatedAt: at(hoursAgo) };
  return {
    id,
    correlationID: id,
    value: 2500,
    status: 'COMPLETED',
    pixKey: 'a@b.co',
    description: '',
    metadata,
    ...times,
    ...more,
  };
}

const inWords = (shown: string) => shown.trim().replaceAll(/\s+/g, ' ');
const run = (argv: readonly string[], options: CliOptions = {}) =>
  runCli(['stats', ...argv], { ...options, environment: CONNECTED });

describe('pix stats', () => {
  it('sums completed rows by local day, and ignores older ones', async () => {
    // It is noon in São Paulo: the day is twelve hours old.
    serve('payment', [
      payment('p5', 1),
      payment('p4', 2, { status: 'ACTIVE' }),
      payment('p3', 11.9, { value: 100_000, netValue: 99_950 }),
      payment('p2', 12.1),
      payment('p1', 60),
    ]);
    serve('withdraw', [withdrawal('w3', 3), withdrawal('w2', 4, { status: 'FAILED' }), withdrawal('w1', 90)]);
    const { stdout, exitCode } = await run(['--days', '2', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      since: '2026-07-13T03:00:00.000Z',
      until: null,
      by: 'created',
      asOf: '2026-07-14T15:00:00.000Z',
      proven: true,
      days: [
        { day: '2026-07-13', received: 1050, sent: 0, fees: 50, net: 1000, payments: 1, withdraws: 0 },
        { day: '2026-07-14', received: 101_050, sent: 2450, fees: 150, net: 98_450, payments: 2, withdraws: 1 },
      ],
      totals: { received: 102_100, sent: 2450, fees: 200, net: 99_450, payments: 3, withdraws: 1 },
    });
  });

  it('reads times without a zone as the UTC that they are', async () => {
    const unzoned = (hoursAgo: number, gap: string) => {
      const time = at(hoursAgo).slice(0, -'.000Z'.length).replace('T', gap);
      return { createdAt: time, updatedAt: time };
    };
    serve('payment', [payment('p2', 11.9, unzoned(11.9, 'T')), payment('p1', 12.1, unzoned(12.1, ' '))]);
    serve('withdraw', []);
    const { days } = JSON.parse((await run(['--days', '2', '--json'])).stdout);
    expect(days.map(({ payments }: { payments: number }) => payments)).toEqual([1, 1]);
  });

  it('has a line for every day that its totals contain, also where the clock of the service is ahead', async () => {
    serve('payment', [payment('p9', -24 * 500), payment('p3', -40), payment('p2', 1), payment('p1', 30)]);
    serve('withdraw', [withdrawal('w1', -20)]);
    for (const argv of [
      ['--days', '2'],
      ['--month', '2026-07'],
    ]) {
      const { days, totals } = JSON.parse((await run([...argv, '--json'])).stdout);
      const sumOf = (name: string) =>
        days.reduce((sum: number, day: Record<string, number>) => sum + (day[name] ?? 0), 0);
      expect(days.at(-1)).toMatchObject({ day: '2026-07-16', received: 1050 });
      for (const name of ['received', 'sent', 'fees', 'payments']) expect(sumOf(name)).toBe(totals[name]);
      expect(totals).toMatchObject({ received: 3150, sent: 2450 });
    }
  });

  it('computes a fee from other fields, and reports when it is missing', async () => {
    serve('payment', [payment('p2', 1, { fee: null }), payment('p1', 2, { fee: null, netValue: null })]);
    serve('withdraw', [withdrawal('w1', 3, { metadata: { sent: 2400 } })]);
    const { stdout, stderr } = await run(['--days', '1', '-o', 'csv']);
    expect(stdout).toBe('day,received,sent,fees,net,payments,withdraws\r\n2026-07-14,2100,2400,150,-450,2,1\r\n');
    expect(stderr).toContain('does not report the fee of 1 of these');
  });

  it('draws bars on one scale, within the terminal, in both languages', async () => {
    serve('payment', [payment('p2', 1, { value: 123_456, netValue: 123_406 }), payment('p1', 30)]);
    serve('withdraw', [withdrawal('w1', 3, { value: 61_778, metadata: { fee: 50, sent: 61_728 } })]);
    for (const columns of [60, 120]) {
      for (const language of ['en', 'pt-BR']) {
        const options = { isTerminal: true, columns };
        const shown = ['--days', '3', '--no-color', '--lang', language];
        const { stdout } = await run(shown, options);
        const [created, settled] =
          language === 'en'
            ? ['by date of creation', 'by date of settlement']
            : ['data de criação', 'data de liquidação'];
        const bySettlement = await run([...shown, '--by', 'settled'], options);
        expect([inWords(stdout).endsWith(created), inWords(bySettlement.stdout).endsWith(settled)]).toEqual([
          true,
          true,
        ]);
        expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
        const bars = (stdout.match(/█+/g) ?? []).map((bar) => bar.length);
        const most = Math.max(...bars);
        // Money in and out today, and a little yesterday.
        expect(bars.toSorted((one, other) => one - other)).toEqual([1, Math.round(most / 2), most]);
        expect(stdout).toContain('R$ 1.234,56');
        // No list names the disputes that were accepted, and what is in process was debited but not sent.
        expect(stdout).not.toMatch(/\bnet\b|líquido/);
        expect(stdout).toContain(language === 'en' ? '2026-07-13' : '13/07/2026');
      }
    }
  });

  it('shows the totals first in the pager', async () => {
    serve('payment', [payment('p1', 1)]);
    serve('withdraw', []);
    const pages: string[] = [];
    const onPage = (_command: readonly string[], text: string) => pages.push(text);
    await run(['--days', '30', '--no-color'], { isTerminal: true, rows: 24, onPage });
    expect(pages[0]).toMatch(/^Day.*\nTotal.*R\$ 10,50.*\n1 Pix received .*\n2026-06-15/);
  });

  it('requests past the cache, and includes what was completed a minute ago', async () => {
    const open = payment('p1', 1, { status: 'ACTIVE' });
    nock(BASE_URL)
      .persist()
      .get('/api/v1/payment/list')
      .query(true)
      .reply((uri) => {
        const limit = Number(new URL(uri, BASE_URL).searchParams.get('limit'));
        // The whole page was requested a minute ago.
        const row = limit === 100 ? open : { ...open, status: 'COMPLETED' };
        const pagination = { total: 1, limit, offset: 0, hasMore: false };
        return [200, { success: true, data: { payments: [row], pagination, statistics } }];
      });
    serve('withdraw', []);
    expect((await run(['--days', '1', '--fields', 'received'])).stdout).toBe('1050\n');
  });

  it('reports an incomplete result, and ends with 3', async () => {
    // Two rows are counted, and one is returned.
    serve('payment', [payment('p2', 1), payment('p2', 1)]);
    serve('withdraw', []);
    const result = await run(['--days', '1', '--json']);
    expect([result.exitCode, jsonError(result).code]).toEqual([3, 'not_proven']);
    expect(JSON.parse(result.stdout)).toMatchObject({ proven: false });
  });

  it('shows what the key may read, and names what it may not', async () => {
    serve('payment', [payment('p1', 1)]);
    const forbid = (list: string) =>
      nock(BASE_URL)
        .persist()
        .get(`/api/v1/${list}/list`)
        .query(true)
        .reply(403, refusal('Forbidden', 'permission_missing'));
    forbid('withdraw');
    const half = await run(['--days', '1', '--fields', 'received,sent,net', '-o', 'ndjson']);
    expect(half).toMatchObject({ exitCode: 0, stdout: '{"received":1050,"sent":null,"net":null}\n' });
    expect(half.stderr).toContain('may not read withdrawals');
    nock.cleanAll();
    forbid('payment');
    forbid('withdraw');
    const none = await run(['--json']);
    expect([none.exitCode, none.stdout, jsonError(none).code]).toEqual([4, '', 'permission_missing']);
  });
});

describe('a span of days', () => {
  const rows = [
    payment('p4', 1),
    // Created in June, and paid on the first of July in São Paulo.
    payment('p3', 24 * 20, { value: 5_050, netValue: 5_000, updatedAt: '2026-07-01T03:00:00.000Z' }),
    // Created and paid in June.
    payment('p2', 24 * 20, { updatedAt: '2026-07-01T02:59:59.999Z' }),
    payment('p1', 24 * 60),
  ];

  it('is a month by creation, or by settlement', async () => {
    serve('payment', rows);
    serve('withdraw', [withdrawal('w1', 3)]);
    const ofJuly = async (...argv: string[]) => {
      const { stdout, exitCode } = await run(['--month', '2026-07', '--json', ...argv]);
      expect(exitCode).toBe(0);
      const { days, totals, ...span } = JSON.parse(stdout);
      return { days: days.length, received: totals.received, sent: totals.sent, ...span };
    };
    const july = { days: 14, sent: 2450, since: '2026-07-01T03:00:00.000Z', until: '2026-08-01T03:00:00.000Z' };
    expect(await ofJuly()).toMatchObject({ ...july, received: 1050, by: 'created' });
    expect(await ofJuly('--by', 'settled')).toMatchObject({ ...july, received: 6100, by: 'settled' });
  });

  it('counts what was paid in it where the service reports no time of creation', async () => {
    serve('payment', [payment('p1', 20, { createdAt: null })]);
    serve('withdraw', []);
    const { stdout, exitCode } = await run(['--month', '2026-07', '--by', 'settled', '--json']);
    expect([exitCode, JSON.parse(stdout).totals.received]).toEqual([0, 1050]);
  });

  it('is named by its days', async () => {
    serve('payment', rows);
    serve('withdraw', []);
    const argv = ['--since', '2026-06-24', '--until', '25/06/2026', '--by', 'settled', '--no-color'];
    const { stdout } = await run(argv, { isTerminal: true });
    expect(stdout.match(/^2026-06-\d\d/gm)).toEqual(['2026-06-24', '2026-06-25']);
  });
});
