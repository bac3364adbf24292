import type { RequestLog } from './shared-state.ts';

/** A finished request, without bodies and with masked keys. */
export interface RequestEntry {
  /** When it arrived, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly key: string | null;
  /** Null when the answer was not sent completely. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly fault: string | null;
  /** Why the service answered with 500. */
  readonly error: string | null;
}

export interface LoggedRequest extends RequestEntry {
  /** 1 for the first finished request, and so on. */
  readonly number: number;
}

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
