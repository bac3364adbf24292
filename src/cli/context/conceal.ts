import { redact } from '../../client/http/redact.ts';

/** Whatever looks like a key, though nobody said that it is one: typed in the wrong place, quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** Text for stderr with every key masked: those that are known, and all that look like one. */
export function concealKeys(text: string, knownKeys: Iterable<string>): string {
  return redact(text, [...knownKeys, ...(text.match(KEY_LOOKALIKE) ?? [])]);
}
