import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { getuid } from 'node:process';

/** What is ours is closed to others. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
const OTHERS_MASK = 0o077;
const STICKY_BIT = 0o1000;

export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS_MASK) !== 0;
}

/** Makes a folder, and those that it is in, where there is none. One that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Takes the rights of others away from what is ours. A folder that everybody shares (/tmp) stays as it is. */
export function tighten(path: string, mode: number): void {
  const facts = statSync(path);
  if (facts.uid !== getuid?.() || (facts.mode & STICKY_BIT) !== 0) return;
  if (isOpenToOthers(facts.mode)) chmodSync(path, mode);
}
