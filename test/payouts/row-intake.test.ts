import { expect, it } from 'vitest';
import type { CellLocation, Problem, Notice } from '../../src/payouts/files/batch-problem.ts';
import type { BatchOptions } from '../../src/payouts/files/batch-summary.ts';
import { readFile } from './batch-files.ts';

/** `code line row column=value`, without what the location has not. */
function said({ code, line, row, column, value }: (Problem | Notice) & CellLocation): string {
  const cell = column === undefined ? value : value === undefined ? column : `${column}=${value}`;
  return [code, line, row === undefined ? undefined : `(${row})`, cell].filter((part) => part !== undefined).join(' ');
}

const DUE = 'chave;valor;Vencimento';
const [A, B, C] = ['a@x.br;10,00', 'b@x.br;20,00', 'c@x.br;40,00'];
const STATUS = 'chave;valor;Status';
const NOTES = 'ref;chave;valor;Obs';
const TODAY = { today: '2026-07-14', paidOn: '2026-07-14' };

/** Lines of a file, what is asked of it => the rows that may be paid, and everything that is said. */
const FILES: readonly (readonly [file: string, options: BatchOptions, rows: string, ...said: string[]])[] = [
  [`${DUE} | ${A};10/07/2026 | ${B};15/07/2026`, {}, '1 2', 'several_days'],
  [`${DUE} | ${A};10/07/2026 | ${B};`, TODAY, '1 2', 'several_days', 'overdue'],
  [`${DUE} | ${A};15/07/2026 | ${B};16/07/2026`, TODAY, '1 2', 'several_days'],
  [`${DUE} | ${A};15/07/2026 | ${B};15/07/2026`, TODAY, '1 2', 'not_due_yet'],
  [`${DUE} | ${A};13/07/2026 | ${B};13/07/2026`, TODAY, '1 2', 'overdue'],
  [`${DUE} | ${A};14/07/2026 | ${B};14/07/2026`, TODAY, '1 2'],
  [`${DUE} | ${A}; | ${B};`, TODAY, '1 2'],
  [`${DUE} | ${A};14/07/2026 | ${B};15/07/2026 | ${C};`, { dueUntil: '2026-07-14' }, '1', 'left_for_later'],
  [`${DUE} | ${A};13/07/2026 | x;y;15/07/2026`, { dueUntil: '2026-07-14' }, '1', 'left_for_later'],
  [
    `${DUE} | ${A};13/07/2026 | ${B};16/07/2026`,
    { ...TODAY, dueUntil: '2026-07-15' },
    '1',
    'left_for_later',
    'overdue',
  ],
  [`${DUE} | ${A};13/07/2026 | ${B};x`, { dueUntil: '2026-07-14' }, '1', 'invalid_day 3 (2) Vencimento=x'],
  [`${DUE} | ${A};13/07/2026 | ${B};15/07/2026;x`, { dueUntil: '2026-07-14' }, '1', 'too_many_cells 3 (2)'],
  [
    `${DUE} | ${A};14/07/2026 | ${B};15/07/2026 | Total;30,00;`,
    { dueUntil: '2026-07-14' },
    '1',
    'sum_row 4 valor=30,00',
    'left_for_later',
  ],
  [`chave;valor | ${A}`, { dueUntil: '2026-07-14' }, '', 'missing_column 1'],
  [`${DUE} | ${A};15/07/2026`, { dueUntil: '2026-07-14' }, '', 'left_for_later'],

  [`Folha | chave;valor | ${A}`, {}, '1', 'title_line 1 Folha'],
  [`PAGO | Folha | chave;valor | ${A}`, {}, '', 'settled_file 1 PAGO', 'title_line 2 Folha'],
  [`chave;valor;Obs | ${A};`, {}, '1', 'unknown_column 1 Obs'],
  ['chave;valor;Chave PIX', {}, '', 'doubled_column 1 Chave PIX'],
  ['nome;ref', {}, '', 'missing_column 1', 'missing_column 1'],
  ['chave;valor', {}, '', 'no_rows'],
  ['chave;valor | ;', {}, '', 'no_rows'],
  ['chave;valor | ;10,00', {}, '', 'missing_value 2 (1) chave='],
  [`chave;valor | ${A} | Total;10,01`, {}, '1', 'sum_mismatch 3 (2) valor=10,01'],

  [`${STATUS} | ${A};Pago | ${B};a pagar | ${C};`, {}, '2 3', 'settled_row 2 (1) Status=Pago'],
  [`chave;valor; Status  | ${A};Pago`, {}, '', 'settled_row 2 (1) Status=Pago'],
  [`chave;valor;Moeda | ${A};USD`, {}, '', 'other_currency 2 (1) Moeda=USD'],
  [`chave;valor;Desconto | ${A};1,00`, {}, '', 'other_amount 2 (1) Desconto=1,00'],
  [`chave;valor;Saldo | ${A};1,00`, {}, '', 'amount_left 2 (1) Saldo=1,00'],
  [
    `${NOTES} | 1;${A};já pago | 2;${B};Pago em dia`,
    {},
    '',
    'unknown_column 1 Obs',
    'settled_row 2 (1) Obs=já pago',
    'settled_row 3 (2) Obs=Pago em dia',
  ],
  [`${NOTES} | 1;${A};obra`, {}, '1', 'unknown_column 1 Obs'],
  [`chave;valor; | ${A};pago`, {}, '', 'unknown_column 1 #3', 'settled_row 2 (1) #3=pago'],
  [`chave;valor;ref;nome;descricao | ${A};NÃO PAGAR;;`, {}, '', 'settled_row 2 (1) ref=NÃO PAGAR'],
  [`chave;valor;ref;nome;descricao | ${A};;Cancelado;`, {}, '', 'settled_row 2 (1) nome=Cancelado'],
  [
    `chave;valor;ref;nome;descricao | ${A};;;não pagar: em disputa`,
    {},
    '',
    'settled_row 2 (1) descricao=não pagar: em disputa',
  ],
  [`chave;valor;ref;nome;descricao | ${A};F-1;Ana;Salário`, {}, '1'],

  [
    `chave;valor;Data de pagamento | ${A};13/07/2026`,
    { today: '2026-07-14' },
    '',
    'day_passed 2 (1) Data de pagamento=13/07/2026',
  ],
  [`chave;valor;Data de pagamento | ${A};14/07/2026`, { today: '2026-07-14' }, '1'],
  [`chave;valor;Data de pagamento | ${A};`, { today: '2026-07-14' }, '1'],
  [`chave;valor;Data de pagamento | ${A};13/07/2026`, {}, '1'],
  [`chave;valor;Vencimento | ${A};13/07/2026`, { today: '2026-07-14' }, '1'],
  [`chave;valor;Data do Pix | ${A};13/07/2026`, TODAY, '', 'settled_row 2 (1) Data do Pix=13/07/2026'],
  [`chave;valor;Data do Pix | ${A};14/07/2026`, TODAY, '1'],
  [`chave;valor;Data do Pix;Vencimento | ${A};15/07/2026;14/07/2026`, TODAY, '1'],
  [`chave;valor;Data do Pix;Vencimento | ${A};15/07/2026;`, TODAY, '', 'settled_row 2 (1) Data do Pix=15/07/2026'],
  [`chave;valor;Prorrogado para | ${A};15/07/2026`, TODAY, '', 'settled_row 2 (1) Prorrogado para=15/07/2026'],
  [`chave;valor;Prorrogado para | ${A};14/07/2026`, TODAY, '1'],

  ['{"chave":"a@x.br","valor":10,"Status":"Pago"}', {}, '', 'settled_row 1 (1) Status=Pago'],
  ['{"chave":"a@x.br","valor":10," Status  atual ":"Pago"}', {}, '', 'settled_row 1 (1) Status atual=Pago'],
  [
    '{"chave":"a@x.br","valor":10,"x\\nStatus":1} | {"chave":"b@x.br","valor":10,"x":1,"Status":"Pago"}',
    {},
    '1',
    'unknown_column 1 x Status',
    'unknown_column 2 x',
    'settled_row 2 (2) Status=Pago',
  ],
  ['{"chave":"a@x.br","valor":10,"Status":{"nome":"Pago"}}', {}, '', 'nested_value 1 (1) Status={"nome":"Pago"}'],
  ['{"chave":"a@x.br","valor":10,"x":{"nome":"Ana"}}', {}, '1', 'unknown_column 1 x'],
  ['{"chave":"a@x.br","valor":10,"":"pago"}', {}, '', 'unknown_column 1 #3', 'settled_row 1 (1) #3=pago'],
  [
    '{"chave":"a@x.br","valor":10,"x":1} | {"chave":"b@x.br","valor":10} | {"chave":"c@x.br","valor":10,"x":2}',
    {},
    '1 2 3',
    'unknown_column 1 x',
  ],
  [
    `chave;valor | ${A} | b@x.br;1,00 | Total;11,01`,
    {},
    '1',
    'below_minimum 3 (2) valor=1,00',
    'sum_mismatch 4 (3) valor=11,01',
  ],
  [`chave;valor | ${A} | ${B} | Total;30,00;x`, {}, '1 2', 'too_many_cells 4 (3)'],
  [`chave;valor;descricao | ${A};"x\ny"`, {}, '', 'control_character 2 (1) descricao=x\ny'],
  [`ref;chave;valor | 1;${A} | 1;${A}`, { allowDuplicates: true }, '1', 'duplicate_reference 3 (2) ref=1'],
  [`ref;chave;valor | 007;${A} | 7;${A}`, {}, '1', 'duplicate_payout 3 (2) chave=a@x.br'],
  [`${DUE} | ${A};14/07/2026 00:00 | ${B};2026-07-14T00:00:00`, TODAY, '1 2'],
  [`${DUE} | ${A};14/07/2026 00:30`, {}, '', 'invalid_day 2 (1) Vencimento=14/07/2026 00:30'],
  [`${DUE} | ${A};00:00 14/07/2026`, {}, '', 'invalid_day 2 (1) Vencimento=00:00 14/07/2026'],
  [`${DUE} | ${A};- | ${B};–`, {}, '1 2'],
  [`${DUE} | ${A};--`, {}, '', 'invalid_day 2 (1) Vencimento=--'],
  [
    `chave;valor;Vencimento (mm/dd/aaaa) | ${A};07/14/2026 | ${B};7/15/2026`,
    { dueUntil: '2026-07-14' },
    '1',
    'left_for_later',
  ],
  ...['sim', 's', 'Yes', 'y', 'true', 'VERDADEIRO', '1', 'x', 'ok', '✓', '✔', '☑ ', '✅', 'ü', 'þ '].map(
    (yes) => [`chave;valor;duplicado ok | ${A}; | ${A};${yes}`, {}, '1 2'] as const,
  ),
  ...['nao', 'N', 'no', 'false', 'Falso', '0', '—'].map(
    (no) => [`chave;valor;duplicado ok | ${A}; | ${A};${no}`, {}, '1', 'duplicate_payout 3 (2) chave=a@x.br'] as const,
  ),
  ...['üx', 'a ✓', 'a✓', '2'].map(
    (word) =>
      [`chave;valor;duplicado ok | ${A};${word}`, {}, '', `unreadable_flag 2 (1) duplicado ok=${word}`] as const,
  ),
  ['chave;valor | (11) 98765-4321;10,00 | 11987654322;20,00', {}, '1 2', 'taken_for_phone 3 (2) chave=11987654322'],
  ['tipo_chave;chave;valor | celular;11987654322;20,00', {}, '1'],
  [`tipo_chave;chave;valor | x;${A}`, {}, '', 'invalid_key_type 2 (1) tipo_chave=x'],
  [`tipo_chave;chave;valor | x\u0001;${A}`, {}, '', 'control_character 2 (1) tipo_chave=x\u0001'],
  ['tipo_chave;chave;valor | CPF;x;10,00', {}, '', 'invalid_key 2 (1) chave=x'],
  ['chave;valor;cpf | 52998224725;10,00;***.982.247-** | b@x.br;10,00;529.982.247-25', {}, '1 2'],
  ['chave;valor;cpf | 52998224725;10,00;11.222.333/0001-81', {}, '1'],
  ['chave;valor;cpf | 11.222.333/0001-81;10,00;11.222.333/0001-81', {}, '1'],
  [`chave;valor;descricao | ${A};${'x'.repeat(140)}`, {}, '1'],
  ['chave,valor,obs | a@x.br,10,5', {}, '1', 'unknown_column 1 obs', 'amount_cut_at_comma 2 (1) valor=10'],
  ...['a@x.br,10,500', 'a@x.br,10,5x', 'a@x.br,10.5,50'].map(
    (row) => [`chave,valor,obs | ${row}`, {}, '1', 'unknown_column 1 obs'] as const,
  ),
  ['chave;valor | a@x.br;5,00 | b@x.br;4,99', {}, '1', 'below_minimum 3 (2) valor=4,99'],
  ['chave;valor | a@x.br;70368744177664,00', {}, '1'],
  ['chave;valor | a@x.br;70368744177664,01', {}, '', 'above_maximum 2 (1) valor=70368744177664,01'],
  [
    `ref;chave;valor | 1234567890123450;${A} | 1234567890123456;${A}`,
    { allowDuplicates: true },
    '1',
    'rewritten_reference 3 (2) ref=1234567890123456',
  ],
  [`chave;valor;descricao;Setor | ${A};Pago em dia;x`, {}, '1', 'unknown_column 1 Setor'],
  [`${DUE} | ${A};14/07/2026 00:00x`, {}, '', 'invalid_day 2 (1) Vencimento=14/07/2026 00:00x'],
  ['tipo_chave;chave;valor | CPF;x;10,00', { forceKeys: true }, '', 'invalid_key 2 (1) chave=x'],
  ['tipo_chave;chave;valor | EMAIL;11912345684;10,00', {}, '', 'key_type_mismatch 2 (1) chave=11912345684'],
  ['chave;valor | 11912345684;10,00', {}, '', 'ambiguous_key 2 (1) chave=11912345684'],
  [`chave;valor;cpf | ${A};191`, { forceKeys: true }, '', 'invalid_tax_id 2 (1) cpf=191'],
  [`ref;chave;valor | EXEMPLO-1;${A}`, {}, '', 'example_row 2 (1) ref=EXEMPLO-1'],
  [`chave;valor;cobrir tarifa | ${A};sim`, { feeRule: { coverFee: false } }, '1'],
  [
    `chave;valor;cobrir tarifa | ${A};sim`,
    { feeRule: { coverFee: false, isForced: true } },
    '1',
    'fee_overridden 2 (1) cobrir tarifa=sim',
  ],
  [`ref;chave;valor | 1;${A} | 1;${B}`, {}, '1', 'duplicate_reference 3 (2) ref=1'],
  [`ref;chave;valor | 1;${A} | 2;${A}`, {}, '1', 'duplicate_payout 3 (2) chave=a@x.br'],
  [`ref;chave;valor | 1;${A} | 2;${A}`, { allowDuplicates: true }, '1 2'],
  [`ref;chave;valor | 007;${A} | 7;${A}`, { allowDuplicates: true }, '1', 'rewritten_reference 3 (2) ref=7'],
  [`ref;chave;valor | 7;${A} | 007;${A}`, { allowDuplicates: true }, '1', 'rewritten_reference 3 (2) ref=007'],
  [`ref;chave;valor | 007;${A} | 7;${A}`, { allowDuplicates: true, newReferences: true }, '1 2'],
  [`ref;chave;valor | 007;${A} | 7;${B}`, { allowDuplicates: true }, '1 2'],
  [`ref;chave;valor | 007;${A} | 7;a@x.br;10,01`, { allowDuplicates: true }, '1 2'],
  [`ref;chave;valor;duplicado ok | 007;${A};sim | 7;${A};sim`, { allowDuplicates: true }, '1 2'],
];

