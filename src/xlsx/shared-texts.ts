import { decodeCellText } from './xml-text.ts';
import type { XmlListener } from './parse-xml.ts';
import { WorkbookError } from './workbook-error.ts';

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
    this.#length += text.length;
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
    if (this.#isText) this.#text += text;
  }

  take(): string {
    const text = decodeCellText(this.#text);
    this.#text = '';
    return text;
  }
}
