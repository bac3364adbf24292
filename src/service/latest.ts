/** The latest items, numbered from 1 in the order in which they were added. */
export class Latest<Item extends object> {
  readonly #maximum: number;
  readonly #stored = new Map<number, Item & { readonly number: number }>();
  #added = 0;

  constructor(maximum = 10_000) {
    this.#maximum = maximum;
  }

  add(item: Item): Item & { readonly number: number } {
    this.#added += 1;
    const numbered = { number: this.#added, ...item };
    this.#stored.set(this.#added, numbered);
    this.#stored.delete(this.#added - this.#maximum);
    return numbered;
  }

  /** Stored items after the one with this number, oldest first. */
  after(number: number): readonly (Item & { readonly number: number })[] {
    return [...this.#stored.values()].filter((item) => item.number > number);
  }

  /** The next number stays the next. */
  clear(): void {
    this.#stored.clear();
  }
}
