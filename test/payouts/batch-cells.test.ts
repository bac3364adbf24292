import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { batchTemplate } from '../../src/payouts/files/template.ts';
import { readFile, windows1252 } from './batch-files.ts';

const HEADINGS = ['referencia', 'nome', 'cpf_cnpj', 'tipo_chave', 'chave_pix', 'valor', 'descricao'] as const;
type Heading = (typeof HEADINGS)[number];

const HEADER = HEADINGS.join(';');
const GOOD = {
  referencia: 'F-1',
  nome: 'Maria',
  cpf_cnpj: '',
  tipo_chave: 'CPF',
  chave_pix: '52998224725',
  valor: '10,00',
};

/** A line of a `;` file; cells that are not given are valid. */
function line(cells: Partial<Record<Heading, string>> = {}): string {
  const row: Partial<Record<Heading, string>> = { ...GOOD, ...cells };
  return HEADINGS.map((heading) => row[heading] ?? '').join(';');
}

function file(...lines: readonly string[]): string {
  return [HEADER, ...lines].join('\r\n');
}

describe('an invalid cell', () => {
  const wellFormed = { type: 'CPF', key: '52998224724' };
  const readings = [{ type: 'EMAIL', key: 'maria@exemplo.com.br' }];
  it.each<[Heading, string, string, object]>([
    ['valor', '', 'missing_value', {}],
    ['valor', '1.234', 'ambiguous_amount', { readingsCentavos: [123400, 123] }],
    ['valor', '1,23E+10', 'scientific_notation', {}],
    ['valor', '1e3', 'invalid_amount', { reason: 'exponent' }],
    ['valor', '-10,00', 'invalid_amount', { reason: 'sign' }],
    ['valor', '10,0010', 'invalid_amount', { reason: 'too_many_decimals' }],
    ['valor', 'dez', 'invalid_amount', { reason: 'not_a_number' }],
    ['valor', '99999999999999999', 'invalid_amount', { reason: 'too_large' }],
    ['valor', '4,99', 'below_minimum', { amountCentavos: 499, minimumCentavos: 500 }],
    ['valor', '0', 'below_minimum', { amountCentavos: 0, minimumCentavos: 500 }],
    ['valor', '90000000000000', 'above_maximum', { amountCentavos: 9e15, maximumCentavos: 7036874417766400 }],
    ['valor', '#REF!', 'spreadsheet_error', {}],
    ['valor', '=A1*2', 'formula', {}],
    ['chave_pix', '', 'missing_value', {}],
    ['chave_pix', '#N/D', 'spreadsheet_error', {}],
    ['chave_pix', '########', 'spreadsheet_error', {}],
    ['chave_pix', '5,29982E+10', 'scientific_notation', {}],
    ['chave_pix', '5511990000000', 'scientific_notation', {}],
    ['chave_pix', '529982247250', 'invalid_key', { reason: 'wrong_length', type: 'CPF' }],
    ['chave_pix', '52998224724', 'invalid_key', { reason: 'wrong_check_digits', type: 'CPF', wellFormed }],
    ['chave_pix', 'maria@exemplo.com.br', 'key_type_mismatch', { stated: 'CPF', readings }],
    ['tipo_chave', 'CONTA', 'invalid_key_type', {}],
    ['tipo_chave', 'constructor', 'invalid_key_type', {}],
    ['cpf_cnpj', '529.982.247-24', 'invalid_tax_id', { reason: 'wrong_check_digits' }],
    ['cpf_cnpj', '191', 'invalid_tax_id', { reason: 'wrong_length' }],
    ['cpf_cnpj', '111.444.777-35', 'tax_id_mismatch', { key: '52998224725' }],
    ['referencia', '1,23E+10', 'scientific_notation', {}],
    ['referencia', 'a\u0001b', 'control_character', { codePoint: 1 }],
    ['nome', 'Jo\ufffdo', 'unreadable_character', {}],
    ['descricao', 'a\u0085b', 'control_character', { codePoint: 0x85 }],
    ['descricao', '"linha 1\nlinha 2"', 'control_character', { codePoint: 10 }],
    ['descricao', 'é'.repeat(141), 'description_too_long', { length: 141, maximum: 140 }],
  ])('%s %j: %s', async (column, value, code, details) => {
    const { problems, invalidRows, summary } = await readFile(
      file(line({ [column]: value }), line({ referencia: 'F-9', chave_pix: '11144477735' })),
    );
    const shown = value.replaceAll('"', '');
    expect(problems).toEqual([{ line: 2, row: 1, column, value: shown, code, details }]);
    expect(invalidRows).toMatchObject([{ [column]: shown }]);
    expect(summary).toMatchObject({ isValid: false, rows: 2, validRows: 1, invalidRows: 1, problems: 1 });
  });

  it('is reported with all others of all rows', async () => {
    const { problems } = await readFile(
      file(line({ valor: 'x', chave_pix: 'y' }), line({ valor: '1', descricao: '\u0007' })),
    );
    expect(problems.map(({ line, row, column, code }) => [line, row, column, code])).toEqual([
      [2, 1, 'chave_pix', 'invalid_key'],
      [2, 1, 'valor', 'invalid_amount'],
      [3, 2, 'valor', 'below_minimum'],
      [3, 2, 'descricao', 'control_character'],
      [3, 2, 'referencia', 'duplicate_reference'],
    ]);
  });
});

