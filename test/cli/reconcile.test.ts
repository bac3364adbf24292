import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre';
import { Ofx } from 'ofx-data-extractor';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { rowFile, workbookFile } from '../support/workbook-file.ts';
import { payment, serveLists, withdrawal } from './export-service.ts';
import { onlyNock } from '../support/nock-network.ts';

const NOW = Date.parse('2026-08-03T12:00:00.000Z');

let folder: string;
let environment: Record<string, string>;

onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  folder = temporaryFolder();
  environment = { ...CONNECTED, PIX_CONFIG_DIR: temporaryFolder() };
});

const run = (...argv: readonly string[]) => runCli(argv, { environment, now: NOW });

const paid = (number: number, at: string) =>
  payment(number, { createdAt: at, updatedAt: at, netValue: 10_000, fee: 50, value: 10_050 });
const sent = (number: number, at: string, more: object = {}) =>
  withdrawal(number, { createdAt: at, updatedAt: at, value: 3_000, metadata: { fee: 100, sent: 2_900 }, ...more });

/** July of an account in its index: two payments, and three withdrawals of which one came back. */
async function july() {
  const service = serveLists({
    payments: [paid(0, '2026-07-05T12:00:00.000Z'), paid(1, '2026-07-31T12:00:00.000Z')],
    withdraws: [
      sent(0, '2026-07-10T12:00:00.000Z', { correlationID: 'INV-1', description: 'Aluguel #px7k2m9qh' }),
      sent(1, '2026-07-10T13:00:00.000Z', { correlationID: 'INV-2', pixKey: 'ana@example.com' }),
      // The last minute of July in São Paulo.
      sent(2, '2026-08-01T02:59:00.000Z', {
        correlationID: 'INV-3',
        status: 'FAILED',
        updatedAt: '2026-08-02T12:00:00.000Z',
      }),
    ],
  });
  expect((await run('sync', '--quiet')).exitCode).toBe(0);
  return service;
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function reconciled(path: string, ...argv: readonly string[]) {
  const result = await run('reconcile', path, '--month', '2026-07', '--json', ...argv);
  const { summary, open, ...facts } = JSON.parse(result.stdout);
  const found = open.map(({ finding, here, line, rule }: Record<string, unknown>) => [finding, here, line, rule]);
  return { exitCode: result.exitCode, stderr: result.stderr, summary, open, found, ...facts };
}

describe('pix reconcile', () => {
  it.each(['ofx', 'csv', 'xlsx', 'excel-br'])('finds nothing open in our own statement: %s', async (format) => {
    await july();
    const path = join(folder, `july.${format === 'excel-br' ? 'txt' : format}`);
    await run('export', 'statement', '--offline', '--format', format, '--out', path);
    const { exitCode, stderr, found, summary } = await reconciled(path);
    expect([exitCode, found], stderr).toEqual([0, []]);
    expect(summary).toEqual({
      counts: { matched: 5 },
      here: { rows: 5, sum: 11_000 },
      there: { rows: 5, sum: 11_000 },
    });
  });

  it.each(['ofx', 'csv', 'xlsx'])(
    "does not take another account's statement for the books, although days and amounts are the same: %s",
    async (format) => {
      const service = await july();
      const path = join(folder, `july.${format}`);
      await run('export', 'statement', '--offline', '--format', format, '--out', path);
      const rename = <Row extends { readonly id: string }>(row: Row) => ({
        ...row,
        id: row.id.replace('-', '-of-another-account-'),
        correlationID: `other-${row.id}`,
      });
      [service.payments, service.withdraws] = [service.payments.map(rename), service.withdraws.map(rename)];
      environment = { ...environment, PIX_CONFIG_DIR: temporaryFolder() };
      expect((await run('sync', '--quiet')).exitCode).toBe(0);
      const { exitCode, summary } = await reconciled(path, '--offline');
      expect([exitCode, summary.counts.matched ?? 0]).toEqual([3, 0]);
    },
  );

  it('reads an OFX as an independent reader does', async () => {
    await july();
    const path = join(folder, 'july.ofx');
    await run('export', 'statement', '--offline', '--month', '2026-07', '--out', path);
    const { summary } = await reconciled(path);
    const ofx = new Ofx(readFileSync(path, 'utf8'));
    const transactions = ofx.getBankTransferList();
    expect(summary.there.rows).toBe(transactions.length);
    const sum = transactions.reduce((total: number, { TRNAMT }) => total + Math.round(TRNAMT * 100), 0);
    expect(summary.there.sum).toBe(sum);
  });

  it('reports what is only on one side, what differs, and what a person has to decide', async () => {
    await july();
    const path = written(
      'books.csv',
      [
        'Razão do banco;;;;',
        'Data;Documento;Histórico;Valor;Chave Pix',
        '05/07/2026;;Pix recebido;100,00;',
        '11/07/2026;INV-1;Pagamento;-30,00;',
        '10/07/2026;INV-2;Sem a tarifa;-29,00;ana@example.com',
        '01/08/2026;INV-3;Lançado no mês seguinte;-30,00;',
        '20/07/2026;;Tarifa do banco;-1,23;',
        '22/07/2026;;Sem valor;;',
        '31/07/2026;;Saldo final;1.234,00;',
      ].join('\r\n'),
    );
    const { exitCode, stderr, found, open } = await reconciled(path);
    expect(exitCode).toBe(3);
    expect(found).toEqual([
      ['sum_differs', null, 9, null],
      ['amount_differs', 'wd-1', 5, 'reference'],
      ['day_differs', 'wd-0', 4, 'reference'],
      ['day_differs', 'wd-2', 6, 'reference'],
      ['only_here', 'pay-1', null, null],
      ['only_there', null, 7, null],
      ['unread', null, 8, null],
    ]);
    expect(open[1]).toMatchObject({ difference: 100, reason: 'fee', hereAmount: -3_000, thereAmount: -2_900 });
    expect(stderr).toContain('7 items to check');
    const onTerminal = await runCli(['reconcile', path, '--month', '2026-07'], {
      environment,
      now: NOW,
      isTerminal: true,
    });
    // The file's side first, with its text; then what differs, and what only the account has.
    expect(onTerminal.stdout).toMatch(
      /^2026-07-01 – 2026-07-31: 5 in the account, 4 in the file, 1 matched\n.*Finding.*\n.*Only in the file/,
    );
    expect(onTerminal.stderr).toMatch(/7 items to check\.\nhint: /);
    expect(onTerminal.stderr).not.toContain('error:');
  });

  it('never matches an amount that the sheet shows as something else than reais', async () => {
    await july();
    const amounts = [
      ['2026-07-05', '100', '[$€-407] #,##0.00'],
      ['2026-07-31', '100', '0.00%'],
      ['2026-07-31', '100', '#,##0,'],
      ['2026-07-10', '-30', '"US$" #,##0.00'],
      ['2026-07-10', '-30', '#,##0.00;"US$" #,##0.00'],
      ['2026-07-31', '-30', '"R$" 0.00'],
    ] as const;
    const rows = amounts.map(([day, stored], index) => [day, { stored, style: index + 1 }]);
    const sheet = [['Data', 'Valor'], ...rows].map((cells, index) => rowFile(index + 1, cells)).join('');
    const path = join(folder, 'books.xlsx');
    const formats = amounts.map(([, , format]) => format);
    writeFileSync(path, await workbookFile({ sheets: [{ name: 'Razão', rows: sheet }], formats }));
    const { exitCode, found, open, summary } = await reconciled(path);
    expect([exitCode, summary.counts.matched], JSON.stringify(found)).toEqual([3, 1]);
    const unread = open.filter(({ reason }: { reason: string }) => reason === 'shown_otherwise');
    expect(
      unread.map(({ finding, line }: { finding: string; line: number }) => `${finding} ${line}`).toSorted(),
    ).toEqual([2, 3, 4, 5, 6].map((line) => `unread ${line}`));
    const argv = ['reconcile', path, '--month', '2026-07', '--lang', 'pt-BR', '--fields', 'line,reason'];
    const onTerminal = await runCli(argv, { environment, now: NOW, isTerminal: true });
    expect(onTerminal.stdout).toContain('Não está em reais');
  });

  it('keeps equal amounts of one day apart unless both sides have as many', async () => {
    await july();
    const head = 'date,amount\n2026-07-05,100.00\n2026-07-31,100.00\n2026-07-31,-30.00\n';
    const both = await reconciled(written('both.csv', `${head}2026-07-10,-30.00\n2026-07-10,-30.00\n`));
    expect([both.exitCode, both.found]).toEqual([0, []]);
    const one = await reconciled(written('one.csv', `${head}2026-07-10,-30.00\n`));
    expect([one.exitCode, one.found]).toEqual([
      3,
      [
        ['ambiguous', 'wd-0', null, 'amount_day'],
        ['ambiguous', 'wd-1', null, 'amount_day'],
        ['ambiguous', null, 5, 'amount_day'],
      ],
    ]);
  });

  it('takes decisions from the report in which a person wrote them, and keeps them in the next one', async () => {
    await july();
    const books = written(
      'books.csv',
      'date,amount\n2026-07-05,100.00\n2026-07-31,100.00\n2026-07-31,-30.00\n2026-07-10,-30.00\n',
    );
    const report = join(folder, "month's report.csv");
    const first = await reconciled(books, '--out', report);
    // Of the report that was just written, not of one that is to be written.
    expect(JSON.parse(first.stderr.trimEnd().split('\n').at(-1) ?? '').error.hint).toBe(
      `fill in Decision in the report, and pass it: --decisions '${report.replace("'", String.raw`'\''`)}'`,
    );
    const there = first.open.find(({ here }: { here: string | null }) => here === null)?.there;
    const decided = readFileSync(report, 'utf8')
      .split('\n')
      .map((line) => {
        if (line.includes(',wd-0,')) return line.replace(',wd-0,,,', `,wd-0,${there},match,the first of them`);
        return line.replace(',wd-1,,,', ',wd-1,,ok,booked in August');
      });
    const decisions = written('decided.csv', decided.join('\n'));
    const workbook = join(folder, 'next.xlsx');
    const second = await reconciled(books, '--decisions', decisions, '--out', workbook);
    expect([second.exitCode, second.found, second.summary.counts]).toEqual([0, [], { matched: 3, decided: 2 }]);
    // The next report contains them, in the language of the screen.
    const third = await reconciled(books, '--decisions', workbook, '--lang', 'pt-BR');
    expect([third.exitCode, third.summary.counts]).toEqual([0, { matched: 3, decided: 2 }]);
    const sheet = (await readXlsx(readFileSync(workbook))).sheets[0];
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Finding', 'Matched by', 'Reason']);
    expect(sheet?.rows.some((row) => row.includes('booked in August'))).toBe(true);
    expect(JSON.stringify(sheet?.rows)).toContain('"maria@example.com - Aluguel"');
  });

  it('refuses decisions that cannot be meant, and names those without effect', async () => {
    await july();
    const books = written('books.csv', 'date,amount\n2026-07-10,-29.00\n2026-07-05,100.00\n2026-07-20,x\n');
    const { open } = await reconciled(books);
    const unread = open.filter(({ finding }: { finding: string }) => finding === 'unread');
    const there = open.find(({ thereAmount }: { thereAmount: number | null }) => thereAmount === -2_900)?.there;
    const using = async (...lines: readonly string[]) => {
      const path = written('decisions.csv', `here,there,decision,note\n${lines.join('\n')}\n`);
      return run('reconcile', books, '--month', '2026-07', '--json', '--decisions', path);
    };
    for (const [lines, flaw] of [
      [['wd-0,,perhaps,'], 'word'],
      [['wd-0,,match,'], 'sides'],
      [['wd-0,,accept,', `wd-0,${there},accept,`], 'repeated'],
      [['wd-0,,accept,', `wd-0,${there},match,`], 'repeated'],
      [[`wd-0,${there},match,`], 'sums'],
      [[`wd-0,${there},match,`, `wd-1,${there},match,`], 'sums'],
    ] as const) {
      const refused = await using(...lines);
      expect([refused.exitCode, jsonError(refused).code, refused.stdout], flaw).toEqual([2, 'invalid_decisions', '']);
      expect(jsonError(refused).details).toMatchObject({ problems: [{ flaw }] });
    }
    const unused = await using('wd-77,,accept,', ',r-77,accept,');
    expect(unused.exitCode).toBe(3);
    expect(unused.stderr).toMatch(/wd-77[^]*r-77/);
    const inFile = await using(
      `,${there},accept,`,
      ...unread.map(({ there: row }: { there: string }) => `,${row},accept,`),
    );
    expect(JSON.parse(inFile.stdout).summary.counts).toMatchObject({ decided: 2, only_here: 4 });
  });

  it.each([
    ['books.pdf', '%PDF-1.7 and more', 'unknown_form'],
    ['books.csv', 'name,amount\nAna,1.00\n', 'no_columns'],
    ['books.csv', 'Data;Valor (centavos)\n05/07/2026;10000\n', 'no_columns'],
    ['books.csv', 'Data;Saídas (¢)\n05/07/2026;10000\n', 'no_columns'],
    ['books.csv', 'Data;Valor;;Data;Valor\n05/07/2026;-1,00;;06/07/2026;-2,00\n', 'no_columns'],
    ['books.ofx', 'OFXHEADER:100\n<OFX><CURDEF>USD<STMTTRN><TRNAMT>1</STMTTRN></OFX>', 'foreign_currency'],
    ['cut.ofx', 'OFXHEADER:100\n<OFX><STMTTRN><TRNAMT>1.00', 'damaged'],
    ['books.xml', '<?xml version="1.0"?><Document><Other/></Document>', 'damaged'],
    ['empty.csv', 'date,amount\n', 'no_rows'],
  ])('refuses a file that it cannot compare: %s', async (name, text, flaw) => {
    await july();
    const result = await run('reconcile', written(name, text), '--json');
    expect([result.exitCode, result.stdout]).toEqual([2, '']);
    expect(jsonError(result)).toMatchObject({ code: 'unreadable_books', details: { flaw } });
  });

  it('shows the days before the ids where a terminal has room for one of them', async () => {
    await july();
    const books = written('books.csv', 'date,amount,id\n2026-07-30,-12.34,other\n');
    const options = { environment, now: NOW, isTerminal: true, columns: 80 };
    const { stdout } = await runCli(['reconcile', books, '--month', '2026-07', '--no-color'], options);
    for (const day of ['2026-07-05', '2026-07-10', '2026-07-30']) expect(stdout).toContain(day);
  });

  it('reads the signs of a ledger the other way round with --ledger-signs', async () => {
    await july();
    const books = written('books.csv', 'date,amount,reference\n2026-07-10,30.00,INV-1\n2026-07-05,-100.00,\n');
    const matchedOf = async (...argv: readonly string[]) => {
      const { stdout } = await run('reconcile', books, '--month', '2026-07', '--json', ...argv);
      return JSON.parse(stdout).open.filter(({ finding }: { finding: string }) => finding === 'only_there').length;
    };
    expect([await matchedOf(), await matchedOf('--ledger-signs')]).toEqual([1, 0]);
  });

  it('never agrees while something changed the balance that no entry explains, until the file or a person says so', async () => {
    const service = await july();
    service.balance -= 1_234;
    expect((await runCli(['sync', '--quiet'], { environment, now: NOW + 3_600_000 })).exitCode).toBe(0);
    const path = join(folder, 'own.csv');
    const fields = 'postedAt,netAmount,id';
    await run('export', 'statement', '--offline', '--fields', fields, '--out', path);
    const books = (more = '') => written('books.csv', `${readFileSync(path, 'utf8')}${more}`);
    const whole = ['--since', '2026-07-01', '--until', '2026-08-03', '--offline'];
    const compared = async (file: string, ...argv: readonly string[]) => {
      const { exitCode, stdout } = await run('reconcile', file, ...whole, '--json', ...argv);
      return { exitCode, open: JSON.parse(stdout).open };
    };
    const gap = { finding: 'only_here', hereDay: '2026-08-03', hereAmount: -1_234 };
    expect(await compared(books())).toMatchObject({ exitCode: 3, open: [gap] });
    const booked = books('2026-08-03T11:00:00.000Z,-1234,bank-fee\n');
    expect(await compared(booked)).toMatchObject({ exitCode: 0, open: [] });
    const { here } = (await compared(books())).open[0];
    const decisions = written('decisions.csv', `here,there,decision,note\n${here},,accept,support asked\n`);
    expect((await compared(books(), '--decisions', decisions)).exitCode).toBe(0);
  });

  it('refuses to agree about entries without an amount', async () => {
    const service = await july();
    service.payments = [...service.payments, paid(7, '2026-07-31T13:00:00.000Z')].map((row) =>
      row.id === 'pay-7' ? { ...row, netValue: null, fee: null } : row,
    );
    expect((await run('sync', '--quiet')).exitCode).toBe(0);
    const path = written('books.csv', 'date,amount\n2026-07-10,-30.00\n');
    const failed = await run('reconcile', path, '--month', '2026-07', '--offline', '--json');
    expect([failed.exitCode, jsonError(failed).code]).toEqual([2, 'entry_incomplete']);
  });

  it('compares the balance of a day that is not over, where the account is known until now', async () => {
    const service = await july();
    const today = '2026-08-03T11:00:00.000Z';
    service.payments = [...service.payments, paid(7, today)];
    service.balance += 10_000;
    expect((await run('sync', '--quiet')).exitCode).toBe(0);
    const path = join(folder, 'today.ofx');
    await run('export', 'statement', '--since', '2026-08-03', '--offline', '--out', path);
    const right = readFileSync(path, 'utf8');
    const wrong = right.replace(/(?<=<BALAMT>\d+)\d(?=\.)/, (digit) => String((Number(digit) + 1) % 10));
    const findings = async (text: string, ...argv: readonly string[]) => {
      const file = written('books.ofx', text);
      const { stdout } = await run('reconcile', file, '--since', '2026-08-03', '--json', ...argv);
      return JSON.parse(stdout).open.map(({ finding }: { finding: string }) => finding);
    };
    expect([await findings(right), await findings(wrong)]).toEqual([[], ['sum_differs']]);
    // An older index may lack what the file has.
    expect(await findings(wrong, '--offline')).toEqual([]);
    const { stderr } = await run('reconcile', written('books.ofx', wrong), '--since', '2026-08-03', '--offline');
    expect(stderr).toMatch(/The balance in the file \(R\$ [\d.]+,\d\d on 2026-08-03\) was not compared/);
  });

  it('needs an index that is newer than the file', async () => {
    const path = written('books.csv', 'date,amount\n2026-08-20,-1.00\n');
    expect(jsonError(await run('reconcile', path, '--offline', '--json')).code).toBe('no_mirror');
    await july();
    expect(jsonError(await run('reconcile', path, '--offline', '--json')).code).toBe('index_too_old');
  });
});
