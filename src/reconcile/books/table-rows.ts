import { centavos, NOTHING, negative, type Centavos } from '../../pix/centavos.ts';
import { placeBalances, type BalanceStep, StatedRows } from './stated-row.ts';
import { type Side, summaryWord, type SummaryWord, readDay } from './typed-values.ts';
import { checkTotal, sumsOf, statedFacts, type StatedFact } from './stated-totals.ts';
import { AMOUNTS, cellOf, TableCells, TableSides, type BookTable, type Movement } from './table-amounts.ts';
import { type BookColumn, isTextHeading } from './table-columns.ts';
import type { TableCell, TableLine } from './table.ts';
import { dayFirst, foldText } from '../../payouts/files/column-names.ts';

const WITH_CENTAVOS = /[.,]\d\d(?!\d)/;

/** The rows of a table. What moves no money is left out by its form, and what the table says of itself is compared. */
export function tableRows(table: BookTable, assumed?: Side): StatedRows {
  return new TableReader(table, assumed).rows;
}

class TableReader {
  readonly rows: StatedRows;
  readonly #table: BookTable;
  readonly #cells: TableCells;
  readonly #lines: readonly BookLine[];
  readonly #sides: TableSides;
  readonly #movements: ReadonlyMap<TableLine, Movement>;
  readonly #steps: BalanceStep[] = [];
  #opening: BalanceStep | undefined;
  #closing: BalanceStep | undefined;
  /** Whether the line is below repeated headings. */
  #isStart = false;

