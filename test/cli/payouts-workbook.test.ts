import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { rowFile, workbookFile, type CellFile, type WorkbookFile } from '../support/workbook-file.ts';
import { onlyNock } from '../support/nock-network.ts';

let folder: string;

onlyNock();
beforeEach(() => {
  folder = temporaryFolder();
});

/** `pix payouts check` of a file with these bytes. */
async function check(bytes: Uint8Array, flags: readonly string[] = [], name = 'payroll.xlsx') {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const argv = ['payouts', 'check', path, '--no-account', ...flags];
  const result = await runCli([...argv, '--json'], { environment: { ...CONNECTED, PIX_CONFIG_DIR: folder } });
  const {
    problems = [],
    notices = [],
    amount,
  } = JSON.parse(result.stdout === '' ? '{}' : result.stdout) as {
    problems?: readonly { code: string; cell?: string; message: string; details: object }[];
    notices?: readonly { code: string; column: string | null; message: string }[];
    amount?: number;
  };
  return { ...result, problems, notices, amount };
}

const HEADER = ['referencia', 'chave_pix', 'valor'];
const row = (amount: CellFile): readonly CellFile[] => [undefined, 'ana@example.com', amount];
const sheet = (...rows: readonly (readonly CellFile[])[]) =>
  [HEADER, ...rows].map((cells, index) => rowFile(index + 1, cells)).join('');

async function bookOf(amount: CellFile, more: Partial<WorkbookFile> = {}): Promise<Buffer> {
  return workbookFile({ sheets: [{ name: 'Folha', rows: sheet(row(amount)) }], ...more });
}

const flawOf = (flaw: string) => [expect.objectContaining({ code: 'unreadable_workbook', details: { flaw } })];

it('a damaged workbook is refused where one byte of a stored part was changed', async () => {
  const sound = await bookOf({ stored: '1234.56' }, { isStored: true });
  const soundCheck = await check(sound);
  expect([soundCheck.exitCode, soundCheck.amount]).toEqual([0, 123_456]);

  const changed = Buffer.from(sound);
  changed[changed.indexOf('1234.56')] = '9'.charCodeAt(0);
  const damaged = await check(changed);
  expect([damaged.exitCode, jsonError(damaged).code]).toEqual([2, 'rows_invalid']);
  expect(damaged.problems).toEqual(flawOf('damaged'));
});

