import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonError } from '../support/cli.ts';
import { rowFile, workbookFile, type CellFile, type WorkbookFile } from '../support/workbook-file.ts';
import { openPayoutOffice, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = ['referencia', 'nome', 'chave_pix', 'valor', 'descricao'];
const TYPED = fileURLToPath(new URL('../payouts/spreadsheets/typed.csv', import.meta.url));
/** The payments of that file in a workbook, with their references as text. */
const ROWS: readonly (readonly CellFile[])[] = [
  ['0001', 'Maria', 'maria@example.com', { stored: '10' }, 'Salário'],
  ['1001', 'João', 'joao@example.com', { stored: '11.000000000000002' }, 'Salário'],
  ['1/2', 'Bia', 'bia@example.com', { stored: '12' }, 'Prestação'],
  ['12345678901', 'Ana', 'ana@example.com', { stored: '13' }],
  ['NF 7-a', 'Rui', 'rui@example.com', { formula: 'D5+1', value: '14' }, 'Táxi'],
];

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice();
});

const sentRows = async () => (await office.sent()).length;

async function saved(name: string, rows: readonly (readonly CellFile[])[], more: Partial<WorkbookFile> = {}) {
  const path = join(office.folder, name);
  const body = [HEADER, ...rows].map((cells, index) => rowFile(index + 1, cells)).join('');
  writeFileSync(path, await workbookFile({ sheets: [{ name: 'Folha', rows: body }], ...more }));
  return path;
}

describe('a payroll that is saved in another format', () => {
  it('is the same file: a workbook after CSV, and CSV after a workbook', async () => {
    const workbook = await saved('folha.xlsx', ROWS);
    const { run, digest } = runOf(await office.pay(TYPED, '60,00'));
    const checked = await office.check(workbook);
    expect(JSON.parse(checked.stdout)).toMatchObject({ digest, knownRun: run, format: 'xlsx', encoding: null });
    for (const path of [workbook, TYPED]) {
      const again = await office.pay(path, '60,00');
      expect([again.exitCode, runOf(again).run]).toEqual([0, run]);
    }
    expect(await sentRows()).toBe(5);
  });

  it('is paid once from a workbook, in any of its forms, too', async () => {
    const { run } = runOf(await office.pay(await saved('a.xlsx', ROWS), '60,00'));
    const strict = await saved('strict.xlsx', ROWS, { isStrict: true, uses1904: true, prefix: 'x' });
    for (const path of [strict, TYPED]) expect(runOf(await office.pay(path, '60,00')).run).toBe(run);
    expect(await sentRows()).toBe(5);
  });
});

describe('a person', () => {
  it('sees which cell is wrong, and which sheet is read', async () => {
    const wrong = [...ROWS.slice(0, 1), ['2', 'Bia', 'bia@example.com', { formula: 'D9*2' }]];
    const path = await saved('folha.xlsx', wrong, {
      sheets: [
        { name: 'Capa', rows: rowFile(1, ['Folha de julho']) },
        { name: 'Folha', rows: [HEADER, ...wrong].map((cells, index) => rowFile(index + 1, cells)).join('') },
      ],
    });
    for (const [lang, sheet, message] of [
      ['en', 'read from sheet "Folha"; not from: Capa', 'the formula was never computed'],
      ['pt-BR', 'lido da aba "Folha"; ficaram de fora: Capa', 'a fórmula nunca foi calculada'],
    ] as const) {
      const shown = await office.run(['payouts', 'check', path, '--lang', lang], { isTerminal: true });
      expect(shown.exitCode).toBe(2);
      expect(shown.stderr).toContain(sheet);
      expect(shown.stdout).toMatch(/D3, (?:valor )?"=D9\*2": /);
      expect(shown.stdout).toContain(message);
    }
  });

  it('chooses a sheet by its name', async () => {
    const sheets = ['Julho', 'Agosto'].map((name, index) => ({
      name,
      rows: rowFile(1, HEADER) + rowFile(2, [`${name}-1`, 'Ana', 'ana@example.com', { stored: String(10 + index) }]),
    }));
    const bytes = await workbookFile({ sheets });
    const path = join(office.folder, 'year.xlsx');
    writeFileSync(path, bytes);
    const refused = await office.pay(path, '11,00');
    expect([refused.exitCode, jsonError(refused).message]).toEqual([2, expect.stringContaining('Julho, Agosto')]);
    const paid = await office.pay(path, '11,00', ['--sheet', 'Agosto']);
    expect([paid.exitCode, runOf(paid).paid, await sentRows()]).toEqual([0, { rows: 1, amount: 1_100 }, 1]);
  });
});
