import { redact } from '../client/redact.ts';

/** Whatever looks like a key, though nobody said that it is one: typed in the wrong place, quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** Text for stderr with every key masked: the one in force by the environment, and all that look like one. */
export function concealKeys(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return redact(text, [environment['PIX_API_KEY'] ?? '', ...(text.match(KEY_LOOKALIKE) ?? [])]);
}
