import { redact } from '../../client/http/redact.ts';

/** Text that looks like a key, but is not a known one: typed in the wrong place, or quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** The API keys that stderr never shows: all known keys, and all text that looks like one. */
export class MaskedKeys {
  readonly #known = new Set<string>();

  learn(keys: Iterable<string>): void {
    for (const key of keys) this.#known.add(key);
  }

  mask(text: string): string {
    return redact(text, [...this.#known, ...(text.match(KEY_LOOKALIKE) ?? [])]);
  }
}
