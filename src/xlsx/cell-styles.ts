import { GENERAL, numberFormat, type NumberFormat } from './number-format.ts';
import { isTrue, type XmlListener } from './parse-xml.ts';

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
