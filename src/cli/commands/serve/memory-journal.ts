import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { originOf } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** Beside a journal: the service that it is of forgets all when it ends. */
const MARKER = 'in-memory';

/**
 * The journal of payouts of a service that keeps all in memory: it ends with the service, because its withdrawals are gone.
 * A journal that was there before belongs to a service of the same address that lasts, and stays.
 */
export class MemoryJournal {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param isInMemory false for a service that lasts: then only what a killed one has left is taken away */
  static async begin({ host }: Context, url: string, isInMemory: boolean): Promise<MemoryJournal> {
    const journal = new MemoryJournal(serviceFolder(await statesFolder(host.environment), originOf(url)));
    journal.end();
    if (isInMemory && !existsSync(journal.#folder)) journal.#mark();
    return journal;
  }

  end(): void {
    if (existsSync(join(this.#folder, MARKER))) {
      ignoringSystem(() => {
        rmSync(this.#folder, { recursive: true, force: true });
      });
    }
  }

  #mark(): void {
    ignoringSystem(() => {
      makePrivateFolder(this.#folder);
      writeFileSync(join(this.#folder, MARKER), '');
    });
  }
}

/** A journal that stays says too much, and nothing is lost. */
function ignoringSystem(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}
