import type { ServiceClock } from '../clock.ts';
import type { AnswerCache, CachedAnswer } from './shared-state.ts';

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
