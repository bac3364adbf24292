import { columnOf } from '../../../payouts/files/column-names.ts';
import type { templateCells } from '../../../payouts/files/template.ts';
import { isPaid } from '../../../payouts/journal/records.ts';
import { parseTypedAmount } from '../../../pix/amount-text.ts';
import { centavos, sumCentavos, type Centavos } from '../../../pix/centavos.ts';
import type { SheetCell, SheetColumn, SheetTotals } from '../../../xlsx/sheet-form.ts';
import { workbookBytes } from '../../../xlsx/write-workbook.ts';
import type { Host } from '../../context/host.ts';
import type { Screen } from '../../context/screen.ts';
import { withoutControls } from '../../output/text-width.ts';
import { decimalReais } from '../../../pix/reais-text.ts';
import { payoutReason } from '../../output/human-value.ts';
import { labelOf } from '../../output/sheet.ts';
import { columnStyleOf, dateFormatOf, xlsxCell } from '../../output/records.ts';
import { payoutRow } from './run-rows.ts';
import { cellsOf, columnsOf, OUTCOME_FIELDS, type Rows, type TypedRow } from './report-file.ts';

interface Making {
  readonly screen: Pick<Screen, 'text' | 'language'>;
  readonly host: Pick<Host, 'now'>;
}

const NOTHING = centavos(0);

/** An empty batch, with formats that keep the zeros of a key and make an amount a number. */
export function templateWorkbook(context: Making, [header, ...examples]: ReturnType<typeof templateCells>) {
  const rows = examples.map((cells) => {
    const typed = parseTypedAmount(cells.find((_, index) => isAmount(header[index])) ?? '');
    return typedCells(header, cells, typed.ok ? typed.amountCentavos : NOTHING);
  });
  return bytesOf(context, typedColumns(header), rows);
}

/** The unchanged rows, which can be run again. */
export function retryWorkbook(context: Making, payouts: Rows<TypedRow>) {
  const headings = columnsOf(payouts);
  function* rows() {
    for (const payout of payouts()) yield typedCells(headings, cellsOf(payout, headings), payout.amountCentavos);
  }
  return bytesOf(context, typedColumns(headings), rows());
}

/** All rows of a run, each with its outcome, and the sums of what was paid. In the language of the screen. */
export function reportWorkbook(context: Making, payouts: Rows) {
  const { text } = context.screen;
  const headings = columnsOf(payouts);
  const sums = { amount: NOTHING, fee: NOTHING, sent: NOTHING };
  function* rows() {
    for (const payout of payouts()) {
      const row = payoutRow(payout);
      if (isPaid(payout)) {
        sums.amount = sumCentavos(sums.amount, row.amount);
        sums.fee = sumCentavos(sums.fee, row.fee ?? NOTHING);
        sums.sent = sumCentavos(sums.sent, row.sent ?? NOTHING);
      }
      const told: Readonly<Record<string, unknown>> = { ...row, reason: payoutReason(row, text) };
      const outcome = OUTCOME_FIELDS.map((field) => xlsxCell(field, told[field.path], text.statuses.payout));
      yield [...typedCells(headings, cellsOf(payout, headings), payout.amountCentavos), ...outcome];
    }
  }
  const summed = (path: string) => (path === 'fee' || path === 'sent' ? decimalReais(sums[path], '.') : undefined);
  const totals = {
    label: text.payouts.totalPaid,
    isOfSomeRows: true,
    sums: () => [
      ...headings.map((heading) => (isAmount(heading) ? decimalReais(sums.amount, '.') : undefined)),
      ...OUTCOME_FIELDS.map(({ path }) => summed(path)),
    ],
  };
  const outcomes = OUTCOME_FIELDS.map((field) => ({
    heading: labelOf(field, { text }),
    style: columnStyleOf(field.kind),
  }));
  return bytesOf(context, [...typedColumns(headings), ...outcomes], rows(), totals);
}

function bytesOf(
  { screen: { text, language }, host }: Making,
  columns: readonly SheetColumn[],
  rows: Iterable<readonly SheetCell[]>,
  totals?: SheetTotals,
) {
  const [name, dateFormat] = [text.fields.payouts, dateFormatOf(language)];
  return workbookBytes({ name, columns, dateFormat, madeAt: host.now(), totals }, rows);
}

function isAmount(heading: string | undefined): boolean {
  return heading !== undefined && columnOf(heading) === 'amount';
}

function typedColumns(headings: readonly string[]): SheetColumn[] {
  return headings.map((heading) => ({ heading, style: isAmount(heading) ? 'money' : 'text' }));
}

function typedCells(headings: readonly string[], cells: readonly string[], amount: Centavos): SheetCell[] {
  return headings.map((heading, index) => {
    if (isAmount(heading)) return { number: decimalReais(amount, '.') };
    const cell = withoutControls(cells[index] ?? '');
    return cell === '' ? undefined : cell;
  });
}
