import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { FILE_MODE } from '../../files/private-files.ts';
import { SettingsError } from '../errors.ts';

/** A lock is only taken to write one small file: an older one was left by a killed process. */
const STALE_AFTER_MS = 5_000;
const PAUSE_MS = 10;

/** Longer than a lock takes to become stale, so that an abandoned one blocks no process. */
export const LOCK_TIMEOUT_MS = 2 * STALE_AFTER_MS;

/**
 * Does work while no other process does work under the same lock: a file beside the one at `path`, made exclusively.
 * The thread sleeps while it waits.
 *
 * @throws {SettingsError} `config_unwritable` when the lock is not free within `timeoutMs`
 * @throws {NodeJS.ErrnoException} when the file of the lock cannot be made
 */
export function withFileLock<Value>(path: string, timeoutMs: number, work: () => Value): Value {
  const lockPath = `${path}.lock`;
  const token = randomUUID();
  const deadline = Date.now() + timeoutMs;
  while (!take(lockPath, token)) {
    if (ageMs(lockPath) > STALE_AFTER_MS) {
      rmSync(lockPath, { force: true });
    } else if (Date.now() >= deadline) {
      const message = `${path} is being written by another process; if there is none, remove ${lockPath}`;
      throw new SettingsError(message, { code: 'config_unwritable', path });
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  try {
    return work();
  } finally {
    if (isLockedBy(lockPath, token)) rmSync(lockPath, { force: true });
  }
}

function take(lockPath: string, token: string): boolean {
  try {
    writeNew(lockPath, token);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function writeNew(path: string, text: string): void {
  const file = openSync(path, 'wx', FILE_MODE);
  try {
    writeFileSync(file, text);
  } catch (error) {
    // On a full disk, a lock without an owner would be left.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Undefined when it has just been released. */
function ageMs(lockPath: string): number {
  const facts = statSync(lockPath, { throwIfNoEntry: false });
  return facts === undefined ? 0 : Date.now() - facts.mtimeMs;
}

/** A suspended process whose lock was taken over must not release the lock of the new owner. */
function isLockedBy(lockPath: string, token: string): boolean {
  try {
    return readFileSync(lockPath, 'utf8') === token;
  } catch {
    return false;
  }
}
