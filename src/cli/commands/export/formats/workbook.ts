import { workbookBytes } from '../../../../xlsx/write-workbook.ts';
import type { Screen } from '../../../context/screen.ts';
import { valueAt } from '../../../output/fields.ts';
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
  readonly items: Iterable<unknown>;
  /** The totals of the items, read after the last one. */
  readonly tally: () => Tally;
}

/** The rows of an export as a workbook, in the language of the screen: a person opens it. */
export function exportWorkbook({ plan, screen, madeAt, items, tally }: WorkbookRows): AsyncGenerator<Uint8Array> {
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
    },
  };
  function* rows() {
    for (const item of items) yield fields.map(({ field, words }) => xlsxCell(field, valueAt(item, field.path), words));
  }
  return workbookBytes(form, rows());
}
