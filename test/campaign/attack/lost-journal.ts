import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As in a container that keeps nothing but its profiles. */
export function loseState(folder: string): void {
  rmSync(join(folder, 'state'), { recursive: true, force: true });
}

/** As after a power cut on a disk that does not keep its word: the files are there, and empty or gone. */
export function emptyJournals(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.includes('payouts.sqlite')) continue;
    const path = join(folder, name);
    // Another file of that name: the locks of the old one are those of this very process.
    rmSync(path, { force: true });
    if (name.endsWith('payouts.sqlite')) writeFileSync(path, '');
  }
}
