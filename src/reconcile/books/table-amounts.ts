import { NOTHING, negative, type Centavos } from '../../pix/centavos.ts';
import { BookError } from './stated-row.ts';
import { sideOf, type Side } from './typed-values.ts';
import { decimalMarkOf, readCentavos, readStatedAmount, signedAmount, type StatedAmount } from './typed-values.ts';
import { type BookColumn, type ColumnIndexes, sideColumns } from './table-columns.ts';
import type { Table, TableCell, TableLine } from './table.ts';
import { isCurrencyHeading, isOtherCurrency } from '../../payouts/files/column-names.ts';

export const AMOUNTS = ['amount', 'inflow', 'outflow'] as const;
type AmountColumn = (typeof AMOUNTS)[number];
/** Day and amount of our own statements, whose amounts have signs even where all of them came in. */
const OWN_HEADINGS = [
  ['postedAt', 'netAmount'],
  ['Posted', 'Net amount'],
  ['Lançado em', 'Valor líquido'],
];

export type BookTable = Table<ColumnIndexes<BookColumn>>;

/** What moved with a row, or why that is not known. */
export type Movement =
  | { readonly amount: Centavos; readonly flaw?: undefined }
  | { readonly flaw: 'amount' | 'shown_otherwise' | 'side'; readonly amount?: undefined };

/** The amounts of a table, as its cells state them. */
export class TableCells {
  readonly columns: ColumnIndexes<BookColumn>;
  readonly #marks: ReadonlyMap<BookColumn, ReturnType<typeof decimalMarkOf>>;
  readonly #isCentavos: boolean;
  /** Where a row names its currency. */
  readonly #currencies: readonly number[];

  constructor({ columns, headings, lines }: BookTable) {
    this.columns = columns;
    this.#currencies = headings.flatMap((heading, index) => (isCurrencyHeading(heading) ? [index] : []));
    const textsIn = (name: BookColumn) => lines.map((line) => cellOf(line, columns[name]).text);
    this.#marks = new Map([...AMOUNTS, 'balance' as const].map((name) => [name, decimalMarkOf(textsIn(name))]));
    // Our own CSV for programs has whole centavos.
    this.#isCentavos = headings[columns.amount ?? -1] === 'netAmount' && headings[columns.day ?? -1] === 'postedAt';
  }

  textOf(line: TableLine, name: BookColumn): string {
    return cellOf(line, this.columns[name]).text.trim();
  }

  isStated(line: TableLine, name: BookColumn): boolean {
    return this.textOf(line, name) !== '';
  }

  /** Whether a cell is meant as a day, although it may be none. */
  statesDay(line: TableLine): boolean {
    return /^\d/.test(this.textOf(line, 'day'));
  }

  statesAmount(line: TableLine): boolean {
    return AMOUNTS.some((name) => this.isStated(line, name));
  }

