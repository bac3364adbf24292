import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csv, HEAD, newAccount, ROWS } from './on-export-service.ts';

const { reconcile, run, pathOf } = newAccount();

describe('what moves no money', () => {
  it('is a balance that the rows come to, counted and named', async () => {
    const figures = ['14/07/2026;Saldo do dia;1.299,00', 'Total;;1.299,00'];
    const books = csv(HEAD, '01/07/2026;SALDO ANTERIOR;0,00', ...ROWS, ...figures);
    const result = await reconcile(books);
    expect(result).toMatchObject({ exitCode: 0, found: [] });
    expect(result.leftOut.map(({ form, line }) => [form, line])).toEqual([
      ['balance', 2],
      ['balance', 6],
      ['total', 7],
    ]);
    const shown = await run(['reconcile', pathOf(books), '--month', '2026-07', '--offline'], { isTerminal: true });
    expect(shown.stderr.replaceAll(/\s+/g, ' ')).toContain('3 lines move no money: Balance "SALDO ANTERIOR" (2)');
  });

  it('is in the report, with its form', async () => {
    const report = `${pathOf('')}.csv`;
    await reconcile(csv(HEAD, ...ROWS, 'Total;;1.299,00'), '--out', report);
    expect(readFileSync(report, 'utf8')).toMatch(/^left_out,,total,.*Total/m);
  });

  it('is never a payment because of a word in it', async () => {
    const books = csv(HEAD, ...ROWS, '15/07/2026;Saldo empréstimo Banco X;-99,90');
    const { exitCode, found, leftOut } = await reconcile(books);
    expect([exitCode, found, leftOut]).toEqual([3, [['only_there', null, 5]], []]);
  });

  it('is not a receipt of the same amount: a balance that nothing proves stays open', async () => {
    const alone = [ROWS[0] ?? '', ROWS[1] ?? '', '14/07/2026;Saldo do dia;398,90'];
    const { exitCode, found } = await reconcile(csv(HEAD, ...alone));
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['only_here', null, 'pay-2']);
    expect(found).toContainEqual(['sum_differs', 'sum', 4]);
  });
});

describe('balances that the rows come to', () => {
  const beside = (...balances: readonly string[]) =>
    csv(`${HEAD};Saldo`, ...ROWS.map((row, index) => `${row};${balances[index] ?? ''}`));
  const RIGHT = ['1.000,00', '900,10', '1.299,00'] as const;

  it('are those of the account, or one finding', async () => {
    expect(await reconcile(beside(...RIGHT))).toMatchObject({ exitCode: 0, found: [] });
    const other = await reconcile(beside('1.500,00', '1.400,10', '1.799,00'));
    expect([other.exitCode, other.found]).toEqual([3, [['sum_differs', 'sum', 4]]]);
    const around = [HEAD, '01/07/2026;SALDO ANTERIOR;500,00', ...ROWS, '14/07/2026;SALDO DO DIA;1.799,00'];
    expect((await reconcile(csv(...around))).found).toEqual([['sum_differs', 'sum', 6]]);
    const undated = [HEAD, 'Saldo anterior;;500,00', ...ROWS, 'Saldo final;;1.799,00'];
    expect((await reconcile(csv(...undated))).found).toEqual([['sum_differs', 'sum', 6]]);
  });

  it('are no second finding behind another one', async () => {
    const found = [['only_there', null, 5]];
    const more = `${beside('1.500,00', '1.400,10', '1.799,00')}15/07/2026;x;1,00;1.800,00\n`;
    expect((await reconcile(more)).found).toEqual(found);
  });

  it('may begin with nothing in each period', async () => {
    const [, ...rows] = ROWS;
    const ofPeriod = csv(`${HEAD};Saldo`, `${rows[0]};-99,90`, `${rows[1]};299,00`);
    const argv = ['reconcile', pathOf(ofPeriod), '--since', '2026-07-10', '--until', '2026-07-31', '--offline'];
    expect(await run(argv)).toMatchObject({ exitCode: 0 });
  });

  it('may be another one by decision', async () => {
    const books = beside('1.500,00', '1.400,10', '1.799,00');
    const report = `${pathOf('')}.csv`;
    await reconcile(books, '--out', report);
    const [head = '', ...lines] = readFileSync(report, 'utf8').split('\n');
    const at = head.split(',').indexOf('decision');
    const decided = lines.map((line) => {
      const cells = line.split(',');
      return cells[0] === 'sum_differs' ? cells.with(at, 'accept').join(',') : line;
    });
    writeFileSync(report, [head, ...decided].join('\n'));
    expect(await reconcile(books, '--decisions', report)).toMatchObject({ exitCode: 0, found: [] });
  });

  it('are the only one, without a day: that of the account, or one finding', async () => {
    for (const line of ['Saldo final;;1.299,00', 'Saldo final: 1.299,00']) {
      expect((await reconcile(csv(HEAD, ...ROWS, line))).found).toEqual([]);
    }
    for (const line of ['Saldo final;;1.000,00', 'Saldo inicial;;500,00']) {
      expect((await reconcile(csv(HEAD, ...ROWS, line))).found).toEqual([['sum_differs', 'sum', 5]]);
    }
    expect((await reconcile(csv('Saldo final: 1.000,00', HEAD, ...ROWS))).found).toEqual([['sum_differs', 'sum', 1]]);
  });
});

const transaction = (day: string, amount: string, more = '') =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}${more}</STMTTRN>\n`;
const TRANSACTIONS = [
  transaction('20260702', '1000.00', '<FITID>1'),
  transaction('20260710', '-99.90', '<FITID>2'),
  transaction('20260714', '398.90', '<FITID>3'),
];
const ofx = (transactions: readonly string[], balance = '1299.00') =>
  `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTRS><CURDEF>BRL<BANKTRANLIST><DTEND>20260731\n${transactions.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260731</LEDGERBAL></STMTRS></BANKMSGSRSV1></OFX>\n`;

it('an OFX states the balance that the account had on that day, or another one', async () => {
  expect((await reconcile(ofx(TRANSACTIONS))).exitCode).toBe(0);
  expect((await reconcile(ofx(TRANSACTIONS, '1299.01'))).found).toEqual([['sum_differs', 'sum', 3]]);
});

it('the same ID with another sign is one finding that says so', async () => {
  const books = 'date,amount,id\n2026-07-02,-1000.00,pay-1\n2026-07-10,-99.90,wd-1\n2026-07-14,398.90,pay-2\n';
  expect((await reconcile(books)).found).toEqual([['sign_differs', null, 'pay-1']]);
});
