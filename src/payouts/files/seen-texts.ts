export interface RowLocation {
  readonly row: number;
  readonly line: number;
}

/** Finds repeated texts: some 190 bytes stay in memory for each. */
export class SeenTexts {
  readonly #seen = new Map<string, RowLocation>();

  /** Adds a new text. @returns the location of the first equal text; undefined when it is new */
  firstOf(text: string, { row, line }: RowLocation): RowLocation | undefined {
    const found = this.find(text);
    if (found === undefined) this.#seen.set(text, { row, line });
    return found;
  }

  /** The same without adding the text. */
  find(text: string): RowLocation | undefined {
    return this.#seen.get(text);
  }
}
