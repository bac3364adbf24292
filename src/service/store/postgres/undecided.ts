/** The decisions that callers of this instance wait for. */
export class Undecided {
  /** When each began, by the steady clock, oldest first. */
  readonly #begun = new Map<symbol, number>();

  async await<T>(decision: () => Promise<T>): Promise<T> {
    const id = Symbol();
    this.#begun.set(id, performance.now());
    try {
      return await decision();
    } finally {
      this.#begun.delete(id);
    }
  }

  /** How long the oldest has waited. */
  oldestMs(): number {
    const [oldest] = this.#begun.values();
    return oldest === undefined ? 0 : performance.now() - oldest;
  }
}
