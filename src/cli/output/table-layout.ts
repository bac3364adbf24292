import type { Field } from './fields.ts';

/** A column of a table. */
export interface TableColumn extends Field {
  /** Where a terminal is too narrow for all: those of the lowest rank come first. Without one it has to be there. */
  readonly rank?: number;
  /** Columns that are enough for its texts, which are cut then. Without it they are never cut, as amounts and ids must not be. */
  readonly least?: number;
  /** Its texts are cut in their middle: their ends tell them apart. */
  readonly isCutWithin?: boolean;
  /** Says the same in less room: takes its place where it does not fit. */
  readonly substitute?: TableColumn;
}

/** A column with the room that it takes, the gap behind it aside. */
export interface LaidOutColumn {
  readonly column: TableColumn;
  readonly width: number;
}

export const GAP_COLUMNS = 2;

/**
 * Chooses the columns that fit, by rank, and gives what is left to those that would be cut.
 *
 * @param naturalWidths what each column's widest cell takes
 * @param available of the terminal; Infinity when nothing bounds it
 * @returns in the order of `columns`; undefined when not even those fit that have to be there
 */
export function layOut(
  columns: readonly TableColumn[],
  naturalWidths: ReadonlyMap<TableColumn, number>,
  available: number,
): LaidOutColumn[] | undefined {
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
