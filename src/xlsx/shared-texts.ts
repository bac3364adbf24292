import { decodeCellText } from './xml-text.ts';
import type { XmlListener } from './parse-xml.ts';
import { WorkbookError } from './workbook-error.ts';

/** Excel has at most 32,767 characters in a cell, and writes some of them as `_x000D_`. */
const TEXT_MAXIMUM_LENGTH = 2 ** 18;
/** What the table needs for a text besides its characters, at least. */
const TEXT_COST = 32;

/** A text with what follows. @throws {WorkbookError} too_large */
export function joined(text: string, added: string): string {
  if (text.length + added.length > TEXT_MAXIMUM_LENGTH) throw new WorkbookError('too_large');
  return text + added;
}

/** The table of texts to which cells refer by number. */
export class SharedTexts implements XmlListener {
  readonly #maximumLength: number;
  readonly #texts: string[] = [];
  readonly #text = new RichText();
  #length = 0;

  constructor(maximumLength: number) {
    this.#maximumLength = maximumLength;
  }

  at(index: number): string | undefined {
    return this.#texts[index];
  }

  open(name: string): void {
    this.#text.open(name);
  }

  text(text: string): void {
    this.#text.text(text);
  }

  close(name: string): void {
    this.#text.close(name);
    if (name !== 's:si') return;
    const text = this.#text.take();
    this.#length += text.length + TEXT_COST;
    if (this.#length > this.#maximumLength) throw new WorkbookError('too_large');
    this.#texts.push(text);
  }
}

/** The text of an element, joined from its formatted runs, without phonetic guides. */
export class RichText {
  #text = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 's:t') this.#isText = !this.#isPhonetic;
    else if (name === 's:rPh') this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === 's:t') this.#isText = false;
    else if (name === 's:rPh') this.#isPhonetic = false;
  }

  text(text: string): void {
    if (this.#isText) this.#text = joined(this.#text, text);
  }

  take(): string {
    const text = decodeCellText(this.#text);
    this.#text = '';
    return text;
  }
}