  constructor(table: BookTable, assumed: Side | undefined) {
    this.rows = new StatedRows(assumed);
    this.#table = table;
    this.#cells = new TableCells(table);
    this.#lines = bookLines(table, this.#cells);
    const movements = this.#lines.filter(({ form }) => form === 'movement').map(({ line }) => line);
    const undated = this.#lines.filter(({ form, line }) => form === 'undated' && this.#cells.statesDay(line));
    this.#sides = new TableSides(this.#cells, table, [...movements, ...undated.map(({ line }) => line)], assumed);
    this.rows.hasOwnIds = this.#sides.isOwn;
    this.#movements = new Map(movements.map((line) => [line, this.#movementOf(line)]));
    for (const [index, line] of this.#lines.entries()) {
      this.#isStart = this.#lines[index - 1]?.form === 'heading';
      this.#read(line);
    }
    this.#readTotals();
    const remarks = this.#lines.filter(({ form }) => form === 'remark').map(({ line }) => line);
    for (const fact of statedFacts([...table.above, ...remarks], this.#cells)) this.#readFact(fact);
    const steps = this.#steps.filter((step) => step !== this.#closing);
    placeBalances(this.rows, steps, { opening: this.#opening, closing: this.#closing });
  }

  #read(read: BookLine): void {
    const { line, form, day, text } = read;
    switch (form) {
      case 'heading':
      case 'remark':
        this.rows.leftOut.push({ line: line.line, form, day, amount: undefined, text });
        return;
      case 'movement':
      case 'undated':
      case 'unfinished':
        this.#addRow(read);
        return;
      case 'balance':
        this.#addBalance(read, this.#cells.sumIn(line, 'balance'), false);
        return;
      case 'summary':
        if (read.word !== 'total') this.#addBalance(read, this.#amountOf(line), true);
        else {
          const balance = this.#cells.sumIn(line, 'balance');
          this.#steps.push({ line: line.line, day, text, amount: NOTHING, balance });
        }
    }
  }

  #addRow({ line, form, day, text }: BookLine): void {
    if (form === 'undated' && this.#isBareTotal(line)) return;
    const movement = this.#movements.get(line);
    const of = (name: BookColumn) => {
      const value = this.#cells.textOf(line, name);
      return value === '' ? undefined : value;
    };
    this.rows.add({
      ...{ line: line.line, day, text, amount: movement?.amount },
      ...{ reference: of('reference'), endToEndId: of('endToEndId'), id: of('id'), pixKey: of('pixKey') },
      texts: line.cells.map((cell) => cell.text).join(' '),
      flaw: movement?.flaw ?? (form === 'undated' ? 'day' : undefined),
    });
    const balance = this.#cells.sumIn(line, 'balance');
    this.#steps.push({ line: line.line, day, text, amount: movement?.amount, balance });
  }

  #movementOf(line: TableLine): Movement {
    return this.#isCutOff(line) || this.#isMoved(line) ? { flaw: 'amount' } : this.#sides.movement(line);
  }

  #addBalance({ line, day, word, text }: BookLine, balance: Centavos | undefined, needsProof: boolean): void {
    const facts = { line: line.line, day, text };
    const step = { ...facts, isBalance: true, amount: NOTHING, balance, needsProof, isStart: this.#isStart };
    if (balance === undefined) this.rows.add({ ...facts, amount: undefined });
    else if (word === 'blocked') {
      if (balance === 0) this.rows.leftOut.push({ ...facts, form: 'balance', amount: balance });
      else this.rows.addWrongSum({ ...facts, stated: balance }, 'unproven_balance');
    } else {
      const isEnd = !this.#isStart && day === undefined;
      if (isEnd && word === 'opening' && this.#opening === undefined) this.#opening = step;
      else this.#steps.push(step);
      // The last one ends the file, wherever it is written. Those before it end its parts.
      if (isEnd && word === 'closing') this.#closing = step;
    }
  }

  /** A balance in a column of amounts. */
  #amountOf(line: TableLine): Centavos | undefined {
    const names = FIGURES.filter((name) => this.#cells.isStated(line, name));
    const stated = names.map((name) => this.#cells.sumIn(line, name));
    if (stated.includes(undefined)) return undefined;
    const sum = stated.find((amount) => amount !== 0) ?? stated[0];
    return sum !== undefined && sum > 0 && this.#sides.sideNamed(line) === 'out' ? negative(sum) : sum;
  }

  /** The last line where it has an amount and nothing else, such as a sum of a spreadsheet. */
  #isBareTotal(line: TableLine): boolean {
    const isLast = this.#table.lines.at(-1) === line;
    return (
      isLast && line.cells.every(({ text }) => !/\p{L}/u.test(text)) && this.#checkedTotal(line)?.expected === undefined
    );
  }

  /** More cells than headings: `398;90` is two. */
  #isMoved({ cells }: TableLine): boolean {
    const { headings, isDelimited } = this.#table;
    return isDelimited && cells.slice(headings.length).some(({ text }) => text.trim() !== '');
  }

  /** An amount at the end of a file that ends within its line, with fewer digits than the others have. */
  #isCutOff(line: TableLine): boolean {
    const { lines, isOpenEnded, columns } = this.#table;
    if (!isOpenEnded || lines.at(-1) !== line) return false;
    const last = line.cells.length - 1;
    const hasCentavos = lines.some((other) => WITH_CENTAVOS.test(cellOf(other, last).text));
    const isOfAmounts = [columns.amount, columns.inflow, columns.outflow, columns.balance].includes(last);
    return isOfAmounts && hasCentavos && !WITH_CENTAVOS.test(cellOf(line, last).text);
  }

  #readTotals(): void {
    for (const { line, form, day, word, text } of this.#lines) {
      const isTotal = form === 'summary' && word === 'total';
      if (!isTotal && !(form === 'undated' && this.#isBareTotal(line))) continue;
      const checked = this.#checkedTotal(line);
      const facts = { line: line.line, day, text };
      if (checked === undefined) this.rows.add({ ...facts, amount: undefined });
      else if (checked.expected === undefined) {
        this.rows.leftOut.push({ ...facts, form: 'total', amount: checked.stated });
      } else this.rows.addWrongSum({ ...facts, stated: checked.stated, expected: checked.expected }, 'sum');
    }
  }

  #checkedTotal(line: TableLine) {
    const amountsIn = (lines: readonly BookLine[]) =>
      sumsOf(lines.flatMap((other) => this.#movements.get(other.line)?.amount ?? []));
    const at = this.#lines.findIndex((other) => other.line === line);
    const before = this.#lines.slice(0, at);
    const since = before.findLastIndex(({ form, word }) => form === 'summary' && word === 'total');
    const scopes = [before, before.slice(since + 1), this.#lines].map(amountsIn);
    return checkTotal(line, this.#cells, this.#sides.sideNamed(line), scopes);
  }

  #readFact({ name, line, text, value }: StatedFact): void {
    const facts = { line, day: undefined, text };
    const step: BalanceStep = { ...facts, amount: NOTHING, balance: value };
    if (name === 'opening' || name === 'closing') {
      const stated = name === 'opening' ? this.#opening : this.#closing;
      // The first part of a file states its beginning, and the last one its end.
      if (name === 'opening') this.#opening ??= step;
      else if (stated?.isBalance !== true) this.#closing = step;
      const isOnePart = this.#lines.every(({ form }) => form !== 'heading');
      // A row of the table states it, too.
      if (isOnePart && stated?.isBalance === true && stated.balance !== value) {
        this.rows.addWrongSum({ ...facts, stated: value, expected: stated.balance }, 'sum');
      }
    } else {
      const moved = this.#lines.filter(({ form }) => ['movement', 'undated', 'unfinished'].includes(form)).length;
      const { inflow, outflow } = sumsOf(this.rows.read.map(({ amount }) => amount));
      const isUnread = this.rows.unread.some(({ flaw }) => flaw !== 'sum' && flaw !== 'count');
      const [stated, expected] = name === 'inflow' ? [value, inflow] : [centavos(Math.abs(value)), outflow];
      if (name === 'count' && value !== moved) this.rows.addWrongSum({ ...facts, text: `${text} (${moved})` }, 'count');
      else if (name !== 'count' && !isUnread && stated !== expected) {
        this.rows.addWrongSum({ ...facts, stated, expected }, 'sum');
      }
    }
  }
}

/**
 * What a line is by its form. `movement`: it has a day and an amount. `undated`: an amount, and no day. `unfinished`: a
 * day, and no amount. `balance`: a balance, and no amount, or one of nothing. `summary`: a movement by its form, or an
 * undated amount, and its text says that it is a balance or a sum: that has to be proven.
 */
interface BookLine {
  readonly line: TableLine;
  readonly form: 'movement' | 'undated' | 'unfinished' | 'balance' | 'summary' | 'heading' | 'remark';
  readonly day: string | undefined;
  readonly word: SummaryWord | undefined;
  readonly text: string;
}

const FIGURES = ['balance', ...AMOUNTS] as const;
const NAMED = [...FIGURES, 'reference', 'endToEndId', 'id', 'pixKey'] as const;
const TEXT_MAXIMUM_LENGTH = 80;
/** Below a workbook of our own: how far its balances may be off. */
const BOUND = /^(disputeswithoutadateupto|contestacoessemdataate)$/;

/** The lines of a table by their forms. A line above the headings that has the form of a movement is one. */
function bookLines({ above, lines, headings, columns }: BookTable, cells: TableCells): readonly BookLine[] {
  const foldedHeadings = headings.map(foldText);
  const dayHeading = columns.day === undefined ? undefined : headings[columns.day];
  const figures = new Set(FIGURES.map((name) => columns[name]));
  const named = new Set([columns.day, ...NAMED.map((name) => columns[name])]);
  const textual = headings.flatMap((heading, index) => (isTextHeading(heading) ? [index] : []));
  const unnamed = headings.flatMap((_, index) => (named.has(index) ? [] : [index]));
  const textColumns = new Set(textual.length > 0 ? textual : unnamed);
  const read = (line: TableLine): BookLine => {
    const day = readDay(dayFirst(cells.textOf(line, 'day'), dayHeading));
    const hasAmount = cells.statesAmount(line);
    const looked = line.cells.filter((_, index) => (day === undefined ? !figures.has(index) : textColumns.has(index)));
    const word = namesTransfer(line, cells) ? undefined : wordIn(looked);
    const texts = [columns.text, ...textual].map((index) => cellOf(line, index).text.trim());
    const own = texts.find((text) => text !== '') ?? '';
    const text = own === '' || day === undefined ? wholeText(line) : own;
    const of = (form: BookLine['form']): BookLine => ({ line, form, day, word, text });
    if (isHeading(line, foldedHeadings)) return of('heading');
    if ((word ?? day) !== undefined && isWithoutMoney(line, cells)) return of('balance');
    if (hasAmount && word !== undefined) return of('summary');
    if (hasAmount && day !== undefined) return { ...of('movement'), text: own };
    if (hasAmount) return of(line.cells.some(({ text }) => BOUND.test(foldText(text))) ? 'remark' : 'undated');
    if (cells.isStated(line, 'balance')) return of('balance');
    return day !== undefined || cells.statesDay(line) ? { ...of('unfinished'), text: own } : of('remark');
  };
  const movements = above.map(read).filter(({ form }) => form === 'movement');
  return [...movements, ...lines.map(read)];
}

function isHeading({ cells }: TableLine, foldedHeadings: readonly string[]): boolean {
  const isBlank = ({ text }: TableCell) => text.trim() === '';
  const isSame = (cell: TableCell, index: number) =>
    isBlank(cell) || foldText(cell.text) === (foldedHeadings[index] ?? '');
  return cells.every(isSame) && cells.filter((cell) => !isBlank(cell)).length > 1;
}

/** A line that names a transfer does not say what it sums up. */
function namesTransfer(line: TableLine, cells: TableCells): boolean {
  const texts = (['id', 'endToEndId', 'pixKey'] as const).map((name) => cells.textOf(line, name));
  return texts.some((text) => text !== '' && summaryWord(text) === undefined);
}

function wordIn(looked: readonly TableCell[]): SummaryWord | undefined {
  return looked.map(({ text }) => summaryWord(text)).find((found) => found !== undefined);
}

/** A balance in its own column, beside an amount of nothing. */
function isWithoutMoney(line: TableLine, cells: TableCells): boolean {
  const stated = AMOUNTS.filter((name) => cells.isStated(line, name));
  const isNothing = stated.every((name) => cells.stated(line, name)?.size === 0);
  return isNothing && cells.isStated(line, 'balance');
}

function wholeText({ cells }: TableLine): string {
  const texts = cells.map(({ text }) => text.trim()).filter((text) => text !== '');
  return texts.join(' · ').slice(0, TEXT_MAXIMUM_LENGTH);
}
