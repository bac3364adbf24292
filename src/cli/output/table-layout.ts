import type { Field } from './fields.ts';

/** A column of a table. */
export interface TableColumn extends Field {
  /** On a narrow terminal, columns with the lowest rank are chosen first. A column without a rank is required. */
  readonly rank?: number;
  /** Minimum width; longer texts are cut. A column without it is never cut: amounts and ids must be whole. */
  readonly least?: number;
  /** Cuts texts in the middle, when their ends distinguish them. */
  readonly isCutWithin?: boolean;
  /** A narrower column with the same meaning, for when this one does not fit. */
  readonly substitute?: TableColumn;
}

/** A column and its width without the gap after it. */
export interface LaidOutColumn {
  readonly column: TableColumn;
  readonly width: number;
}

export const GAP_COLUMNS = 2;

/**
 * Chooses the columns that fit, by rank, and gives the remaining width to those that would be cut.
 *
 * @param naturalWidths the width of each column's widest cell
 * @param available columns of the terminal; Infinity means unlimited
 * @returns in the order of `columns`; undefined when the required columns do not fit
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