describe('an amount that the sheet shows otherwise', () => {
  /** The formats of a row each. */
  async function checkOf(formats: readonly string[]) {
    const rows = formats.map((_, index) => [
      undefined,
      `p${index}@example.com`,
      { stored: '1234.56', style: index + 1 },
    ]);
    return check(await workbookFile({ formats, sheets: [{ name: 'Folha', rows: sheet(...rows) }] }));
  }

  it('is refused with its cell and what is shown', async () => {
    const formats = [
      ['"US$" #,##0.00', 'US$ 1234.56'],
      ['[$USD] #,##0.00', 'USD 1234.56'],
      ['[$$-409]#,##0.00', '$1234.56'],
      ['$#,##0.00', '$1234.56'],
      ['#,##0.00\\ [$€-407]', '1234.56 €'],
      ['_-[$£-809]* #,##0.00_-;\\-[$£-809]* #,##0.00_-', '£1234.56'],
      ['0.00%', '123456%'],
      ['0.00"0"', '1234.560'],
      ['\\-#,##0.00', '-1234.56'],
      ['(#,##0.00)', '(1234.56)'],
      ['"R$" 0.00" mil"', 'R$ 1234.56 mil'],
      ['[<1]"R$" 0.00;"US$" 0.00', 'US$ 1234.56'],
      ['# ?/?', null],
      ['#,##0,', null],
      ['#,##0.00,,', null],
      [';;;', null],
      ['"pago"', null],
    ] as const;
    const checked = await checkOf(formats.map(([format]) => format));
    expect([checked.exitCode, jsonError(checked).code]).toEqual([2, 'rows_invalid']);
    expect(checked.problems).toEqual(
      formats.map(([format, shown], index) => ({
        ...checked.problems[index],
        ...{ code: 'shown_otherwise', cell: `C${index + 2}`, details: { shown, format } },
        message: expect.stringContaining(shown ?? format),
      })),
    );
  });

  it('is refused as before', async () => {
    const checked = await checkOf(['dd/mm/yyyy', '[h]:mm', '0.00E+00']);
    expect([checked.exitCode, checked.problems.map(({ cell, code }) => `${cell} ${code}`)]).toEqual([
      2,
      ['C2 date_in_cell', 'C3 date_in_cell', 'C4 scientific_notation'],
    ]);
  });

  it('is not one in reais or without a unit', async () => {
    const formats = [
      'General',
      '0',
      '#,##0.00',
      '# ##0.00',
      '@',
      '"R$" #,##0.00',
      'R$ #,##0.00',
      '[$R$-416]\\ #,##0.00;[Red]\\-[$R$-416]\\ #,##0.00',
      '[$R$-416]* #,##0.00_-;[Red]"US$" #,##0.00',
      '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-',
      '[$BRL] #,##0.00',
      '#,##0.00" reais"',
      '[Blue][>=1]#,##0.00;[Red]0.00',
    ];
    const checked = await checkOf(formats);
    expect([checked.exitCode, checked.problems, checked.amount]).toEqual([0, [], formats.length * 123_456]);
  });

  it('may have a format that is built in', async () => {
    const formats = Array.from({ length: 60 }, (_, id) => id);
    const amounts = formats.map((id) => row({ stored: '1234.56', style: id + 1 }));
    const sheets = [{ name: 'Folha', rows: sheet(...amounts) }];
    const { problems } = await check(await workbookFile({ formats, sheets }), ['--allow', 'equal:000000']);
    const codeOf = new Map(problems.map(({ cell, code }) => [cell, code]));
    const codes: Record<string, number[]> = {};
    for (const id of formats) (codes[codeOf.get(`C${id + 2}`) ?? 'none'] ??= []).push(id);
    expect(codes).toEqual({
      none: [0, 1, 2, 3, 4, 23, 24, 25, 26, 37, 38, 39, 40, 41, 43, 49, 59],
      shown_otherwise: [5, 6, 7, 8, 9, 10, 12, 13, 42, 44],
      scientific_notation: [11, 48],
      date_in_cell: [
        14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55,
        56, 57, 58,
      ],
    });
  });
});

describe('a workbook that grows without end', () => {
  const refused = async (bytes: Buffer) => {
    const checked = await check(bytes);
    expect([checked.exitCode, checked.problems]).toEqual([2, expect.arrayContaining(flawOf('too_large'))]);
  };

  it('is refused where it grows out of almost nothing, before that is read', async () => {
    const bytes = await bookOf({ stored: '10' }, { shared: [`<t>${'a'.repeat(2 ** 25)}</t>`] });
    expect(bytes.length).toBeLessThan(2 ** 18);
    await refused(bytes);
  });

  // These parts are small enough to grow, so that nothing but the limit in question refuses them.
  it.each<[string, () => Partial<WorkbookFile>]>([
    ['one shared text', () => ({ shared: [`<t>${'a'.repeat(2 ** 19)}</t>`] })],
    ['the runs of one text', () => ({ shared: [`<r><t>${'a'.repeat(1_000)}</t></r>`.repeat(500)] })],
    ['a value', () => sheetWith(`<row r="2"><c r="A2" t="str"><v>${'a<b/>'.repeat(2 ** 19)}</v></c></row>`)],
    ['a formula', () => sheetWith(`<row r="2"><c r="A2" t="str"><f>${'1+<b/>'.repeat(2 ** 19)}</f></c></row>`)],
    ['a text in its cell', () => sheetWith(rowFile(2, ['a'.repeat(2 ** 19)]))],
    ['a tag', () => sheetWith(`<row r="2" a="${'a'.repeat(2 ** 21)}"/>`)],
    ['a comment', () => sheetWith(`<!--${'a'.repeat(2 ** 21)}-->`)],
    ['elements in elements', () => sheetWith('<x>'.repeat(300) + '</x>'.repeat(300))],
  ])('is refused: %s', async (_, file) => {
    await refused(await bookOf({ stored: '10' }, file()));
  });

  function sheetWith(rows: string): Partial<WorkbookFile> {
    return { sheets: [{ name: 'Folha', rows: rowFile(1, HEADER) + rows }] };
  }

  it('is refused where its sheets are all one part', async () => {
    const first = { name: 'Folha', rows: '<x/>'.repeat(2 ** 16) };
    const others = Array.from({ length: 50 }, (_, index) => ({ name: `Folha ${index}`, rows: '', shares: 0 }));
    await refused(await workbookFile({ sheets: [first, ...others] }));
  });

  it('is damaged where more merged cells overlap than a row has columns', async () => {
    const merges = '<mergeCell ref="C1:C9"/>'.repeat(5);
    const rows = sheet(row({ stored: '10' }));
    const bytes = await workbookFile({
      sheets: [{ name: 'Folha', rows, behind: `<mergeCells>${merges}</mergeCells>` }],
    });
    expect((await check(bytes)).problems).toEqual(expect.arrayContaining(flawOf('damaged')));
  });

  it('is read where a text is as long as Excel has them', async () => {
    const long = 'é'.repeat(32_767);
    const rows = rowFile(1, [...HEADER, 'obs']) + rowFile(2, [...row({ stored: '10' }), long]);
    const { exitCode, amount } = await check(await workbookFile({ sheets: [{ name: 'Folha', rows }] }));
    expect([exitCode, amount]).toEqual([0, 1_000]);
  });
});

