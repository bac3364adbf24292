import { foldText } from '../../payouts/files/column-names.ts';
import { readDay } from './typed-values.ts';
import { summaryWord, type SummaryWord } from './statement-words.ts';
import type { BookTable, TableCells } from './table-amounts.ts';
import { isTextHeading } from './table-columns.ts';
import type { TableLine } from './table.ts';

/**
 * What a line is by its form. `movement`: it has a day and an amount. `undated`: an amount, and no day. `unfinished`: a
 * day, and no amount. `balance`: a balance, and no amount, or one of nothing. `summary`: a movement by its form, or an
 * undated amount, and its text says that it is a balance or a sum: that has to be proven.
 */
export interface BookLine {
  readonly line: TableLine;
  readonly form: 'movement' | 'undated' | 'unfinished' | 'balance' | 'summary' | 'heading' | 'remark';
  readonly day: string | undefined;
  readonly word: SummaryWord | undefined;
  readonly text: string;
}

const FIGURES = ['amount', 'inflow', 'outflow', 'balance'] as const;
const NAMED = [...FIGURES, 'reference', 'endToEndId', 'id', 'pixKey'] as const;
const TEXT_MAXIMUM_LENGTH = 80;

/** The lines of a table by their forms. A line above the headings that has the form of a movement is one. */
export function bookLines(table: BookTable, cells: TableCells): readonly BookLine[] {
  const reader = new LineReader(table, cells);
  const above = table.above.map((line) => reader.read(line)).filter(({ form }) => form === 'movement');
  return [...above, ...table.lines.map((line) => reader.read(line))];
}

class LineReader {
  readonly #cells: TableCells;
  readonly #headings: readonly string[];
  readonly #textColumns: ReadonlySet<number>;
  readonly #figures: ReadonlySet<number | undefined>;

  constructor({ headings, columns }: BookTable, cells: TableCells) {
    this.#cells = cells;
    this.#headings = headings;
    const { day } = columns;
    this.#figures = new Set(FIGURES.map((name) => columns[name]));
    const named = new Set<number | undefined>(NAMED.map((name) => columns[name]));
    const textual = headings.flatMap((heading, index) => (isTextHeading(heading) ? [index] : []));
    const unnamed = headings.flatMap((_, index) => (named.has(index) || index === day ? [] : [index]));
    this.#textColumns = new Set(textual.length > 0 ? textual : unnamed);
  }

  read(line: TableLine): BookLine {
    const cells = this.#cells;
    const day = readDay(cells.textOf(line, 'day'));
    const hasAmount = cells.statesAmount(line);
    const word = this.#wordIn(line, day);
    const own = cells.textOf(line, 'text');
    const texts = line.cells.map(({ text }) => text.trim()).filter((text) => text !== '');
    const shown = own === '' || day === undefined ? texts.join(' · ').slice(0, TEXT_MAXIMUM_LENGTH) : own;
    const of = (form: BookLine['form']): BookLine => ({ line, form, day, word, text: shown });
    if (this.#isHeading(line)) return of('heading');
    if ((word ?? day) !== undefined && this.#isWithoutMoney(line)) return of('balance');
    if (hasAmount && word !== undefined) return of('summary');
    if (hasAmount) return day === undefined ? of('undated') : { ...of('movement'), text: own };
    if (cells.isStated(line, 'balance')) return of('balance');
    return day !== undefined || cells.statesDay(line) ? { ...of('unfinished'), text: own } : of('remark');
  }

  #isHeading({ cells }: TableLine): boolean {
    const stated = cells.flatMap(({ text }, index) => (text.trim() === '' ? [] : [{ text, index }]));
    return (
      stated.length > 1 && stated.every(({ text, index }) => foldText(text) === foldText(this.#headings[index] ?? ''))
    );
  }

  /** A line that says what it sums up, and names no transfer. */
  #wordIn(line: TableLine, day: string | undefined): SummaryWord | undefined {
    const namesTransfer = (['id', 'endToEndId', 'pixKey'] as const).some((name) => {
      const text = this.#cells.textOf(line, name);
      return text !== '' && summaryWord(text) === undefined;
    });
    if (namesTransfer) return undefined;
    const looked = line.cells.filter((_, index) =>
      day === undefined ? !this.#figures.has(index) : this.#textColumns.has(index),
    );
    return looked.map(({ text }) => summaryWord(text)).find((found) => found !== undefined);
  }

  /** A balance in its own column, beside an amount of nothing. */
  #isWithoutMoney(line: TableLine): boolean {
    const stated = (['amount', 'inflow', 'outflow'] as const).filter((name) => this.#cells.isStated(line, name));
    return (
      stated.length > 0 &&
      this.#cells.isStated(line, 'balance') &&
      stated.every((name) => this.#cells.stated(line, name)?.size === 0)
    );
  }
}
