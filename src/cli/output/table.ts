import { valueAt, type Field } from './fields.ts';
import { humanValue, type HumanStyle } from './human-value.ts';
import { labelOf, renderSheet } from './sheet.ts';
import { GAP_COLUMNS, layOut, type LaidOutColumn, type TableColumn } from './table-layout.ts';
import { cutToWidth, cutWithin, textWidth } from './text-width.ts';

/** Fields that may be cut in any table, with their minimum width. */
const CUT_BY_DEFAULT: Readonly<Record<string, number>> = { description: 12, failureReason: 12, name: 12 };

/** A private-use character, which no text contains, as the placeholder of a cell. */
const STAND_IN = '\ue000';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

interface RenderedTable {
  readonly lines: string;
  /** Columns that did not fit. */
  readonly hidden: readonly Field[];
}

/**
 * Rows in aligned columns, without lines between them; more rows can be added below. No row is wider than the terminal:
 * columns are omitted by rank, and descriptions cut; if the required columns do not fit, each row becomes a sheet.
 */
export class Table {
  readonly #columns: readonly TableColumn[];
  /** The widest cell of each column so far. */
  readonly #widths = new Map<TableColumn, number>();
  #headsShown = '';
  #hasSheets = false;

  constructor(fields: readonly TableColumn[]) {
    this.#columns = fields.map((field) => {
      const least = field.least ?? CUT_BY_DEFAULT[field.path];
      return least === undefined ? field : { ...field, least };
    });
  }

  /** The next rows. Heads are printed above the first ones, and again when the columns change. */
  async add(items: readonly unknown[], style: HumanStyle): Promise<RenderedTable> {
    const columns = this.#columns;
    const heads = columns.map((column) => labelOf(column, style));
    const rows = items.map((item) => columns.map((column) => measured(steady(humanValue(column, item, style)))));
    this.#widen(heads, rows);
    const laidOut = layOut(columns, this.#widths, style.columns ?? Infinity);
    if (laidOut === undefined) return { lines: this.#sheets(items, style), hidden: [] };
    const hidden = columns.filter((column) => !isShown(column, laidOut));
    return { lines: await this.#lines(heads, rows, laidOut, style), hidden };
  }

  #widen(heads: readonly string[], rows: readonly (readonly Cell[])[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const before = Math.max(this.#widths.get(column) ?? 0, textWidth(heads[index] ?? ''));
      this.#widths.set(
        column,
        rows.reduce((widest, row) => Math.max(widest, row[index]?.width ?? 0), before),
      );
    }
  }

  #sheets(items: readonly unknown[], style: HumanStyle): string {
    const columns = this.#columns;
    const once = columns.filter(({ path }, index) => columns.findIndex((column) => column.path === path) === index);
    const sheet = (item: unknown) => {
      const shown = once.filter((column) => hasLine(column, item));
      return renderSheet(item, shown, style);
    };
    const sheets = items.map(sheet).join('\n');
    const lines = this.#hasSheets && items.length > 0 ? `\n${sheets}` : sheets;
    this.#hasSheets ||= items.length > 0;
    return lines;
  }

  async #lines(
    heads: readonly string[],
    rows: readonly (readonly Cell[])[],
    laidOut: readonly LaidOutColumn[],
    { palette }: HumanStyle,
  ): Promise<string> {
    const shown = laidOut.map(({ column }) => this.#columns.indexOf(column));
    const shownHeads = shown.map((index) => heads[index] ?? '');
    const pattern = await layPattern(
      shownHeads.map((head) => palette.heading(head)),
      laidOut,
    );
    const rowLines = rows.map((row) => {
      const cells = shown.map((index) => row[index] ?? { text: '', width: 0 });
      return rowLine(cells, pattern, laidOut);
    });
    const names = shownHeads.join();
    const lines = names === this.#headsShown ? rowLines : [pattern.headLine, ...rowLines];
    this.#headsShown = names;
    return `${lines.join('\n')}\n`;
  }
}

/** In a sheet, optional columns that the response lacks have no line. */
function hasLine({ path, rank }: TableColumn, item: unknown): boolean {
  return rank === undefined || valueAt(item, path) !== undefined;
}

interface Cell {
  readonly text: string;
  readonly width: number;
}

function measured(text: string): Cell {
  return { text, width: textWidth(text) };
}

const UNSTEADY = /[\p{Cf}\ufe00-\ufe0f\ue000]/u;

/** Removes characters whose width differs between terminals: joiners of emoji and variation selectors. */
function steady(text: string): string {
  return UNSTEADY.test(text) ? text.replaceAll(new RegExp(UNSTEADY, 'gu'), '') : text;
}

function isShown(column: TableColumn, laidOut: readonly LaidOutColumn[]): boolean {
  return laidOut.some((place) => place.column.path === column.path);
}

/** The heads, and the text around cells, as cli-table3 prints them. */
interface TablePattern {
  readonly headLine: string;
  readonly aroundCells: readonly string[];
}

/**
 * Lays a table out with a single row, which all other rows are formatted after: cli-table3 fails with too many rows,
 * takes a third of a millisecond for each, and only knows the width of plain letters.
 */
async function layPattern(heads: readonly string[], laidOut: readonly LaidOutColumn[]): Promise<TablePattern> {
  const { default: CliTable } = await import('cli-table3');
  const table = new CliTable({
    head: [...heads],
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP_COLUMNS },
    colAligns: laidOut.map(({ column }) => (isNumeric(column) ? 'right' : 'left')),
    colWidths: laidOut.map(({ width }) => width + GAP_COLUMNS),
  });
  table.push(laidOut.map(({ width }) => STAND_IN.repeat(width)));
  const [headLine = '', row = ''] = table.toString().split('\n');
  return { headLine: headLine.trimEnd(), aroundCells: row.split(new RegExp(`${STAND_IN}+`)) };
}

function rowLine(cells: readonly Cell[], { aroundCells }: TablePattern, laidOut: readonly LaidOutColumn[]): string {
  const [before = '', ...behind] = aroundCells;
  const parts = laidOut.map(({ column, width }, index) => {
    const cell = cells[index] ?? { text: '', width: 0 };
    // Only texts that may be cut are wider than their column.
    const cut = column.isCutWithin === true ? cutWithin : cutToWidth;
    const { text, width: own } = cell.width > width ? measured(cut(cell.text, width)) : cell;
    const spaces = ' '.repeat(width - own);
    return (isNumeric(column) ? spaces + text : text + spaces) + (behind[index] ?? '');
  });
  return (before + parts.join('')).trimEnd();
}

function isNumeric({ kind }: Field): boolean {
  return kind === 'money' || kind === 'count' || kind === 'age';
}
