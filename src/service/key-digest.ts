import { hash } from 'node:crypto';

/** All that is kept of an API key. The key is long and random: a plain hash of it can't be guessed back. */
export function digestOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
