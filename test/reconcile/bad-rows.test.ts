import { describe, expect, it } from 'vitest';
import { csv, HEAD, newAccount, ROWS } from './on-export-service.ts';

const { reconcile, run, pathOf } = newAccount();

const without = (at: number, row: string) => csv(HEAD, ...ROWS.with(at, row));

describe('a row that cannot be read', () => {
  it.each([
    ['a day that is none', 2, '31/02/2026;Cliente B;398,90', 'day', 'pay-2'],
    ['an amount with the delimiter in it', 2, '14/07/2026;Cliente B;398;90', 'amount', 'pay-2'],
    ['no amount', 0, '02/07/2026;Cliente A;', 'amount', 'pay-1'],
    ['the only debit, with an amount that is none', 1, '10/07/2026;Fornecedor;-9x9,90', 'amount', 'wd-1'],
    ['the only debit, with a day that is none', 1, '10/13/2026;Fornecedor;-99,90', 'day', 'wd-1'],
  ])('is named, and the others are matched: %s', async (_, at, row, reason, id) => {
    const { exitCode, found, summary } = await reconcile(without(at, row));
    expect([exitCode, summary.counts.matched]).toEqual([3, 2]);
    expect(found).toEqual([
      ['only_here', null, id],
      ['unread', reason, at + 2],
    ]);
  });

  it('is named on the screen with its line and what is wrong, in both languages', async () => {
    const books = pathOf(csv(HEAD, ROWS[0] ?? '', '10/07/2026;Fornecedor;-9x9,90', '31/02/2026;Cliente B;398,90'));
    const shown = await run(['reconcile', books, '--month', '2026-07', '--offline'], { isTerminal: true });
    expect([shown.exitCode, shown.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringContaining(
        '2 rows are not readable, so the period is not proven: Amount not readable "Fornecedor" (3); Day not readable "31/02/2026 · Cliente B · 398,90" (4)',
      ),
    ]);
    const portuguese = await run(['reconcile', books, '--month', '2026-07', '--offline', '--lang', 'pt-BR']);
    expect(portuguese.stderr).toContain('2 linhas são ilegíveis, e o período não está comprovado: Valor ilegível');
  });

  it('leaves the sums of the file compared with the others', async () => {
    const { exitCode, found } = await reconcile(
      csv(HEAD, ROWS[0] ?? '', '10/07/2026;Fornecedor;-9x9,90', ROWS[2] ?? '', 'Total;;1.299,00'),
    );
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['sum_differs', 'sum', 5]);
  });

  it('is an amount without a side where the others have theirs behind them', async () => {
    const behind = ['02/07/2026;Cliente A;1.000,00C', '10/07/2026;Fornecedor;99,90D', '14/07/2026;Cliente B;398,90*'];
    const { exitCode, found, summary } = await reconcile(csv(HEAD, ...behind));
    expect([exitCode, summary.counts.matched]).toEqual([3, 2]);
    expect(found).toEqual([
      ['only_here', null, 'pay-2'],
      ['unread', 'side', 4],
    ]);
  });
});

it('a balance of an OFX that cannot be read is named, too', async () => {
  const rows = ['20260702<TRNAMT>1000.00', '20260710<TRNAMT>-99.90', '20260714<TRNAMT>398.90'];
  const transactions = rows.map((row, at) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${row}<FITID>${at}</STMTTRN>`).join('');
  const ofx = (balance: string) =>
    `OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>${transactions}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260731</LEDGERBAL></STMTRS></OFX>`;
  expect(await reconcile(ofx('1299.00'))).toMatchObject({ exitCode: 0, found: [] });
  expect(await reconcile(ofx(''))).toMatchObject({ exitCode: 0, found: [] });
  expect(await reconcile(ofx('12x9.00'))).toMatchObject({ exitCode: 3, found: [['unread', 'amount', 3]] });
});

describe('a quote in a text', () => {
  it.each([
    ['one', ['02/07/2026;"Cliente A;1.000,00', '10/07/2026;Fornecedor;-99,90', '14/07/2026;Cliente B;398,90']],
    ['two', ['02/07/2026;"Cliente A;1.000,00', '10/07/2026;Fornecedor;-99,90', '14/07/2026;Cliente B";398,90']],
    ['in the last row', ['02/07/2026;Cliente A;1.000,00', '10/07/2026;F;-99,90', '14/07/2026;"Cliente B;398,90']],
  ])('takes no row into its cell: %s', async (_, rows) => {
    expect(await reconcile(csv(HEAD, ...rows))).toMatchObject({ exitCode: 0, found: [], leftOut: [] });
  });

  it('around a delimiter beside one in a text names that row', async () => {
    const { exitCode, found } = await reconcile(
      csv(HEAD, '02/07/2026;"Cliente A;1.000,00', ROWS[1] ?? '', '14/07/2026;"Cliente; Ltda";398,90'),
    );
    expect([exitCode, found]).toEqual([
      3,
      [
        ['only_here', null, 'pay-2'],
        ['unread', 'amount', 4],
      ],
    ]);
  });

  it('may contain lines', async () => {
    const lines = '02/07/2026;"Cliente A\nde 01/07/2026";1.000,00';
    expect(await reconcile(csv(HEAD, lines, ...ROWS.slice(1)))).toMatchObject({ exitCode: 0, found: [] });
  });
});

describe('a file whose meaning is doubtful', () => {
  it.each([
    ['amounts without a side', csv(HEAD, ROWS[0] ?? '', ROWS[2] ?? ''), 'no_sides'],
    ['most amounts without a side', csv(HEAD, ROWS[0] ?? '', ROWS[2] ?? '', '15/07/2026;x;1,00 D'), 'no_sides'],
    ['balances without amounts', csv('Data;Histórico;Saldo', ...ROWS), 'no_columns'],
    ['balances below a title', csv('Extrato 07/2026', 'Data;Histórico;Saldo', ...ROWS), 'no_columns'],
    ['an end within a quoted cell', '"Data";"Histórico";"Valor"\n"02/07/2026";"Cliente A";"1.000', 'damaged'],
    ['unsigned amounts without headings', csv(ROWS[0] ?? '', ROWS[2] ?? ''), 'no_sides'],
  ])('is refused: %s', async (_, books, flaw) => {
    expect(await reconcile(books)).toMatchObject({ exitCode: 2, code: 'unreadable_books', flaw });
  });
});
