import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, CONNECTED, runCli } from '../support/cli.ts';
import { balance, paymentPage, payments, paymentStatistics } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
});

function serveList(body: object = paymentPage()) {
  nock(BASE_URL).get('/api/v1/payment/list').query(true).reply(200, body);
}

function serveBalance(body: object = balance) {
  nock(BASE_URL).get('/api/v1/user/balance').reply(200, { success: true, data: body });
}

const run = (command: string, options: Parameters<typeof runCli>[1] = {}) =>
  runCli(command.split(' '), { ...options, environment: { ...CONNECTED, ...options.environment } });

describe('a list', () => {
  it('is tab-separated without a header when stdout is no terminal', async () => {
    serveList();
    const { stdout, exitCode } = await run('payments list');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      'pay-3\tcorr-3\t1050\t1000\t50\tPENDING\tCafé, "quente"\t2026-07-14T12:00:00.000Z\t2026-07-14T12:00:00.000Z\n' +
        'pay-2\tcorr-2\t123456\t123406\t50\tCOMPLETED\tPedido 2\t2026-07-13T02:30:00.000Z\t2026-07-13T02:31:00.000Z\n' +
        'pay-1\tcorr-1\t500\t450\t50\tFAILED\t\t2026-07-01T15:00:00.000Z\t2026-07-02T15:00:00.000Z\n',
    );
  });

  it('keeps its envelope as json, with the names and units of the API', async () => {
    serveList(paymentPage([{ ...payments[0], newField: { deep: [1] } }]));
    const { stdout } = await run('payments list --json');
    expect(JSON.parse(stdout)).toEqual({
      payments: [{ ...payments[0], newField: { deep: [1] } }],
      pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
      statistics: paymentStatistics,
    });
  });

  it('is one item a line as ndjson, with the selected fields in their order', async () => {
    serveList();
    const { stdout } = await run('payments list -o ndjson --fields value,id');
    expect(stdout).toBe('{"value":1050,"id":"pay-3"}\n{"value":123456,"id":"pay-2"}\n{"value":500,"id":"pay-1"}\n');
  });

  it('is a table for a person: local time, reais, words', async () => {
    serveList();
    const { stdout } = await run('payments list --no-color', { isTerminal: true });
    expect(stdout.split('\n')).toEqual([
      'Created           Status               Value  Description       Net value  ID',
      '2026-07-14 09:00  Being created     R$ 10,50  Café, "quente"     R$ 10,00  pay-3',
      '2026-07-12 23:30  Paid           R$ 1.234,56  Pedido 2        R$ 1.234,06  pay-2',
      '2026-07-01 12:00  Expired            R$ 5,00  —                   R$ 4,50  pay-1',
      '3 charges',
      '',
    ]);
  });

  it('shows Portuguese to people, and the same data to programs', async () => {
    serveList();
    const table = await run('payments list --lang pt-BR --no-color', { isTerminal: true });
    expect(table.stdout).toMatch(
      /^Criada em +Status +Valor +Descrição +Valor líquido +ID\n14\/07\/2026 09:00 +Em criação/,
    );
    serveList();
    const machine = await run('payments list --lang pt-BR -o csv --fields status,createdAt');
    expect(machine.stdout).toBe(
      'status,createdAt\r\nPENDING,2026-07-14T12:00:00.000Z\r\nCOMPLETED,2026-07-13T02:30:00.000Z\r\nFAILED,2026-07-01T15:00:00.000Z\r\n',
    );
  });

  it('cuts descriptions to the width of the terminal, and nothing when it is no terminal', async () => {
    const long = paymentPage([{ ...payments[0], description: 'x'.repeat(140) }]);
    serveList(long);
    const narrow = await run('payments list --no-color', { isTerminal: true, columns: 100 });
    expect(Math.max(...narrow.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(narrow.stdout).toContain('…');
    serveList(long);
    expect((await run('payments list -o table')).stdout).toContain('x'.repeat(140));
  });

  it.each([
    [
      'json',
      '{\n  "payments": [],\n  "pagination": {\n    "total": 0,\n    "limit": 50,\n    "offset": 0,\n    "hasMore": false\n  },\n',
    ],
    ['csv', 'id,correlationID,value,netValue,fee,status,description,createdAt,updatedAt\r\n'],
    ['ndjson', ''],
    ['tsv', ''],
    ['table', ''],
  ])('is still itself when it is empty: %s', async (format, start) => {
    serveList(paymentPage([]));
    const { stdout, stderr, exitCode } = await run(`payments list -o ${format}`);
    expect(exitCode).toBe(0);
    if (format === 'json') expect(stdout.startsWith(start)).toBe(true);
    else expect(stdout).toBe(start);
    expect(stderr).toBe(format === 'table' ? 'No charges found.\n' : '');
  });

  it('lets no text from outside control the terminal or break a row', async () => {
    const nasty = 'a\u001b[31mred\u0007\tb\nc\u202eevil\u009b2J\u200f\u200b\u2028\u{e0041}\\';
    const list = paymentPage([{ ...payments[0], description: nasty, status: 'NEW\u001b[0m' }]);
    const outputs: Record<string, string> = {};
    for (const format of ['table', 'tsv', 'csv', 'json', 'ndjson']) {
      serveList(list);
      outputs[format] = (await run(`payments list --no-color -o ${format}`)).stdout;
      expect(outputs[format], format).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200f\u2028\u202e]|\u{e0041}/u,
      );
    }
    expect(outputs['tsv']?.split('\t')).toHaveLength(9);
    expect(outputs['tsv']).toContain('a[31mred\\tb\\ncevil2J\\\\');
    expect(JSON.parse(outputs['ndjson'] ?? '')).toMatchObject({ description: nasty });
  });
});

