import { Latest } from '../latest.ts';
import type { LoggedRequest, RequestEntry, RequestLog } from './shared-state.ts';

/** The latest requests to one process. */
export class LocalRequestLog implements RequestLog {
  readonly #latest: Latest<RequestEntry>;

  constructor(entriesMaximum?: number) {
    this.#latest = new Latest(entriesMaximum);
  }

  record(entry: RequestEntry): void {
    this.#latest.add(entry);
  }

  after(number: number): readonly LoggedRequest[] {
    return this.#latest.after(number);
  }
}