it.each(FILES.map(([file, options, rows, ...expected]) => ({ file, options, rows, expected })))(
  '$file',
  async ({ file, options, rows, expected }) => {
    const { payouts, problems, notices, invalidRows, summary } = await readFile(file.replaceAll(' | ', '\n'), options);
    expect(payouts.map(({ row }) => row).join(' ')).toBe(rows);
    expect(payouts.map(({ description }) => description)).not.toContain('');
    const found = [...problems, ...notices].map(said);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(summary).toMatchObject({
      problems: problems.length,
      isValid: problems.length === 0,
      validRows: payouts.length,
    });
    expect(summary.invalidRows).toBe(invalidRows.length);
  },
);

it.each<[string, string, BatchOptions, object]>([
  [
    'the days of a file',
    `${DUE} | ${A};10/07/2026 | ${B}; | ${C};10/07/2026`,
    {},
    {
      problems: [
        {
          details: {
            days: [
              { day: '2026-07-10', payouts: 2, sumCentavos: 5_000 },
              { day: '', payouts: 1, sumCentavos: 2_000 },
            ],
          },
        },
      ],
      summary: { isOfSeveralDays: true },
    },
  ],
  [
    'what is late',
    `${DUE} | ${A};10/07/2026 | ${B};12/07/2026 | ${C};14/07/2026`,
    { ...TODAY, dueUntil: '2026-07-14' },
    {
      notices: [{ code: 'overdue', details: { payouts: 2, sumCentavos: 3_000, since: '2026-07-10' } }],
      summary: { isOfSeveralDays: false },
    },
  ],
  [
    'what is early',
    `${DUE} | ${A};15/07/2026 | ${B};16/07/2026 | ${C};14/07/2026`,
    { ...TODAY, dueUntil: '2026-07-16' },
    {
      notices: [{ code: 'not_due_yet', details: { payouts: 2, sumCentavos: 3_000, until: '2026-07-16' } }],
    },
  ],
  [
    'what is left for later',
    `${DUE} | ${A};15/07/2026 | x;20,00; | c@x.br;y;16/07/2026`,
    { dueUntil: '2026-07-14' },
    {
      notices: [
        {
          details: {
            days: [
              { day: '2026-07-15', payouts: 1, sumCentavos: 1_000 },
              { day: '2026-07-16', payouts: 1, sumCentavos: 0 },
              { day: '', payouts: 1, sumCentavos: 2_000 },
            ],
          },
        },
      ],
      summary: { rows: 3, validRows: 0, invalidRows: 0 },
    },
  ],
  [
    'the columns of which one may be meant',
    'Quem;nome;ref',
    {},
    {
      problems: [
        { details: { missing: 'pixKey', unknown: ['Quem'] } },
        { details: { missing: 'amount', unknown: ['Quem'] } },
      ],
    },
  ],
  [
    'a long cell, cut',
    `chave;valor;descricao | ${A};${'é'.repeat(600)}`,
    { descriptionMaximum: 5 },
    {
      problems: [{ value: 'é'.repeat(200), details: { length: 600 } }],
    },
  ],
  [
    'the row that another repeats',
    `ref;chave;valor | x;${C} | 007;${A} | 7;${A}`,
    { allowDuplicates: true },
    {
      problems: [{ details: { firstRow: 2, firstLine: 3 } }],
    },
  ],
])('a file says %s', async (_, file, options, expected) => {
  expect(await readFile(file.replaceAll(' | ', '\n'), options)).toMatchObject(expected);
});