describe('a single object', () => {
  it('is the data of the API as json, unknown fields included', async () => {
    const body = { ...balance, newThing: { a: null } };
    serveBalance(body);
    // The available amount is ours, added to the service's response.
    const available = balance.balance.total - balance.disputes.totalBlockedAmount;
    expect(JSON.parse((await run('balance --json')).stdout)).toEqual({ ...body, available });
  });

  it('prints the bare value for a script', async () => {
    serveBalance();
    expect((await run('balance --fields balance.total')).stdout).toBe('123456\n');
  });

  it('selects whole objects and single values, nested as they were', async () => {
    serveBalance();
    const { stdout } = await run('balance --json --fields plan,balance.total,plan.name');
    expect(stdout.replaceAll(/\s+/g, ' ').trim()).toBe(
      '{ "plan": { "name": "Padrão", "transactionFee": 50, "transactionFeeInReais": "0.50" }, "balance": { "total": 123456 } }',
    );
  });

  it('expands whole objects to columns', async () => {
    serveBalance();
    expect((await run('balance -o csv --fields plan,balance.total')).stdout).toBe(
      'plan.name,plan.transactionFee,plan.transactionFeeInReais,balance.total\r\nPadrão,50,0.50,123456\r\n',
    );
  });

  it('shows a person sections, and aligned money', async () => {
    serveBalance();
    const { stdout } = await run('balance --all --no-color', { isTerminal: true });
    expect(stdout).toContain('Total             R$ 1.234,56\n');
    expect(stdout).toContain('Daily limit      R$ 10.000,00\nUsed today        R$ 2.500,00\n');
    expect(stdout).not.toContain('Disputes');
  });

  it('makes disputes and debts visible', async () => {
    serveBalance({
      ...balance,
      balance: { ...balance.balance, total: -5, isNegative: true },
      disputes: { total: 1, pending: 1, totalDisputedAmount: 700, totalBlockedAmount: 700 },
    });
    const { stdout } = await run('balance', { isTerminal: true });
    expect(stdout).toContain('\u001b[31m-R$ 7,05');
    expect(stdout).toContain('R$ 7,00');
  });

  it('accepts null where a value is documented', async () => {
    serveBalance({
      ...balance,
      plan: { name: null, transactionFee: null },
      limits: { ...balance.limits, daily: null },
    });
    const { stdout, exitCode } = await run('balance --all --no-color', { isTerminal: true });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Fee per transaction +—/);
  });
});

describe('colour', () => {
  const colours = async (options: Parameters<typeof runCli>[1], flags = '') => {
    serveList();
    const { stdout } = await run(`payments list${flags}`, options);
    return stdout.includes('\u001b[');
  };

  it('is used only on a terminal, and follows flag and conventions', async () => {
    expect([await colours({ isTerminal: true }), await colours({})]).toEqual([true, false]);
    expect(await colours({}, ' -o table')).toBe(false);
    expect(await colours({ isTerminal: true }, ' --no-color')).toBe(false);
    expect(await colours({ isTerminal: true, environment: { NO_COLOR: '1' } })).toBe(false);
    expect(await colours({ isTerminal: true, environment: { NO_COLOR: '' } })).toBe(true);
    expect(await colours({ isTerminal: true, environment: { TERM: 'dumb' } })).toBe(false);
    expect(await colours({ environment: { CLICOLOR_FORCE: '1' } }, ' -o table')).toBe(true);
    expect(await colours({ environment: { CLICOLOR_FORCE: '1' } }, ' -o tsv')).toBe(false);
    expect(await colours({ environment: { CLICOLOR_FORCE: '1', NO_COLOR: '1' } }, ' -o table')).toBe(false);
  });
});
