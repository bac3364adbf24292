import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { getuid } from 'node:process';

/** Other users of the machine cannot read our files. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
const OTHERS_MASK = 0o077;
const STICKY_BIT = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS_MASK) !== 0;
}

/** Makes a folder and its missing parents. An existing folder is not changed. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Removes other users' rights. A folder that all users share (/tmp) is not changed. */
export function tighten(path: string, mode: number): void {
  const facts = statSync(path);
  if (facts.uid !== getuid?.() || (facts.mode & STICKY_BIT) !== 0) return;
  if (isOpenToOthers(facts.mode)) chmodSync(path, mode);
}
