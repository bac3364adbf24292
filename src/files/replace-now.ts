import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Windows refuses to replace a file while a virus scanner reads it. */
const PAUSES_MS = process.platform === 'win32' ? [50, 100, 200, 400] : [];

/**
 * Replaces a small file completely or not at all, while the thread waits.
 *
 * @param temporaryPath in the same folder
 * @param write makes the new file at the temporary path
 */
export function replaceNow(path: string, temporaryPath: string, write: () => void): void {
  try {
    rmSync(temporaryPath, { force: true });
    write();
    const file = openSync(temporaryPath, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    rename(temporaryPath, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

function rename(from: string, to: string): void {
  for (const pauseMs of PAUSES_MS) {
    try {
      renameSync(from, to);
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
  renameSync(from, to);
}
