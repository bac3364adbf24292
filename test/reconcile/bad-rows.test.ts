import { describe, expect, it } from 'vitest';
import { csv, HEAD, newAccount, ROWS } from './on-export-service.ts';

const { reconcile, run, pathOf } = newAccount();

describe('a row that cannot be read', () => {
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
    expect(portuguese.stderr).toContain(
      '2 linhas são ilegíveis, e por isso o período não está conferido: Valor ilegível',
    );
  });

  it('leaves the sums of the file compared with the others', async () => {
    const { exitCode, found } = await reconcile(
      csv(HEAD, ROWS[0] ?? '', '10/07/2026;Fornecedor;-9x9,90', ROWS[2] ?? '', 'Total;;1.299,00'),
    );
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['sum_differs', 'sum', 5]);
  });
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

it.each([
  ['balances without amounts', csv('Data;Histórico;Saldo', ...ROWS), 'no_columns'],
  ['balances below a title', csv('Extrato 07/2026', 'Data;Histórico;Saldo', ...ROWS), 'no_columns'],
  ['an end within a quoted cell', '"Data";"Histórico";"Valor"\n"02/07/2026";"Cliente A";"1.000', 'damaged'],
  ['unsigned amounts without headings', csv(ROWS[0] ?? '', ROWS[2] ?? ''), 'no_sides'],
])('a file whose meaning is doubtful is refused: %s', async (_, books, flaw) => {
  expect(await reconcile(books)).toMatchObject({ exitCode: 2, code: 'unreadable_books', flaw });
});
