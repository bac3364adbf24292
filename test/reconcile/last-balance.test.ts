import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csv, HEAD, type Movement, oneAccount, ROWS } from './on-export-service.ts';

const MOVEMENTS: readonly Movement[] = [
  { day: '2026-06-20', amount: 50_000, id: 'pay-0' },
  { day: '2026-07-02', amount: 100_000, id: 'pay-1' },
  { day: '2026-07-10', amount: -9_990, id: 'wd-1' },
  { day: '2026-07-14', amount: 39_890, id: 'pay-2' },
];
const BALANCES = ['1.500,00', '1.400,10', '1.799,00'];
const BESIDE = ROWS.map((row, index) => `${row};${BALANCES[index] ?? ''}`);
const OTHER = BESIDE.map((row) => row.replace(/;1\.(?=\d{3},\d\d$)/, ';2.'));
const beside = (...rows: readonly string[]) => csv(`${HEAD};Saldo`, ...rows);

/** Decides the open findings of July, all the same way. @returns what is still found */
function deciding({ reconcile, pathOf }: Pick<ReturnType<typeof oneAccount>, 'reconcile' | 'pathOf'>) {
  return async (books: string, word: string, ...argv: readonly string[]) => {
    const report = `${pathOf('')}.csv`;
    await reconcile(books, '--out', report, ...argv);
    const [head = '', ...lines] = readFileSync(report, 'utf8').split('\n');
    const at = head.split(',').indexOf('decision');
    const isOpen = (line: string) => line !== '' && !line.startsWith('matched');
    const written = lines.map((line) => (isOpen(line) ? line.split(',').with(at, word).join(',') : line));
    writeFileSync(report, [head, ...written].join('\n'));
    return (await reconcile(books, '--decisions', report, ...argv)).found;
  };
}

