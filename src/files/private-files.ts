import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { syncFolderNow } from './sync-folder.ts';

/** Other users of the machine cannot read our files. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
const OTHERS_MASK = 0o077;
const STICKY_BIT = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS_MASK) !== 0;
}

/**
 * Makes a folder and its missing parents, durably: a journal that is on the disk, in a folder that is not, is lost with
 * the power. An existing folder is not changed.
 */
export function makePrivateFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  const above = dirname(first);
  for (let folder = dirname(path); folder.startsWith(above); folder = dirname(folder)) {
    syncFolderNow(folder);
    if (folder === above) return;
  }
}

/** Removes other users' rights. A folder that all users share (/tmp) is not changed. */
export function tighten(path: string, mode: number): void {
  const facts = statSync(path);
  if (facts.uid !== getuid?.() || (facts.mode & STICKY_BIT) !== 0) return;
  if (isOpenToOthers(facts.mode)) chmodSync(path, mode);
}
