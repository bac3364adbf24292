import { valueAt, type Field } from './fields.ts';
import { humanValue, type HumanStyle } from './human-value.ts';
import { labelOf, renderSheet } from './sheet.ts';
import { GAP_COLUMNS, layOut, type PlacedColumn, type TableColumn } from './table-layout.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** Texts that may be cut wherever they stand, and the columns that are enough for them then. */
const CUT_BY_DEFAULT: Readonly<Record<string, number>> = { description: 12, failureReason: 12, name: 12 };

/** cli-table3 takes time by the square of the rows, and dies of too many: it is given a few at a time. */
const BLOCK_ROWS = 50;

/** Signs for private use: no text has them, and all measure them alike. */
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
  /** Columns for which there was no room. */
  readonly hidden: readonly Field[];
}

/** A table that grows at its end. */
interface GrowingTable {
  /** The rows that come next, below those that came before. The heads stand over the first, and again when columns change. */
  add(items: readonly unknown[], style: HumanStyle): Promise<RenderedTable>;
}

/**
 * Rows in aligned columns, without lines between them. No row is wider than the terminal: columns are left out by their
 * rank, and descriptions cut; where what has to be there does not fit, each row becomes a sheet.
 */
export function createTable(fields: readonly TableColumn[]): GrowingTable {
  const columns = fields.map((field) => {
    const least = field.least ?? CUT_BY_DEFAULT[field.path];
    return least === undefined ? field : { ...field, least };
  });
  const widths = new Map<TableColumn, number>();
  const widen = (column: TableColumn, cell: string) => {
    widths.set(column, Math.max(widths.get(column) ?? 0, textWidth(cell)));
  };
  let headsShown = '';

  return {
    async add(items, style) {
      const heads = columns.map((column) => labelOf(column, style));
      const rows = items.map((item) =>
        columns.map((column) => steady(humanValue(column, valueAt(item, column.path), style))),
      );
      for (const row of [heads, ...rows])
        for (const [index, column] of columns.entries()) widen(column, row[index] ?? '');
      const placed = layOut(columns, widths, style.columns ?? Infinity);
      if (placed === undefined) {
        return { lines: items.map((item) => renderSheet(item, fields, style)).join('\n'), hidden: [] };
      }
      const shown = placed.map((place) => ({ ...place, index: columns.indexOf(place.column) }));
      const shownHeads = shown.map(({ index }) => style.palette.heading(heads[index] ?? ''));
      const hasHeads = shownHeads.join() !== headsShown;
      headsShown = shownHeads.join();
      const cells = rows.map((row) => shown.map(({ index, width, column }) => fitted(row[index] ?? '', width, column)));
      const lines = await alignedLines(hasHeads ? [shownHeads, ...cells] : cells, placed);
      return { lines, hidden: columns.filter((column) => !isSaid(column, placed)) };
    },
  };
}

/** Without what some terminals give room and others don't: joiners of pictures, and choices between their forms. */
function steady(text: string): string {
  return text.replaceAll(/[\p{Cf}\ufe00-\ufe0f\ue000]/gu, '');
}

function fitted(cell: string, width: number, { least }: TableColumn): string {
  return least === undefined ? cell : cutToWidth(cell, width);
}

function isSaid(column: TableColumn, placed: readonly PlacedColumn[]): boolean {
  return placed.some((place) => place.column.path === column.path);
}

async function alignedLines(rows: readonly (readonly string[])[], placed: readonly PlacedColumn[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const blocks: string[] = [];
  for (let start = 0; start < rows.length; start += BLOCK_ROWS) {
    const table = new Table({
      chars: NO_LINES,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP_COLUMNS },
      colAligns: placed.map(({ column: { kind } }) => (kind === 'money' || kind === 'age' ? 'right' : 'left')),
      colWidths: placed.map(({ width }) => width + GAP_COLUMNS),
    });
    const cells: string[] = [];
    for (const row of rows.slice(start, start + BLOCK_ROWS)) table.push(row.map((cell) => standIn(cell, cells)));
    blocks.push(putBack(table.toString(), cells));
  }
  return blocks
    .join('\n')
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** cli-table3 knows the width of plain text for sure: anything else is laid out as something as wide, and put back. */
function standIn(cell: string, cells: string[]): string {
  if (/^[ -~]+$/.test(cell)) return cell;
  cells.push(cell);
  return STAND_IN.repeat(Math.max(1, textWidth(cell)));
}

function putBack(table: string, cells: readonly string[]): string {
  let next = 0;
  return table.replaceAll(new RegExp(`${STAND_IN}+`, 'g'), () => cells[next++] ?? '');
}
