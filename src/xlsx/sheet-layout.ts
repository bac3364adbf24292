import { cellPosition } from './cell-text.ts';
import { isTrue, type XmlListener } from './parse-xml.ts';

/** What a sheet says of its cells outside them. */
export interface SheetLayout {
  /** By their first rows. */
  readonly merged: readonly MergedRange[];
  /** Whether a column, from 0, is hidden or has no width. */
  readonly isHidden: (column: number) => boolean;
}

/** Cells that are shown as one. Only the first of them has a value. Rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  /** `A2:A5` */
  readonly name: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export class LayoutParser implements XmlListener {
  readonly #ranges: MergedRange[] = [];
  readonly #columns: { readonly first: number; readonly last: number; readonly isHidden: boolean }[] = [];
  #isHiddenElse = false;

  open(element: string, attributes: () => Readonly<Record<string, string>>): void {
    if (element === 's:mergeCell') this.#addRange(attributes());
    else if (element === 's:sheetFormatPr') this.#isHiddenElse = isZero(attributes()['defaultColWidth']);
    else if (element === 's:col') {
      const { min, max, hidden, width } = attributes();
      this.#columns.push({ first: Number(min) - 1, last: Number(max) - 1, isHidden: isTrue(hidden) || isZero(width) });
    }
  }

  layout(): SheetLayout {
    return {
      merged: this.#ranges.toSorted((one, other) => one.firstRow - other.firstRow),
      isHidden: (column) =>
        this.#columns.find(({ first, last }) => first <= column && column <= last)?.isHidden ?? this.#isHiddenElse,
    };
  }

  #addRange({ ref: name = '' }: Readonly<Record<string, string>>): void {
    const [first = '', last = first] = name.split(':');
    const [from, to] = [cellPosition(first), cellPosition(last)];
    if (from === undefined || to === undefined) return;
    this.#ranges.push({
      name,
      firstRow: from.row,
      lastRow: to.row,
      firstColumn: from.column,
      lastColumn: to.column,
    });
  }
}

/** Whether a width or a height is stated, and none. */
export function isZero(length: string | undefined): boolean {
  return length !== undefined && Number(length) === 0;
}

/** Finds the ranges that a row is part of. Rows are asked for in ascending order. */
export class MergedRows {
  readonly #ranges: readonly MergedRange[];
  #next = 0;
  #open: readonly MergedRange[] = [];

  /** @param ranges by their first rows */
  constructor(ranges: readonly MergedRange[]) {
    this.#ranges = ranges;
  }

  at(row: number): readonly MergedRange[] {
    const open = this.#open.filter(({ lastRow }) => lastRow >= row);
    for (let next = this.#ranges[this.#next]; next !== undefined && next.firstRow <= row;) {
      if (next.lastRow >= row) open.push(next);
      this.#next += 1;
      next = this.#ranges[this.#next];
    }
    this.#open = open;
    return open;
  }
}
