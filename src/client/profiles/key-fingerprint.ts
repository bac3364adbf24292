import type { StoredKey } from './profiles-file.ts';

const LENGTH = 16;

/** Identifies a key without revealing it: random keys cannot be found from their digest, as passwords could. */
export function fingerprintOf(key: string): string {
  return sha256Hex(key).slice(0, LENGTH);
}

export function fingerprintOfStored(stored: StoredKey): string {
  return stored.key === undefined ? stored.held.fingerprint : fingerprintOf(stored.key);
}

const FOLDER_DIGITS = 16;

/** The folder of a key that no profile contains. */
export function keyFolderName(origin: string, apiKey: string): string {
  return `key-${sha256Hex(`${origin}\n${apiKey}`).slice(0, FOLDER_DIGITS)}`;
}

/** Loads `node:crypto` when a key is identified, which most commands never do: it takes 3 ms of a start. */
function sha256Hex(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}
