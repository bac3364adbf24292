import { extname } from 'node:path';
import { writeFileWhole, type WrittenFile } from '../../../files/write-whole.ts';
import { NOTHING, sumOf } from '../../../pix/centavos.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../output/write-output.ts';
import type { Screen } from '../../context/screen.ts';
import { usageError } from '../../errors/command-error.ts';
import { valueAt } from '../../output/fields.ts';
import { decimalReais } from '../../../pix/reais-text.ts';
import { csvRecord, formulaFree } from '../../output/records.ts';
import { labelOf } from '../../output/sheet.ts';
import { FIELDS, type ReconciledRow } from './reconciled-row.ts';

const SUMMED = ['hereAmount', 'thereAmount', 'difference'] as const;

/** From the file name. @throws CommandError (usage) */
export function reportForm(path: string, { text }: Screen): 'xlsx' | 'csv' {
  const extension = extname(path).toLowerCase();
  if (extension === '.xlsx') return 'xlsx';
  if (extension === '.csv') return 'csv';
  throw usageError('invalid_file', text.reconcile.unknownEnding(path));
}

/** Writes every finding: what is open first, so that a person can decide there. */
export async function writeReport(
  context: Context,
  path: string,
  rows: readonly ReconciledRow[],
): Promise<WrittenFile> {
  const { screen, host } = context;
  const pieces = reportForm(path, screen) === 'xlsx' ? await workbook(context, rows) : csvPieces(rows);
  return guardingFile(path, screen.text, () => writeFileWhole(path, pieces, host.interruption));
}

function* csvPieces(rows: readonly ReconciledRow[]): Generator<string> {
  yield csvRecord(FIELDS.map(({ path }) => path));
  for (const row of rows) {
    const values = FIELDS.map(({ path }) => valueAt(row, path));
    yield csvRecord(values.map((value) => (typeof value === 'string' ? formulaFree(value) : value)));
  }
}

/** Loaded only for workbooks. */
async function workbook({ screen, host }: Context, rows: readonly ReconciledRow[]) {
  const { workbookBytes } = await import('../../../xlsx/write-workbook.ts');
  const { columnStyleOf, dateFormatOf, xlsxCell } = await import('../../output/records.ts');
  const { text, language } = screen;
  // Balances and sums of the file are no money that moved.
  const moving = rows.filter(({ finding }) => finding !== 'left_out' && finding !== 'sum_differs');
  const words = { ...text.words.machine, ...text.statuses.reconciliation };
  const form = {
    name: text.reconcile.sheetName,
    columns: FIELDS.map((field) => ({ heading: labelOf(field, { text }), style: columnStyleOf(field.kind) })),
    dateFormat: dateFormatOf(language),
    madeAt: host.now(),
    totals: {
      label: text.lists.total,
      sums: () =>
        FIELDS.map(({ path }) => {
          const summed = SUMMED.find((name) => name === path);
          if (summed === undefined) return undefined;
          const sum = sumOf(moving.map((row) => row[summed] ?? NOTHING));
          return decimalReais(sum, '.');
        }),
    },
  };
  const cells = rows.map((row) =>
    FIELDS.map(({ path, kind }) => {
      const isWord = kind === 'word' || kind === 'status';
      return xlsxCell({ kind: isWord ? 'status' : kind }, valueAt(row, path), words);
    }),
  );
  return workbookBytes(form, cells);
}
