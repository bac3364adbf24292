/** The latest items, numbered from 1 in the order in which they were added. */
export class Latest<Item extends object> {
  readonly #maximum: number;
  #ring: (Item & { readonly number: number })[] = [];
  #added = 0;
  #cleared = 0;

  constructor(maximum = 10_000) {
    this.#maximum = maximum;
  }

  add(item: Item): Item & { readonly number: number } {
    const numbered = { number: this.#added + 1, ...item };
    this.#ring[this.#added % this.#maximum] = numbered;
    this.#added += 1;
    return numbered;
  }

  /** Stored items after the one with this number, oldest first. */
  after(number: number): readonly (Item & { readonly number: number })[] {
    const before = Math.max(number, this.#cleared, this.#added - this.#maximum);
    const numbers = Array.from({ length: Math.max(0, this.#added - before) }, (_, index) => before + index);
    return numbers.flatMap((place) => this.#ring[place % this.#maximum] ?? []);
  }

  /** The next number stays the next. */
  clear(): void {
    this.#ring = [];
    this.#cleared = this.#added;
  }
}
