import type { ServiceClock } from '../clock.ts';

/** An answer that may be given again for a while. */
interface CachedAnswer {
  readonly body: string;
  readonly ageSeconds: number;
  readonly isHit: boolean;
}

export interface AnswerCache {
  /** The stored answer, or the one that `make` gives, which is stored for `lifetimeSeconds` from now on. */
  through(key: string, lifetimeSeconds: number, make: () => Promise<string>): Promise<CachedAnswer>;
  /** For when the whole state has become another one. */
  clear(): void;
}

const CHARACTERS_MAXIMUM = 32 * 1024 * 1024;

/** Keeps answers until they are too old, or the oldest until there is room. Nothing that happens clears them earlier. */
export function answerCache(clock: ServiceClock, charactersMaximum = CHARACTERS_MAXIMUM): AnswerCache {
  const answers = new Map<string, { readonly body: string; readonly storedAt: number; readonly expiresAt: number }>();
  let characters = 0;

  function drop(key: string): void {
    characters -= answers.get(key)?.body.length ?? 0;
    answers.delete(key);
  }

  function store(key: string, body: string, storedAt: number, expiresAt: number): void {
    drop(key);
    answers.set(key, { body, storedAt, expiresAt });
    characters += body.length;
    for (const [oldest] of answers) {
      if (characters <= charactersMaximum) break;
      drop(oldest);
    }
  }

  return {
    async through(key, lifetimeSeconds, make) {
      const now = clock.now();
      const stored = answers.get(key);
      if (stored !== undefined && now < stored.expiresAt) {
        return { body: stored.body, ageSeconds: Math.floor((now - stored.storedAt) / 1000), isHit: true };
      }
      const body = await make();
      store(key, body, now, now + lifetimeSeconds * 1000);
      return { body, ageSeconds: 0, isHit: false };
    },
    clear() {
      answers.clear();
      characters = 0;
    },
  };
}
