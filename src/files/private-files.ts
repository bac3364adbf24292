import { chmodSync, mkdirSync, statSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { isSystemError } from './system-error.ts';

/** Other users of the machine cannot read our files. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
const OTHERS_MASK = 0o077;
const STICKY_BIT = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS_MASK) !== 0;
}

/**
 * Makes a folder and its missing parents, durably: with a folder that is not on the disk, the journal in it would be lost.
 * An existing folder is not changed. Node's own `recursive` says of a read-only file system that there is no file, and
 * never returns where the system makes no folders (/proc).
 */
export function makePrivateFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
    syncFolder(parent);
  } catch (error) {
    // Another process may have made it meanwhile.
    const isThere = isSystemError(error) && error.code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
}

/** Removes other users' rights. A folder that all users share (/tmp) is not changed. */
export function tighten(path: string, mode: number): void {
  const facts = statSync(path);
  if (facts.uid !== getuid?.() || (facts.mode & STICKY_BIT) !== 0) return;
  if (isOpenToOthers(facts.mode)) chmodSync(path, mode);
}

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