it.each([
  ['CPF', '191', undefined],
  ['CPF', '8765432191', undefined],
  ['CPF', '5299822472', undefined],
  ['CPF', '1234567890', '01234567890'],
  ['', '1234567890', '01234567890'],
  ['CNPJ', '38166000105', undefined],
  ['CNPJ', '7526557000100', '07526557000100'],
])('leading zeros that a spreadsheet removed are never restored: %s %s', async (tipo_chave, chave_pix, suggested) => {
  const { payouts, problems } = await readFile(file(line({ tipo_chave, chave_pix })));
  expect(payouts).toEqual([]);
  expect(problems).toHaveLength(1);
  if (suggested !== undefined) {
    expect(problems[0]).toMatchObject({
      code: 'invalid_key',
      details: { reason: 'lost_leading_zeros', suggestion: { key: suggested } },
    });
  }
});

describe('the type of a key', () => {
  it.each([
    ['CPF,cpf/cnpj,CPF ou CNPJ,Documento,Tax ID', '529.982.247-25', 'CPF'],
    ['CNPJ,cpf/cnpj,CPF ou CNPJ,Documento,Tax ID', '11.222.333/0001-81', 'CNPJ'],
    ['e-mail,Endereço eletrônico', 'MARIA@exemplo.com.br', 'EMAIL'],
    ['Celular,Telefone celular,Tel.,Cel.,TELEFONE', '11 98765-4321', 'PHONE'],
    ['phone,phone number,mobile,mobile phone,cell phone', '+55 11 98765 4321', 'PHONE'],
    ['Aleatória,aleatorio,Chave aleatória', '123E4567-E89B-12D3-A456-426655440000', 'RANDOM'],
    ['evp,random,random key', '123e4567-e89b-12d3-a456-426655440000', 'RANDOM'],
    ['', '52998224725', 'CPF'],
    ['', '11.222.333/0001-81', 'CNPJ'],
    ['', 'maria@exemplo.com.br', 'EMAIL'],
    ['', '+5511987654321', 'PHONE'],
  ])('%j with %s is %s', async (names, chave_pix, pixKeyType) => {
    for (const tipo_chave of names.split(',')) {
      const { payouts, notices } = await readFile(file(line({ tipo_chave, chave_pix })));
      expect([tipo_chave, payouts, notices]).toMatchObject([tipo_chave, [{ pixKeyType }], []]);
    }
  });

  it('is not guessed when a key may have two types, and reported when it was likely but not given', async () => {
    const both = await readFile(file(line({ tipo_chave: '', chave_pix: '11912345684' })));
    expect(both.problems).toMatchObject([
      { code: 'ambiguous_key', details: { readings: [{ type: 'CPF' }, { type: 'PHONE', key: '+5511912345684' }] } },
    ]);
    const phone = await readFile(file(line({ tipo_chave: '', chave_pix: '11987654321' })));
    expect(phone.payouts).toMatchObject([{ pixKeyType: 'PHONE' }]);
    expect(phone.notices).toMatchObject([{ code: 'taken_for_phone', details: { key: '+5511987654321' } }]);
  });

  it('may have wrong check digits with the option for it', async () => {
    const wrong = file(line({ chave_pix: '52998224724', cpf_cnpj: '52998224724' }));
    expect((await readFile(wrong, { forceKeys: true })).payouts).toMatchObject([{ pixKey: '52998224724' }]);
  });
});

