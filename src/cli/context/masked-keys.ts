import { writeFileSync } from 'node:fs';
import { redact } from '../../client/http/redact.ts';

/** Text that looks like a key, but is not a known one: typed in the wrong place, or quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** What of the memory goes into a core dump: nothing. Source: https://docs.kernel.org/filesystems/proc.html */
const CORE_DUMP_FILTER = { path: '/proc/self/coredump_filter', nothing: '0' };

/** The API keys that stderr never shows: all known keys, and all text that looks like one. */
export class MaskedKeys {
  readonly #known = new Set<string>();

  learn(keys: Iterable<string>): void {
    for (const key of keys) {
      if (key !== '' && this.#known.size === 0) keepOutOfCoreDumps();
      if (key !== '') this.#known.add(key);
    }
  }

  mask(text: string): string {
    return redact(text, [...this.#known, ...(text.match(KEY_LOOKALIKE) ?? [])]);
  }
}

/** On Linux. macOS and Windows write none unless they are told to. */
function keepOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(CORE_DUMP_FILTER.path, CORE_DUMP_FILTER.nothing);
  } catch {
    // A system without it, or a container that forbids it.
  }
}
