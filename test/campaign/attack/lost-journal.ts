import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** As in a container that keeps nothing but its profiles. */
export function loseState(folder: string): void {
  rmSync(join(folder, 'state'), { recursive: true, force: true });
}

/** As after a power cut on a disk that does not keep its word: the files are there, and empty or gone. */
export function emptyJournals(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('payouts.sqlite')) truncateSync(join(folder, name));
    else if (name.includes('payouts.sqlite-')) rmSync(join(folder, name), { force: true });
  }
}
