import { decodeCellText } from './cell-text.ts';
import { isTrue, type XmlListener, WorkbookError } from './parse-xml.ts';

/** Excel has at most 32,767 characters in a cell, and writes some of them as `_x000D_`. */
const TEXT_MAXIMUM_LENGTH = 2 ** 18;
/** What the table needs for a text besides its characters, at least. */
const TEXT_COST = 32;

/** A text with what follows. @throws {WorkbookError} too_large */
export function joined(text: string, added: string): string {
  if (text.length + added.length > TEXT_MAXIMUM_LENGTH) throw new WorkbookError('too_large');
  return text + added;
}

export interface CellText {
  readonly text: string;
  /** Whether a part of it is struck through. */
  readonly isStruck: boolean;
}

/** The text of an element, joined from its formatted runs, without phonetic guides. */
export class RichText implements XmlListener {
  #text = '';
  #isText = false;
  #isPhonetic = false;
  #strikes = false;
  #isStruck = false;

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === 's:t') this.#isText = !this.#isPhonetic;
    else if (name === 's:rPh') this.#isPhonetic = true;
    else if (name === 's:strike') this.#strikes = isTrue(attributes()['val'] ?? '1');
  }

  close(name: string): void {
    if (name === 's:t') this.#isText = false;
    else if (name === 's:rPh') this.#isPhonetic = false;
    else if (name === 's:r') this.#strikes = false;
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text = joined(this.#text, text);
    this.#isStruck ||= this.#strikes;
  }

  take(): CellText {
    const taken = { text: decodeCellText(this.#text), isStruck: this.#isStruck };
    this.#text = '';
    this.#isStruck = false;
    return taken;
  }
}

/** The table of texts to which cells refer by number. */
export class SharedTexts extends RichText {
  readonly #maximumLength: number;
  readonly #texts: string[] = [];
  readonly #struck = new Set<number>();
  #length = 0;

  constructor(maximumLength: number) {
    super();
    this.#maximumLength = maximumLength;
  }

  at(index: number): CellText | undefined {
    const text = this.#texts[index];
    return text === undefined ? undefined : { text, isStruck: this.#struck.has(index) };
  }

  override close(name: string): void {
    super.close(name);
    if (name !== 's:si') return;
    const { text, isStruck } = this.take();
    this.#length += text.length + TEXT_COST;
    if (this.#length > this.#maximumLength) throw new WorkbookError('too_large');
    if (isStruck) this.#struck.add(this.#texts.length);
    this.#texts.push(text);
  }
}
