import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { isSystemError } from './system-error.ts';

/** Makes the names in a folder durable. Where folders cannot be opened (Windows), the system does that by itself. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** The same, while the thread waits. */
export function syncFolderNow(path: string): void {
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
