import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from '../payouts/batch-files.ts';
import { CONNECTED, runCli, temporaryFolder } from '../support/cli.ts';
import { PAYMENT, put, remittance, remittanceLines, type MeantRemittance } from '../support/remittance.ts';

interface Checked {
  readonly format: string;
  readonly digest: string;
  readonly amount: number;
  readonly problems: readonly Record<'line' | 'row' | 'column' | 'value' | 'code' | 'message' | 'details', unknown>[];
  readonly notices: readonly Record<'line' | 'column' | 'code' | 'message', unknown>[];
  readonly recipients: readonly Record<'reference' | 'name' | 'pixKey' | 'amount', unknown>[];
}

async function check(file: string | readonly string[], ...argv: readonly string[]) {
  const path = join(temporaryFolder(), 'remessa.rem');
  writeFileSync(path, typeof file === 'string' ? file : file.join('\n'));
  const result = await runCli(['payouts', 'check', path, '--no-account', '--rows', '--json', ...argv], {
    environment: CONNECTED,
  });
  return { ...result, checked: JSON.parse(result.stdout === '' ? '{}' : result.stdout) as Checked };
}

const ONE: MeantRemittance = { batches: [[PAYMENT]] };

it.each([
  ['001', 'FEBRABAN 10.9'],
  ['237', 'Bradesco (Multipag)'],
  ['756', 'Sicoob'],
  ['341', 'Itaú (SISPAG v086)'],
])('a remittance is read in the dialect of bank %s, which is named as untried', async (bank, dialect) => {
  const { exitCode, stderr, checked } = await check(remittance({ ...ONE, bank }));
  expect(checked.problems).toEqual([]);
  expect(checked).toMatchObject({
    format: 'cnab240',
    amount: 15_000,
    recipients: [{ reference: 'NF 4711', name: 'SOL COMERCIO LTDA', amount: 15_000 }],
  });
  expect(stderr).toContain(`read as CNAB 240 of ${dialect}, which was not tried against a bank: check the payments\n`);
  expect(exitCode).toBe(0);
});

it('has the CPF or CNPJ and the message of each payment', async () => {
  const lines = remittanceLines({ ...ONE, bank: '341' }).map((line, at) => (at === 3 ? put(line, 63, 'Julho') : line));
  expect((await readFile(lines.join('\n'))).payouts).toMatchObject([{ taxId: PAYMENT.taxId, description: 'Julho' }]);
});

