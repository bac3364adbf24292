import type { ClosedPeriod } from '../../../../account/balance-notes.ts';
import { workbookBytes } from '../../../../xlsx/write-workbook.ts';
import type { Screen } from '../../../context/screen.ts';
import { valueAt, type Field } from '../../../output/fields.ts';
import type { Catalogue } from '../../../text/translate.ts';
import { decimalReais } from '../../../output/money.ts';
import { labelOf } from '../../../output/sheet.ts';
import { columnStyleOf, dateFormatOf, xlsxCell } from '../../../output/xlsx-cell.ts';
import type { ExportPlan } from '../plan.ts';
import { wordsOf } from './file-text.ts';
import type { Tally } from './tally.ts';

interface WorkbookRows {
  readonly plan: Pick<ExportPlan, 'kind' | 'selection'>;
  readonly screen: Pick<Screen, 'text' | 'language'>;
  readonly madeAt: number;
  /** Of a statement whose balance is known. */
  readonly period: ClosedPeriod | undefined;
  readonly items: Iterable<unknown>;
  /** The totals of the items, read after the last one. */
  readonly tally: () => Tally;
}

/** The rows of an export as a workbook, in the language of the screen: a person opens it. */
export function exportWorkbook(workbook: WorkbookRows): AsyncGenerator<Uint8Array> {
  const { plan, screen, madeAt, period, items, tally } = workbook;
  const { text, language } = screen;
  const { columns } = plan.selection;
  const fields = columns.map((field) => ({ field, words: wordsOf(field, text) }));
  const form = {
    name: text.export.sheetNames[plan.kind],
    columns: columns.map((field) => ({ heading: labelOf(field, { text }), style: columnStyleOf(field.kind) })),
    dateFormat: dateFormatOf(language),
    madeAt,
    totals: {
      label: text.export.total,
      sums: () => {
        const { sums } = tally();
        return columns.map(({ path }) => {
          const sum = sums[path];
          return typeof sum === 'number' ? decimalReais(sum, '.') : undefined;
        });
      },
      further: period === undefined ? [] : balanceLines(period, columns, text),
    },
  };
  function* rows() {
    for (const item of items) yield fields.map(({ field, words }) => xlsxCell(field, valueAt(item, field.path), words));
  }
  return workbookBytes(form, rows());
}

/** Opening and closing balance, below the sum of what lies between them. */
function balanceLines(
  { opening, closing, gaps, undatedDisputes }: ClosedPeriod,
  columns: readonly Field[],
  { export: text }: Catalogue,
) {
  const line = (label: string, amount: number) => ({
    label,
    amounts: columns.map(({ path }) => (path === 'netAmount' ? decimalReais(amount, '.') : undefined)),
  });
  return [
    line(text.balanceLines.opening, opening.balance),
    ...gaps.map(({ difference }) => line(text.balanceLines.gap, difference)),
    line(text.balanceLines.closing, closing.balance),
    ...(undatedDisputes === undefined ? [] : [line(text.balanceLines.undatedDisputes, undatedDisputes.amount)]),
  ];
}
