import { cellPosition } from './cell-name.ts';
import type { XmlListener } from './parse-xml.ts';

/** Cells that are shown as one. Only the first of them has a value. Rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  /** `A2:A5` */
  readonly name: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export class MergeParser implements XmlListener {
  readonly #ranges: MergedRange[] = [];

  open(element: string, attributes: () => Readonly<Record<string, string>>): void {
    if (element !== 's:mergeCell') return;
    const { ref: name = '' } = attributes();
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

  close(): void {
    // What counts is said at the beginning of an element.
  }

  ranges(): readonly MergedRange[] {
    return this.#ranges.toSorted((one, other) => one.firstRow - other.firstRow);
  }
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