describe('a field that is not as the layout says', () => {
  /** Lines: 1 header, 2 batch, 3 A, 4 B, 5 trailer of the batch, 6 trailer of the file. */
  const LINES = remittanceLines(ONE);

  it.each([
    [2, 1, '002', 'Código do Banco na Compensação (1-3)', 'must be "001"'],
    [1, 9, 'X', 'Uso Exclusivo FEBRABAN / CNAB (9-17)', 'must be blank'],
    [1, 18, '3', 'Tipo de Inscrição da Empresa (18-18)', 'must be "1" or "2"'],
    [1, 32, '2', 'Número de Inscrição da Empresa (19-32)', 'must be a valid CPF or CNPJ, as its type says'],
    [1, 33, ' ', 'Código do Convênio no Banco (33-52)', 'must be filled in, from its first column on'],
    [1, 143, '2', 'Código Remessa / Retorno (143-143)', 'must be "1"'],
    [1, 144, '31022026', 'Data de Geração do Arquivo (144-151)', 'must be a day, as DDMMYYYY'],
    [1, 152, '250000', 'Hora de Geração do Arquivo (152-157)', 'must be a time, as HHMMSS'],
    [1, 158, 'A', 'Número Sequencial do Arquivo (NSA) (158-163)', 'must be digits'],
    [1, 164, '089', 'Versão do Layout do Arquivo (164-166)', 'must be "103"'],
    [2, 4, '0002', 'Lote de Serviço (4-7)', 'must be "0001"'],
    [2, 9, 'D', 'Tipo da Operação (9-9)', 'must be "C"'],
    [2, 10, '22', 'Tipo do Serviço (10-11)', 'must be "10" or "20" or "30" or "98"'],
    [2, 14, '045', 'Versão do Layout do Lote (14-16)', 'must be "046"'],
    [2, 33, 'CONV-2', 'Código do Convênio no Banco (33-52)', 'must be "CONV-1"'],
    [2, 59, '000000012346', 'Número da Conta Corrente (59-70)', 'must be "000000012345"'],
    [2, 223, '03', 'Indicativo da Forma de Pagamento (223-224)', 'must be "01" or "00" or blank'],
    [3, 9, '00002', 'Nº Sequencial do Registro no Lote (9-13)', 'must be "00001"'],
    [3, 15, '9', 'Tipo de Movimento (15-15)', 'must be "0"'],
    [3, 16, '09', 'Código da Instrução p/ Movimento (16-17)', 'must be "00"'],
    [3, 18, '018', 'Código da Câmara Centralizadora (18-20)', 'must be "009"'],
    [3, 44, ' ', 'Nome do Favorecido (44-73)', 'must be filled in, from its first column on'],
    [3, 74, ' '.repeat(20), 'Seu Número (74-93)', 'must be filled in, from its first column on'],
    [3, 94, '30022026', 'Data do Pagamento (94-101)', 'must be a day, as DDMMYYYY'],
    [3, 102, 'USD', 'Tipo da Moeda (102-104)', 'must be "BRL"'],
    [3, 105, '000000000100000', 'Quantidade da Moeda (105-119)', 'must be zeros or blank'],
    [3, 135, '1', 'Nosso Número (135-154)', 'must be zeros or blank'],
    [3, 163, '000000000015000', 'Valor Real da Efetivação (163-177)', 'must be zeros or blank'],
    [3, 180, '\u0007', 'Informação 2 (178-217)', 'contains a character that cannot be read'],
    [3, 231, '00', 'Códigos das Ocorrências (231-240)', 'must be blank'],
    [4, 15, '01', 'Informação 12 - Chave Pix (128-226)', expect.stringContaining('must be a key of the stated form')],
    [4, 15, '1  ', 'Forma de Iniciação (15-17)', 'must be "01" or "02" or "03" or "04"'],
    [4, 19, '11222333000180', 'Nº de Inscrição do Favorecido (19-32)', 'must be a valid CPF or CNPJ, as its type says'],
    [4, 33, 'TX', 'Informação 10 - TX ID (33-67)', 'must be blank'],
    [4, 68, 'X', 'Informação 11 (68-127)', 'must be blank'],
    [5, 18, '000005', 'Quantidade de Registros do Lote (18-23)', 'must be "000004"'],
    [5, 24, '000000000000015001', 'Somatória dos Valores (24-41)', 'must be "000000000000015000"'],
    [6, 18, '000002', 'Quantidade de Lotes do Arquivo (18-23)', 'must be "000001"'],
    [6, 24, '000007', 'Quantidade de Registros do Arquivo (24-29)', 'must be "000006"'],
  ])('is named with its line, columns and name: line %i, column %i', async (line, from, text, column, message) => {
    const lines = LINES.map((each, index) => (index === line - 1 ? put(each, from, text) : each));
    const { exitCode, checked } = await check(lines, '--only-valid');
    expect(checked.problems).toContainEqual(
      expect.objectContaining({ line, column, code: 'remittance_field', message }),
    );
    expect([exitCode, checked.amount]).toEqual([2, 0]);
  });

  it('is named in Portuguese', async () => {
    const { stdout } = await check(put(LINES.join('\n'), 18, '3'), '--lang', 'pt-BR');
    expect((JSON.parse(stdout) as Checked).problems[0]?.message).toBe('deve ser "1" ou "2"');
  });

  it('is named for every field and every payment at once', async () => {
    const payments = [PAYMENT, { ...PAYMENT, reference: 'NF 2', taxId: '11111111111', key: 'x', amountCentavos: 100 }];
    const lines = remittanceLines({ batches: [payments] });
    const wrong = lines.map((line, index) => (index === 0 || index === 2 ? put(line, 18, '9') : line));
    const { checked } = await check(wrong);
    expect(checked.problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 'Tipo de Inscrição da Empresa (18-18)'],
      [2, 'Tipo de Inscrição da Empresa (18-18)'],
      [3, 'Código da Câmara Centralizadora (18-20)'],
      [6, 'Nº de Inscrição do Favorecido (19-32)'],
    ]);
  });
});

it('keeps the name and the columns of a field on a narrow terminal, too', async () => {
  const path = join(temporaryFolder(), 'remessa.rem');
  writeFileSync(path, remittance({ batches: [[{ ...PAYMENT, form: '04' }]] }));
  const argv = ['payouts', 'check', path, '--no-account'];
  const { stdout } = await runCli(argv, { environment: CONNECTED, isTerminal: true, columns: 60 });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'Line 4, Informação 12 - Chave Pix (128-226) "sol@example.com": must',
  );
});