describe('what the sheet hides or crosses out', () => {
  const three = [
    row({ stored: '10' }),
    [undefined, 'bia@example.com', { stored: '20' }],
    [undefined, 'caio@example.com', { stored: '40' }],
  ] as const;
  const bookWith = async (before: string, attributes = '', rows: readonly (readonly CellFile[])[] = three) =>
    workbookFile({
      shared: ['<r><rPr><strike/></rPr><t>old@example.com</t></r><r><t>bia@example.com</t></r>', '<t>A-2</t>'],
      sheets: [
        {
          name: 'Folha',
          before,
          rows:
            rowFile(1, HEADER) +
            rows.map((cells, index) => rowFile(index + 2, cells, index === 1 ? attributes : '')).join(''),
        },
      ],
    });

  it.each([
    ['hidden by a person or a filter', '', ' hidden="1"'],
    ['without height', '', ' ht="0" customHeight="1"'],
    ['without height, as all rows are', '<sheetFormatPr defaultRowHeight="0" customHeight="1"/>', ''],
  ])('is refused: a row %s', async (_, before, attributes) => {
    const heights = [' ht="15" customHeight="1"', attributes, ' ht="15" customHeight="1"'];
    const rows = rowFile(1, HEADER) + three.map((cells, index) => rowFile(index + 2, cells, heights[index])).join('');
    const checked = await check(await workbookFile({ sheets: [{ name: 'Folha', before, rows }] }), ['--only-valid']);
    expect(checked.problems).toEqual([expect.objectContaining({ code: 'hidden_row', line: 3 })]);
    expect([checked.exitCode, checked.amount]).toEqual([0, 5_000]);
  });

  it.each<[string, readonly CellFile[], string[]]>([
    ['a cell', [undefined, 'bia@example.com', { stored: '20', style: 1 }], ['C3']],
    ['a part of a text', [undefined, { xml: '<c t="s"><v>0</v></c>' }, { stored: '20' }], ['B3']],
    [
      'a part of a text in its cell',
      [
        undefined,
        { xml: '<c t="inlineStr"><is><r><rPr><strike val="1"/></rPr><t>10</t></r><r><t>20</t></r></is></c>' },
        { stored: '20' },
      ],
      ['B3'],
    ],
    [
      'the whole row',
      [
        { xml: '<c t="s" s="1"><v>1</v></c>' },
        { xml: '<c t="inlineStr" s="1"><is><t>bia@example.com</t></is></c>' },
        { stored: '20', style: 1 },
      ],
      ['A3', 'B3', 'C3'],
    ],
  ])('is refused: %s that is struck through', async (_, second, cells) => {
    const checked = await check(await bookWith('', '', three.with(1, second)), ['--only-valid']);
    expect(checked.problems).toEqual([
      expect.objectContaining({ code: 'struck_through', line: 3, details: { struck: cells } }),
    ]);
    expect([checked.exitCode, checked.amount]).toEqual([0, 5_000]);
  });

  it('is not refused: text that says that it is not struck through, or a remark that is', async () => {
    const plain = { xml: '<c t="inlineStr"><is><r><rPr><strike val="0"/></rPr><t>bia@example.com</t></r></is></c>' };
    const second = [undefined, plain, { stored: '20' }, { stored: '1', style: 1 }];
    const { exitCode, problems, amount } = await check(await bookWith('', '', three.with(1, second)));
    expect([exitCode, problems, amount]).toEqual([0, [], 7_000]);
  });

  it.each([
    ['<cols><col min="3" max="3" width="9" hidden="1"/></cols>', ['valor']],
    ['<cols><col min="1" max="2" width="0" customWidth="1"/></cols>', ['chave_pix']],
    ['<sheetFormatPr defaultColWidth="0"/><cols><col min="1" max="2" width="9"/></cols>', ['valor']],
    ['<cols><col min="1" max="16384" hidden="true"/></cols>', ['chave_pix', 'valor']],
    [
      '<cols><col min="1" max="1" hidden="1"/><col min="4" max="9" hidden="1"/><col min="2" max="2" hidden="0"/></cols>',
      [],
    ],
  ])('is named on every screen, and in JSON: a hidden column, %s', async (before, columns) => {
    const bytes = await bookWith(before);
    const { exitCode, notices, amount } = await check(bytes);
    expect([exitCode, amount]).toEqual([0, 7_000]);
    expect(notices.filter(({ code }) => code === 'hidden_column').map(({ column }) => column)).toEqual(columns);
    const path = join(folder, 'payroll.xlsx');
    const shown = await runCli(['payouts', 'check', path, '--no-account', '--quiet'], {
      environment: { ...CONNECTED, PIX_CONFIG_DIR: folder },
    });
    for (const column of columns) expect(shown.stderr).toContain(`${column}: this column is hidden in the sheet`);
    if (columns.length === 0) expect(shown.stderr).not.toContain('hidden');
  });
});

