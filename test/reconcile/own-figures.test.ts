import { readFileSync } from 'node:fs';
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

  it.each([
    [
      'a running balance',
      `${HEAD};Saldo`,
      (row: string, at: number) => `${row};${['1.000,00', '900,00', '1.299,00'][at]}`,
    ],
    ['a total', HEAD, (row: string, at: number) => (at === 2 ? `${row}\nTotal;;1.300,00` : row)],
    ['a count', HEAD, (row: string, at: number) => (at === 2 ? `${row}\nQuantidade de lançamentos: 4` : row)],
    ['a closing balance', `Saldo inicial;0,00\nSaldo final;1.300,00\n${HEAD}`, (row: string) => row],
    ['a sum of credits', `Total de créditos;1.398,91\n${HEAD}`, (row: string) => row],
  ])('is compared with the rows: %s', async (_, head, rowAt) => {
    const { exitCode, found } = await reconcile(csv(head, ...ROWS.map(rowAt)));
    expect(exitCode).toBe(3);
    expect(found.map(([finding]) => finding)).toContain('sum_differs');
    expect(found.every(([finding]) => finding === 'sum_differs')).toBe(true);
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

describe('an OFX', () => {
  it('that was cut off is refused, wherever that was', async () => {
    const whole = ofx(TRANSACTIONS);
    expect((await reconcile(whole)).exitCode).toBe(0);
    for (const end of ['</STMTTRN>', '</BANKTRANLIST>', '</LEDGERBAL>']) {
      for (const at of [whole.indexOf(end), whole.indexOf(end) + end.length]) {
        expect(await reconcile(whole.slice(0, at)), `${end} ${at}`).toMatchObject({ exitCode: 2, flaw: 'damaged' });
      }
    }
  });

  it('states the balance that the account had on that day, or another one', async () => {
    expect((await reconcile(ofx(TRANSACTIONS, '1299.01'))).found).toEqual([['sum_differs', 'sum', 3]]);
  });

  it('has no amount in reais where a transaction names another currency, unless it was converted', async () => {
    const inDollars = (name: string) =>
      ofx(
        TRANSACTIONS.map((text, at) =>
          at === 0 ? text.replace('<FITID>', `<${name}><CURSYM>USD</${name}><FITID>`) : text,
        ),
      );
    const { found } = await reconcile(inDollars('CURRENCY'));
    expect(found.map(([finding, reason]) => [finding, reason])).toEqual(
      expect.arrayContaining([
        ['unread', 'shown_otherwise'],
        ['only_here', null],
      ]),
    );
    expect(await reconcile(inDollars('ORIGCURRENCY'))).toMatchObject({ exitCode: 0, found: [] });
  });

  it('has balances of days that are no money, as Banco do Brasil writes them', async () => {
    const day = (amount: string, at = '20260714') => transaction(at, amount, '<FITID><MEMO>Saldo do dia');
    const right = await reconcile(ofx([...TRANSACTIONS, day('1299.00')]));
    expect(right).toMatchObject({ exitCode: 0, leftOut: [{ form: 'balance', text: 'Saldo do dia' }] });
    const equal = await reconcile(ofx([...TRANSACTIONS.slice(0, 2), day('398.90')]));
    expect(equal.exitCode).toBe(3);
    expect(equal.found).toContainEqual(['only_here', null, 'pay-2']);
    const wrong = await reconcile(ofx([day('0.00', '20260701'), ...TRANSACTIONS, day('1299.01')]));
    expect(wrong.found.map(([finding]) => finding)).toContain('sum_differs');
  });
});

describe('the same ID with another sign', () => {
  it('is one finding that says so', async () => {
    const books = 'date,amount,id\n2026-07-02,-1000.00,pay-1\n2026-07-10,-99.90,wd-1\n2026-07-14,398.90,pay-2\n';
    expect((await reconcile(books)).found).toEqual([['sign_differs', null, 'pay-1']]);
  });
});

describe("Caixa's own file", () => {
  it('is read', async () => {
    const row = (day: string, text: string, amount: string, side: string) =>
      `"1234/001/00000001-2";"${day}";"000000";"${text}";"${amount}";"${side}"`;
    const books = csv(
      '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"',
      row('20260702', 'CRED PIX', '1000.00', 'C'),
      row('20260710', 'ENVIO PIX', '99.90', 'D'),
      row('20260714', 'CRED PIX', '398.90', 'C'),
    );
    expect(await reconcile(books)).toMatchObject({ exitCode: 0, found: [] });
  });
});

describe('a camt.053', () => {
  const money = (amount: string, side: string) => `<Amt Ccy="BRL">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;
  const entry = (day: string, amount: string, side: string) =>
    `<Ntry>${money(amount, side)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt></Ntry>`;
  const balance = (code: string, day: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, 'CRDT')}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = [
    entry('2026-07-02', '1000.00', 'CRDT'),
    entry('2026-07-10', '99.90', 'DBIT'),
    entry('2026-07-14', '398.90', 'CRDT'),
  ].join('');
  const summary = (count: string, sum: string, net: string) =>
    `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum><TtlNetNtry><Amt>${net}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry></TtlNtries><TtlDbtNtries><Sum>99.90</Sum></TtlDbtNtries></TxsSummry>`;
  const camt = (figures: string, list = entries) =>
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${figures}${list}</Stmt></BkToCstmrStmt></Document>`;
  const right = balance('OPBD', '2026-07-01', '0.00') + balance('CLBD', '2026-07-31', '1299.00');

  it.each([
    ['its balances', right, []],
    ['its counts and sums', summary('3', '1498.80', '1299.00'), []],
    ['a closing balance alone', balance('CLBD', '2026-07-31', '1299.00'), []],
    ['another closing balance', right.replace('1299.00', '1299.01'), ['sum_differs']],
    ['another closing balance alone', balance('CLBD', '2026-07-31', '1299.01'), ['sum_differs']],
    ['another count', summary('4', '1498.80', '1299.00'), ['sum_differs']],
    ['another sum', summary('3', '1498.81', '1299.00'), ['sum_differs']],
    ['another net sum', summary('3', '1498.80', '1299.01'), ['sum_differs']],
  ])('is compared with %s', async (_, figures, findings) => {
    const { exitCode, found } = await reconcile(camt(figures));
    expect([exitCode, found.map(([finding]) => finding)]).toEqual([findings.length > 0 ? 3 : 0, findings]);
  });

  it('that was cut off is refused, wherever that was', async () => {
    const whole = camt(right);
    for (const end of ['</Ntry>', '</Stmt>', '</BkToCstmrStmt>', '</Document']) {
      const at = whole.indexOf(end) + end.length;
      expect(await reconcile(whole.slice(0, at)), end).toMatchObject({ exitCode: 2, flaw: 'damaged' });
    }
  });
});
