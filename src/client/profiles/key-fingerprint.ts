import { createHash } from 'node:crypto';
import type { StoredKey } from './profiles-file.ts';

const LENGTH = 16;

/** Identifies a key without revealing it: random keys cannot be found from their digest, as passwords could. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, LENGTH);
}

export function fingerprintOfStored(stored: StoredKey): string {
  return stored.key === undefined ? stored.held.fingerprint : fingerprintOf(stored.key);
}

const FOLDER_DIGITS = 16;

/** The folder of a key that no profile contains. Older versions also stored its journal there. */
export function keyFolderName(origin: string, apiKey: string): string {
  const digest = createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex');
  return `key-${digest.slice(0, FOLDER_DIGITS)}`;
}
