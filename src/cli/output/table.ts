import { valueAt, type Field } from './fields.ts';
import { humanValue, nothing, type HumanStyle } from './human-value.ts';
import { labelOf, renderSheet } from './sheet.ts';
import { GAP_COLUMNS, INDENT, layLines, type LaidOutColumn, type TableColumn } from './table-layout.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** Fields that may be cut in any table, with their minimum width. */
const CUT_BY_DEFAULT: Readonly<Record<string, number>> = { description: 12, failureReason: 12, name: 12 };

/** A private-use character, which no text contains, as the placeholder of a cell. */
const STAND_IN = '\ue000';

const BORDERS =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle';
const NO_LINES = Object.fromEntries(BORDERS.split(' ').map((part) => [part, '']));

/**
 * Rows in aligned columns, without lines between them; more rows can be added below. No row is wider than the terminal:
 * columns are omitted by rank, descriptions cut, and essential columns moved to further lines of their row; if the required
 * columns do not fit, each row becomes a sheet.
 */
export class Table {
  readonly #columns: readonly TableColumn[];
  readonly #widths = new Map<TableColumn, number>();
  /** Columns with a value so far. A zero counts for none: where all are, the column gives way to others. */
  readonly #filled = new Set<TableColumn>();
  readonly #shortIds = new ShortIds();
  readonly #hasHeads: boolean;
  #headsShown = '';
  #hasSheets = false;