  stated(line: TableLine, name: AmountColumn | 'balance'): StatedAmount | undefined {
    const { text, isNumber, problem } = cellOf(line, this.columns[name]);
    if (problem !== undefined) return undefined;
    if (this.#isCentavos) return readCentavos(text);
    return readStatedAmount(text, isNumber ? '.' : this.#marks.get(name));
  }

  /** Whether an amount has a minus, although it cannot be read. */
  hasBareMinus(line: TableLine): boolean {
    return this.stated(line, 'amount') === undefined && /^(?:R\$\s*)?[-\u2212]\s*\d/.test(this.textOf(line, 'amount'));
  }

  problemOf(line: TableLine): TableCell['problem'] {
    if (this.#currencies.some((index) => isOtherCurrency(cellOf(line, index).text))) return 'shown_otherwise';
    return AMOUNTS.map((name) => cellOf(line, this.columns[name]).problem).find((problem) => problem !== undefined);
  }

  /** A sum beside a label, in no column of amounts. */
  sumBeside(text: string): Centavos | undefined {
    const mark = this.#marks.get('amount') ?? ',';
    return signedAmount(this.#isCentavos ? readCentavos(text) : readStatedAmount(text, mark));
  }

  /** A balance or a sum: negative where it says so, whatever the rows need. */
  sumIn(line: TableLine, name: AmountColumn | 'balance'): Centavos | undefined {
    const sum = signedAmount(this.stated(line, name));
    return sum !== undefined && sum > 0 && name === 'outflow' ? negative(sum) : sum;
  }
}

/** Decides which amounts came in and which went out: the only place that does for tables. */
export class TableSides {
  readonly #cells: TableCells;
  /** Their indexes. */
  readonly #columns: readonly number[];
  readonly #assumed: Side | undefined;
  readonly isOwn: boolean;
  /** How the amounts of the file are written that went out, and those that say nothing of a side. */
  readonly #forms = { in: 0, out: { '-': 0, none: 0 }, unnamed: { '-': 0, '+': 0, none: 0 } };

  /** @param rows those that move money, although their day may be none @throws {BookError} no_sides */
  constructor(
    cells: TableCells,
    { headings, lines }: BookTable,
    rows: readonly TableLine[],
    assumed: Side | undefined,
  ) {
    this.#cells = cells;
    this.#assumed = assumed;
    const { columns } = cells;
    const taken = new Set(
      (['day', ...AMOUNTS, 'balance', 'reference', 'endToEndId', 'id', 'pixKey'] as const).map((name) => columns[name]),
    );
    const candidates = headings
      .map((heading, index) => ({ heading, index, cells: rows.map((line) => cellOf(line, index).text) }))
      .filter(({ index }) => !taken.has(index));
    const [day, amount] = [headings[columns.day ?? -1], headings[columns.amount ?? -1]];
    this.isOwn = OWN_HEADINGS.some(([ownDay, ownAmount]) => day === ownDay && amount === ownAmount);
    const own = lines.flatMap((line) => cells.stated(line, 'amount')?.side ?? []);
    const haveOwnSides = new Set(own).size === 2 && own.length * 2 > rows.length;
    this.#columns = sideColumns(candidates, haveOwnSides);
    for (const line of rows) this.#count(line);
    const { unnamed } = this.#forms;
    const hasSigns = unnamed['-'] + unnamed['+'] + this.#columns.length > 0 || this.#areMostNamed();
    if (unnamed.none > 0 && !hasSigns && assumed === undefined && !this.isOwn) throw new BookError('no_sides');
  }

  /** Whether an amount that names no side is the exception. */
  #areMostNamed(): boolean {
    const { in: named, out, unnamed } = this.#forms;
    return named + out['-'] + out.none > unnamed.none;
  }

  /** The side that a line names, beside the sign of its amount. `undefined` names none, `none` contradicts itself. */
  sideNamed(line: TableLine): Side | 'none' | undefined {
    const sides = new Set<Side | 'none'>();
    for (const index of this.#columns) {
      const text = cellOf(line, index).text.trim();
      if (text !== '') sides.add(sideOf(text) ?? 'none');
    }
    const [only] = sides;
    return sides.size > 1 ? 'none' : only;
  }

  movement(line: TableLine): Movement {
    const problem = this.#cells.problemOf(line);
    if (problem !== undefined) return { flaw: problem };
    const inColumns = this.#inColumns(line);
    if (inColumns !== undefined) return inColumns;
    const stated = this.#cells.stated(line, 'amount');
    if (stated === undefined) return { flaw: 'amount' };
    return this.#signed(stated, this.#sideOf(line, stated));
  }

  /** An amount in a column of its side. */
  #inColumns(line: TableLine): Movement | undefined {
    const named = (['inflow', 'outflow'] as const).filter((name) => this.#cells.isStated(line, name));
    const stated = named.map((name) => ({ name, amount: this.#cells.stated(line, name) }));
    // Beside an amount, a column of that name may have another meaning.
    if (stated.some(({ amount }) => amount === undefined)) {
      return this.#cells.isStated(line, 'amount') ? undefined : { flaw: 'amount' };
    }
    const moved = stated.filter(({ amount }) => amount?.size !== 0);
    const [only] = moved;
    if (only?.amount === undefined) return this.#cells.isStated(line, 'amount') ? undefined : { amount: NOTHING };
    // `112` beside 100,00 is an account that the amount is booked on, or less than it.
    const beside = this.#cells.stated(line, 'amount')?.size ?? only.amount.size;
    const isOther = beside !== only.amount.size && /^\d+$/.test(this.#cells.textOf(line, only.name));
    if (moved.length > 1 || isOther) return { flaw: 'side' };
    const side = only.name === 'inflow' ? 'in' : 'out';
    const others = [this.sideNamed(line), only.amount.side].filter((other) => other !== undefined);
    return this.#signed(only.amount, others.every((other) => other === side) ? side : 'none');
  }

  #sideOf(line: TableLine, { side }: StatedAmount): Side | 'none' | undefined {
    const named = this.sideNamed(line);
    return side !== undefined && named !== undefined && side !== named ? 'none' : (side ?? named);
  }

  #signed({ size, sign }: StatedAmount, named: Side | 'none' | undefined): Movement {
    if (size === 0) return { amount: NOTHING };
    const side = named ?? this.#assumed ?? this.#sideOfSign(sign);
    const isUsual = named === undefined || this.#isUsualDebit(sign);
    const isMeant = side === 'in' ? sign !== '-' : side === 'out' && sign !== '+' && isUsual;
    const isAssumed = this.#assumed === undefined || this.#assumed === side;
    if (!isMeant || !isAssumed) return { flaw: 'side' };
    return { amount: side === 'out' ? negative(size) : size };
  }

  /** The side by the sign alone. An amount without one came in where what went out has one. */
  #sideOfSign(sign: StatedAmount['sign']): Side | undefined {
    if (sign !== undefined) return sign === '-' ? 'out' : 'in';
    const { unnamed } = this.#forms;
    const isIn = unnamed['-'] > 0 && unnamed['+'] === 0 && !this.#areMostNamed();
    return this.isOwn || isIn ? 'in' : undefined;
  }

  /** Where a file writes what went out in one way, the other way is the opposite of it. */
  #isUsualDebit(sign: StatedAmount['sign']): boolean {
    const { out } = this.#forms;
    return sign === '-' ? out['-'] > out.none : out.none > out['-'];
  }

  #count(line: TableLine): void {
    const stated = AMOUNTS.map((name) => ({ name, amount: this.#cells.stated(line, name) }));
    const moved = stated.flatMap(({ name, amount }) =>
      amount === undefined || amount.size === 0 ? [] : { name, amount },
    );
    const inColumns = moved.filter(({ name }) => name !== 'amount');
    for (const { name, amount } of inColumns.length > 0 ? inColumns : moved) {
      const side = name === 'amount' ? this.#sideOf(line, amount) : name === 'inflow' ? 'in' : 'out';
      if (side === 'in') this.#forms.in += 1;
      if (side === 'out') this.#forms.out[amount.sign === '-' ? '-' : 'none'] += 1;
      if (side === undefined) this.#forms.unnamed[amount.sign ?? 'none'] += 1;
    }
    if (this.#cells.hasBareMinus(line)) this.#forms.unnamed['-'] += 1;
  }
}

export function cellOf({ cells }: TableLine, index: number | undefined): TableCell {
  return cells[index ?? -1] ?? { text: '', isNumber: false };
}
