import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../src/pix/centavos.ts';
import { lookAtColumns, readBatch } from '../../src/payouts/files/batch.ts';
import { eventually } from '../support/hang.ts';
import { inChunks, readFile, utf16, windows1252 } from './batch-files.ts';
import { grouped } from '../support/grouped.ts';

const HEADER = 'referencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao';
const MARIA = 'F-1;Maria da Conceição;529.982.247-25;CPF;529.982.247-25;1.234,56;Salário de novembro';
const JOAO = 'F-2;João Araújo;;CELULAR;(11) 98765-4321;89,90;';
const FILE = `${HEADER}\r\n${MARIA}\r\n${JOAO}\r\n`;
const PADARIA = 'F-3;Padaria Pão Quente;11.222.333/0001-81;E-MAIL;Pix@Exemplo.com.br;R$ 5,00;';

/** The payouts in {@link FILE}. */
const PAYOUTS = [
  {
    ...{ row: 1, line: 2, reference: 'F-1', name: 'Maria da Conceição', taxId: '52998224725' },
    ...{ pixKeyType: 'CPF', pixKey: '52998224725', amountCentavos: 123456, description: 'Salário de novembro' },
  },
  {
    ...{ row: 2, line: 3, reference: 'F-2', name: 'João Araújo' },
    ...{ pixKeyType: 'PHONE', pixKey: '+5511987654321', amountCentavos: 8990 },
  },
];

/** The digest of {@link PAYOUTS}, computed from the canonical form by another program. */
const DIGEST = 'sha256:f760d0872e597a8978ca270cb33832c661d58fa653d91d8559865905e105ded1';

function withRows(...rows: readonly string[]): string {
  return [HEADER, ...rows].map((row) => `${row}\r\n`).join('');
}

async function problemsOf(row: string) {
  return (await readFile(withRows(row))).problems;
}

