import { sumCentavos, subtractCentavos, centavos, type Centavos } from '../../pix/centavos.ts';
import { foldText } from '../../payouts/files/column-names.ts';
import { readDay } from './day.ts';
import { decimalMarkOf, readCentavos, readSignedAmount, type DecimalMark } from './signed-amount.ts';
import { StatedRows } from './stated-row.ts';
import type { Table, TableCell, TableLine } from './table.ts';
import type { BookColumn, ColumnIndexes } from './table-columns.ts';

const NOTHING = centavos(0);
const AMOUNTS = ['amount', 'inflow', 'outflow'] as const satisfies readonly BookColumn[];
/** Lines that state a balance or a sum. A statement begins and ends with them. */
const SUMMARY =
  /^(?:saldo|total|totais|soma|subtotal|balance|openingbalance|closingbalance|notexplainedbyentries|naoexplicado)/;

/** The rows of a table. Balances and sums are left out. */
export function tableRows({ columns, headings, lines }: Table<ColumnIndexes<BookColumn>>): StatedRows {
  const rows = new StatedRows();
  const marks = Object.fromEntries(
    AMOUNTS.map((name) => [name, decimalMarkOf(lines.map((line) => cellOf(line, columns[name]).text))]),
  );
  // Our own CSV for programs has whole centavos.
  const isCentavos = headings[columns.amount ?? -1] === 'netAmount' && headings[columns.day ?? -1] === 'postedAt';
  for (const line of lines) {
    const textOf = (name: BookColumn) => {
      const text = cellOf(line, columns[name]).text.trim();
      return text === '' ? undefined : text;
    };
    const isSummary = line.cells.some(({ text }) => SUMMARY.test(foldText(text)));
    const day = readDay(textOf('day') ?? '');
    if (isSummary && day === undefined) continue;
    const amount = amountOf(line, columns, (name) => (isCentavos ? 'centavos' : marks[name]));
    if (isSummary && textOf('id') === undefined && isBalance(line)) continue;
    // A line with neither is a title or a remark.
    if (textOf('day') === undefined && AMOUNTS.every((name) => textOf(name) === undefined)) continue;
    rows.add({
      line: line.line,
      day,
      amount,
      reference: textOf('reference'),
      endToEndId: textOf('endToEndId'),
      id: textOf('id'),
      pixKey: textOf('pixKey'),
      text: textOf('text') ?? '',
    });
  }
  return rows;
}

function isBalance({ cells }: TableLine): boolean {
  return cells.some(({ text }) => /^(?:saldo|balance|openingbalance|closingbalance)/.test(foldText(text)));
}

function amountOf(
  line: TableLine,
  columns: ColumnIndexes<BookColumn>,
  formOf: (name: (typeof AMOUNTS)[number]) => DecimalMark | 'centavos' | undefined,
): Centavos | undefined {
  const read = (name: (typeof AMOUNTS)[number]) => amountIn(cellOf(line, columns[name]), formOf(name));
  const isStated = (name: (typeof AMOUNTS)[number]) => cellOf(line, columns[name]).text.trim() !== '';
  if (isStated('amount')) {
    const amount = read('amount');
    const side = foldText(cellOf(line, columns.side).text);
    if (amount === undefined || side === '') return amount;
    return side.startsWith('d') === amount < 0 ? amount : negative(amount);
  }
  const sides = (['inflow', 'outflow'] as const).filter(isStated).map((name) => {
    const amount = read(name);
    if (amount === undefined || name === 'inflow') return amount;
    return amount > 0 ? negative(amount) : amount;
  });
  const stated = sides.filter((amount) => amount !== undefined);
  return stated.length === 0 || stated.length < sides.length ? undefined : sumCentavos(NOTHING, ...stated);
}

function amountIn({ text, isNumber }: TableCell, form: DecimalMark | 'centavos' | undefined): Centavos | undefined {
  if (form === 'centavos') return readCentavos(text);
  return readSignedAmount(text, isNumber ? '.' : form);
}

function negative(amount: Centavos): Centavos {
  return subtractCentavos(NOTHING, amount);
}

function cellOf({ cells }: TableLine, index: number | undefined): TableCell {
  return cells[index ?? -1] ?? { text: '', isNumber: false };
}