describe('a line that is out of place', () => {
  const LINES = remittanceLines(ONE);
  const without = (line: number) => LINES.filter((_, index) => index !== line - 1);

  it.each([
    ['a cut line', put(LINES.join('\n'), 480, '\n'), 'the line has 238 columns; CNAB 240 requires 240'],
    [
      'a line in between',
      [...LINES.slice(0, 3), '', ...LINES.slice(3)],
      'the line has 0 columns; CNAB 240 requires 240',
    ],
    ['no header of the batch', without(2), 'expected here: the header of a batch, or the trailer of the file'],
    ['no trailer of the batch', without(5), 'expected here: a payment of the batch, or its trailer'],
    ['no trailer of the file', without(6), 'expected here: the header of a batch, or the trailer of the file'],
    ['a second file', [...LINES, ...LINES], 'expected here: the end of the file'],
  ])('is refused: %s', async (_, file, message) => {
    const { exitCode, checked } = await check(file, '--only-valid');
    expect(checked.problems).toContainEqual(expect.objectContaining({ message, column: null }));
    expect([exitCode, checked.amount]).toEqual([2, 0]);
  });

  it('ends at the mark for the end of a file, with or without line breaks, and has the digest of its number', async () => {
    const { digest } = (await check(LINES)).checked;
    for (const end of ['', '\n', '\r\n\u001a', '\u001a', '\r\n\r\n', '\n\n  \n\u001a\n'])
      expect((await check(LINES.join('\r\n') + end)).checked).toMatchObject({ amount: 15_000, digest });
    expect((await check(LINES.toSpliced(3, 0, ''))).checked.problems).toMatchObject([{ line: 4 }]);
    expect((await check(remittance({ ...ONE, number: 8 }))).checked.digest).not.toBe(digest);
  });
});

describe('the key of a payment', () => {
  const CPF = '52998224725';
  const RANDOM = '123e4567-e89b-12d3-a456-426614174000';

  it.each([
    ['01', '+5511987654321', '11222333000181', '+5511987654321'],
    ['02', 'SOL@EXAMPLE.COM', '11222333000181', 'sol@example.com'],
    ['03', CPF, CPF, CPF],
    ['03', '', CPF, CPF],
    ['03', '', '11987654374', '11987654374'],
    ['03', '', '11222333000181', '11222333000181'],
    ['03', '11222333000181', '11222333000181', '11222333000181'],
    ['04', RANDOM.toUpperCase(), CPF, RANDOM],
  ] as const)('is read where form %s, its own form and the CPF or CNPJ agree: %s', async (form, key, taxId, read) => {
    const { checked } = await check(remittance({ batches: [[{ ...PAYMENT, form, key, taxId }]] }));
    expect(checked.problems).toEqual([]);
    expect(checked.recipients).toMatchObject([{ pixKey: read }]);
  });

  // The codes of other tables: CPF 01, CNPJ 02, e-mail 03, phone 04, random key 05; and of 1 to 5 in another order.
  it.each([
    ['01', CPF, CPF],
    ['01', '11987654321', CPF],
    ['01', '5511987654321', CPF],
    ['02', '11222333000181', '11222333000181'],
    ['03', 'sol@example.com', '11222333000181'],
    ['03', '+5511987654321', CPF],
    ['03', CPF, '11222333000181'],
    ['03', '00052998224725', CPF],
    ['04', '+5511987654321', CPF],
    ['04', CPF, CPF],
    ['01', '', CPF],
    ['04', '', CPF],
  ] as const)('is refused with form %s and the key "%s" of %s', async (form, key, taxId) => {
    const { exitCode, checked } = await check(remittance({ batches: [[{ ...PAYMENT, form, key, taxId }]] }));
    expect(checked.problems).toEqual([
      expect.objectContaining({ line: 4, row: 1, column: 'Informação 12 - Chave Pix (128-226)', value: key }),
    ]);
    expect(exitCode).toBe(2);
  });
});

it('is not made where the same file excludes it, before or after it', async () => {
  const lua = { ...PAYMENT, reference: 'NF 2', key: 'lua@example.com', amountCentavos: 2_000 };
  for (const [excluded, line] of [
    [4, 3],
    [2, 5],
  ] as const) {
    const lines = remittanceLines({ batches: [[PAYMENT, PAYMENT, lua]] });
    const { exitCode, checked } = await check(
      lines.map((each, at) => (at === excluded ? put(each, 15, '999') : each)),
      '--only-valid',
    );
    expect(checked.problems).toContainEqual(
      expect.objectContaining({
        line,
        code: 'duplicate_reference',
        message: expect.stringContaining(`${excluded + 1}`),
      }),
    );
    expect([exitCode, checked.amount]).toEqual([0, 2_000]);
  }
});

it('is not made where the same file excludes it without a segment B', async () => {
  const [header = '', batch = '', a = '', b = ''] = remittanceLines(ONE);
  const [trailer = '', end = ''] = remittanceLines({ batches: [[PAYMENT, PAYMENT]] }).slice(-2);
  const excluding = put(put(a, 9, '00003'), 15, '999');
  const lines = [header, batch, a, b, excluding, put(trailer, 18, '000005'), put(end, 24, '000007')];
  const { checked } = await check(lines, '--only-valid');
  expect(checked.problems.map(({ line, code }) => [line, code])).toEqual([
    [3, 'duplicate_reference'],
    [5, 'unsupported_payment'],
  ]);
});