describe('a batch as Excel in Brazil writes it', () => {
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${FILE}`), 'utf-8-bom'],
    ['UTF-8', Buffer.from(FILE), 'utf-8'],
    ['Windows-1252', windows1252(FILE), 'windows-1252'],
    ['"Unicode text"', utf16(FILE.replaceAll(';', '\t')), 'utf-16le'],
    ['UTF-16, the high byte first', utf16(FILE, 'be'), 'utf-16be'],
    ['UTF-16, the high byte first, without a mark', utf16(FILE, 'be', ''), 'utf-16be'],
    ['UTF-16 without a mark', utf16(FILE, 'le', ''), 'utf-16le'],
  ])('is read from %s, in any chunks', async (_, bytes, encoding) => {
    for (const chunkBytes of [1, 7, 1 << 16]) {
      const { payouts, problems, notices, summary } = await readFile(bytes, {}, chunkBytes);
      expect({ problems, notices }).toEqual({ problems: [], notices: [] });
      expect([payouts, summary]).toMatchObject([PAYOUTS, { encoding, digest: DIGEST, isValid: true }]);
    }
  });

  it('has a digest of every row, of its fee, and of the day on which it is due', async () => {
    // Pieces that are longer than what is looked at for a header.
    const lines = Array.from({ length: 2_000 }, (_, n) => `r${n};52998224725;${5 + n},00;${'x'.repeat(50)}`);
    const { summary } = await readFile(`ref;chave;valor;obs\n${lines.join('\n')}`, {}, 70_000);
    const form = lines.map((_, n) => JSON.stringify([`r${n}`, 'CPF', '52998224725', 500 + n * 100, null]));
    const digest = createHash('sha256')
      .update(['pix-payouts/1', ...form, ''].join('\n'))
      .digest('hex');
    expect(summary.digest).toBe(`sha256:${digest}`);
    const said = ['', 'sim;', 'não;', ';05/12/2026', ';06/12/2026', 'sim;05/12/2026'];
    const digests = said.map(async (cells) => {
      const file = await readFile(`chave;valor;cobrir tarifa;vencimento\n52998224725;10;${cells === '' ? ';' : cells}`);
      expect(file.problems).toEqual([]);
      return file.summary.digest;
    });
    expect(new Set(await Promise.all(digests)).size).toBe(said.length);
  });

  it('returns each row unchanged', async () => {
    const { payouts } = await readFile(windows1252(FILE));
    const names = HEADER.split(';').map((name, column) => [name, MARIA.split(';')[column]]);
    expect(payouts[0]?.cells).toEqual(Object.fromEntries(names));
  });

  it('is counted and summed, without empty rows', async () => {
    const rui = 'F-4;Rui;;E-MAIL;rui@exemplo.com.br;10,00;';
    const { summary } = await readFile(withRows(JOAO, PADARIA, MARIA, rui, ';;;;;;', ''));
    expect(summary).toMatchObject({ rows: 4, validRows: 4, invalidRows: 0, problems: 0 });
    expect(summary.totals).toEqual({
      payouts: 4,
      sumCentavos: 133946,
      byFee: {
        onTop: { payouts: 0, largestCentavos: undefined, smallestCentavos: undefined },
        taken: { payouts: 4, largestCentavos: 123456, smallestCentavos: 500 },
      },
    });
  });

  it('may have titles, merged headings and sep=; above its header, and lines of any length', async () => {
    const titles = 'sep=;\r\nFolha de pagamento;;;;;;\r\n;;;;;;\r\n;Favorecido;;Pix;;"Pagamento\n(novembro)";\r\n';
    const { payouts, problems, notices } = await readFile(titles + FILE);
    expect([problems, payouts.map(({ line }) => line)]).toEqual([[], [7, 8]]);
    expect(notices).toMatchObject([
      { code: 'title_line', line: 2, value: 'Folha de pagamento' },
      { code: 'title_line', line: 4 },
    ]);
  });

  it('is read with other column names, in another order, and keeps unknown columns', async () => {
    const file =
      'Valor (R$)\tChave PIX\tTipo de Chave\tCentro de custo\tObs.\tReferência\n' +
      '"1.234,56"\t529.982.247-25\tcpf\t"a\t""b"""\t"linha 1\nlinha 2"\tF-1\n' +
      '89,90\t+55 (11) 98765-4321\tTelefone\t\t\tF-2\n';
    const { payouts, problems, notices } = await readFile(file);
    expect(problems).toEqual([]);
    expect(payouts).toMatchObject([
      { line: 2, pixKey: '52998224725', amountCentavos: 123456 },
      { line: 4, pixKey: '+5511987654321', amountCentavos: 8990 },
    ]);
    expect(payouts[0]?.cells).toMatchObject({ 'Centro de custo': 'a\t"b"', 'Obs.': 'linha 1\nlinha 2' });
    expect(notices).toEqual([
      { code: 'unknown_column', details: {}, line: 1, column: 'Centro de custo' },
      { code: 'unknown_column', details: {}, line: 1, column: 'Obs.' },
      { code: 'line_break_in_cell', details: {}, line: 2, row: 1, column: 'Obs.' },
    ]);
  });

  const UNITS = ['(centavos)', '(em centavos)', '[mil R$]', '(US$)', '(bruto)', '¢', '(¢)', '€', '(%)'];
  it.each([
    ...['Valor (R$)', 'Valor líquido (em reais) [obrigatório]', 'Valor (a pagar)', 'Amount (BRL)'].map(
      (heading) => [heading, true] as const,
    ),
    ...[...UNITS.map((unit) => `Valor ${unit}`), 'Amount (cents)'].map((heading) => [heading, false] as const),
  ])('has amounts of reais in the column %j: %s; otherwise, they may be in another unit', async (heading, isReais) => {
    const { payouts, problems } = await readFile(`chave_pix;${heading}\nmaria@example.com;10,00\n`);
    const expected = isReais ? [[{ amountCentavos: 1_000 }], []] : [[], [{ code: 'missing_column' }]];
    expect([payouts, problems]).toMatchObject(expected);
  });

  it('may end with its sum, which is compared with the rows', async () => {
    const right = await readFile(withRows(MARIA, JOAO, 'TOTAL;;;;;1.324,46;'));
    expect(right.problems).toEqual([]);
    expect(right.summary).toMatchObject({ rows: 2 });
    expect(right.notices).toMatchObject([{ code: 'sum_row', line: 4, details: { statedCentavos: 132446 } }]);

    const wrong = await readFile(withRows(MARIA, JOAO, ';;;;Total geral:;"R$ 1.324,47";'));
    expect(wrong.problems).toMatchObject([
      { code: 'sum_mismatch', column: 'valor', details: { statedCentavos: 132447, actualCentavos: 132446 } },
    ]);
    const unlabelled = await readFile(withRows(MARIA, JOAO, ';;;;;1.324,46;'));
    expect(unlabelled.problems).toEqual([]);
  });

  it.each(['TOTAL', 'Total geral', 'Soma:', 'SUBTOTAL', 'Total de 2 pagamentos', 'Total R$'])(
    'recognises a sum by the words %s, anywhere in the row',
    async (label) => {
      for (const row of [`${label};;;;;1.324,46;`, `;;;;${label};1.324,46;`, `;;;${label};;"1.324,46";`]) {
        const { problems, notices, summary } = await readFile(withRows(MARIA, JOAO, row));
        expect({ problems, rows: summary.rows }).toEqual({ problems: [], rows: 2 });
        expect(notices).toMatchObject([{ code: 'sum_row' }]);
      }
    },
  );

  it.each([
    ['a reference', 'F-9;;;;;1.324,46;Total'],
    ['a name', ';Rui;;;;1.324,46;Total'],
    ['a CPF', ';;529.982.247-25;;;1.324,46;Total'],
    ['an amount that can not be read', ';;;;;dez;Total'],
    ['no word for it, and another amount', ';;;;;1.324,47;'],
    ['no word for it, but another one', ';;;;;1.324,46;obs'],
    ['a type of keys', ';;;CPF;;1.324,46;Total'],
  ])('does not read a row as a sum that has %s: its key is missing', async (_, row) => {
    const { problems, summary } = await readFile(withRows(MARIA, JOAO, row));
    expect(problems[0]).toMatchObject({ code: 'missing_value', column: 'chave_pix', row: 3 });
    expect(summary).toMatchObject({ rows: 3, invalidRows: 1 });
  });

  it('may have sums of the rows since the last one, beside rows whose amount is unreadable, and without an amount', async () => {
    const parts = [MARIA, 'Subtotal;;;;;1.234,56;', JOAO, PADARIA, ';;;;;94,90;', 'Total;;;;;1.329,46;'];
    expect(await readFile(withRows(...parts))).toMatchObject({ problems: [], summary: { rows: 3 } });
    const unreadable = await readFile(withRows(MARIA, JOAO.replace('89,90', 'dez'), 'Total;;;;;1,00;', 'Total;;;;;;'));
    expect(unreadable.problems).toMatchObject([{ code: 'invalid_amount', row: 2 }]);
    const { problems } = await readFile(withRows(MARIA, ';;;;;1.234,56;'));
    expect(problems).toMatchObject([{ code: 'missing_value', row: 2 }]);
  });

  it('counts a row as invalid that is labelled as a sum but is not one', async () => {
    const { invalidRows, summary } = await readFile(withRows(MARIA, JOAO, ';;;;;30,00;Total'));
    expect([summary, invalidRows]).toMatchObject([{ rows: 3, invalidRows: 1 }, [{ valor: '30,00' }]]);
  });

  it('does not read a recipient as a sum whose name sounds like one', async () => {
    expect(await problemsOf('F-1;Total Engenharia;;CPF;;50,00;')).toMatchObject([
      { code: 'missing_value', column: 'chave_pix', row: 1, line: 2 },
    ]);
  });

  it('may end its lines in several ways, also within cells', async () => {
    const cells = '10,00;"1\r2"\nb@x.br;20,00;"1\r\n2"\rc@x.br;40,00;"1\n2"';
    const { payouts, problems } = await readFile(`chave;valor;"Obs\rx"\r\na@x.br;${cells}`);
    expect([payouts.map(({ line }) => line), problems]).toEqual([[3, 5, 7], []]);
  });

  it('runs no formula: in a description it is text, in a key it is refused', async () => {
    const { payouts, notices } = await readFile(withRows('F-1;;;CPF;52998224725;10;=SOMA(A1:A9)'));
    expect(payouts[0]?.description).toBe('=SOMA(A1:A9)');
    expect(notices).toMatchObject([{ code: 'formula_like_text', column: 'descricao' }]);
    const problems = await problemsOf('F-1;;;CPF;"=""52998224725""";10;');
    expect(problems).toMatchObject([{ code: 'formula', column: 'chave_pix' }]);
  });

  it('reads text that an apostrophe marks as text', async () => {
    const { payouts } = await readFile(withRows("' 0042;' José;;CPF;'52998224725;'10,00;'=1+1"));
    expect(payouts).toMatchObject([
      { reference: '0042', name: 'José', pixKey: '52998224725', amountCentavos: 1000, description: '=1+1' },
    ]);
  });
});

describe('NDJSON', () => {
  it('gives the same payouts and the same digest', async () => {
    const file =
      '{"referencia":"F-1","nome":"Maria da Conceição","cpf_cnpj":"52998224725","tipo":"CPF","chave":"52998224725","valor":1234.56,"descricao":"Salário de novembro"}\n' +
      '\n{"amount":"89,90","pixKeyType":"PHONE","pix_key":"11987654321","reference":"F-2"}';
    const { payouts, problems, summary } = await readFile(file);
    expect(problems).toEqual([]);
    expect(payouts.map(({ line, pixKey, amountCentavos }) => [line, pixKey, amountCentavos])).toEqual([
      [1, '52998224725', 123456],
      [3, '+5511987654321', 8990],
    ]);
    expect(summary).toMatchObject({ digest: DIGEST, format: { kind: 'ndjson' } });
  });

  it('reads numbers by their digits, never through a float', async () => {
    const row = (amount: string) => `{"chave":"52998224725","valor":${amount}}\n`;
    const { payouts, problems } = await readFile(
      ['70368744177664.01', '5', '8.20', '1234.567', '1e3', '-5', '10.000000000000000001', '"1.234"'].map(row).join(''),
      { boundsOf: () => ({ maximumCentavos: centavos(Number.MAX_SAFE_INTEGER) }) },
    );
    expect(payouts.map(({ amountCentavos }) => amountCentavos)).toEqual([7036874417766401, 500, 820]);
    expect(problems.map(({ code, details }) => [code, details])).toEqual([
      ['invalid_amount', { reason: 'too_many_decimals' }],
      ['invalid_amount', { reason: 'exponent' }],
      ['invalid_amount', { reason: 'sign' }],
      ['invalid_amount', { reason: 'too_many_decimals' }],
      ['ambiguous_amount', { readingsCentavos: [123400, 123] }],
    ]);
  });

  it('that pix has printed itself is refused where its centavos may be taken for reais', async () => {
    const row = (amount: string) => `{"reference":"A-1","pixKey":"maria@exemplo.com.br","amount":${amount}}\n`;
    const printed = await readFile(row('502'));
    expect(printed.problems).toMatchObject([
      { code: 'ambiguous_amount', column: 'amount', details: { readingsCentavos: [50200, 502] } },
    ]);
    const table = await readFile('reference,pixKey,amount\nA-1,maria@exemplo.com.br,502\n');
    expect(table.problems).toMatchObject([{ code: 'ambiguous_amount' }]);
    // Less than the smallest payment in centavos, decimals, and the names of the template have one meaning.
    const clear = [row('499'), row('502.00'), row('"502,00"'), row('502').replace('pixKey', 'pix_key')];
    for (const file of clear) expect((await readFile(file)).problems).toEqual([]);
  });

  it.each([
    ['{"chave":', 'invalid_json'],
    ['[1]', 'not_an_object'],
    ['{"valor":10,"chave":"52998224725","valor":1000}', 'doubled_member'],
    ['{"valor":10,"chave":"52998224725","v\\u0061lor":1000}', 'doubled_member'],
    ['{"valor":10,"chave":"52998224725","chavePix":"x"}', 'doubled_column'],
    ['{"valor":[10],"chave":"52998224725"}', 'nested_value'],
    ['{"valor":10,"chave":"52998224725","descricao":"a\\u0000b"}', 'control_character'],
    ['{"valor":10,"chave":"52998224725","descricao":"\\ud800"}', 'unreadable_character'],
    ['{"valor":10}', 'missing_value'],
    ['{"chave":"52998224725"}', 'missing_value'],
    ['{"valor":10,"descricao":"Total"}', 'missing_value'],
  ])('reports what is wrong with %s', async (line, code) => {
    const { problems, summary } = await readFile(`{"valor":10,"chave":"11144477735"}\n${line}\n`);
    expect([problems, summary]).toMatchObject([[{ code, line: 2, row: 2 }], { rows: 2, validRows: 1 }]);
  });

  it('without end is abandoned, and the rows above it are read', async () => {
    const row = '{"chave":"52998224725","valor":10}';
    const { payouts, problems } = await readFile(`${row}\n${row.slice(0, 10)}${'x'.repeat(600_000)}`);
    expect(payouts).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'record_too_long', line: 2, details: { maximumBytes: 1 << 18 } }]);
  });

  it('accepts anything in unknown members', async () => {
    const line = '{"valor":10,"chave":"52998224725","extra":{"valor":99,"x":[1]},"valor_extra":null}\n';
    const { payouts, problems } = await readFile(line);
    expect(problems).toEqual([]);
    expect(payouts[0]).toMatchObject({ amountCentavos: 1000, cells: { extra: '{"valor":99,"x":[1]}' } });
  });
});

describe('a file that is no batch', () => {
  it.each([
    ['', 'empty_file', {}],
    [' \r\n\r\n', 'empty_file', {}],
    [`${HEADER}\r\n`, 'no_rows', {}],
    [`${HEADER}\r\n;;;;;;\r\n`, 'no_rows', {}],
    ['52998224725;10,00\r\n', 'header_not_found', { cells: ['52998224725', '10,00'] }],
    [' ; \n1;;x\n', 'header_not_found', { cells: ['1', '', 'x'] }],
    ['"chave;valor', 'header_not_found', { cells: [] }],
    ['[{"valor":10}]', 'json_array', {}],
    ['[a];[b]', 'json_array', {}],
    [' \n<?xml version="1.0"?>\n<office:document/>', 'unreadable_workbook', { flaw: 'opendocument' }],
    ['<office:documents/>', 'header_not_found', { cells: ['<office:documents/>'] }],
    ['chave;quantidade\r\n52998224725;10\r\n', 'missing_column', { missing: 'amount', unknown: ['quantidade'] }],
    ['nome;referencia;valor\r\n', 'missing_column', { missing: 'pixKey', unknown: [] }],
    ['chave;valor;Chave PIX\r\n', 'doubled_column', { doubled: 'pixKey', columns: ['chave', 'Chave PIX'] }],
  ])('%j: %s', async (file, code, details) => {
    const { payouts, problems, summary } = await readFile(file);
    expect(problems).toEqual([expect.objectContaining({ code, details })]);
    expect({ payouts, isValid: summary.isValid }).toEqual({ payouts: [], isValid: false });
  });

  it.each([
    ['xls', 'd0cf11e0a1b11ae1'],
    ['pdf', '255044462d312e37'],
    ['gzip', '1f8b080000000000'],
  ])('is reported as %s', async (kind, bytes) => {
    expect((await readFile(Buffer.from(bytes, 'hex'))).problems).toEqual([{ code: 'not_text', details: { kind } }]);
  });

  it.each([1, 4, 9, 1 << 16])('is reported as a locked workbook, in pieces of %i bytes', async (chunkBytes) => {
    const begin = Buffer.from(`d0cf11e0${'00'.repeat(30)}`, 'hex');
    const bytes = Buffer.concat([begin, Buffer.from('EncryptedPackage', 'utf16le'), begin]);
    const { problems } = await readFile(bytes, {}, chunkBytes);
    expect(problems).toEqual([{ code: 'unreadable_workbook', details: { flaw: 'encrypted' } }]);
  });

  it.each([1, 20_000])('rethrows an error of reading, after %i rows', async (rows) => {
    async function* broken() {
      const lines = Array.from({ length: rows }, (_, n) => `52998224725;${5 + n}\n`);
      yield await Promise.resolve(Buffer.from(`chave;valor\n${lines.join('')}`));
      throw new Error('the disk is gone');
    }
    const reading = readBatch(broken());
    const drain = async () => {
      for await (const payout of reading.payouts) expect(payout.row).toBeLessThanOrEqual(rows);
    };
    await expect(drain()).rejects.toThrow('the disk is gone');
    expect(() => reading.summary()).toThrow('not been read to its end');
  });

  it('is closed when the reader stops', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        yield await Promise.resolve(Buffer.from('chave;valor;referencia\n'));
        for (let n = 1; ; n += 1) yield await Promise.resolve(Buffer.from(`52998224725;5;${n}\n`.repeat(100)));
      } finally {
        isClosed = true;
      }
    }
    for await (const payout of readBatch(endless(), { allowDuplicates: true }).payouts) {
      if (payout.row === 1) break;
    }
    await eventually(() => expect(isClosed).toBe(true));
  });
});

/** What an unknown column may be whose cells are these. */
async function mayBe(cells: readonly string[], heading = 'Quem', more = '') {
  const rows = cells.map((cell, index) => `k${index}@x.br;10,00;${cell};`);
  const file = [`chave;valor;${heading};${more}`, ...rows].join('\n');
  const { candidates } = await lookAtColumns(inChunks(Buffer.from(file), 1 << 16), undefined);
  return candidates.map((found) => [found.example, ...found.mayBe].join(' '));
}

it.each(
  grouped({
    name: ['Ana', ' Ana |Bia|', '|Bia|Ana', 'NF 1|NF 1', 'NF 1|Ana'],
    nothing: [
      ...['|Bia', '|', 'X', 'É1|Éa', 'a@b.br', 'http://a.br', '1|', '1@', '1.234,50'],
      ...['14/07/2026', '2026-07-14 10:00', '1.7.26', 'R$ 1.234,50', 'r$-5,0', 'R$  12.50', '-12.5', '1'.repeat(41)],
    ],
    reference: [
      ...['Ana 11/22', '1|2', '2026-07-14x', 'x 14/07/2026', '14/07'],
      ...['5,123', 'x5,10', '12.505', 'x12.50', '1'.repeat(40)],
    ],
    'name reference': ['NF 1|NF 2'],
  }),
)('a column of %s may be: %s', async (text, kinds) => {
  const cells = text.split('|');
  const example = cells.find((cell) => cell !== '')?.trim();
  expect((await mayBe(cells)).join()).toBe(kinds === 'nothing' ? '' : `${example} ${kinds}`);
});

it.each([
  ['', '', []],
  ['n#3', 'ref', ['NF 1 name']],
  ['#3n', 'ref', ['NF 1 name']],
  ['Obs', 'nome', ['NF 1 reference']],
  ['Obs', 'ref', ['NF 1 name']],
])('what a column %j may be is asked where %j is there: %j', async (heading, other, expected) => {
  expect(await mayBe(['NF 1', 'NF 2'], heading, other)).toEqual(expected);
});

it('looks at twenty rows of a column, whether they are valid or not', async () => {
  const cells = Array.from({ length: 20 }, (_, index) => String(index));
  expect(await mayBe([...cells, '19'])).toEqual(['0 reference']);
  expect(await mayBe([...cells.slice(1), '19'])).toEqual([]);
  const invalid = ['chave;valor;Quem', ...[...cells, '19'].map((cell) => `x;y;${cell}`)].join('\n');
  const { columns, candidates } = await lookAtColumns(inChunks(Buffer.from(invalid), 1 << 16), undefined);
  expect(candidates).toEqual([{ heading: 'Quem', example: '0', mayBe: ['reference'] }]);
  expect(columns.map(({ meaning }) => meaning)).toEqual(['pixKey', 'amount', undefined]);
});
