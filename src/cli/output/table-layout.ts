import type { Field } from './fields.ts';

/** A column of a table. */
export interface TableColumn extends Field {
  /** Where a terminal is too narrow for all: those of the lowest rank come first. Without one it has to be there. */
  readonly rank?: number;
  /** Columns that are enough for its texts, which are cut then. Without it they are never cut, as amounts and ids must not be. */
  readonly least?: number;
  /** Its texts are cut in their middle: their ends tell them apart. */
  readonly isCutWithin?: boolean;
  /** Never left out: where one has no room, all of them stand on lines of their own, below the first of their row. */
  readonly isEssential?: boolean;
  /** Says the same in less room: takes its place where it does not fit. */
  readonly substitute?: TableColumn;
}

/** A column with the room that it takes, the gap behind it aside. */
export interface PlacedColumn {
  readonly column: TableColumn;
  readonly width: number;
}

export const GAP_COLUMNS = 2;

/** Lines below the first of a row begin with it. */
export const INDENT = '  ';

/**
 * Chooses the columns for the lines of a row: one line, or several where an essential column has no room in it.
 *
 * @param naturalWidths what each column's widest cell takes
 * @param available of the terminal; Infinity when nothing bounds it
 * @param isFilled whether some row has a value for it: an empty column is not essential
 * @returns undefined when not even those fit that have to be there
 */
export function layLines(
  columns: readonly TableColumn[],
  naturalWidths: ReadonlyMap<TableColumn, number>,
  available: number,
  isFilled: (column: TableColumn) => boolean,
): PlacedColumn[][] | undefined {
  const line = layOut(columns, naturalWidths, available);
  const essential = columns.filter((column) => column.isEssential === true && isFilled(column));
  const hasAll = line !== undefined && essential.every((column) => line.some((place) => place.column === column));
  if (hasAll || essential.length === 0) return line === undefined ? undefined : [line];
  const others = columns.filter(({ isEssential }) => isEssential !== true);
  const first = layOut(others, naturalWidths, available);
  return first === undefined ? undefined : [first, ...linesBelow(essential, naturalWidths, available - INDENT.length)];
}

/** As many lines as it takes, in the order of the columns. None is left out; what is wider than a line is cut. */
function linesBelow(
  columns: readonly TableColumn[],
  naturalWidths: ReadonlyMap<TableColumn, number>,
  room: number,
): PlacedColumn[][] {
  const lines: { places: { column: TableColumn; width: number }[]; left: number }[] = [];
  for (const column of columns) {
    const width = Math.min(room, naturalWidths.get(column) ?? 0, column.least ?? Infinity);
    const last = lines.at(-1);
    if (last !== undefined && width + GAP_COLUMNS <= last.left) {
      last.places.push({ column, width });
      last.left -= width + GAP_COLUMNS;
    } else lines.push({ places: [{ column, width }], left: room - width });
  }
  return lines.map(({ places, left }) => {
    let unused = left;
    return places.map(({ column, width }) => {
      const more = Math.min(unused, (naturalWidths.get(column) ?? 0) - width);
      unused -= more;
      return { column, width: width + more };
    });
  });
}

/**
 * Chooses the columns that fit, by rank, and gives what is left to those that would be cut.
 *
 * @param naturalWidths what each column's widest cell takes
 * @param available of the terminal; Infinity when nothing bounds it
 * @returns in the order of `columns`; undefined when not even those fit that have to be there
 */
function layOut(
  columns: readonly TableColumn[],
  naturalWidths: ReadonlyMap<TableColumn, number>,
  available: number,
): PlacedColumn[] | undefined {
  const naturalOf = (column: TableColumn) => naturalWidths.get(column) ?? 0;
  const leastOf = (column: TableColumn) => Math.min(naturalOf(column), column.least ?? Infinity);
  const chosen = new Set<TableColumn>();
  let left = available + GAP_COLUMNS;
  const take = (column: TableColumn): boolean => {
    const needed = leastOf(column) + GAP_COLUMNS;
    if (needed > left) return false;
    left -= needed;
    chosen.add(column);
    return true;
  };

  for (const column of columns.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))) {
    if (chosen.has(column) || take(column)) continue;
    if (column.rank === undefined) return undefined;
    if (column.substitute !== undefined) take(column.substitute);
  }
  return columns
    .filter((column) => chosen.has(column))
    .map((column) => {
      const more = Math.min(left, naturalOf(column) - leastOf(column));
      left -= more;
      return { column, width: leastOf(column) + more };
    });
}