describe('payments of another kind', () => {
  const TED = { ...PAYMENT, reference: 'NF 9', key: 'ted@example.com' };
  const withForm = (form: string) =>
    remittanceLines({ batches: [[PAYMENT], [TED]] }).map((line) =>
      line.startsWith('00100021') ? put(line, 12, form) : line,
    );

  it.each([
    ['01', 'credit to an account'],
    ['41', 'TED or DOC'],
    ['30', 'boleto'],
    ['11', 'tax or bill'],
    ['47', 'QR code'],
    ['99', 'another kind of payment'],
  ])('are named and refused, and the others can be paid: form %s', async (form, name) => {
    const refused = await check(withForm(form));
    expect(refused.checked.problems).toEqual([
      expect.objectContaining({
        ...{ line: 7, row: 2, value: form, code: 'unsupported_payment' },
        message: `${name}: only Pix to a key is paid (form 45, 01 to 04)`,
      }),
    ]);
    expect(refused.exitCode).toBe(2);
    const { exitCode, checked } = await check(withForm(form), '--only-valid');
    expect([exitCode, checked.recipients]).toEqual([0, [expect.objectContaining({ reference: 'NF 4711' })]]);
  });

  it('are one for each segment J with its J-52, and for each segment of a batch by Pix that has another one', async () => {
    const j = (line: string) => put(line, 14, 'J0');
    const j52 = (line: string) => put(line, 14, 'J 0052');
    const lines = withForm('47').map((line, at) => (at === 6 ? j(line) : at === 7 ? j52(line) : line));
    expect((await check(lines)).checked.problems).toMatchObject([{ line: 7, code: 'unsupported_payment' }]);
    const odd = remittanceLines({ batches: [[PAYMENT, TED]] }).map((line, at) =>
      at === 5 ? put(line, 14, 'C') : line,
    );
    const { exitCode, checked } = await check(odd, '--only-valid');
    expect(checked.problems).toMatchObject([{ line: 6, row: 2, column: 'Código de Segmento (14-14)', value: 'C' }]);
    expect([exitCode, checked.amount]).toEqual([0, 15_000]);
  });

  it('by Pix to bank data are refused alone', async () => {
    const file = remittance({ batches: [[PAYMENT, { ...TED, form: '05', key: '' }]] });
    const { exitCode, checked } = await check(file, '--only-valid');
    expect(checked.problems).toMatchObject([{ line: 6, row: 2, value: '05', details: { kind: 'bank_data' } }]);
    expect([exitCode, checked.amount]).toEqual([0, 15_000]);
  });
});

it('names the line, the columns and the field of what the layout allows and the account does not', async () => {
  const rows = [
    { ...PAYMENT, amountCentavos: 99 },
    { ...PAYMENT, form: '01', key: '+5520987654321', amountCentavos: 600 },
  ] as const;
  const { checked } = await check(remittance({ batches: [rows] }));
  expect(checked.problems).toMatchObject([
    { line: 3, row: 1, column: 'Valor do Pagamento (120-134)', value: '0,99', code: 'below_minimum' },
    { line: 6, row: 2, column: 'Informação 12 - Chave Pix (128-226)', value: '+5520987654321', code: 'invalid_key' },
    { line: 5, row: 2, column: 'Seu Número (74-93)', code: 'duplicate_reference' },
  ]);
});

it('refuses a character that Windows-1252 does not have: a return repeats each field in it', async () => {
  const [digit, ...others] = ['Ĳ', 'Ċ', '１', '😀'].map((letter) => ({ ...PAYMENT, reference: `NF ${letter}` }));
  for (const payment of [digit ?? PAYMENT, ...others]) {
    const { checked, exitCode } = await check(remittance({ batches: [[payment]] }));
    expect([exitCode, checked.problems.length > 0]).toEqual([2, true]);
  }
});

it('the day of a payment may not be to come, and is named where it has passed', async () => {
  const later = await check(remittance({ batches: [[{ ...PAYMENT, date: '15072026' }]] }));
  expect(later.checked.problems).toEqual([
    expect.objectContaining({
      ...{ line: 3, row: 1, column: 'Data do Pagamento (94-101)', value: '15072026', code: 'scheduled_payment' },
      message: 'is for 2026-07-15: run the file on that day, or schedule it with --on 2026-07-15',
    }),
  ]);
  expect(later.exitCode).toBe(2);
  const earlier = await check(remittance({ batches: [[{ ...PAYMENT, date: '13072026' }]] }));
  expect(earlier.checked.notices).toContainEqual(
    expect.objectContaining({ code: 'overdue', message: expect.stringContaining('due since 2026-07-13') }),
  );
  expect(earlier.exitCode).toBe(0);
});
