import { cellPosition } from './cell-name.ts';
import type { NumberFormat } from './number-format.ts';
import type { XmlListener } from './parse-xml.ts';
import { joined, RichText } from './shared-texts.ts';
import { WorkbookError } from './workbook-error.ts';
import { decodeCellText } from './xml-text.ts';

/** The value of a cell. For a formula, the result that was stored in the file. */
export type WorkbookCell =
  | { readonly kind: 'text'; readonly text: string }
  /** The digits as they are stored, perhaps with the tail of a float. */
  | { readonly kind: 'number'; readonly stored: string; readonly format: NumberFormat }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `#DIV/0!` */
  | { readonly kind: 'error'; readonly text: string }
  /** ISO 8601 */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'uncomputed'; readonly formula: string };

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly isHidden: boolean;
  /** By the index of their column, from 0. Empty cells are left out. */
  readonly cells: ReadonlyMap<number, WorkbookCell>;
}

const ROWS_MAXIMUM = 1_048_576;
const COLUMNS_MAXIMUM = 16_384;

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string | undefined;
  formula: string | undefined;
}

/** Collects the rows of a sheet while it is parsed. */
export class SheetParser implements XmlListener {
  readonly #sharedText: (index: number) => string | undefined;
  readonly #formatOf: (style: number) => NumberFormat;
  readonly #inline = new RichText();
  #rows: SheetRow[] = [];
  #row: { number: number; isHidden: boolean; cells: Map<number, WorkbookCell> } | undefined;
  #cell: OpenCell | undefined;
  #lastRow = 0;
  #lastColumn = -1;
  #heard: 'value' | 'formula' | undefined;

  constructor(sharedText: (index: number) => string | undefined, formatOf: (style: number) => NumberFormat) {
    this.#sharedText = sharedText;
    this.#formatOf = formatOf;
  }

  /** The complete rows since the last call. */
  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    switch (name) {
      case 's:row':
        this.#openRow(attributes());
        return;
      case 's:c':
        this.#openCell(attributes());
        return;
      case 's:v':
        this.#heard = 'value';
        if (this.#cell !== undefined) this.#cell.value = '';
        return;
      case 's:f':
        this.#heard = 'formula';
        if (this.#cell !== undefined) this.#cell.formula = '';
        return;
      default:
        this.#inline.open(name);
    }
  }

  text(text: string): void {
    this.#inline.text(text);
    const cell = this.#cell;
    if (cell === undefined) return;
    if (this.#heard === 'value') cell.value = joined(cell.value ?? '', text);
    else if (this.#heard === 'formula') cell.formula = joined(cell.formula ?? '', text);
  }

  close(name: string): void {
    switch (name) {
      case 's:v':
      case 's:f':
        this.#heard = undefined;
        return;
      case 's:c':
        this.#closeCell();
        return;
      case 's:row':
        if (this.#row !== undefined) this.#rows.push(this.#row);
        this.#row = undefined;
        return;
      default:
        this.#inline.close(name);
    }
  }

  #openRow({ r, hidden = '' }: Readonly<Record<string, string>>): void {
    const number = r === undefined ? this.#lastRow + 1 : Number(r);
    const isInOrder = Number.isInteger(number) && number > this.#lastRow && number <= ROWS_MAXIMUM;
    if (!isInOrder) throw new WorkbookError('damaged');
    this.#lastRow = number;
    this.#lastColumn = -1;
    this.#row = { number, isHidden: /^(?:1|true)$/.test(hidden), cells: new Map() };
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const position = r === undefined ? undefined : cellPosition(r);
    if (r !== undefined && position?.row !== this.#lastRow) throw new WorkbookError('damaged');
    const column = position?.column ?? this.#lastColumn + 1;
    if (column <= this.#lastColumn || column >= COLUMNS_MAXIMUM) throw new WorkbookError('damaged');
    this.#lastColumn = column;
    this.#cell = { column, type: t, style: Number(s), value: undefined, formula: undefined };
  }

  #closeCell(): void {
    const cell = this.#cell;
    const inline = this.#inline.take();
    this.#cell = undefined;
    if (cell === undefined || this.#row === undefined) return;
    const content = this.#contentOf(cell, inline);
    if (content !== undefined) this.#row.cells.set(cell.column, content);
  }

  #contentOf({ type, style, value, formula }: OpenCell, inline: string): WorkbookCell | undefined {
    if (type === 'inlineStr') return textCell(inline);
    if (value === undefined || (value === '' && type !== 'str')) {
      return formula === undefined ? undefined : { kind: 'uncomputed', formula };
    }
    switch (type) {
      case 's':
        return textCell(this.#shared(value));
      case 'str':
        return textCell(decodeCellText(value));
      case 'b':
        return { kind: 'boolean', value: /^(?:1|true)$/.test(value) };
      case 'e':
        return { kind: 'error', text: value };
      case 'd':
        return { kind: 'date', text: value };
      case 'n':
        return { kind: 'number', stored: value, format: this.#formatOf(style) };
      default:
        throw new WorkbookError('damaged');
    }
  }

  #shared(index: string): string {
    const text = /^\d+$/.test(index) ? this.#sharedText(Number(index)) : undefined;
    if (text === undefined) throw new WorkbookError('damaged');
    return text;
  }
}

function textCell(text: string): WorkbookCell | undefined {
  return text === '' ? undefined : { kind: 'text', text };
}
