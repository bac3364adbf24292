import { closeSync, fsyncSync, openSync } from 'node:fs';
import { isSystemError } from './system-error.ts';

/** Makes the names in a folder durable. Where folders cannot be opened (Windows), the system does that by itself. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
