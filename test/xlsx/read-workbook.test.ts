import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellName, cellPosition } from '../../src/xlsx/cell-text.ts';
import { masked, numberFormat, decimalText, hasLostDigits } from '../../src/xlsx/number-format.ts';
import { parseXml, WorkbookError } from '../../src/xlsx/parse-xml.ts';
import { SharedTexts } from '../../src/xlsx/shared-texts.ts';
import { Workbook } from '../../src/xlsx/read-workbook.ts';
import type { SheetRow } from '../../src/xlsx/sheet-parser.ts';
import { workbookBytes } from '../../src/xlsx/write-workbook.ts';
import { rowFile, workbookFile, type WorkbookFile } from '../support/workbook-file.ts';
import { rowsIn } from '../support/grouped.ts';

async function opened(file: Partial<WorkbookFile> & Pick<WorkbookFile, 'sheets'>) {
  const workbook = await Workbook.open(await workbookFile(file));
  const rows: SheetRow[] = [];
  const [sheet] = workbook.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  for await (const group of workbook.rows(sheet)) rows.push(...group);
  const cells = rows.map(({ cells }) => Object.fromEntries(cells));
  return { workbook, sheet, rows, cells };
}

const sheetOf = (rows: string, behind = '') => [{ name: 'Folha', rows, behind }];
const text = (content: string) => ({ kind: 'text', text: content });

describe('texts', () => {
  it('come from the shared table, with all formatted runs and without phonetic guides', async () => {
    const shared = [
      '<t>plain</t>',
      '<r><t>two </t></r><r><rPr><b/></rPr><t>runs</t></r>',
      '<t>東京</t><rPh><t>トウキョウ</t></rPh>',
    ];
    const { cells } = await opened({
      shared,
      sheets: sheetOf(
        rowFile(
          1,
          [0, 1, 2].map((index) => ({ xml: `<c t="s"><v>${index}</v></c>` })),
        ),
      ),
    });
    expect(cells).toEqual([{ 0: text('plain'), 1: text('two runs'), 2: text('東京') }]);
  });

  it('may be inline or computed, with entities and escapes decoded', async () => {
    const computed = { xml: '<c t="str"><f>UPPER("x")</f><v>X &amp; Y</v></c>' };
    const { cells } = await opened({
      sheets: sheetOf(rowFile(1, ['a &lt; b', computed, 'x_x000D_y', '<![CDATA[<q>]]>'])),
    });
    expect(cells).toEqual([{ 0: text('a < b'), 1: text('X & Y'), 2: text('x\ry'), 3: text('<q>') }]);
  });
});

describe('cells', () => {
  it('have the stored digits of numbers, and days where their format shows one', async () => {
    const { cells } = await opened({
      formats: ['dd/mm/yyyy', '0.00E+00', '#,##0.00'],
      sheets: sheetOf(
        rowFile(1, [{ stored: '1234.5599999999999' }, { stored: '46204', style: 1 }, { stored: '1E+11', style: 2 }]),
      ),
    });
    expect(cells[0]).toMatchObject({
      0: { kind: 'number', stored: '1234.5599999999999', format: { isDate: false } },
      1: { kind: 'date', text: '2026-07-01' },
      2: { kind: 'number', format: { isDate: false, isScientific: true } },
    });
  });

  it('show formulas without a value, errors, booleans and ISO dates', async () => {
    const others = ['<c t="e"><v>#DIV/0!</v></c>', '<c t="b"><v>1</v></c>', '<c t="d"><v>2026-07-01</v></c>'];
    const { cells } = await opened({
      sheets: sheetOf(rowFile(1, [{ formula: 'A1*2' }, ...others.map((xml) => ({ xml })), { xml: '<c/>' }])),
    });
    expect(cells[0]).toEqual({
      0: { kind: 'uncomputed', formula: 'A1*2' },
      1: { kind: 'error', text: '#DIV/0!' },
      2: { kind: 'boolean', value: true },
      3: { kind: 'date', text: '2026-07-01' },
    });
  });

  it('are placed by their names, or one after the other where they have none', async () => {
    const named = '<row r="3" hidden="1"><c r="C3"><v>1</v></c><c r="AA3"><v>2</v></c></row>';
    const { rows } = await opened({ sheets: sheetOf(`${named}<row><c><v>3</v></c><c><v>4</v></c></row>`) });
    expect(rows.map(({ number, isHidden, cells }) => [number, isHidden, [...cells.keys()]])).toEqual([
      [3, true, [2, 26]],
      [4, false, [0, 1]],
    ]);
  });
});