it('asks what columns are that no heading says, and reads them so', async () => {
  const asked: unknown[] = [];
  const { payouts } = await readFile(`Quem;chave;valor\nAna;${A}`, {
    meaningsOf: (columns) => {
      asked.push(...columns.map(({ heading, meaning }) => [heading, meaning]));
      return new Map([
        ['Quem', 'name'],
        ['chave', 'reference'],
      ]);
    },
  });
  expect(asked).toEqual([
    ['Quem', undefined],
    ['chave', 'pixKey'],
    ['valor', 'amount'],
  ]);
  expect(payouts).toMatchObject([{ name: 'Ana', pixKey: 'a@x.br' }]);
});

const EQUAL = `ref;chave;valor;descricao\n1;${A};x\n2;${A};y`;
it.each([
  ['the reference', EQUAL.replace('2;', '3;')],
  ['the description', EQUAL.replace(';y', ';z')],
  ['the amount', EQUAL.replaceAll('10,00', '10,01')],
  ['the key', EQUAL.replaceAll('a@x', 'b@x')],
  ['the row that is repeated', EQUAL.replace('2;', '2;b@x.br;9,00;\n2b;')],
])('the code of equal rows is another one when %s is', async (_, other) => {
  const codeOf = async (file: string, options?: BatchOptions) => (await readFile(file, options)).summary.equalCode;
  expect(await codeOf(EQUAL)).toMatch(/^[0-9a-f]{6}$/);
  expect(await codeOf(EQUAL, { allowDuplicates: true })).toBe(await codeOf(EQUAL));
  expect(await codeOf(other)).not.toBe(await codeOf(EQUAL));
});