describe('a row', () => {
  it.each([
    ['F-1;Maria;;CPF;52998224725;10,00;;', 'too_many_cells', { cells: 8, columns: 7 }],
    ['F-1;Maria;;CPF;52998224725;10,00', 'too_few_cells', { cells: 6, columns: 7 }],
    ['F-1;Maria;;CPF;52998224725;10,00;"Salário', 'unclosed_quote', {}],
  ])('%s: %s', async (row, code, details) => {
    const { problems, payouts } = await readFile(file(line({ referencia: 'F-0', valor: '20' }), row));
    expect(problems).toMatchObject([{ line: 3, row: 2, code, details }]);
    expect(payouts).toHaveLength(1);
  });

  it('is not lost silently after a stray quotation mark', async () => {
    const rows = [1, 2, 3, 4].map((n) =>
      line({ referencia: `F-${n}`, valor: `${n}0`, descricao: n % 2 === 1 ? '"x' : 'y"' }),
    );
    const { problems, summary } = await readFile(file(...rows));
    expect(problems).toMatchObject([
      { code: 'unclosed_quote', line: 2 },
      { code: 'unclosed_quote', line: 4 },
    ]);
    expect(summary.isUnread).toBe(true);
  });

  it('without end is abandoned, and the rows above it are read', async () => {
    const { problems, summary } = await readFile(file(line(), line({ descricao: `"${'x;\n'.repeat(100_000)}` })));
    const details = { maximumBytes: 1 << 18 };
    expect(problems).toMatchObject([{ code: 'record_too_long', line: 3, row: 2, details }]);
    expect([summary.validRows, summary.isUnread]).toEqual([1, true]);
  });

  it('whose decimal comma was read as the end of the cell is reported', async () => {
    const header = 'chave,valor,descricao,obs';
    const { problems, notices } = await readFile(`${header}\n52998224725,10,50,x\n11144477735,10,50,x,\n`);
    expect(problems).toMatchObject([{ code: 'too_many_cells', line: 3 }]);
    const cell = { line: 2, row: 1, column: 'valor', value: '10' };
    expect(notices).toContainEqual({ code: 'amount_cut_at_comma', details: { next: '50' }, ...cell });
  });

  it('of the template is never paid by mistake', async () => {
    for (const convention of ['pt', 'en'] as const) {
      const { payouts, problems } = await readFile(batchTemplate(convention, true));
      expect(payouts).toEqual([]);
      expect(problems.map(({ code }) => code)).toEqual(['example_row', 'example_row', 'example_row']);
      const empty = await readFile(batchTemplate(convention, false));
      expect(empty.problems).toMatchObject([{ code: 'no_rows' }]);
      expect(empty.notices).toEqual([]);
    }
    expect(batchTemplate('pt', false)).toBe(`\ufeff${HEADER};cobrir_tarifa\r\n`);
  });

  it('is checked against the limits of the account', async () => {
    const boundsOf = () => ({ minimumCentavos: centavos(1000), maximumCentavos: centavos(2000) });
    const { problems } = await readFile(
      file(
        line({ valor: '9,99' }),
        line({ referencia: '', valor: '20,01' }),
        line({ referencia: '', descricao: '123456' }),
        line({ referencia: '', chave_pix: '11144477735', valor: '20,00', descricao: '12345' }),
      ),
      { boundsOf, descriptionMaximum: 5 },
    );
    expect(problems.map(({ code }) => code)).toEqual(['below_minimum', 'above_maximum', 'description_too_long']);
  });
});

describe('what a row says of the fee', () => {
  it.each([
    ...['sim', 'YES', 'verdadeiro', '1'].map((cell) => [cell, true] as const),
    ...['Não', 'n', 'false', '0'].map((cell) => [cell, false] as const),
    ...['', '-'].map((cell) => [cell, undefined] as const),
  ])('"%s" is understood', async (cell, stated) => {
    const column = `chave;valor;cobrir tarifa\n52998224725;10;${cell}`;
    for (const coverFee of [true, false]) {
      const { payouts, problems } = await readFile(column, { feeRule: { coverFee } });
      expect([payouts[0]?.coverFee, problems]).toEqual([stated ?? coverFee, []]);
      const forced = await readFile(column, { feeRule: { coverFee, isForced: true } });
      expect(forced.payouts[0]?.coverFee).toBe(coverFee);
      const isOverridden = stated !== undefined && stated !== coverFee;
      expect(forced.notices).toMatchObject(isOverridden ? [{ code: 'fee_overridden', details: { coverFee } }] : []);
      expect(forced.summary.digest).toBe((await readFile(column)).summary.digest);
    }
  });

  it.each(['talvez', '0,50', '?', '2'])('"%s" is refused', async (cell) => {
    const { payouts, problems } = await readFile(`chave;valor;cobrir tarifa\n52998224725;10;${cell}`);
    expect(payouts).toEqual([]);
    expect(problems).toMatchObject([{ code: 'unreadable_flag', column: 'cobrir tarifa', value: cell }]);
  });

  it('chooses the bounds of its amount', async () => {
    const boundsOf = (coverFee: boolean) => ({ minimumCentavos: centavos(coverFee ? 500 : 701) });
    const rows = '52998224725;7;sim\n11144477735;7;não\n39053344705;7,01;não';
    const { problems } = await readFile(`chave;valor;tarifa à parte\n${rows}`, { boundsOf });
    expect(problems).toMatchObject([{ row: 2, code: 'below_minimum', details: { minimumCentavos: 701 } }]);
  });
});