describe('a workbook', () => {
  it.each([
    ['strict', { isStrict: true }],
    ['with a prefix for every element', { prefix: 'x' }],
    [
      'strict with a prefix, without a table of texts or formats',
      { isStrict: true, prefix: 'q', without: ['xl/styles.xml', 'xl/sharedStrings.xml'] },
    ],
  ])('is read: %s', async (_, form) => {
    const { cells, workbook, sheet } = await opened({
      ...form,
      sheets: sheetOf(
        rowFile(1, ['a', { stored: '1' }]),
        '<mergeCells><mergeCell ref="B2:C9"/><mergeCell ref="A1:A2"/></mergeCells>',
      ),
    });
    expect(cells).toEqual([{ 0: text('a'), 1: expect.objectContaining({ stored: '1' }) }]);
    expect((await workbook.layout(sheet)).merged.map(({ name }) => name)).toEqual(['A1:A2', 'B2:C9']);
  });

  it('lists its sheets, including hidden ones', async () => {
    const { workbook } = await opened({
      sheets: [
        { name: 'Julho &amp; agosto', rows: '' },
        { name: 'Notas', rows: '', state: 'veryHidden' },
      ],
    });
    expect(workbook.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['Julho & agosto', false],
      ['Notas', true],
    ]);
  });

  it('may be written by pix', async () => {
    const chunks: Uint8Array[] = [];
    const form = {
      name: 'S',
      columns: [
        { heading: 'H', style: 'text' },
        { heading: 'V', style: 'money' },
      ],
      dateFormat: 'dd/mm/yyyy hh:mm:ss',
      madeAt: 0,
    } as const;
    for await (const chunk of workbookBytes(form, [['=1 _x0041_ <&>', { number: '0.10' }]])) chunks.push(chunk);
    const workbook = await Workbook.open(Buffer.concat(chunks));
    const rows: SheetRow[] = [];
    for (const sheet of workbook.sheets) for await (const group of workbook.rows(sheet)) rows.push(...group);
    expect(rows[1]?.cells.get(0)).toEqual(text('=1 _x0041_ <&>'));
    expect(rows[1]?.cells.get(1)).toMatchObject({ kind: 'number', stored: '0.10' });
  });
});

