import { Latest } from '../latest.ts';
import {
  NO_BODIES,
  type LoggedBodies,
  type LoggedRequest,
  type RequestEntry,
  type RequestLog,
} from './shared-state.ts';

const ENTRIES_MAXIMUM = 10_000;
/** At most 16 MB, for which the bodies of 10,000 withdrawals suffice. */
const BODY_CHARACTERS_MAXIMUM = 8_000_000;

/** The latest requests to one process. Bodies are forgotten earlier, when they are large. */
export class LocalRequestLog implements RequestLog {
  readonly #latest: Latest<Omit<RequestEntry, keyof LoggedBodies>>;
  readonly #entriesMaximum: number;
  readonly #bodies = new Map<number, LoggedBodies>();
  #characters = 0;
  /** The number of the oldest entry with bodies. */
  #oldest = 1;

  constructor(entriesMaximum = ENTRIES_MAXIMUM) {
    this.#entriesMaximum = entriesMaximum;
    this.#latest = new Latest(entriesMaximum);
  }

  record({ requestBody, answerBody, ...entry }: RequestEntry): void {
    const { number } = this.#latest.add(entry);
    const bodies = { requestBody, answerBody };
    this.#bodies.set(number, bodies);
    this.#characters += charactersOf(bodies);
    while (this.#characters > BODY_CHARACTERS_MAXIMUM || this.#oldest <= number - this.#entriesMaximum) {
      this.#characters -= charactersOf(this.#bodies.get(this.#oldest) ?? NO_BODIES);
      this.#bodies.delete(this.#oldest);
      this.#oldest += 1;
    }
  }

  after(number: number): readonly LoggedRequest[] {
    return this.#latest.after(number).map((entry) => ({ ...entry, ...(this.#bodies.get(entry.number) ?? NO_BODIES) }));
  }
}

function charactersOf({ requestBody, answerBody }: LoggedBodies): number {
  return (requestBody?.length ?? 0) + (answerBody?.length ?? 0);
}