it('the code of rewritten references is of each of them, and of the first one', async () => {
  const codeOf = async (...references: readonly string[]) => {
    const rows = references.map((reference) => `${reference};${A}`);
    const file = ['ref;chave;valor', ...rows].join('\n');
    return (await readFile(file, { allowDuplicates: true })).summary.rewrittenCode;
  };
  const codes = [
    await codeOf('007', '7'),
    await codeOf('007', '07'),
    await codeOf('x', '007', '7'),
    await codeOf('007', '7', '07'),
  ];
  expect(new Set(codes).size).toBe(4);
  expect(await codeOf('007', '8')).toBeUndefined();
  expect((await readFile(`ref;chave;valor\n007;${A}\n7;${A}`)).summary.rewrittenCode).toBeUndefined();
});

it('has the records of a payment from a remittance alone', async () => {
  const { payouts } = await readFile(`chave;valor;CNAB 240\n${A};x`);
  expect(payouts.map(({ cells }) => cells)).toEqual([{ chave: 'a@x.br', valor: '10,00' }]);
});

it('lists a thousand columns, whatever more the objects of a file have', async () => {
  const members = Array.from({ length: 1_100 }, (_, index) => `"x${index}":1`).join();
  const { notices } = await readFile(`{"chave":"a@x.br","valor":10,${members}}`);
  expect(notices).toHaveLength(998);
});