describe('a file that is not a workbook', () => {
  it.each([
    ['an archive of something else', workbookFile({ sheets: [], without: ['_rels/.rels'] }), 'not_a_workbook'],
    ['a workbook without its main part', workbookFile({ sheets: [], without: ['xl/workbook.xml'] }), 'not_a_workbook'],
    ['a cut archive', workbookFile({ sheets: [] }).then((bytes) => bytes.subarray(0, -30)), 'damaged'],
    ['one whose formats are missing', workbookFile({ sheets: [], lost: ['xl/styles.xml'] }), 'damaged'],
    ['one whose texts are missing', workbookFile({ sheets: [], lost: ['xl/sharedStrings.xml'] }), 'damaged'],
  ])('is refused: %s', async (_, file, flaw) => {
    await expect(Workbook.open(await file)).rejects.toMatchObject({ name: 'WorkbookError', flaw });
  });

  it.each([
    ['broken XML', '<row r="1"><c></row>'],
    ['rows that go back', '<row r="2"/><row r="1"/>'],
    ['cells that go back', '<row r="1"><c r="B1"/><c r="A1"/></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"/></row>'],
    ['a text that is not in the table', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'],
    ['a row beyond the last', '<row r="1048577"/>'],
    ['a kind of cell that there is not', '<row r="1"><c r="A1" t="z"><v>7</v></c></row>'],
  ])('is refused: %s', async (_, rows) => {
    await expect(opened({ sheets: sheetOf(rows) })).rejects.toMatchObject({ name: 'WorkbookError', flaw: 'damaged' });
  });
});

describe('numbers', () => {
  it.each(
    rowsIn(`
      1234.5599999999999;1234.56 | 0.30000000000000004;0.3 | 1358.0160000000003;1358.016 | 0.2000000000007276;0.2
      -3.5527136788005009E-15;0 | 0.0000000004;0 | -0.0000000005;-0.000000001 | 33.333333333333336;33.333333333
      -0.005;-0.005 | 9.9999999999999995E-1;1 | 1.2E+3;1200 | 12E-1;1.2 | 0;0 | -0.0;0 | 100;100
      123456789012345678;123456789012346000
    `),
  )('%s is shown as %s', (stored, shown) => expect(decimalText(stored)).toBe(shown));

  it.each(['1e400', '1,5', ''])('"%s" is none', (stored) => expect(decimalText(stored)).toBeUndefined());

  it('keep every centavo, in the notation of every program', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), (centavos) => {
        const exact = `${centavos < 0 ? '-' : ''}${String(Math.abs(centavos)).padStart(3, '0').replace(/(..)$/, '.$1')}`;
        const shown = exact.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.?0+$/, '');
        const float = Number(exact);
        for (const stored of [String(float), float.toPrecision(17), float.toExponential(16)]) {
          expect(decimalText(stored)).toBe(centavos === 0 ? '0' : shown);
        }
      }),
    );
  });

  it('have lost digits if they have more than fifteen', () => {
    expect(['123456789012345', '1234567890123456', '1E+15', '1E+14'].map(hasLostDigits)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('formats', () => {
  it.each([
    [14, undefined, 'date'],
    [22, undefined, 'date'],
    [2, undefined, 'number'],
    [11, undefined, 'scientific'],
    [170, 'General', 'number'],
    [170, '[$R$-416] #,##0.00;[Red]-[$R$-416] #,##0.00', 'number'],
    [170, '#,##0.00 "dias"', 'number'],
    [170, '[h]:mm', 'date'],
    [170, '[$-416]d\\ de\\ mmmm', 'date'],
    [170, '##0.0E+0', 'scientific'],
    [170, '_-* #,##0.00_-;\\-* #,##0.00_-', 'number'],
  ])('%s %s: a %s', (id, code, kind) => {
    const { isDate, isScientific } = numberFormat(id, code);
    expect(isDate ? 'date' : isScientific ? 'scientific' : 'number').toBe(kind);
  });

  it.each([
    ['00000000000', '1234567890', '01234567890'],
    ['000\\.000\\.000\\-00', '1234567890', '012.345.678-90'],
    ['00"."000"."000"/"0000"-"00', '11222333000181', '11.222.333/0001-81'],
    ['0', '7', '7'],
    ['0.00', '7', '7'],
    ['0000', '123456', '123456'],
  ])('%s shows %s as %s', (code, digits, shown) => expect(masked(digits, numberFormat(170, code))).toBe(shown));
});

it('names of cells are read back as their positions', () => {
  expect([cellName(0, 1), cellName(25, 7), cellName(26, 7), cellName(16_383, 9)]).toEqual(['A1', 'Z7', 'AA7', 'XFD9']);
  for (const column of [0, 25, 26, 701, 702, 16_383]) {
    expect(cellPosition(cellName(column, 12))).toEqual({ column, row: 12 });
  }
  expect([cellPosition('A0'), cellPosition('7'), cellPosition('')]).toEqual([undefined, undefined, undefined]);
});

it('the table of shared texts has a maximum, which texts without a letter reach, too', async () => {
  const read = async (xml: string, maximum: number) => {
    const texts = new SharedTexts(maximum);
    const root = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${xml}</sst>`;
    await parseXml(Readable.from([Buffer.from(root)]), texts);
    return texts;
  };
  const tooLarge = expect.objectContaining({ flaw: 'too_large' }) as Error;
  expect((await read('<si><t>abc</t></si>', 100)).at(0)).toEqual({ text: 'abc', isStruck: false });
  await expect(read(`<si><t>${'a'.repeat(100)}</t></si>`, 100)).rejects.toEqual(tooLarge);
  await expect(read('<si/>'.repeat(100), 100)).rejects.toEqual(tooLarge);
});

describe('a changed byte', () => {
  const rows = rowFile(1, ['a', { stored: '1234.56', style: 1 }, { xml: '<c t="s"><v>0</v></c>' }]);
  const file = { sheets: sheetOf(rows), shared: ['<t>shared</t>'], formats: ['"US$" 0.00'] };
  const contentOf = async (bytes: Buffer) => {
    const workbook = await Workbook.open(bytes);
    const found: unknown[] = [];
    for (const sheet of workbook.sheets) for await (const group of workbook.rows(sheet)) found.push(sheet, group);
    return found;
  };

  it.each([true, false])('leaves every cell as it is, or the workbook is refused (stored: %s)', async (isStored) => {
    const sound = await workbookFile({ ...file, isStored });
    const expected = await contentOf(sound);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(sound);
        changed[at] = (changed[at] ?? 0) ^ mask;
        try {
          expect(await contentOf(changed)).toEqual(expected);
        } catch (error) {
          if (!(error instanceof WorkbookError)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });
});
