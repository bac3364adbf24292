import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeConnections } from '../../payouts/simulation/shared-connections.ts';

/** Like a container that only keeps its profiles. */
export function loseState(folder: string): void {
  closeConnections(folder);
  rmSync(join(folder, 'state'), { recursive: true, force: true });
}

/** Like a power failure on a disk that does not sync: files are empty or gone. */
export function emptyJournals(folder: string): void {
  closeConnections(folder);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.includes('payouts.sqlite')) continue;
    const path = join(folder, name);
    // A new file with the same name: the locks of the old one belong to this process.
    rmSync(path, { force: true });
    if (name.endsWith('payouts.sqlite')) writeFileSync(path, '');
  }
}