describe('a file that is another kind of spreadsheet', () => {
  const zipOf = async (parts: Readonly<Record<string, string>>) => {
    const zip = new ZipFile();
    for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path, { compress: false });
    zip.end();
    return buffer(zip.outputStream);
  };
  /** As Office writes a file with a password: a compound file with the names of its streams. */
  const compound = (name: string, leading = 70_001) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(leading),
      Buffer.from(name, 'utf16le'),
      Buffer.alloc(512),
    ]);
  const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

  it.each<[string, () => Promise<Buffer> | Buffer, string, string]>([
    [
      'with a password',
      () => compound('EncryptedPackage'),
      'encrypted',
      'the workbook has a password: save a copy without it',
    ],
    [
      'with a password, a small one',
      () => compound('EncryptedPackage', 1_024),
      'encrypted',
      'the workbook has a password: save a copy without it',
    ],
    [
      '.ods',
      () => zipOf({ mimetype: ODS, 'content.xml': '<x/>' }),
      'opendocument',
      'this is an OpenDocument file (.ods, .fods): save it as .xlsx or CSV',
    ],
    [
      '.fods',
      () => Buffer.from(`<?xml version="1.0"?>\n<office:document office:mimetype="${ODS}"/>`),
      'opendocument',
      'this is an OpenDocument file (.ods, .fods): save it as .xlsx or CSV',
    ],
  ])('has one sentence with the remedy: %s', async (_, bytes, flaw, message) => {
    const { exitCode, problems } = await check(await bytes());
    expect([exitCode, problems]).toEqual([
      2,
      [expect.objectContaining({ code: 'unreadable_workbook', details: { flaw }, message })],
    ]);
  });

  it('is an .xls without a password, as before', async () => {
    const { problems } = await check(compound('Workbook'));
    expect(problems).toEqual([expect.objectContaining({ code: 'not_text', details: { kind: 'xls' } })]);
  });
});
