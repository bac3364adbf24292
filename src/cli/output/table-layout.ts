import type { Field } from './fields.ts';

export interface TableColumn extends Field {
  /** On a narrow terminal, columns with the lowest rank are chosen first. A column without a rank is required. */
  readonly rank?: number;
  /** Minimum width; longer texts are cut. A column without it is never cut: amounts and ids must be whole. */
  readonly least?: number;
  /** How it is cut, where not at its end. */
  readonly cut?: (text: string, columns: number) => string;
  /** An id that is shown by its end, which `find`, `get` and the like accept. */
  readonly isShortId?: boolean;
  /** Shown only if it cuts no other column, and not missed otherwise. */
  readonly isExtra?: boolean;
  /** Never omitted: if one does not fit, all essential columns move to further lines of their row. */
  readonly isEssential?: boolean;
  /** Essential as long as the column with this path has no value: a payment without a name is known by its key. */
  readonly insteadOf?: string;
  /** A narrower column with the same meaning, for when this one does not fit. */
  readonly substitute?: TableColumn;
}

/** A column and its width without the gap after it. */
export interface LaidOutColumn {
  readonly column: TableColumn;
  readonly width: number;
}

export const GAP_COLUMNS = 2;

/** Begins the further lines of a row. */
export const INDENT = '  ';

/**
 * Chooses the columns for each line of a row: one line, or several if an essential column does not fit.
 *
 * @param naturalWidths the width of each column's widest cell
 * @param available columns of the terminal; Infinity means unlimited
 * @param isFilled whether any row has a value: an empty column is not essential
 * @returns undefined when the required columns do not fit
 */
export function layLines(
  columns: readonly TableColumn[],
  naturalWidths: ReadonlyMap<TableColumn, number>,
  available: number,
  isFilled: (column: TableColumn) => boolean,
): LaidOutColumn[][] | undefined {
  const naturalOf = (column: TableColumn) => naturalWidths.get(column) ?? 0;
  const leastOf = (column: TableColumn) => Math.min(naturalOf(column), column.least ?? Infinity);
  const isEssential = (column: TableColumn) =>
    isFilled(column) &&
    (column.isEssential === true ||
      (column.insteadOf !== undefined && !columns.some((other) => other.path === column.insteadOf && isFilled(other))));
  const line = fitted(columns);
  const essential = columns.filter(isEssential);
  const hasAll = line !== undefined && essential.every((column) => line.some((place) => place.column === column));
  if (hasAll || essential.length === 0) return line === undefined ? undefined : [line];
  const first = fitted(columns.filter((column) => column.isEssential !== true && !isEssential(column)));
  return first === undefined ? undefined : [first, ...linesBelow(essential, available - INDENT.length)];

  /** In the order of the columns, on as many lines as they need. A column wider than a line is cut. */
  function linesBelow(moved: readonly TableColumn[], room: number): LaidOutColumn[][] {
    const lines: { places: { column: TableColumn; width: number }[]; left: number }[] = [];
    for (const column of moved) {
      const width = Math.min(room, leastOf(column));
      const last = lines.at(-1);
      if (last !== undefined && width + GAP_COLUMNS <= last.left) {
        last.places.push({ column, width });
        last.left -= width + GAP_COLUMNS;
      } else lines.push({ places: [{ column, width }], left: room - width });
    }
    return lines.map(({ places, left }) => widened(places, left));
  }

  /**
   * Chooses the columns with values that fit, by rank.
   *
   * @returns in the order of the candidates; undefined when the required ones do not fit
   */
  function fitted(candidates: readonly TableColumn[]): LaidOutColumn[] | undefined {
    const chosen = new Set<TableColumn>();
    let left = available + GAP_COLUMNS;
    const cutsOthers = (extra: TableColumn) =>
      [...chosen].reduce((sum, column) => sum + naturalOf(column) + GAP_COLUMNS, leastOf(extra)) > available;
    const take = (column: TableColumn): boolean => {
      const needed = leastOf(column) + GAP_COLUMNS;
      if (needed > left || (column.isExtra === true && cutsOthers(column))) return false;
      left -= needed;
      chosen.add(column);
      return true;
    };

    for (const column of candidates.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))) {
      if (column.rank !== undefined && !isFilled(column)) continue;
      if (chosen.has(column) || take(column)) continue;
      if (column.rank === undefined) return undefined;
      if (column.substitute !== undefined) take(column.substitute);
    }
    const places = candidates
      .filter((column) => chosen.has(column))
      .map((column) => ({ column, width: leastOf(column) }));
    return widened(places, left);
  }

  /** Gives the width that is left to the columns that would be cut. */
  function widened(places: readonly LaidOutColumn[], left: number): LaidOutColumn[] {
    let unused = left;
    return places.map(({ column, width }) => {
      const more = Math.min(unused, naturalOf(column) - width);
      unused -= more;
      return { column, width: width + more };
    });
  }
}
