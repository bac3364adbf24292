import type { ServiceClock } from '../clock.ts';
import {
  NO_BODIES,
  type AnswerCache,
  type CachedAnswer,
  type LoggedBodies,
  type LoggedRequest,
  type RequestEntry,
  type RequestLog,
} from './shared-state.ts';
import { Latest } from '../latest.ts';

interface StoredAnswer {
  readonly body: string;
  readonly storedAt: number;
  readonly expiresAt: number;
}

const CHARACTERS_MAXIMUM = 32 * 1024 * 1024;

/**
 * Stores answers until they expire; the oldest are removed when there is no room. Changes of state do not remove
 * answers.
 */
export class LocalAnswerCache implements AnswerCache {
  readonly #clock: ServiceClock;
  readonly #charactersMaximum: number;
  #answers = new Map<string, StoredAnswer>();
  #characters = 0;

  constructor(clock: ServiceClock, charactersMaximum = CHARACTERS_MAXIMUM) {
    this.#clock = clock;
    this.#charactersMaximum = charactersMaximum;
  }

  async through(key: string, lifetimeSeconds: number, make: () => Promise<string>, aheadMs = 0): Promise<CachedAnswer> {
    const now = this.#clock.now() + aheadMs;
    const stored = this.#answers.get(key);
    if (stored !== undefined && now < stored.expiresAt) {
      return { body: stored.body, ageSeconds: Math.floor((now - stored.storedAt) / 1000), isHit: true };
    }
    const answers = this.#answers;
    const body = await make();
    // It may have been made of the state that was replaced meanwhile.
    if (answers === this.#answers) this.#store(key, { body, storedAt: now, expiresAt: now + lifetimeSeconds * 1000 });
    return { body, ageSeconds: 0, isHit: false };
  }

  clear(): void {
    this.#answers = new Map();
    this.#characters = 0;
  }

  #store(key: string, answer: StoredAnswer): void {
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#characters += answer.body.length;
    for (const [oldest] of this.#answers) {
      if (this.#characters <= this.#charactersMaximum) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#answers.get(key)?.body.length ?? 0;
    this.#answers.delete(key);
  }
}

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