describe('a repeated payout', () => {
  const again = file(
    line(),
    line({ referencia: 'F-2', tipo_chave: '', chave_pix: '529.982.247-25', valor: '10' }),
    line({ referencia: 'F-3', valor: '11' }),
  );

  it('with the same key and amount is reported, and may be allowed: all, by row, or in a column', async () => {
    const { problems } = await readFile(again);
    const cell = { line: 3, row: 2, column: 'chave_pix', value: '529.982.247-25' };
    expect(problems).toEqual([{ code: 'duplicate_payout', details: { firstRow: 1, firstLine: 2 }, ...cell }]);
    expect((await readFile(again, { allowDuplicates: true })).problems).toEqual([]);
    const column =
      'chave;valor;duplicado permitido\n52998224725;10;\n52998224725;10;Sim\n52998224725;10;não\n52998224725;10;talvez';
    expect((await readFile(column)).problems.map(({ row, code }) => [row, code])).toEqual([
      [3, 'duplicate_payout'],
      [4, 'unreadable_flag'],
      [4, 'duplicate_payout'],
    ]);
  });

  it('with the same reference is never allowed, however it is written', async () => {
    const other = { chave_pix: '11144477735' };
    for (const referencia of ['Fólha', 'Fo\u0301lha', ' F\u200bólha ']) {
      const { problems } = await readFile(file(line({ referencia: 'Fólha' }), line({ ...other, referencia })), {
        allowDuplicates: true,
      });
      expect(problems).toMatchObject([{ code: 'duplicate_reference', row: 2, details: { firstRow: 1, firstLine: 2 } }]);
    }
  });

  it('is found among many thousands, and only real repetitions are', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `r${n};52998224725;${5 + n},00`);
    const { problems, summary } = await readFile(['ref;chave;valor', ...rows, 'r7;52998224725;4005,00'].join('\n'));
    expect(summary.rows).toBe(5_001);
    expect(problems.map(({ code, details }) => [code, details])).toEqual([
      ['duplicate_reference', { firstRow: 8, firstLine: 9 }],
      ['duplicate_payout', { firstRow: 4001, firstLine: 4002 }],
    ]);
  });
});

describe('invalid bytes', () => {
  it('do not make the rows above them invalid, and are reported', async () => {
    const early = line({ referencia: 'F-0', valor: '20', nome: 'João' });
    const bytes = Buffer.concat([Buffer.from(file(early, '')), windows1252(line({ nome: 'José' }))]);
    const { payouts, problems, summary } = await readFile(bytes, {}, 5);
    expect([summary.encoding, payouts]).toMatchObject(['utf-8', [{ name: 'João' }]]);
    expect(problems).toMatchObject([{ code: 'unreadable_character', row: 2, column: 'nome' }]);
  });

  it('are reported when UTF-8 was read as Windows-1252', async () => {
    const early = windows1252(line({ referencia: 'F-0', valor: '20', nome: 'João Conceição' }));
    const bytes = Buffer.concat([Buffer.from(`${HEADER}\r\n`), early, Buffer.from(`\r\n${line({ nome: 'José' })}`)]);
    const { notices, summary } = await readFile(bytes, {}, 5);
    expect(summary.encoding).toBe('windows-1252');
    expect(notices).toMatchObject([{ code: 'garbled_text', row: 2, value: 'JosÃ©' }]);
  });

  it('at the end of UTF-16 are reported', async () => {
    const bytes = Buffer.from(`\ufeff${file(line({ descricao: 'fim' }))}`, 'utf16le');
    const { problems } = await readFile(bytes.subarray(0, -1));
    expect(problems).toMatchObject([{ code: 'unreadable_character', column: 'descricao' }]);
  });
});
