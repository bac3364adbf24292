import { statfsSync } from 'node:fs';

/** A folder in memory, where a system has one. */
const IN_MEMORY = '/dev/shm';
/** More than the files of a run take at once, a server of PostgreSQL and copies of its data included. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Temporary folders are in memory, if there is room: journals and databases sync each step, and tests take many. */
export function useMemoryForFiles(): void {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize > ROOM_BYTES) process.env['TMPDIR'] = IN_MEMORY;
  } catch {
    // There is none: the folders are on the disk.
  }
}
