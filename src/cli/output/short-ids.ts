/** Enough to tell the rows of a list apart, and to be read out. */
const LENGTH_MINIMUM = 8;

/**
 * The ends of ids, as long as all of a list must be to differ. Ids of one day begin alike, so their beginnings would not
 * differ.
 */
export class ShortIds {
  readonly #ids = new Set<string>();
  #ends = new Set<string>();
  #length = LENGTH_MINIMUM;

  add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#ends.add(this.of(id));
    while (this.#ends.size < this.#ids.size) {
      this.#length += 1;
      this.#ends = new Set(Array.from(this.#ids, (each) => this.of(each)));
    }
  }

  of(id: string): string {
    return id.slice(-this.#length);
  }
}
