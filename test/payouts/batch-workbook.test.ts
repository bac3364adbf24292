import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowFile, workbookFile, type CellFile, type WorkbookFile } from '../support/workbook-file.ts';
import { readFile } from './batch-files.ts';

const HEADER = ['referencia', 'nome', 'tipo_chave', 'chave_pix', 'valor', 'descricao'];
const MARIA = ['0001', 'Maria', 'EMAIL', 'maria@example.com', { stored: '10' }];
const NINE = { stored: '9' };
const FORMATS = ['dd/mm/yyyy', '0.00E+00', '000\\.000\\.000\\-00', '#,##0.00'];
const [DATE, SCIENTIFIC, CPF] = [1, 2, 3];

/** Rows from the second on, below the header. */
async function read(rows: readonly (readonly CellFile[])[], more: Partial<WorkbookFile> = {}, behind = '') {
  const body = [HEADER, ...rows].map((cells, index) => rowFile(index + 1, cells)).join('');
  return readFile(await workbookFile({ formats: FORMATS, sheets: [{ name: 'Folha', rows: body, behind }], ...more }));
}

const textsOf = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(';')}\n`).join('');

describe('a workbook', () => {
  it('contains the same payouts, and has the same digest, as the same rows in CSV', async () => {
    const workbook = await read([
      ['0001', 'Maria', 'CPF', { stored: '52998224725' }, { stored: '1234.5599999999999' }, 'Salário'],
      [{ stored: '1001' }, 'João', 'EMAIL', 'joao@example.com', { formula: 'E2*0.1', value: '123.456' }, undefined],
      ['R-3', 'Bia', 'EMAIL', 'bia@example.com', '1.234,50', 'x'],
    ]);
    expect(workbook.problems).toMatchObject([{ code: 'invalid_amount', line: 3, cell: 'E3', value: '123.456' }]);
    const csv = await readFile(
      textsOf([
        HEADER,
        ['0001', 'Maria', 'CPF', '529.982.247-25', '1.234,56', 'Salário'],
        ['1001', 'João', 'EMAIL', 'joao@example.com', 'x', ''],
        ['R-3', 'Bia', 'EMAIL', 'bia@example.com', '1234,50', 'x'],
      ]),
    );
    expect(workbook.summary.digest).toBe(csv.summary.digest);
    expect(workbook.payouts.map(({ amountCentavos, pixKey, line }) => [amountCentavos, pixKey, line])).toEqual([
      [123_456, '52998224725', 2],
      [123_450, 'bia@example.com', 4],
    ]);
    expect(workbook.summary.format).toEqual({ kind: 'xlsx' });
  });

  it.each([1, 7, 1 << 20])('is read in pieces of %i bytes', async (chunkBytes) => {
    const body = rowFile(1, HEADER) + rowFile(2, MARIA);
    const bytes = await workbookFile({ sheets: [{ name: 'F', rows: body }] });
    const { payouts, problems } = await readFile(bytes, {}, chunkBytes);
    expect([problems, payouts.map(({ reference }) => reference)]).toEqual([[], ['0001']]);
  });

  it('may be strict OOXML, count days from 1904, and have a table of shared texts', async () => {
    const shared = [...HEADER, '0001', 'maria@example.com'].map((content) => `<t>${content}</t>`);
    const at = (index: number): CellFile => ({ xml: `<c t="s"><v>${index}</v></c>` });
    const header = [0, 1, 2, 3, 4, 5].map(at);
    const row = [at(6), undefined, undefined, at(7), { stored: '10.1' }];
    const rows = rowFile(1, header) + rowFile(2, row);
    const bytes = await workbookFile({ shared, isStrict: true, uses1904: true, sheets: [{ name: 'F', rows }] });
    const { payouts, problems } = await readFile(bytes);
    expect(problems).toEqual([]);
    expect(payouts).toMatchObject([{ reference: '0001', pixKey: 'maria@example.com', amountCentavos: 1_010 }]);
  });

  it('has amounts in reais, below the names of what pix prints in centavos, too', async () => {
    const rows = rowFile(1, ['pixKey', 'amount']) + rowFile(2, ['maria@example.com', { stored: '1000' }]);
    const { payouts, problems } = await readFile(await workbookFile({ sheets: [{ name: 'F', rows }] }));
    expect([problems, payouts.map(({ amountCentavos }) => amountCentavos)]).toEqual([[], [100_000]]);
  });
});

it('a workbook that LibreOffice 7.4 has saved is read, with its title, formulas and total', async () => {
  const { payouts, problems, notices } = await readFile(
    readFileSync(new URL('spreadsheets/saved-by-libreoffice.xlsx', import.meta.url)),
  );
  expect(problems).toEqual([]);
  expect(payouts.map(({ reference, pixKey, amountCentavos }) => [reference, pixKey, amountCentavos])).toEqual([
    ['0001', '52998224725', 123_456],
    ['1002', 'joao@example.com', 12_346],
    ['R-3', 'bia@example.com', 530],
  ]);
  expect(notices.map(({ code, line }) => [code, line])).toEqual([
    ['title_line', 1],
    ['formula_like_text', 5],
    ['sum_row', 7],
  ]);
});

describe('rows of a workbook', () => {
  it('may have a title above the header, and a total that is computed below', async () => {
    const rows =
      rowFile(2, ['FOLHA DE JULHO']) +
      rowFile(5, HEADER) +
      rowFile(6, MARIA) +
      rowFile(7, ['0002', 'Bia', 'EMAIL', 'bia@example.com', { stored: '20.5' }]) +
      rowFile(9, ['Total', undefined, undefined, undefined, { formula: 'SUM(E6:E7)', value: '30.499999999999996' }]);
    const { payouts, problems, notices } = await readFile(await workbookFile({ sheets: [{ name: 'F', rows }] }));
    expect(problems).toEqual([]);
    expect(payouts.map(({ line, row }) => [line, row])).toEqual([
      [6, 1],
      [7, 2],
    ]);
    expect(notices).toEqual([
      { code: 'title_line', details: {}, line: 2, value: 'FOLHA DE JULHO' },
      { code: 'sum_row', details: { statedCentavos: 3_050 }, line: 9, cell: 'E9', column: 'valor', value: '30.5' },
    ]);
  });

  it('are refused where they are hidden: they may have been left out on purpose', async () => {
    const rows = rowFile(1, HEADER) + rowFile(2, MARIA, ' hidden="1"') + rowFile(3, [], ' hidden="1"');
    const { payouts, problems } = await readFile(await workbookFile({ sheets: [{ name: 'F', rows }] }));
    expect([payouts, problems]).toEqual([[], [expect.objectContaining({ code: 'hidden_row', line: 2 })]]);
  });

  it('are refused where they share a merged cell; cells merged within a row cause a notice', async () => {
    const other = ['0002', 'Bia', 'EMAIL', 'bia@example.com', { stored: '20' }];
    const third = ['0003', 'Ana', 'EMAIL', 'ana@example.com', { stored: '30' }];
    const merges = '<mergeCells><mergeCell ref="E2:E3"/><mergeCell ref="A4:B4"/><mergeCell ref="H2:H4"/></mergeCells>';
    const { payouts, problems, notices } = await read([MARIA, other, third], {}, merges);
    expect(payouts.map(({ line }) => line)).toEqual([4]);
    expect(problems).toMatchObject([2, 3].map((line) => ({ code: 'merged_cells', details: { range: 'E2:E3' }, line })));
    expect(notices).toMatchObject([{ code: 'merged_cells', details: { range: 'A4:B4' }, line: 4, cell: 'A4' }]);
  });

  it('are not paid where a note to the right of the named columns says that they were', async () => {
    const noted = async (note: string) => (await read([[...MARIA, 'Salário', undefined, note]])).problems;
    expect(await noted('já pago')).toMatchObject([{ code: 'settled_row', line: 2, column: '#8', value: 'já pago' }]);
    expect(await noted('obra')).toEqual([]);
  });

  it('are not paid where a note is merged from the header down to them', async () => {
    const rows = rowFile(1, [...HEADER, 'NÃO PAGAR']) + rowFile(2, MARIA);
    const sheet = { name: 'Folha', rows, behind: '<mergeCells><mergeCell ref="G1:G2"/></mergeCells>' };
    const { payouts, problems } = await readFile(await workbookFile({ sheets: [sheet] }));
    expect(payouts).toEqual([]);
    expect(problems).toMatchObject([{ code: 'settled_row', line: 2, value: 'NÃO PAGAR' }]);
  });

  it('are returned with all of their cells', async () => {
    const { payouts } = await read([[...MARIA, undefined, { stored: '46204', style: DATE }, { formula: 'NOW()' }]]);
    expect(payouts[0]?.cells).toEqual({
      ...{ referencia: '0001', nome: 'Maria', tipo_chave: 'EMAIL', chave_pix: 'maria@example.com', valor: '10' },
      ...{ descricao: '', '#7': '2026-07-01', '#8': '' },
    });
  });
});

describe('cells of a workbook', () => {
  /** A row with a key, and with this amount. */
  const ofAmount = (amount: CellFile): CellFile[] => ['1', 'A', '', 'a@example.com', amount];
  const ofReference = (reference: CellFile): CellFile[] => [reference, 'A', '', 'a@example.com', NINE];
  const ofKey = (type: string, key: CellFile): CellFile[] => ['1', 'A', type, key, NINE];
  const found = (code: string, cell: string, value: string) => ({ code, cell, value });
  const rounded = { stored: '1.1222333E+13', style: SCIENTIFIC };
  const error = { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' };
  const inAmount = (code: string, value: string) => found(code, 'E2', value);
  it.each<[string, readonly CellFile[], object]>([
    ['a rounded key', ofKey('CNPJ', rounded), found('scientific_notation', 'D2', '11222333000000')],
    ['a rounded key as text', ofKey('CPF', '1,2E+11'), { code: 'scientific_notation', cell: 'D2' }],
    [
      'a reference with more digits than a number keeps',
      ofReference({ stored: '12345678901234567' }),
      found('scientific_notation', 'A2', '12345678901234600'),
    ],
    ['a key without its zero', ofKey('CPF', { stored: '1234567890' }), { code: 'invalid_key', cell: 'D2' }],
    ['a reference as a date', ofReference({ stored: '46054', style: DATE }), found('date_in_cell', 'A2', '2026-02-01')],
    ...[
      ['that became a date', { stored: '46300', style: DATE }, 'date_in_cell', '2026-10-05'] as const,
      ['that is a date of its own', { xml: '<c t="d"><v>2026-10-05</v></c>' }, 'date_in_cell', '2026-10-05'] as const,
      ['that is a time of day', { stored: '0.5', style: DATE }, 'date_in_cell', '12:00:00'] as const,
      ['that is a date that is none', { stored: '1E+20', style: DATE }, 'date_in_cell', `1${'0'.repeat(20)}`] as const,
      ['that is true or false', { xml: '<c t="b"><v>1</v></c>' }, 'invalid_amount', 'true'] as const,
      ['that is no number', { stored: '1E+9999' }, 'scientific_notation', '1E+9999'] as const,
      ['that nothing has computed', { formula: 'E9*2' }, 'formula_without_value', '=E9*2'] as const,
      ['that is an error', error, 'spreadsheet_error', '#DIV/0!'] as const,
    ].map(([what, cell, code, value]): [string, CellFile[], object] => [
      `an amount ${what}`,
      ofAmount(cell),
      inAmount(code, value),
    ]),
    [
      'a part of a centavo',
      ofAmount({ stored: '10.125' }),
      { code: 'invalid_amount', cell: 'E2', details: { reason: 'too_many_decimals' } },
    ],
    ['a negative amount', ofAmount({ stored: '-10' }), { code: 'invalid_amount', cell: 'E2' }],
    ['text that may be read in two ways', ofAmount('1.234'), { code: 'ambiguous_amount', cell: 'E2' }],
  ])('are named in the problem: %s', async (_, row, problem) => {
    const { payouts, problems } = await read([row]);
    expect(payouts).toEqual([]);
    expect(problems).toMatchObject([{ ...problem, line: 2 }]);
  });

  it.each<[string, string | null | undefined, string?]>([
    ...['General', '0.00', '"R$" #,##0.00', '[$R$-416] #,##0.00', '0.00 "reais"', '"BRL" 0', '0 "Real"'].map(
      (format): [string, undefined] => [format, undefined],
    ),
    ['"US$" 0.00', 'US$ 10'],
    ['0.00 "€"', '10 €'],
    ['"R$" 0 "mil"', 'R$ 10 mil'],
    ['0%', '1000%'],
    ['0%%', '100000%%'],
    ['#,##0,', null],
    ['# ?/?', null],
    ['0"-"0', null],
    ['"R$"', null],
    ['[>=100]"A" 0;0', 'A 10'],
    ['0;"US$" 0', undefined],
    ['0.00;"US$" -0.00', 'US$ -10', '-10'],
  ])('are no amount where the sheet shows something else: %s', async (format, shown, stored = '10') => {
    const sheet = rowFile(1, HEADER) + rowFile(2, ofAmount({ stored, style: 1 }));
    const { problems } = await readFile(
      await workbookFile({ formats: [format], sheets: [{ name: 'F', rows: sheet }] }),
    );
    const expected = { code: 'shown_otherwise', details: { shown, format }, cell: 'E2' };
    expect(problems).toMatchObject(shown === undefined ? [] : [expected]);
  });

  it.each(['0;(0)', '0;-0', '(0.00)', '0;[Red]−0'])('are negative below any such format: %s', async (format) => {
    const sheet = rowFile(1, HEADER) + rowFile(2, ofAmount({ stored: '-10', style: 1 }));
    const { problems } = await readFile(
      await workbookFile({ formats: [format], sheets: [{ name: 'F', rows: sheet }] }),
    );
    expect(problems).toMatchObject([{ code: 'invalid_amount', details: { reason: 'sign' } }]);
  });

  it.each<[string, boolean, string | undefined]>([
    ['46204', false, '2026-07-01'],
    ['46204.5', false, undefined],
    ['44742', true, '2026-07-01'],
  ])('have the day on which a row is due: %s, from 1904: %s', async (stored, uses1904, day) => {
    const sheet = rowFile(1, ['chave', 'valor', 'vencimento']) + rowFile(2, ['a@x.br', NINE, { stored, style: DATE }]);
    const bytes = await workbookFile({ formats: FORMATS, uses1904, sheets: [{ name: 'F', rows: sheet }] });
    const { payouts, problems, notices } = await readFile(bytes, { paidOn: '2026-06-30' });
    expect(payouts.map(({ cells }) => cells['vencimento'])).toEqual(day === undefined ? [] : [day]);
    expect(problems.map(({ code, value }) => [code, value])).toEqual(
      day === undefined ? [['invalid_day', '2026-07-01 12:00:00']] : [],
    );
    expect(notices).toMatchObject(day === undefined ? [] : [{ code: 'not_due_yet', details: { until: day } }]);
  });

  it('have the zeros that their format shows', async () => {
    const { payouts } = await read([['1', 'A', 'CPF', { stored: '7654321', style: CPF }, { stored: '9' }]]);
    const typed = await read([['1', 'A', 'CPF', '000.076.543-21', { stored: '9' }]]);
    expect([payouts, typed.payouts]).toEqual([[], []]);
    const { payouts: valid, problems } = await read([
      ['1', 'A', 'CPF', { stored: '191', style: CPF }, { stored: '9' }],
    ]);
    expect([problems, valid.map(({ pixKey }) => pixKey)]).toEqual([[], ['00000000191']]);
  });
});

describe('the sheet', () => {
  const payroll = rowFile(1, HEADER) + rowFile(2, MARIA);
  const others = [
    { name: 'Resumo', rows: rowFile(1, ['Setor', 'Valor']) + rowFile(2, ['TI', { stored: '10' }]) },
    { name: 'Velha', rows: payroll, state: 'hidden' as const },
  ];

  it('is the only visible one with payment columns, and a notice names it', async () => {
    const bytes = await workbookFile({ sheets: [...others, { name: 'Folha', rows: payroll }] });
    const { payouts, problems, notices } = await readFile(bytes);
    expect([problems, payouts.length]).toEqual([[], 1]);
    expect(notices).toEqual([{ code: 'sheet_chosen', details: { sheet: 'Folha', others: ['Resumo', 'Velha'] } }]);
  });

  it('must be chosen when several have payment columns', async () => {
    const sheets = [
      { name: 'Julho', rows: payroll },
      { name: 'Agosto', rows: payroll.replace('0001', '0002') },
      { name: 'agosto!', rows: payroll.replace('0001', '0003') },
    ];
    const bytes = await workbookFile({ sheets });
    const { payouts, problems } = await readFile(bytes);
    expect(payouts).toEqual([]);
    expect(problems).toEqual([{ code: 'ambiguous_sheet', details: { sheets: ['Julho', 'Agosto', 'agosto!'] } }]);
    for (const [sheet, reference] of Object.entries({ agosto: '0002', 'agosto!': '0003' }))
      expect(await readFile(bytes, { sheet })).toMatchObject({ problems: [], payouts: [{ reference }] });
    const missing = await readFile(bytes, { sheet: 'Junho' });
    expect(missing.problems).toEqual([
      { code: 'sheet_not_found', details: { sheet: 'Junho', sheets: ['Julho', 'Agosto', 'agosto!'] } },
    ]);
  });

  it('cannot be chosen in a text file', async () => {
    const { problems } = await readFile('chave;valor\nmaria@example.com;10\n', { sheet: 'Folha' });
    expect(problems).toEqual([{ code: 'sheet_not_found', details: { sheet: 'Folha', sheets: [] } }]);
  });

  it.each([
    ['nothing in it', '', { code: 'empty_file' }],
    ['no header', rowFile(2, ['a', 'b']), { code: 'header_not_found', details: { cells: ['a', 'b'] }, line: 2 }],
    ['no column of keys', rowFile(1, ['nome', 'valor']), { code: 'missing_column' }],
    ['no rows', rowFile(1, HEADER), { code: 'no_rows' }],
    ['rows that break off', `${payroll}<row`, { code: 'unreadable_workbook' }],
    ['a state that hides it', payroll, { code: 'empty_file' }, 'hidden' as const],
  ])('is refused with %s', async (_, rows, problem, state?: 'hidden') => {
    const bytes = await workbookFile({ sheets: [{ name: 'F', rows, ...(state && { state }) }] });
    for (const sheet of state === undefined ? [undefined, 'F'] : [undefined]) {
      const { payouts, problems } = await readFile(bytes, { sheet });
      expect([payouts, problems]).toMatchObject([[], [problem]]);
    }
  });
});

it('an archive that is not a workbook is reported as such', async () => {
  const { problems } = await readFile(await workbookFile({ sheets: [], without: ['_rels/.rels'] }));
  expect(problems).toEqual([{ code: 'unreadable_workbook', details: { flaw: 'not_a_workbook' } }]);
});

it('a workbook that is damaged behind its first rows counts as not read to its end', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) =>
    rowFile(index + 2, [`R-${index}`, '', '', `a${index}@example.com`, '9']),
  );
  const { payouts, problems, summary } = await readFile(
    await workbookFile({ sheets: [{ name: 'F', rows: [rowFile(1, HEADER), ...rows, rowFile(2, MARIA)].join('') }] }),
  );
  expect(payouts.length).toBeGreaterThan(1000);
  expect(problems).toEqual([{ code: 'unreadable_workbook', details: { flaw: 'damaged' } }]);
  expect(summary.isUnread).toBe(true);
});

it('headings of another table below the first are a problem of the whole file, and repeated ones are not', async () => {
  const below = (headings: readonly string[]) =>
    read([MARIA, headings, ['0002', 'Bia', 'EMAIL', 'bia@example.com', NINE]]);
  const other = await below(['referencia', 'nome', 'tipo_chave', 'chave_pix', 'desconto', 'descricao']);
  expect(other.problems).toMatchObject([{ code: 'second_header', line: 3, row: 2 }]);
  expect(other.summary.isUnread).toBe(true);
  const repeated = await below(HEADER);
  expect([repeated.problems.length, repeated.summary.isUnread]).toEqual([3, false]);
});

it('the first headings of a key and an amount are those of the rows, whatever tables follow', async () => {
  const rows = [['nome', 'chave_pix', 'valor'], ['Ana', 'ana@example.com', NINE], HEADER, MARIA] as const;
  const sheet = rows.map((cells, index) => rowFile(index + 1, cells)).join('');
  const files = [
    await workbookFile({ sheets: [{ name: 'F', rows: sheet }] }),
    'nome;chave_pix;valor;;;\nAna;ana@example.com;9,00;;;\nreferencia;nome;tipo_chave;chave_pix;valor;descricao\n1;Bia;EMAIL;bia@example.com;8,00;\n',
  ];
  for (const file of files) {
    const { payouts, problems, summary } = await readFile(file);
    expect(payouts).toMatchObject([{ line: 2, name: 'Ana' }]);
    expect([problems[0], summary.isUnread]).toMatchObject([{ code: 'second_header', line: 3 }, true]);
  }
});

it('headings within a heading of the amount are a problem of the whole file, and a note further below is not', async () => {
  const within = await read([
    ['', '', '', '', 'Bruto', '', 'Líquido'],
    [...MARIA, '', { stored: '8' }],
  ]);
  expect(within.problems).toMatchObject([{ code: 'second_header', line: 2 }]);
  expect(within.summary.isUnread).toBe(true);
  const below = await read([MARIA, ['', '', '', '', 'Conferido']]);
  expect([below.problems.length, below.summary.isUnread]).toEqual([2, false]);
});
