import { redact } from '../../client/http/redact.ts';

/** Whatever looks like a key, though it is not known to be one: typed in the wrong place, quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** The API keys that stderr never shows: those that have come to be known, and all that look like one. */
export class MaskedKeys {
  readonly #known = new Set<string>();

  learn(keys: Iterable<string>): void {
    for (const key of keys) this.#known.add(key);
  }

  mask(text: string): string {
    return redact(text, [...this.#known, ...(text.match(KEY_LOOKALIKE) ?? [])]);
  }
}
