import type { LoggedRequest, RequestEntry, RequestLog } from './shared-state.ts';

const ENTRIES_MAXIMUM = 10_000;

/** The latest requests to one process. */
export class LocalRequestLog implements RequestLog {
  readonly #entriesMaximum: number;
  readonly #ring: LoggedRequest[] = [];
  #recorded = 0;

  constructor(entriesMaximum = ENTRIES_MAXIMUM) {
    this.#entriesMaximum = entriesMaximum;
  }

  record(entry: RequestEntry): void {
    this.#ring[this.#recorded % this.#entriesMaximum] = { number: this.#recorded + 1, ...entry };
    this.#recorded += 1;
  }

  after(number: number): readonly LoggedRequest[] {
    const oldest = this.#recorded % this.#entriesMaximum;
    const inOrder = [...this.#ring.slice(oldest), ...this.#ring.slice(0, oldest)];
    return inOrder.filter((entry) => entry.number > number);
  }
}
