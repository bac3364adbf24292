import { cellPosition, decodeCellText } from './cell-text.ts';
import { type NumberFormat, GENERAL, numberFormat } from './number-format.ts';
import { isTrue, type XmlListener, WorkbookError } from './parse-xml.ts';
import { joined, RichText, type CellText } from './shared-texts.ts';
import { serialText } from './serial-date.ts';
import { isZero } from './sheet-layout.ts';

/** How a cell shows its value. */
export interface CellStyle {
  readonly format: NumberFormat;
  readonly isStruck: boolean;
}

export const PLAIN: CellStyle = { format: GENERAL, isStruck: false };

/** The styles of cells. A cell refers to its style by its index. */
export class StylesParser implements XmlListener {
  readonly #codes = new Map<number, string>();
  readonly #fonts: { isStruck: boolean }[] = [];
  readonly #used: { readonly format: number; readonly font: number }[] = [];
  /** Formats for other purposes have fonts, too. */
  #list = '';

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 's:fonts' || name === 's:cellXfs') this.#list = name;
    else if (name === 's:numFmt') {
      const { numFmtId, formatCode = '' } = attributes();
      this.#codes.set(Number(numFmtId), formatCode);
    } else if (this.#list === 's:fonts') this.#openInFonts(name, attributes);
    else if (name === 's:xf' && this.#list === 's:cellXfs') {
      const { numFmtId, fontId } = attributes();
      this.#used.push({ format: Number(numFmtId ?? 0), font: Number(fontId ?? 0) });
    }
  }

  close(name: string): void {
    if (name === this.#list) this.#list = '';
  }

  styles(): readonly CellStyle[] {
    return this.#used.map(({ format, font }) => ({
      format: numberFormat(format, this.#codes.get(format)),
      isStruck: this.#fonts[font]?.isStruck === true,
    }));
  }

  #openInFonts(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 's:font') this.#fonts.push({ isStruck: false });
    const font = this.#fonts.at(-1);
    if (name === 's:strike' && font !== undefined) font.isStruck = isTrue(attributes()['val'] ?? '1');
  }
}

/** The value of a cell. For a formula, the result that was stored in the file. */
export type WorkbookCell =
  | { readonly kind: 'text'; readonly text: string }
  /** The digits as they are stored, perhaps with the tail of a float. */
  | { readonly kind: 'number'; readonly stored: string; readonly format: NumberFormat }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `#DIV/0!` */
  | { readonly kind: 'error'; readonly text: string }
  /** ISO 8601, with a space before the time of day. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'uncomputed'; readonly formula: string };

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  /** Also one of no height. */
  readonly isHidden: boolean;
  /** Columns whose text is struck through, or a part of it. */
  readonly struck: readonly number[];
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

export class SheetParser implements XmlListener {
  readonly #sharedText: (index: number) => CellText | undefined;
  readonly #styleOf: (style: number) => CellStyle;
  readonly #uses1904: boolean;
  readonly #inline = new RichText();
  #rows: SheetRow[] = [];
  #row: { number: number; isHidden: boolean; struck: number[]; cells: Map<number, WorkbookCell> } | undefined;
  #cell: OpenCell | undefined;
  #lastRow = 0;
  #lastColumn = -1;
  #heard: 'value' | 'formula' | undefined;
  #isFlat = false;

  constructor(
    sharedText: (index: number) => CellText | undefined,
    styleOf: (style: number) => CellStyle,
    uses1904: boolean,
  ) {
    this.#sharedText = sharedText;
    this.#styleOf = styleOf;
    this.#uses1904 = uses1904;
  }

  /** The complete rows since the last call. */
  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    switch (name) {
      case 's:sheetFormatPr':
        this.#isFlat = isZero(attributes()['defaultRowHeight']);
        return;
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
        this.#inline.open(name, attributes);
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

  #openRow({ r, hidden, ht }: Readonly<Record<string, string>>): void {
    const number = r === undefined ? this.#lastRow + 1 : Number(r);
    const isInOrder = Number.isInteger(number) && number > this.#lastRow && number <= ROWS_MAXIMUM;
    if (!isInOrder) throw new WorkbookError('damaged');
    this.#lastRow = number;
    this.#lastColumn = -1;
    const isFlat = ht === undefined ? this.#isFlat : isZero(ht);
    this.#row = { number, isHidden: isTrue(hidden) || isFlat, struck: [], cells: new Map() };
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
    if (content === undefined) return;
    this.#row.cells.set(cell.column, content);
    const isTextStruck = cell.type === 's' ? this.#shared(cell.value ?? '').isStruck : inline.isStruck;
    if (isTextStruck || this.#styleOf(cell.style).isStruck) this.#row.struck.push(cell.column);
  }

  #contentOf({ type, style, value, formula }: OpenCell, inline: CellText): WorkbookCell | undefined {
    if (type === 'inlineStr') return textCell(inline.text);
    if (value === undefined || (value === '' && type !== 'str')) {
      return formula === undefined ? undefined : { kind: 'uncomputed', formula };
    }
    switch (type) {
      case 's':
        return textCell(this.#shared(value).text);
      case 'str':
        return textCell(decodeCellText(value));
      case 'b':
        return { kind: 'boolean', value: isTrue(value) };
      case 'e':
        return { kind: 'error', text: value };
      case 'd':
        return { kind: 'date', text: value };
      case 'n': {
        const { format } = this.#styleOf(style);
        return format.isDate
          ? { kind: 'date', text: serialText(Number(value), this.#uses1904) }
          : { kind: 'number', stored: value, format };
      }
      default:
        throw new WorkbookError('damaged');
    }
  }

  #shared(index: string): CellText {
    const text = /^\d+$/.test(index) ? this.#sharedText(Number(index)) : undefined;
    if (text === undefined) throw new WorkbookError('damaged');
    return text;
  }
}

function textCell(text: string): WorkbookCell | undefined {
  return text === '' ? undefined : { kind: 'text', text };
}
