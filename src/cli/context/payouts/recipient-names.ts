import { traitsOf } from '../../../find/index/traits.ts';
import type { WalletEntry } from '../../../find/wallet-entry.ts';
import type { Context } from '../context.ts';
import type { Settings } from '../settings.ts';
import { ifReadableJournal } from './if-journal.ts';

/** Recipients' names from files that were paid. Each key that is shown is looked up once: a journal may name a million. */
export class RecipientNames {
  readonly #context: Context;
  readonly #settings: Settings;
  readonly #names = new Map<string, string | undefined>();

  constructor(context: Context, settings: Settings) {
    this.#context = context;
    this.#settings = settings;
  }

  async lookUp(entries: readonly WalletEntry[]): Promise<void> {
    const keys = new Set(entries.map(keyOf).filter((key) => key !== '' && !this.#names.has(key)));
    if (keys.size === 0) return;
    await ifReadableJournal(this.#context, this.#settings, (journal) => {
      for (const key of keys) this.#names.set(key, journal.nameOf(key));
    });
  }

  /** Of an entry that was looked up. */
  of(entry: WalletEntry): string | undefined {
    return this.#names.get(keyOf(entry));
  }
}

/** Empty for what has none. */
function keyOf(entry: WalletEntry): string {
  return traitsOf(entry).pixKey ?? '';
}