  /** @param hasHeads whether the columns are named above the rows */
  constructor(fields: readonly TableColumn[], hasHeads = true) {
    this.#hasHeads = hasHeads;
    this.#columns = fields.map((field) => {
      const least = field.least ?? CUT_BY_DEFAULT[field.path];
      return least === undefined ? field : { ...field, least };
    });
  }

  /** The next rows. Heads are printed above the first ones, and again when the columns change. */
  async add(items: readonly unknown[], style: HumanStyle) {
    const columns = this.#columns;
    const heads = columns.map((column) => (this.#hasHeads ? labelOf(column, style) : ''));
    for (const { path } of columns.filter(({ isShortId }) => isShortId === true)) {
      for (const id of items.map((item) => valueAt(item, path))) if (typeof id === 'string') this.#shortIds.add(id);
    }
    const rows = items.map((item) => columns.map((column) => this.#cell(column, item, style)));
    this.#widen(heads, rows, nothing(style));
    const lineLayouts = layLines(columns, this.#widths, style.columns ?? Infinity, (column) =>
      this.#filled.has(column),
    );
    if (lineLayouts === undefined) return { lines: this.#sheets(items, style), hidden: [] };
    const laidOut = lineLayouts.flat();
    const missing = columns.filter(
      (column) =>
        column.isExtra !== true &&
        this.#filled.has(column) &&
        !laidOut.some((place) => place.column.path === column.path),
    );
    return { lines: await this.#lines(heads, rows, lineLayouts, style), hidden: oncePerPath(missing) };
  }

  #cell(column: TableColumn, item: unknown, style: HumanStyle): Cell {
    const value = humanValue(column, item, style);
    return measured((column.isShortId === true ? this.#shortIds.of(value) : value).replaceAll(UNSTEADY, ''));
  }

  #widen(heads: readonly string[], rows: readonly (readonly Cell[])[], dash: string): void {
    for (const [index, column] of this.#columns.entries()) {
      const before = Math.max(this.#widths.get(column) ?? 0, textWidth(heads[index] ?? ''));
      this.#widths.set(
        column,
        rows.reduce((widest, row) => Math.max(widest, row[index]?.width ?? 0), before),
      );
      const none = column.kind === 'count' ? [dash, '0'] : [dash];
      if (rows.some((row) => !none.includes(row[index]?.text ?? dash))) this.#filled.add(column);
    }
  }

  #sheets(items: readonly unknown[], style: HumanStyle): string {
    const columns = oncePerPath(this.#columns);
    const isShown = (item: unknown) => (column: TableColumn) =>
      column.rank === undefined || (valueAt(item, column.path) ?? null) !== null;
    const sheet = (item: unknown) => renderSheet(item, columns.filter(isShown(item)), style);
    const sheets = items.map(sheet).join('\n');
    const lines = this.#hasSheets && items.length > 0 ? `\n${sheets}` : sheets;
    this.#hasSheets ||= items.length > 0;
    return lines;
  }

  async #lines(
    heads: readonly string[],
    rows: readonly (readonly Cell[])[],
    lineLayouts: readonly (readonly LaidOutColumn[])[],
    style: HumanStyle,
  ): Promise<string> {
    const indexOf = ({ column }: LaidOutColumn) => this.#columns.indexOf(column);
    const headOf = (laidOut: LaidOutColumn) => heads[indexOf(laidOut)] ?? '';
    const lines = await Promise.all(
      lineLayouts.map(async (laidOut) => {
        const headings = laidOut.map((column) => style.palette.heading(headOf(column)));
        return { laidOut, pattern: await layPattern(headings, laidOut) };
      }),
    );
    const dash = nothing(style);
    const rowLines = rows.flatMap((row) =>
      lines.flatMap(({ laidOut, pattern }, number) => {
        const cells = laidOut.map((column) => row[indexOf(column)] ?? NO_CELL);
        if (number === 0) return [rowLine(cells, pattern, laidOut)];
        if (cells.every(({ text }) => text === dash)) return [];
        const withoutDashes = cells.map((cell) => (cell.text === dash ? NO_CELL : cell));
        return [INDENT + rowLine(withoutDashes, pattern, laidOut)];
      }),
    );
    const headLines = lines.map(({ pattern }, number) => (number === 0 ? '' : INDENT) + pattern.headLine);
    const names = lineLayouts.map((laidOut) => laidOut.map(headOf).join()).join('\n');
    const shown = names === this.#headsShown || !this.#hasHeads ? rowLines : [...headLines, ...rowLines];
    this.#headsShown = names;
    return `${shown.join('\n')}\n`;
  }
}

interface Cell {
  readonly text: string;
  readonly width: number;
}

const NO_CELL: Cell = { text: '', width: 0 };

function measured(text: string): Cell {
  return { text, width: textWidth(text) };
}

/** Characters whose width differs between terminals: joiners of emoji and variation selectors. */
const UNSTEADY = /[\p{Cf}\ufe00-\ufe0f\ue000]/gu;

/** A date and its age are one field. */
function oncePerPath(columns: readonly TableColumn[]): TableColumn[] {
  return columns.filter(({ path }, index) => columns.findIndex((column) => column.path === path) === index);
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
    const cell = cells[index] ?? NO_CELL;
    // Only what may be cut is ever wider than its column.
    const { text, width: own } = cell.width > width ? measured((column.cut ?? cutToWidth)(cell.text, width)) : cell;
    const spaces = ' '.repeat(width - own);
    return (isNumeric(column) ? spaces + text : text + spaces) + (behind[index] ?? '');
  });
  return (before + parts.join('')).trimEnd();
}

function isNumeric({ kind }: Field): boolean {
  return kind === 'money' || kind === 'count' || kind === 'ordinal' || kind === 'age';
}

/** Enough to tell the rows of a list apart, and to be read out. */
const LENGTH_MINIMUM = 8;

/**
 * The ends of ids, as long as all of a list must be to differ. Ids of one day begin alike, so their beginnings would not
 * differ.
 */
class ShortIds {
  readonly #ids = new Set<string>();
  #ends = new Set<string>();
  #length = LENGTH_MINIMUM;

  add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#ends.add(this.of(id));
    while (this.#ends.size < this.#ids.size) {
      this.#length += 1;
      this.#ends = new Set(Array.from(this.#ids, (each) => this.of(each)));
    }
  }

  of(id: string): string {
    return id.slice(-this.#length);
  }
}
