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

/** A table that rows can be appended to. */
interface GrowingTable {
  /** The next rows. Heads are printed above the first ones, and again when the columns change. */
  add(items: readonly unknown[], style: HumanStyle): Promise<RenderedTable>;
}

/**
 * Rows in aligned columns, without lines between them. No row is wider than the terminal: columns are omitted by rank,
 * and descriptions cut; if the required columns do not fit, each row becomes a sheet.
 */
export function createTable(fields: readonly TableColumn[]): GrowingTable {
  const columns = fields.map((field) => {
    const least = field.least ?? CUT_BY_DEFAULT[field.path];
    return least === undefined ? field : { ...field, least };
  });
  const widths = new Map<TableColumn, number>();
  let headsShown = '';
  let hasSheets = false;

  return {
    async add(items, style) {
      const heads = columns.map((column) => labelOf(column, style));
      const rows = items.map((item) => columns.map((column) => measured(steady(humanValue(column, item, style)))));
      for (const [index, column] of columns.entries()) {
        const before = Math.max(widths.get(column) ?? 0, textWidth(heads[index] ?? ''));
        widths.set(
          column,
          rows.reduce((widest, row) => Math.max(widest, row[index]?.width ?? 0), before),
        );
      }
      const laidOut = layOut(columns, widths, style.columns ?? Infinity);
      if (laidOut === undefined) {
        const once = fields.filter(({ path }, index) => fields.findIndex((field) => field.path === path) === index);
        const sheets = items
          .map((item) =>
            renderSheet(
              item,
              once.filter((column) => hasLine(column, item)),
              style,
            ),
          )
          .join('\n');
        const lines = hasSheets && items.length > 0 ? `\n${sheets}` : sheets;
        hasSheets ||= items.length > 0;
        return { lines, hidden: [] };
      }
      const shown = laidOut.map((place) => ({ ...place, index: columns.indexOf(place.column) }));
      const pattern = await layPattern(
        shown.map(({ index }) => style.palette.heading(heads[index] ?? '')),
        laidOut,
      );
      const rowLines = rows.map((row) =>
        rowLine(
          shown.map(({ index }) => row[index] ?? { text: '', width: 0 }),
          pattern,
          laidOut,
        ),
      );
      const names = shown.map(({ index }) => heads[index]).join();
      const lines = names === headsShown ? rowLines : [pattern.headLine, ...rowLines];
      headsShown = names;
      return { lines: `${lines.join('\n')}\n`, hidden: columns.filter((column) => !isShown(column, laidOut)) };
    },
  };
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
  const { default: Table } = await import('cli-table3');
  const table = new Table({
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
