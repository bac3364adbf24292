import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { SHEET_ROWS_MAXIMUM, TooManyRows, type SheetCell, type SheetForm } from '../../src/xlsx/sheet-form.ts';
import { workbookBytes } from '../../src/xlsx/write-workbook.ts';

const FORM: SheetForm = {
  name: "João's",
  columns: [
    { heading: 'Name', style: 'text' },
    { heading: 'Value', style: 'money' },
    { heading: 'At', style: 'moment' },
  ],
  dateFormat: 'dd/mm/yyyy hh:mm:ss',
  madeAt: Date.UTC(2026, 6, 1),
};

async function written(rows: Iterable<readonly SheetCell[]>, form = FORM) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookBytes(form, rows)) chunks.push(chunk);
  const workbook = await readXlsx(Buffer.concat(chunks));
  const [sheet] = workbook.sheets;
  return { name: sheet?.name, rows: sheet?.rows, columns: sheet?.columns, cells: sheet?.cells };
}

describe('a written workbook', () => {
  it('has every digit of an amount, as text if Excel would lose some', async () => {
    const amounts = ['0.01', '-1234.56', '9999999999999.99', '12345678901234.56'];
    const { rows } = await written(amounts.map((number) => [undefined, { number }]));
    expect(rows?.slice(1).map((row) => row[1])).toEqual([0.01, -1234.56, 9999999999999.99, '12345678901234.56']);
  });

  it('has text for a moment that Excel cannot represent as a date', async () => {
    const { rows } = await written([[undefined, undefined, { moment: Date.UTC(1850, 0, 1) }]]);
    expect(rows?.[1]?.[2]).toBe('1850-01-01T00:00:00.000Z');
  });

  it('omits characters that XML cannot contain, and cuts texts that are too long for a cell', async () => {
    const { rows } = await written([['a\u0000b\ud800c\uffff'], ['x'.repeat(40_000)]]);
    expect(rows?.[1]?.[0]).toBe('ab\ufffdc');
    expect(String(rows?.[2]?.[0])).toHaveLength(32_767);
  });

  it('has columns as wide as their contents, within bounds', async () => {
    const { columns } = await written([['A name of twenty-six letters'], ['x'.repeat(500)]]);
    expect(columns?.map(({ width }) => width)).toEqual([60, 16, 20]);
  });

  it('has a row of sums below its rows, and none without rows', async () => {
    const totals = { label: 'Total', sums: () => [undefined, '3.00', undefined] };
    const { rows } = await written(
      [
        ['a', { number: '1.00' }],
        ['b', { number: '2.00' }],
      ],
      { ...FORM, totals },
    );
    expect(rows?.at(-1)).toEqual(['Total', 3, null]);
    expect((await written([], { ...FORM, totals })).rows).toEqual([['Name', 'Value', 'At']]);
  });

  it('fails with the error of its rows', async () => {
    function* failing(): Generator<readonly SheetCell[]> {
      for (let row = 0; row < 5_000; row += 1) yield [`row ${row}`];
      throw new RangeError('the list has ended');
    }
    await expect(written(failing())).rejects.toThrow(new RangeError('the list has ended'));
  });

  it('refuses more rows than a sheet of Excel has', async () => {
    function* rows(): Generator<readonly SheetCell[]> {
      for (let row = 0; row <= SHEET_ROWS_MAXIMUM; row += 1) yield [];
    }
    await expect(written(rows())).rejects.toBeInstanceOf(TooManyRows);
  });
});
