import { createHash } from 'node:crypto';
import type { StoredKey } from './profiles-file.ts';

const LENGTH = 16;

/** Tells a key from others, and tells nothing of it: random keys can't be found from their digest, as passwords could. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, LENGTH);
}

/** Of a stored key, wherever it lies. */
export function fingerprintOfStored(stored: StoredKey): string {
  return stored.key === undefined ? stored.keychain.fingerprint : fingerprintOf(stored.key);
}