describe('the last balance of books that add up', () => {
  const { reconcile, run, pathOf } = oneAccount(MOVEMENTS, 179_900);
  const decided = deciding({ reconcile, pathOf });

  it('is that of the account, or a finding', async () => {
    expect((await reconcile(beside(...BESIDE))).found).toEqual([]);
    expect((await reconcile(beside(...OTHER))).found).toEqual([['sum_differs', 'sum', 4]]);
  });

  it.each([
    ['500,00', [[], []]],
    ['600,00', [[['sum_differs', 'sum', 1]], [['sum_differs', 'sum', 2]]]],
  ])('may be the first one, where the books state no other: %s', async (balance, found) => {
    const opening = `Saldo anterior;;${balance}`;
    const files = [csv(opening, HEAD, ...ROWS), csv(HEAD, opening, ...ROWS)];
    expect([(await reconcile(files[0]!)).found, (await reconcile(files[1]!)).found]).toEqual(found);
  });

  it('may differ by what was decided, and by nothing else', async () => {
    const fee = '15/07/2026;Tarifa;-1,00;';
    expect(await decided(beside(...BESIDE, `${fee}1.798,00`), 'accept')).toEqual([]);
    expect(await decided(beside(...OTHER, `${fee}2.798,00`), 'accept')).toEqual([['sum_differs', 'sum', 5]]);
    expect(await decided(beside(...BESIDE.slice(0, 2), '14/07/2026;Outro;400,00;1.800,10'), 'accept')).toEqual([]);
    const late = '15/07/2026;Cliente B;398,90;';
    expect(await decided(beside(...BESIDE.slice(0, 2), `${late}1.799,00`), 'match')).toEqual([]);
    expect(await decided(beside(...OTHER.slice(0, 2), `${late}2.799,00`), 'match')).toEqual([
      ['sum_differs', 'sum', 4],
    ]);
  });

  it('may differ so with the signs of a ledger, too', async () => {
    const ofLedger = (books: string) => books.replaceAll(/;(-?)(?=[\d.]+,\d\d)/g, (_, minus) => (minus ? ';' : ';-'));
    const fee = '15/07/2026;Tarifa;-1,00;';
    const [right, other] = [beside(...BESIDE, `${fee}1.798,00`), beside(...OTHER, `${fee}2.798,00`)].map(ofLedger);
    expect(await decided(right!, 'accept', '--ledger-signs')).toEqual([]);
    expect(await decided(other!, 'accept', '--ledger-signs')).toEqual([['sum_differs', 'sum', 5]]);
  });

  it('is left out, or a finding, and never both', async () => {
    const around = [HEAD, '01/07/2026;SALDO ANTERIOR;600,00', ...ROWS, '14/07/2026;SALDO DO DIA;1.899,00'];
    const { found, leftOut } = await reconcile(csv(...around));
    expect([found, leftOut.map(({ line }) => line)]).toEqual([[['sum_differs', 'sum', 6]], [2]]);
  });

  it('is that of the day before, where the books go on until the last sync', async () => {
    for (const [rows, exitCode] of [
      [[...BESIDE, '03/08/2026;SALDO DO DIA;;1.799,00'], 0],
      [[...OTHER, '03/08/2026;SALDO DO DIA;;2.799,00'], 3],
    ] as const) {
      const argv = [
        'reconcile',
        pathOf(beside(...rows)),
        '--since',
        '2026-07-01',
        '--until',
        '2026-08-03',
        '--offline',
      ];
      expect(await run(argv)).toMatchObject({ exitCode });
    }
  });

  it('is none of a day after the period', async () => {
    const planned = csv(HEAD, ...ROWS, '10/12/2026;Previsto;1,00', 'Saldo final;;1.800,00');
    expect((await reconcile(planned)).found).toEqual([]);
  });

  it('may be stated above the headings of each part', async () => {
    const june = ['Saldo inicial: 0,00', 'Saldo final: 500,00', HEAD, '20/06/2026;Antes;500,00'];
    const july = ['Saldo inicial: 500,00', 'Saldo final: 1.799,00', HEAD, ...ROWS];
    expect((await reconcile(csv(...june, ...july))).found).toEqual([]);
    const rows = [...june, 'Saldo final;;500,00', ...july, 'Saldo final;;1.799,00'];
    expect((await reconcile(csv(...rows))).found).toEqual([]);
  });

  it('is that of the period where the books begin with nothing', async () => {
    const [first = '', ...later] = ROWS;
    const days = [first, '02/07/2026;SALDO DO DIA;1.000,00', ...later, '14/07/2026;SALDO DO DIA;1.299,00'];
    expect((await reconcile(csv(HEAD, ...days))).found).toEqual([]);
    expect((await reconcile(csv(HEAD, ...ROWS, 'Saldo final;;1.299,00'))).found).toEqual([]);
  });
});

describe('the last balance of an account whose service took a fee before the first sync', () => {
  const account = oneAccount(MOVEMENTS, 179_800);
  const decided = deciding(account);

  it('contains the fee that was accepted', async () => {
    const fee = '15/07/2026;Tarifa;-1,00;';
    expect(await decided(beside(...BESIDE, `${fee}1.798,00`), 'accept')).toEqual([]);
    expect(await decided(beside(...OTHER, `${fee}2.798,00`), 'accept')).toEqual([['sum_differs', 'sum', 5]]);
  });
});

describe('the last balance of an account whose disputes have no date', () => {
  const disputes = { total: 1, pending: 0, totalDisputedAmount: 10_000, totalBlockedAmount: 0 };
  const { reconcile } = oneAccount(MOVEMENTS, 169_900, disputes);

  it('is not known, and no finding', async () => {
    expect((await reconcile(beside(...BESIDE))).found).toEqual([]);
  });

  it('is not said to be another one, beside the rows or above them', async () => {
    for (const books of [csv('Saldo final: 1.799,00', HEAD, ...ROWS), csv(HEAD, ...ROWS, 'Saldo final;;1.799,00')]) {
      expect((await reconcile(books)).found).toEqual([]);
    }
  });
});
