interface Asked<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** More in one statement would keep the others waiting. */
const ITEMS_MAXIMUM = 500;

/** Asks the database once for all that came up since the last answer. */
export class TurnBatch<Item, Answer> {
  readonly #ask: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly #waiting: Asked<Item, Answer>[] = [];
  #isBusy = false;

  /** @param ask returns the answers in the order of the items */
  constructor(ask: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#ask = ask;
  }

  run(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    setImmediate(() => {
      void this.#flush(this.#waiting.splice(0, ITEMS_MAXIMUM)).then(() => {
        this.#isBusy = false;
        this.#schedule();
      });
    });
  }

  async #flush(group: readonly Asked<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#ask(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('the database left out an answer'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
