import type { ClosedPeriod } from '../../../../account/balance-notes.ts';
import { workbookBytes } from '../../../../xlsx/write-workbook.ts';
import type { Screen } from '../../../context/screen.ts';
import { valueAt, type Field } from '../../../output/fields.ts';
import type { Catalogue } from '../../../text/translate.ts';
import { decimalReais } from '../../../../pix/reais-text.ts';
import { labelOf } from '../../../output/sheet.ts';
import { columnStyleOf, dateFormatOf, xlsxCell } from '../../../output/records.ts';
import type { ExportPlan } from '../plan.ts';
import { spokenValue, wordsOf, MoneySums } from './file-text.ts';

/** The columns of a statement in which what was sent is negative: only their sums mean something. */
const SIGNED: readonly string[] = ['netAmount', 'fee'];
/** The balances stand in the first of these that the file has. */
const BALANCE_COLUMNS = ['netAmount', 'balanceAfter'] as const;

interface WorkbookRows {
  readonly plan: Pick<ExportPlan, 'kind' | 'selection'>;
  readonly screen: Pick<Screen, 'text' | 'language'>;
  readonly madeAt: number;
  /** Of a statement whose balance is known. */
  readonly period: ClosedPeriod | undefined;
  readonly items: Iterable<unknown>;
}

/**
 * The rows of an export as a workbook, in the language of the screen: a person opens it. What was not paid is not part of
 * the totals.
 */
export function exportWorkbook(workbook: WorkbookRows): AsyncGenerator<Uint8Array> {
  const { plan, screen, madeAt, period, items } = workbook;
  const { text, language } = screen;
  const { columns } = plan.selection;
  const isStatement = plan.kind === 'statement';
  const totals = new MoneySums(isStatement ? columns.filter(({ path }) => SIGNED.includes(path)) : columns);
  const form = {
    name: text.export.sheetNames[plan.kind],
    columns: columns.map((field) => ({ heading: labelOf(field, { text }), style: columnStyleOf(field.kind) })),
    dateFormat: dateFormatOf(language),
    madeAt,
    totals: {
      label: text.labels.exportTotals[plan.kind],
      isOfSomeRows: !isStatement,
      sums: () => {
        const sums = totals.total();
        return columns.map(({ path }) => {
          const sum = sums[path];
          return typeof sum === 'number' ? decimalReais(sum, '.') : undefined;
        });
      },
      further: period === undefined ? [] : balanceLines(period, columns, text),
    },
  };
  function* rows() {
    for (const item of items) {
      if (isStatement || valueAt(item, 'status') === 'COMPLETED') totals.add(item);
      yield columns.map((field) => xlsxCell(field, spokenValue(field, item), wordsOf(field, item, text)));
    }
  }
  return workbookBytes(form, rows());
}

/** Opening and closing balance, below the sum of what lies between them. */
function balanceLines(
  { opening, closing, gaps, undatedDisputes }: ClosedPeriod,
  columns: readonly Field[],
  { export: text }: Catalogue,
) {
  const place = BALANCE_COLUMNS.find((column) => columns.some(({ path }) => path === column));
  const line = (label: string, amount: number) => ({
    label,
    amounts: columns.map(({ path }) => (path === place ? decimalReais(amount, '.') : undefined)),
  });
  return [
    line(text.balanceLines.opening, opening.balance),
    ...gaps.map(({ difference }) => line(text.balanceLines.gap, difference)),
    line(text.balanceLines.closing, closing.balance),
    ...(undatedDisputes === undefined ? [] : [line(text.balanceLines.undatedDisputes, undatedDisputes.amount)]),
  ];
}
